// SPDX-License-Identifier: MIT
// Descriptors, capabilities as values, and the map by name.
#include "support/catch.hpp"

#include <tacet/tool/tools.hpp>
#include <tacet/values/tool_descriptor.hpp>

#include <list>
#include <set>

using namespace tacet;

namespace shop {
struct file_access;  // never defined: a capability is only a name
template <class T> struct over {};
}  // namespace shop

TEST_CASE("the defaults of a descriptor refuse nothing and promise nothing") {
  constexpr tool_descriptor one{};
  STATIC_REQUIRE(one.effect == tool_effect::once);
  STATIC_REQUIRE_FALSE(one.max_calls_per_invocation.has_value());
  STATIC_REQUIRE_FALSE(one.timeout.has_value());
  STATIC_REQUIRE(one.required_capability == nullptr);
  CHECK(one.input_schema == json::schema_text<no_arguments>);
}

TEST_CASE("a capability is one object for each type, and knows its name") {
  CHECK(&capability<shop::file_access> == &capability<shop::file_access>);
  CHECK(&capability<shop::file_access> != &capability<shop::over<int>>);
  CHECK(capability<shop::file_access>.name == "shop::file_access");
  CHECK(capability<shop::over<int>>.name == "shop::over<int>");
}

TEST_CASE("descriptors are found by name, and the first of a name stands") {
  tool_descriptor a, b, again;
  a.name = "a", b.name = "b", again.name = "a", again.description = "second";
  const std::list<tool_descriptor> all{a, b, again};
  const descriptor_map map = descriptors_by_name(all);
  CHECK(map.size() == 2);
  CHECK(map.at("a").description.empty());
  CHECK(descriptors_by_name(std::list<tool_descriptor>{}).empty());

  const tools catalog{tool<"one">([] { return 1; }, describe<"One">, read_only, max_calls<0>),
                      tool<"two">([] { return 2; }, requires_<shop::file_access>)};
  const descriptor_map typed = descriptors_by_name(catalog);
  CHECK(typed.at("one").max_calls_per_invocation == 0U);
  CHECK(typed.at("one").effect == tool_effect::read_only);
  CHECK(typed.at("two").required_capability == &capability<shop::file_access>);
}
