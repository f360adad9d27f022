// SPDX-License-Identifier: MIT
// A judged call shows everything and lets nothing be changed.
#include "support/catch.hpp"

#include <tacet/phase/pending_call.hpp>

#include <string>

using tacet::pending_call;

namespace {

struct move_args {
  std::string path = "a.txt";
};
struct other_args {};
// Const all the way down: a guard cannot edit what will run.
static_assert(
    !std::is_assignable_v<decltype((std::declval<const pending_call&>().call.name)), std::string_view>);
static_assert(
    !std::is_assignable_v<decltype((std::declval<pending_call&>().call.arguments)), std::string_view>);
static_assert(
    !std::is_assignable_v<decltype((std::declval<pending_call&>().tool.effect)), tacet::tool_effect>);
static_assert(
    std::is_same_v<decltype(std::declval<pending_call&>().arguments_as<move_args>()), const move_args*>);
static_assert(std::is_convertible_v<const pending_call&, const tacet::tool_call&>);

}  // namespace

TEST_CASE("a judged call shows its id, name and arguments by their own type only") {
  const tacet::tool_call call{"c1", "move", R"({"path":"a.txt"})"};
  const tacet::tool_descriptor tool{.name = "move"};
  const move_args arguments;
  const pending_call pending{call, tool, tacet::value_view::silent(arguments), 3};
  CHECK(pending.id() == "c1");
  CHECK(pending.name() == "move");
  CHECK(pending.tool_index == 3);
  CHECK(pending.arguments_as<move_args>() == &arguments);
  CHECK(pending.arguments_as<other_args>() == nullptr);
  CHECK(pending.arguments_as<const move_args>() == nullptr);
  const tacet::tool_call& as_call = pending;
  CHECK(&as_call == &call);
  const pending_call undecoded{call, tool};
  CHECK_FALSE(undecoded.arguments);
  CHECK(undecoded.arguments_as<move_args>() == nullptr);
}
