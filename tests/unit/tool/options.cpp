// SPDX-License-Identifier: MIT
// Options are empty objects; what they say together is one constant.
#include "support/catch.hpp"

#include <tacet/tool/options.hpp>

#include <chrono>
#include <type_traits>

using namespace tacet;

struct files;

TEST_CASE("an option holds nothing but its type") {
  STATIC_REQUIRE(std::is_empty_v<std::remove_const_t<decltype(describe<"Finds">)>>);
  STATIC_REQUIRE(std::is_empty_v<std::remove_const_t<decltype(streams)>>);
}

TEST_CASE("what options say is gathered, and what none says is the default") {
  constexpr auto said = []<class... O>(O...) { return detail::facts_of<O...>(); };
  constexpr detail::tool_facts none = said();
  STATIC_REQUIRE(none.about.description.empty());
  STATIC_REQUIRE(none.about.effect == tool_effect::once);
  STATIC_REQUIRE(!none.about.max_calls_per_invocation.has_value());
  STATIC_REQUIRE(!none.about.timeout.has_value());
  STATIC_REQUIRE(none.about.required_capability == nullptr);
  STATIC_REQUIRE(!none.open);
  STATIC_REQUIRE(!none.streams);

  using namespace std::chrono_literals;
  constexpr detail::tool_facts all =
      said(streams, requires_<files>, max_calls<0>, describe<"Finds">, timeout<2s>, allow_unknown_members, idempotent);
  STATIC_REQUIRE(all.about.description == "Finds");
  STATIC_REQUIRE(all.about.effect == tool_effect::idempotent);
  STATIC_REQUIRE(all.about.max_calls_per_invocation == 0U);
  STATIC_REQUIRE(all.about.timeout == 2s);
  STATIC_REQUIRE(all.about.required_capability == &capability<files>);
  STATIC_REQUIRE(all.open);
  STATIC_REQUIRE(all.streams);
  STATIC_REQUIRE(said(read_only).about.effect == tool_effect::read_only);
  STATIC_REQUIRE(said(max_calls<5>).about.max_calls_per_invocation == 5U);
}

TEST_CASE("two options of one kind are told apart from two kinds") {
  constexpr auto differ = []<class... O>(O...) { return detail::options_differ<O...>; };
  STATIC_REQUIRE(differ());
  STATIC_REQUIRE(differ(read_only, describe<"a">, max_calls<1>, requires_<files>, streams));
  STATIC_REQUIRE(!differ(read_only, idempotent));
  STATIC_REQUIRE(!differ(read_only, streams, read_only));
  STATIC_REQUIRE(!differ(read_only, read_only, idempotent));
  STATIC_REQUIRE(!differ(describe<"a">, describe<"b">, read_only));
}
