// SPDX-License-Identifier: MIT
// Every part of an executor names its family, and nothing else has one.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

namespace {

using tacet::has_family;
namespace families = tacet::families;

template <class Part, class Family> constexpr bool stands_in = std::is_same_v<typename Part::family, Family>;

constexpr auto tool = tacet::tool<"probe">([] {});
constexpr auto guard = [](const tacet::pending_call&) {};
static_assert(stands_in<decltype(tacet::tools{tool}), families::tools>);
static_assert(stands_in<tacet::preconditions<>, families::preconditions>);
static_assert(stands_in<tacet::open_gate, families::steering>);
static_assert(stands_in<decltype(tacet::steering_gate{guard}), families::steering>);
static_assert(stands_in<tacet::no_approval, families::approval>);
static_assert(stands_in<tacet::no_retries, families::retries> &&
              stands_in<tacet::run_time_retries<>, families::retries>);
static_assert(stands_in<tacet::null_progress_sink, families::progress>);
static_assert(stands_in<tacet::null_trace, families::trace> &&
              stands_in<tacet::collect_trace, families::trace>);
static_assert(stands_in<tacet::default_failure_text, families::failure_text>);
static_assert(stands_in<tacet::no_diagnostics, families::diagnostics>);
static_assert(stands_in<tacet::name_prefixes<"a__">, families::names>);
static_assert(!has_family<int> && !has_family<decltype(guard)> && !has_family<tacet::retry_schedule>);
static_assert(!has_family<std::remove_const_t<decltype(tool)>> && !has_family<tacet::call_budget<>>);

}  // namespace

TEST_CASE("a type is a part when it names a family") {
  struct own_part {
    using family = families::trace;
  };
  CHECK(has_family<own_part>);
  CHECK_FALSE(has_family<families::trace>);
}
