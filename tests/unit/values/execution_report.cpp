// SPDX-License-Identifier: MIT
// A report owns contents, keeps its memory, and can be made to borrow nothing.
#include "support/catch.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/values/execution_report.hpp>

#include <new>
#include <string>
#include <utility>

using namespace tacet;

static void fill(execution_report& report, std::string_view id) {
  for (std::uint32_t i = 0; i < 5; ++i) {
    tool_outcome& out = report.outcomes.emplace_back();
    out.call_id = id;
    out.name = "search";
    out.position = i;
    out.content = report.room().store("the result of a call, longer than a string holds in itself");
    out.value = value_view::silent(*report.room().keep(std::string(40, 'v')));
    report.trace.push_back(
        {call_phase::dispatch, id, phase_action::succeeded, report.room().store("detail"), "search", i});
  }
  report.status = execution_status::cancelled;
}

TEST_CASE("an owned report outlives the reply, and holds no values") {
  execution_report owned;
  {
    const std::string id(50, 'i');
    execution_report report;
    fill(report, id);
    owned = report.to_owned();
    CHECK(report.outcomes[0].value.get_if<std::string>()->size() == 40);
  }
  CHECK(owned.cancelled());
  REQUIRE(owned.outcomes.size() == 5);
  for (std::uint32_t i = 0; i < 5; ++i) {
    CHECK(owned.outcomes[i].call_id == std::string(50, 'i'));
    CHECK(owned.outcomes[i].name == "search");
    CHECK(owned.outcomes[i].content == "the result of a call, longer than a string holds in itself");
    CHECK(owned.outcomes[i].position == i);
    CHECK_FALSE(static_cast<bool>(owned.outcomes[i].value));
    CHECK(owned.trace[i].call_id == std::string(50, 'i'));
    CHECK(owned.trace[i].detail == "detail");
  }
}

TEST_CASE("moving a report keeps what it borrows from itself") {
  execution_report report;
  fill(report, "id");
  execution_report moved(std::move(report));
  execution_report assigned;
  fill(assigned, "other");
  assigned = std::move(moved);
  CHECK(assigned.outcomes.size() == 5);
  CHECK(assigned.outcomes[4].content == "the result of a call, longer than a string holds in itself");
  CHECK(*assigned.outcomes[4].value.get_if<std::string>() == std::string(40, 'v'));
  CHECK(assigned.cancelled());
  assigned.clear();
  CHECK(assigned.outcomes.empty());
  CHECK(assigned.trace.empty());
  CHECK(assigned.status == execution_status::completed);
  fill(report, "a report that was moved from can be used again");
  CHECK(report.outcomes.size() == 5);
}

TEST_CASE("a cleared report takes the same work without allocating") {
  execution_report report;
  const auto work = [&] {
    for (int i = 0; i < 20; ++i)
      report.outcomes.emplace_back().content = report.room().store("some content of a call");
  };
  work();
  const std::size_t before = tacet_test::allocations;
  for (int i = 0; i < 10; ++i) {
    report.clear();
    work();
  }
  const std::size_t after = tacet_test::allocations;
  CHECK(after == before);
}

TEST_CASE("what was reserved is filled without allocating") {
  execution_report report;
  report.reserve(8);
  const std::size_t before = tacet_test::allocations;
  for (int i = 0; i < 8; ++i) report.outcomes.emplace_back().content = report.room().store("text");
  const std::size_t after = tacet_test::allocations;
  CHECK(after == before);
}

#if defined(__cpp_exceptions)

TEST_CASE("reserving says so when there is no memory") {
  for (int granted = 0; granted < 2; ++granted) {
    execution_report report;
    bool threw = false;
    try {
      const tacet_test::refusing later(granted);
      report.reserve(100);
    } catch (const std::bad_alloc&) {
      threw = true;
    }
    CHECK(threw);
    CHECK(report.outcomes.empty());
  }
}

#endif
