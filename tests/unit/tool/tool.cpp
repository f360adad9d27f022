// SPDX-License-Identifier: MIT
// A tool is a type: what it says of itself, and what calling it does.
#include "support/catch.hpp"

#include <tacet/phase/retries.hpp>
#include <tacet/tool/tool.hpp>

#include <string>

using namespace tacet;

namespace {
struct sum {
  int a;
  int b = 0;
};
struct files;
int add(const sum& s) { return s.a + s.b; }

constexpr auto described = tool<"add_up">([](const sum& s) { return s.a + s.b; }, describe<"Adds \"two\"">,
                                          read_only, max_calls<5>, requires_<files>, allow_unknown_members);
constexpr auto bare = tool<"bare">([] { return 1; });
constexpr auto context_only = tool<"context">([](tool_context& c) { return c.attempt(); });
constexpr auto both = tool<"both">([](sum s, tool_context& c) { return s.a + c.attempt(); });
}  // namespace

TEST_CASE("a tool describes itself in constants") {
  constexpr const tool_descriptor& d = described.descriptor;
  STATIC_REQUIRE(d.name == "add_up");
  STATIC_REQUIRE(d.description == "Adds \"two\"");
  STATIC_REQUIRE(d.effect == tool_effect::read_only);
  STATIC_REQUIRE(d.max_calls_per_invocation == 5U);
  STATIC_REQUIRE(d.required_capability == &capability<files>);
  STATIC_REQUIRE(d.input_schema == json::schema_text<sum, true>);
  STATIC_REQUIRE(described.open);
  STATIC_REQUIRE(bare.descriptor.effect == tool_effect::once);
  STATIC_REQUIRE_FALSE(bare.descriptor.max_calls_per_invocation.has_value());
  STATIC_REQUIRE(bare.descriptor.required_capability == nullptr);
  STATIC_REQUIRE(bare.descriptor.description.empty());
  STATIC_REQUIRE_FALSE(bare.open);
  STATIC_REQUIRE(std::is_same_v<decltype(bare)::arguments_type, no_arguments>);
  STATIC_REQUIRE(std::is_empty_v<std::remove_const_t<decltype(described)>>);
}

TEST_CASE("a tool has its schema in each dialect, and what a dialect could not express of it") {
  using json::schema_dialect;
  using made = decltype(described);
  STATIC_REQUIRE(made::schema<schema_dialect::plain> == made::descriptor.input_schema);
  STATIC_REQUIRE(made::schema<schema_dialect::openai_strict> == json::schema_for<sum, schema_dialect::openai_strict>);
  // The tool passes unknown members over, which the strict dialect cannot allow.
  STATIC_REQUIRE(made::degradations<schema_dialect::openai_strict>.has(json::degradation::open_object_closed));
  STATIC_REQUIRE(made::degradations<schema_dialect::plain>.none());
  STATIC_REQUIRE(made::descriptor_in<schema_dialect::gemini>.input_schema == made::schema<schema_dialect::gemini>);
  STATIC_REQUIRE(made::descriptor_in<schema_dialect::gemini>.name == "add_up");
  STATIC_REQUIRE(made::descriptor_in<schema_dialect::gemini>.max_calls_per_invocation == 5U);
}

TEST_CASE("a tool is called with what its function takes") {
  tool_context context("id", "name", 7);
  CHECK(described(sum{1, 2}) == 3);
  CHECK(described(sum{1, 2}, context) == 3);
  CHECK(bare(no_arguments{}) == 1);
  CHECK(context_only(no_arguments{}, context) == 7);
  CHECK(both(sum{1, 2}, context) == 8);
  const auto by_pointer = tool<"pointer">(&add);
  CHECK(by_pointer(sum{4, 5}) == 9);
  const auto capturing = tool<"capturing">([factor = 10](const sum& s) { return s.a * factor; }, idempotent);
  CHECK(capturing(sum{4}) == 40);
  STATIC_REQUIRE(sizeof(capturing) == sizeof(int));
}

TEST_CASE("a schedule may stand on a tool that can be repeated, or that had no effect yet") {
  constexpr auto safe = tool<"safe">([] { return 1; }, idempotent, retry<retry_schedule{.max_attempts = 3}>);
  constexpr auto early =
      tool<"early">([] { return 1; }, retry<retry_schedule{.max_attempts = 3}, not_applied>);
  STATIC_REQUIRE(detail::retries_are_safe<std::remove_const_t<decltype(safe)>::own_retries>(safe.effect));
  STATIC_REQUIRE(detail::retries_are_safe<std::remove_const_t<decltype(early)>::own_retries>(early.effect));
  CHECK(safe(no_arguments{}) == 1);
}
