// SPDX-License-Identifier: MIT
// Case 124: a guard cannot edit what runs, not even the text it was decoded from.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <optional>
#include <string>
#include <vector>

namespace {

struct target {
  std::string path;
};
struct move_args {
  target from;
  std::vector<std::string> tags;
};
template <class T>
using seen_by_a_guard = decltype(std::declval<const tacet::pending_call&>().arguments_as<T>());
static_assert(std::is_same_v<seen_by_a_guard<move_args>, const move_args*>);
static_assert(
    !std::is_assignable_v<decltype((std::declval<seen_by_a_guard<move_args>>()->from.path)), std::string>);

}  // namespace

TEST_CASE("124 what was approved is what runs, whatever a guard keeps and does later") {
  std::string text = R"({"from":{"path":"safe.txt"},"tags":["a"]})";
  const std::string approved = text;
  std::vector<const move_args*> kept;
  std::string ran;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"move">([&ran](const move_args& x) { ran = x.from.path + x.tags.at(0); })},
      tacet::preconditions{
          [&](const tacet::pending_call& call) -> std::optional<tacet::precondition_verdict> {
            kept.push_back(call.arguments_as<move_args>());
            if (kept.back()->from.path != "safe.txt")
              return tacet::precondition_verdict::block("only safe.txt");
            return {};
          }},
      tacet::steering_gate{[&](const tacet::pending_call& call) {
        kept.push_back(call.arguments_as<move_args>());
        text.replace(text.find("safe"), 4, "evil");  // the reply itself, which somebody else owns
      }}};
  const tacet::tool_call call{"c1", "move", text};
  const auto report = executor.execute({&call, 1});
  CHECK(report.outcomes.at(0).kind == tacet::outcome_kind::succeeded);
  CHECK(ran == "safe.txta");
  CHECK(kept.at(0) == kept.at(1));
  CHECK(text != approved);
}

TEST_CASE("124 an approval is void when the text changes while somebody is asked") {
  std::string text = R"({"from":{"path":"safe.txt"},"tags":["a"]})";
  int ran = 0;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"move">([&ran](const move_args&) { ++ran; })},
                                      tacet::approval_gate{[&text](const tacet::approval_request& r) {
                                        auto yes = r.approve();
                                        text.replace(text.find("safe"), 4, "evil");
                                        return yes;
                                      }}};
  const tacet::tool_call call{"c1", "move", text};
  CHECK(executor.execute({&call, 1}).outcomes.at(0).reason == tacet::outcome_reason::approval_failed);
  CHECK(ran == 0);
}
