// SPDX-License-Identifier: MIT
// Case 141: an approval is bound to id, name and exact arguments; whatever drifts on resume is asked again.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <string>
#include <vector>

namespace {

struct place {
  std::string dir;
};

// What ran and what was asked about, of a process that ends and is resumed from its stored decisions.
struct record {
  std::vector<std::string> ran;
  std::vector<std::string> asked;
};

// One process: whoever is asked approves what `approved` names and denies the rest.
std::vector<tacet::outcome_reason> run(const tacet::approval_memory& memory,
                                       const std::vector<tacet::tool_call>& reply,
                                       const std::string& approved, record& seen) {
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"wipe">([&seen](const place& x) { seen.ran.push_back("wipe " + x.dir); }),
                   tacet::tool<"list">([&seen](const place& x) { seen.ran.push_back("list " + x.dir); })},
      tacet::approval_gate{[&](const tacet::approval_request& request) {
                             const std::string what = std::string(request.call().name()) + " " +
                                                      request.call().arguments_as<place>()->dir;
                             seen.asked.push_back(what);
                             return what == approved ? request.approve() : request.deny("no");
                           },
                           memory}};
  std::vector<tacet::outcome_reason> reasons;
  for (const tacet::tool_outcome& one : executor.execute(reply).outcomes) reasons.push_back(one.reason);
  return reasons;
}
// The memory of the next process.
tacet::approval_memory restored(const tacet::approval_memory& memory) {
  std::vector<std::string> stored;
  for (const tacet::approval_decision& one : memory.decisions()) stored.push_back(one.to_text());
  tacet::approval_memory next;
  for (const std::string& line : stored) next.remember(tacet::approval_decision::restore(line).value());
  return next;
}

using tacet::outcome_reason;
using texts = std::vector<std::string>;
constexpr auto denied = outcome_reason::approval_denied;

constexpr tacet::tool_call wipe_a{"c1", "wipe", R"({"dir":"a"})"};
constexpr tacet::tool_call list_b{"c2", "list", R"({"dir":"b"})"};
constexpr tacet::tool_call wipe_c{"c3", "wipe", R"({"dir":"c"})"};

}  // namespace

TEST_CASE("141 on resume exactly the approved call runs, and the denied one stays denied, without asking") {
  const tacet::approval_memory before;
  record first;
  CHECK(run(before, {wipe_a, list_b, wipe_c}, "wipe a", first) ==
        std::vector{outcome_reason::none, denied, denied});
  CHECK(first.asked == texts{"wipe a", "list b", "wipe c"});
  CHECK(first.ran == texts{"wipe a"});

  SECTION("the same reply") {
    record again;
    CHECK(run(restored(before), {wipe_a, list_b, wipe_c}, "", again) ==
          std::vector{outcome_reason::none, denied, denied});
    CHECK(again.asked.empty());
    CHECK(again.ran == texts{"wipe a"});
  }
  SECTION("another order, and one call fewer") {
    record again;
    CHECK(run(restored(before), {wipe_c, wipe_a}, "wipe c", again) ==
          std::vector{denied, outcome_reason::none});
    CHECK(again.asked.empty());
    CHECK(again.ran == texts{"wipe a"});
  }
  SECTION("one call fewer, so that another stands at the place of the approved one") {
    record again;
    CHECK(run(restored(before), {list_b, wipe_c}, "", again) == std::vector{denied, denied});
    CHECK(again.ran.empty());
  }
}

TEST_CASE("141 a call that drifted is asked again and does not run for the old approval") {
  const tacet::approval_memory before;
  record first;
  (void)run(before, {wipe_a}, "wipe a", first);
  for (const tacet::tool_call& drifted : {tacet::tool_call{"c1", "wipe", R"({"dir":"b"})"},
                                          {"c1", "wipe", R"({"dir":"A"})"},
                                          {"c1", "wipe", R"({"dir":"a "})"},
                                          {"c1", "list", R"({"dir":"a"})"},
                                          {"c2", "wipe", R"({"dir":"a"})"},
                                          {"", "wipe", R"({"dir":"a"})"}}) {
    INFO(drifted.id << " " << drifted.name << " " << drifted.arguments);
    record again;
    CHECK(run(restored(before), {drifted}, "nothing", again) == std::vector{denied});
    CHECK(again.asked.size() == 1);
    CHECK(again.ran.empty());
  }
  // Another spelling of the same values is no drift.
  record again;
  CHECK(run(restored(before), {{"c1", "wipe", "{ \"dir\" : \"\\u0061\" }"}}, "nothing", again) ==
        std::vector{outcome_reason::none});
  CHECK(again.asked.empty());
}

TEST_CASE("141 the ids of two calls that were exchanged are asked about again") {
  const tacet::approval_memory before;
  record first;
  (void)run(before, {wipe_a, wipe_c}, "wipe a", first);
  record again;
  CHECK(run(restored(before), {{"c3", "wipe", wipe_a.arguments}, {"c1", "wipe", wipe_c.arguments}}, "nothing",
            again) == std::vector{denied, denied});
  CHECK(again.asked == texts{"wipe a", "wipe c"});
  CHECK(again.ran.empty());
}
