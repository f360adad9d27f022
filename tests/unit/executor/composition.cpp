// SPDX-License-Identifier: MIT
// Parts stand in any order and make the same executor, and a part that is not given is its null twin.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <string>
#include <vector>

using tacet::tool_call;
using tacet::tool_executor;

namespace {

using answer = std::optional<tacet::precondition_verdict>;

// What was done to the calls, by whom, in which order. Empty parts cannot hold a log of their own.
std::string journal;

constexpr tacet::tools catalog{
    tacet::tool<"good">([](tacet::tool_context& c) { c.progress(1); }, tacet::max_calls<1>),
    tacet::tool<"srv__bad">([]() -> tacet::tool_result<int> { return tacet::tool_error("x"); },
                            tacet::read_only)};
struct check {
  answer operator()(const tacet::pending_call&) const { return journal += "check ", answer(); }
};
constexpr tacet::steering_gate guard{[](const tacet::pending_call&) { journal += "guard "; }};
constexpr tacet::progress sink{[](const tacet::tool_progress&) { journal += "sink "; }};
constexpr tacet::diagnostics hook{[](const tacet::diagnosis&) { journal += "hook "; }};
constexpr tacet::failure_text words{
    [](const tacet::failure& f) { return journal += "words ", std::string(f.tool_name) + " gave up"; }};
constexpr tacet::trace_to trace{[](const tacet::phase_record& r) {
  if (r.action == tacet::phase_action::attempted) journal += "attempt ";
}};
constexpr tacet::retries<tacet::retry_schedule{.max_attempts = 2}> twice;
constexpr tacet::name_prefixes<"srv__"> prefix;
const auto checks = [] { return tacet::preconditions{tacet::call_budget{}, check{}}; };
const auto approval = [] {
  return tacet::approval_gate{
      [](const tacet::approval_request& r) { return journal += "approver ", r.approve(); }};
};

std::string story(const auto& executor) {
  journal.clear();
  const tool_call calls[] = {{"1", "good"}, {"2", "good"}, {"3", "bad"}, {"4", "nosuch"}};
  for (const auto& outcome : executor.execute(calls).outcomes)
    journal.append("| ").append(outcome.content).append(" ");
  return journal;
}

}  // namespace

TEST_CASE("parts in any order make one type of executor, with one behaviour") {
  const tool_executor natural{catalog, checks(), guard, approval(), twice, sink, trace, words, hook, prefix};
  const tool_executor backward{prefix, hook, words, trace, sink, twice, approval(), guard, checks(), catalog};
  const tool_executor mixed{sink, prefix, twice, catalog, hook, checks(), trace, approval(), words, guard};
  static_assert(std::is_same_v<decltype(natural), decltype(backward)> &&
                std::is_same_v<decltype(natural), decltype(mixed)>);
  const std::string told = story(natural);
  CHECK(told == story(backward));
  CHECK(told == story(mixed));
  CHECK_THAT(
      told,
      tacet_test::contains(
          "check guard approver attempt sink check guard approver attempt hook attempt hook words words |"));
  CHECK_THAT(told, tacet_test::contains("srv__bad gave up") && tacet_test::contains("nosuch gave up"));
}

TEST_CASE("each family can be left out, and only its doing is gone") {
  const auto without = [](const std::string& word, const auto& executor) {
    INFO("without " << word);
    CHECK_THAT(story(executor), !tacet_test::contains(word + " "));
  };
  without("check", tool_executor{catalog, guard, approval(), twice, sink, trace, words, hook, prefix});
  without("guard", tool_executor{catalog, checks(), approval(), twice, sink, trace, words, hook, prefix});
  without("approver", tool_executor{catalog, checks(), guard, twice, sink, trace, words, hook, prefix});
  without("attempt hook attempt",
          tool_executor{catalog, checks(), guard, approval(), sink, trace, words, hook, prefix});
  without("sink", tool_executor{catalog, checks(), guard, approval(), twice, trace, words, hook, prefix});
  without("attempt", tool_executor{catalog, checks(), guard, approval(), twice, sink, words, hook, prefix});
  without("words", tool_executor{catalog, checks(), guard, approval(), twice, sink, trace, hook, prefix});
  without("hook", tool_executor{catalog, checks(), guard, approval(), twice, sink, trace, words, prefix});
  without("hook", tool_executor{catalog, checks(), guard, approval(), twice, sink, trace, words,
                                hook});  // bad is unknown
}

TEST_CASE("the null twins given by name are the defaults, and take no room") {
  const tool_executor bare{catalog};
  const tool_executor spelled{catalog,
                              tacet::preconditions<>{},
                              tacet::open_gate{},
                              tacet::no_approval{},
                              tacet::no_retries{},
                              tacet::null_progress_sink{},
                              tacet::null_trace{},
                              tacet::default_failure_text{},
                              tacet::no_diagnostics{},
                              tacet::name_prefixes<>{}};
  CHECK(story(bare) == story(spelled));
  static_assert(std::is_empty_v<decltype(bare)> && sizeof(bare) == 1);
  static_assert(std::is_empty_v<decltype(spelled)>);
  static_assert(std::is_empty_v<decltype(tool_executor{catalog, hook, words, sink, twice, trace, prefix})>);
  static_assert(!std::remove_const_t<decltype(bare)>::policies_type::judges);
  static_assert(decltype(tool_executor{catalog, guard})::policies_type::judges);
  static_assert(decltype(tool_executor{catalog, approval()})::policies_type::judges);
  constexpr tool_executor constant{catalog, twice, prefix};
  CHECK(constant.execute({}).outcomes.empty());
  auto resettable = bare;
  resettable.reset();  // nothing to reset
}

TEST_CASE("parts that hold state keep it, moved in once") {
  struct counted {
    int* moves;
    explicit counted(int& n) : moves(&n) {}
    counted(counted&& other) noexcept : moves(other.moves) { ++*moves; }
    counted(const counted&) = delete;
    void operator()(const tacet::pending_call&) const { ++*moves; }
  };
  int moves = 0;
  const tool_executor executor{catalog, tacet::steering_gate{counted(moves)}};
  const int composed = moves;
  const tool_call call{"1", "good"};
  CHECK(executor.execute({&call, 1}).outcomes.size() == 1);
  CHECK(moves == composed + 1);
  CHECK(executor.descriptors().size() == 2);
  CHECK(executor.catalog().get<0>().name == "good");
}
