// SPDX-License-Identifier: MIT
// A report that holds its memory: wherever it stands, and for any numbers.
#include "support/catch.hpp"
#include "support/heapless_run.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/values/fixed_report.hpp>

#include <cstddef>
#include <type_traits>

using namespace tacet;

namespace {

fixed_report<4, 512, 8> in_static_storage;

template <class Report> bool is_inside(const Report& report, const void* at) {
  const auto* const begin = reinterpret_cast<const std::byte*>(&report);
  const auto* const p = static_cast<const std::byte*>(at);
  return p >= begin && p < begin + sizeof report;
}

template <class Report> void fill(Report& report, std::size_t calls, std::size_t records) {
  CHECK(report.outcomes.capacity() == calls);
  CHECK(report.trace.capacity() == records);
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < calls; ++i) {
      tool_outcome& out = report.outcomes.emplace_back();
      CHECK(is_inside(report, &out));
      CHECK(out.content.empty());
      out.content = report.room().store("text");
      CHECK(is_inside(report, out.content.data()));
    }
    for (std::size_t i = 0; i < records + 2; ++i) report.trace.push_back({});
    CHECK(report.trace.dropped() == 2);
    report.clear();
  }
}

}  // namespace

static_assert(std::is_nothrow_default_constructible_v<fixed_report<1>>);
static_assert(!std::is_copy_constructible_v<fixed_report<1>> &&
              !std::is_move_constructible_v<fixed_report<1>>);
static_assert(std::is_convertible_v<fixed_report<1>*, bounded_report*>);

TEST_CASE("a fixed report is all of its memory") {
  fill(in_static_storage, 4, 8);
  const std::size_t before = tacet_test::allocations;
  fixed_report<3, 256> untraced;
  fixed_report<1, 64, 1> small;
  const std::size_t after = tacet_test::allocations;
  CHECK(after == before);
  fill(untraced, 3, 0);
  fill(small, 1, 1);
  fixed_report<0, 0, 0> nothing;
  CHECK(nothing.outcomes.capacity() == 0);
  CHECK(nothing.room().store("").data() == nullptr);
  CHECK(sizeof(fixed_report<4, 1024, 0>) >= 4 * sizeof(tool_outcome) + 1024);
  CHECK(sizeof(fixed_report<4, 1024, 0>) < 4 * sizeof(tool_outcome) + 1024 + 256);
}

TEST_CASE("the text memory of a fixed report is used but for 16 bytes") {
  fixed_report<1, 256> report;
  CHECK(report.room().space() == 240);
  CHECK(report.room().store(std::string_view("0123456789").substr(0, 10)).size() == 10);
  CHECK(report.room().space() == 230);
}

// The same without exceptions, where malloc itself is counted: tests/noexcept/fixed_memory.cpp.
TEST_CASE("whole runs of a tool loop ask for no memory") {
  const std::size_t before = tacet_test::allocations;
  tacet_test::counts plenty;
  tacet_test::counts scarce;
  const bool good = tacet_test::heapless_runs(plenty, scarce);
  const std::size_t after = tacet_test::allocations;
  CHECK(good);
  CHECK(after == before);
  CHECK(plenty.ran > 0);
}
