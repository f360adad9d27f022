// SPDX-License-Identifier: MIT
// The sizes of what stands in vectors and on stacks, and what cannot throw.
#include "support/catch.hpp"

#include <tacet/json/canonical.hpp>
#include <tacet/json/explain.hpp>
#include <tacet/json/scan.hpp>
#include <tacet/text/text_writer.hpp>
#include <tacet/text/utf8.hpp>
#include <tacet/tool/duration.hpp>
#include <tacet/tool/options.hpp>
#include <tacet/values/execution_report.hpp>
#include <tacet/values/signature.hpp>
#include <tacet/values/tool_call.hpp>
#include <tacet/values/tool_progress.hpp>
#include <tacet/values/verdicts.hpp>

#include <type_traits>
#include <utility>

using namespace tacet;

TEST_CASE("values are as small as their parts") {
  constexpr std::size_t word = sizeof(void*);
  STATIC_REQUIRE(sizeof(tool_call) == 7 * word);
  STATIC_REQUIRE(sizeof(value_view) == 2 * word);
  STATIC_REQUIRE(sizeof(tool_outcome) <= 8 * word + 16);
  STATIC_REQUIRE(sizeof(phase_record) <= 8 * word + 16);
  STATIC_REQUIRE(sizeof(tool_progress) <= 8 * word);
  STATIC_REQUIRE(sizeof(text_room) == 6 * word);  // five, and whether it may grow
  STATIC_REQUIRE(sizeof(duration) == 8);
  STATIC_REQUIRE(sizeof(outcome_kind) == 1);
  STATIC_REQUIRE(sizeof(outcome_reason) == 2);
  STATIC_REQUIRE(sizeof(json::fault_code) == 1);
  STATIC_REQUIRE(sizeof(json::member) <= 3 * word);
}

TEST_CASE("what is copied on the path of a call is trivially copyable") {
  STATIC_REQUIRE(std::is_trivially_copyable_v<tool_call>);
  STATIC_REQUIRE(std::is_trivially_copyable_v<tool_outcome>);
  STATIC_REQUIRE(std::is_trivially_copyable_v<phase_record>);
  STATIC_REQUIRE(std::is_trivially_copyable_v<value_view>);
  STATIC_REQUIRE(std::is_nothrow_copy_constructible_v<json::context> && std::is_trivially_destructible_v<json::context>);
  STATIC_REQUIRE(std::is_nothrow_move_constructible_v<execution_report>);
  STATIC_REQUIRE(std::is_nothrow_move_assignable_v<execution_report>);
  STATIC_REQUIRE_FALSE(std::is_copy_constructible_v<execution_report>);
  STATIC_REQUIRE_FALSE(std::is_copy_constructible_v<text_room>);
  STATIC_REQUIRE_FALSE(std::is_copy_constructible_v<text_writer>);
}

TEST_CASE("reading, writing and explaining do not throw") {
  STATIC_REQUIRE(noexcept(json::scan_document(std::string_view(), std::declval<json::context&>())));
  STATIC_REQUIRE(noexcept(json::scan_value("", std::declval<json::context&>())));
  STATIC_REQUIRE(noexcept(json::scan_string("", std::declval<json::context&>())));
  STATIC_REQUIRE(
      noexcept(json::scan_number("", std::declval<json::context&>(), std::declval<json::number_parts&>())));
  STATIC_REQUIRE(noexcept(json::explain(std::declval<const json::context&>(), std::declval<text_writer&>())));
  STATIC_REQUIRE(noexcept(utf8_length("", "")));
  STATIC_REQUIRE(noexcept(std::declval<text_room&>().store("")));
  STATIC_REQUIRE(noexcept(std::declval<text_room&>().clear()));
  STATIC_REQUIRE(noexcept(std::declval<text_writer&>().append("")));
  STATIC_REQUIRE(noexcept(std::declval<text_writer&>().append(1)));
  STATIC_REQUIRE(noexcept(std::declval<text_writer&>().finish("")));
  STATIC_REQUIRE(noexcept(std::declval<text_room&>().keep(1)));
}
