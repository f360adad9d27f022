// SPDX-License-Identifier: MIT
// What is read from the shape of a model.
#include "support/catch.hpp"

#include <tacet/binding/binding_model.hpp>
#include <tacet/tool/tool_result.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace tacet;

namespace {

struct plain {};
struct binding_anew {
  binding_anew bind_tools(tool_schemas) const { return {}; }
};
struct choosing {
  choosing bind_tools(tool_schemas) const { return {}; }
  choosing bind_tools(tool_schemas, forced_choice) const { return {}; }
};
struct with_a_default {
  with_a_default bind_tools(tool_schemas, std::optional<forced_choice> = {}) const { return {}; }
};
struct changing {
  void bind_tools(tool_schemas) {}
};
struct fluent {
  fluent& bind_tools(tool_schemas) { return *this; }
};
struct forgot_const {
  forgot_const bind_tools(tool_schemas) { return {}; }
};
struct answering {
  tool_result<answering> bind_tools(tool_schemas) const;
};
struct taking_a_list {
  taking_a_list bind_tools(const std::vector<tool_descriptor>&) const { return {}; }
};
struct giving_another {
  plain bind_tools(tool_schemas) const { return {}; }
};
struct used_up {
  used_up bind_tools(tool_schemas) && { return {}; }
};
struct unique_changing {
  std::unique_ptr<int> held{};
  void bind_tools(tool_schemas) {}
};
struct choosing_badly {
  choosing_badly bind_tools(tool_schemas) const { return {}; }
  bool bind_tools(tool_schemas, forced_choice) const { return true; }
};
struct shared {
  std::shared_ptr<shared> bind_tools(tool_schemas) const { return {}; }
};
struct asked_questions {
  bool supports_tools() const { return true; }
  bool supports_forced_choice() { return true; }
  bool accepts_schema(const tool_descriptor&) const { return true; }
};
struct asked_with_note {
  bool accepts_schema(const tool_descriptor&, binding_note&) const { return true; }
};

template <class M> constexpr bool wrong = detail::plain_shape<M> == detail::bind_shape::wrong;

}  // namespace

TEST_CASE("whether a model takes tools is read from its shape") {
  STATIC_REQUIRE(takes_tools<binding_anew>);
  STATIC_REQUIRE(takes_tools<choosing>);
  STATIC_REQUIRE(takes_tools<with_a_default>);
  STATIC_REQUIRE(takes_tools<changing>);
  STATIC_REQUIRE(takes_tools<fluent>);
  STATIC_REQUIRE(takes_tools<forgot_const>);
  STATIC_REQUIRE(takes_tools<answering>);
  STATIC_REQUIRE(takes_tools<std::shared_ptr<shared>>);
  STATIC_REQUIRE(takes_tools<std::shared_ptr<const shared>>);
  STATIC_REQUIRE(takes_tools<std::optional<binding_anew>>);
  STATIC_REQUIRE_FALSE(takes_tools<plain>);
  STATIC_REQUIRE_FALSE(takes_tools<int>);
  STATIC_REQUIRE_FALSE(takes_tools<plain*>);
  // A span is no vector.
  STATIC_REQUIRE_FALSE(takes_tools<taking_a_list>);
  STATIC_REQUIRE_FALSE(wrong<taking_a_list>);
}

TEST_CASE("a bind_tools that cannot be used is seen, and not taken for none") {
  STATIC_REQUIRE(wrong<giving_another>);
  STATIC_REQUIRE(wrong<used_up>);
  STATIC_REQUIRE(wrong<unique_changing>);
  STATIC_REQUIRE(wrong<changing*>);
  STATIC_REQUIRE(wrong<std::shared_ptr<binding_anew>>);
  STATIC_REQUIRE_FALSE(wrong<choosing_badly>);
  STATIC_REQUIRE(detail::forced_shape<choosing_badly> == detail::bind_shape::wrong);
}

TEST_CASE("whether a model takes a forced choice is read from its shape") {
  STATIC_REQUIRE(takes_forced_choice<choosing>);
  STATIC_REQUIRE(takes_forced_choice<with_a_default>);
  STATIC_REQUIRE_FALSE(takes_forced_choice<binding_anew>);
  STATIC_REQUIRE_FALSE(takes_forced_choice<choosing_badly>);
  STATIC_REQUIRE_FALSE(takes_forced_choice<plain>);
}

TEST_CASE("what can be asked at run time is read from its shape") {
  STATIC_REQUIRE(says_whether_tools<asked_questions>);
  STATIC_REQUIRE(says_whether_forced<asked_questions>);
  STATIC_REQUIRE(judges_schemas<asked_questions>);
  STATIC_REQUIRE(judges_schemas<asked_with_note>);
  STATIC_REQUIRE_FALSE(says_whether_tools<plain>);
  STATIC_REQUIRE_FALSE(says_whether_forced<plain>);
  STATIC_REQUIRE_FALSE(judges_schemas<plain>);
}

TEST_CASE("a note is kept as it was said") {
  std::vector<std::string> notes;
  binding_note note{notes};
  note("one");
  note(std::string("a\0b", 3));
  CHECK(notes == std::vector<std::string>{"one", std::string("a\0b", 3)});
}
