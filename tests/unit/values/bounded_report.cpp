// SPDX-License-Identifier: MIT
// A report in foreign memory: what it holds is there, and it can be used again. How an executor fills one is
// held against laws of its own (tests/laws/bounded_reports.cpp).
#include "support/catch.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/values/bounded_report.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

using namespace tacet;

namespace {

struct counted {
  int* count;
  explicit counted(int* c) noexcept : count(c) {}
  counted(counted&& other) noexcept : count(other.count) { other.count = nullptr; }
  counted& operator=(counted&&) = delete;
  ~counted() {
    if (count != nullptr) ++*count;
  }
};

}  // namespace

static_assert(!std::is_copy_constructible_v<bounded_report> && !std::is_move_constructible_v<bounded_report>);
static_assert(!std::is_copy_assignable_v<bounded_report> && !std::is_move_assignable_v<bounded_report>);

TEST_CASE("a bounded report stores everything in the memory that it was given") {
  std::array<tool_outcome, 3> outcomes{};
  std::array<phase_record, 2> records{};
  alignas(16) std::array<std::byte, 256> texts{};
  const std::size_t before = tacet_test::allocations;
  bounded_report report{outcomes, texts, records};
  tool_outcome& out = report.outcomes.emplace_back();
  out.content = report.room().store("a result");
  for (std::uint32_t i = 0; i < 5; ++i)
    report.trace.push_back({call_phase::dispatch, "id", phase_action::succeeded, {}, "name", i});
  const bool refused = report.room().store(std::string_view("x", 1).substr(0, 0)).data() != nullptr &&
                       report.room().reserve(300) == nullptr;
  CHECK(tacet_test::allocations == before);
  CHECK(refused);
  CHECK(&report.outcomes[0] == outcomes.data());
  CHECK(out.content == "a result");
  const auto* const at = reinterpret_cast<const std::byte*>(out.content.data());
  CHECK((at >= texts.data() && at + out.content.size() <= texts.data() + texts.size()));
  CHECK(report.outcomes.capacity() == 3);
  CHECK(report.trace.size() == 2);
  CHECK(report.trace.dropped() == 3);
  CHECK(report.trace[1].position == 1);
}

TEST_CASE("clearing a bounded report destroys its values, begins its counts again and keeps the memory") {
  std::array<tool_outcome, 2> outcomes{};
  std::array<phase_record, 1> records{};
  std::array<std::byte, 200> texts{};
  int destroyed = 0;
  {
    bounded_report report{outcomes, texts, records};
    for (int round = 1; round <= 4; ++round) {
      REQUIRE(report.room().keep(counted(&destroyed)) != nullptr);
      REQUIRE(report.room().store("a text of thirty-three characters").size() == 33);
      (void)report.outcomes.emplace_back();
      report.trace.push_back({});
      report.trace.push_back({});
      report.status = round == 1 ? execution_status::cancelled : execution_status::no_room;
      CHECK(report.cancelled() == (round == 1));
      CHECK(report.trace.dropped() == 1);
      report.clear();
      CHECK(destroyed == round);
      CHECK(report.outcomes.empty());
      CHECK(report.trace.empty());
      CHECK(report.trace.dropped() == 0);
      CHECK(report.status == execution_status::completed);
    }
    REQUIRE(report.room().keep(counted(&destroyed)) != nullptr);
  }
  CHECK(destroyed == 5);  // the last by the end of the report
}

TEST_CASE("a report may be given no memory for any of it") {
  bounded_report none{{}, {}};
  CHECK(none.outcomes.capacity() == 0);
  CHECK(none.trace.capacity() == 0);
  CHECK(none.room().store("x").data() == nullptr);
  none.clear();
  CHECK(none.room().space() == 0);
}
