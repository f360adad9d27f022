// SPDX-License-Identifier: MIT
// Checks are asked in order, the first objection ends the set, and a check that breaks never permits.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using tacet::outcome_kind;
using tacet::outcome_reason;
using tacet::pending_call;
using tacet::precondition_set;
using tacet::precondition_verdict;

namespace {

using answer = std::optional<precondition_verdict>;
struct pair_args {
  int a = 0;
  int b = 0;
};

// A call as a check sees it, without an executor.
struct one_call {
  tacet::tool_call call{"c1", "probe", "{}"};
  tacet::tool_descriptor tool{.name = "probe", .max_calls_per_invocation = 1};
  pair_args arguments{1, 2};
  pending_call pending() const { return {call, tool, tacet::value_view::silent(arguments)}; }
};

auto says(std::vector<int>& log, int n, answer what = {}) {
  return [&log, n, what](const pending_call&) -> answer {
    log.push_back(n);
    return what;
  };
}

// One executor with the given checks over one tool; `ran` counts its body.
template <class... Check> auto executor_with(int& ran, Check... check) {
  return tacet::tool_executor{
      tacet::tools{tacet::tool<"probe">([&ran](const pair_args& p) { return ++ran, p.a + p.b; })},
      tacet::preconditions{std::move(check)...}};
}
struct at_most_two_a_batch {
  static constexpr std::string_view name = "two a batch";
  struct batch {
    int seen = 0;
  };
  answer operator()(const pending_call&, batch& state) const {
    if (++state.seen > 2) return precondition_verdict::block("a third in this batch");
    return {};
  }
};
constexpr tacet::tool_call probe_call{"c1", "probe", R"({"a":1,"b":2})"};

}  // namespace

TEST_CASE("the first objection of a set wins and later checks are not asked") {
  std::vector<int> log;
  const one_call call;
  CHECK_FALSE(precondition_set<>{}.judge(call.pending()).has_value());
  const precondition_set all{says(log, 1), says(log, 2), says(log, 3)};
  CHECK_FALSE(all.judge(call.pending()).has_value());
  CHECK(log == std::vector{1, 2, 3});

  log.clear();
  const precondition_set second{
      says(log, 1), says(log, 2, precondition_verdict::block("no", outcome_reason::policy, false)),
      says(log, 3, precondition_verdict::block("never asked"))};
  const answer refused = second.judge(call.pending());
  REQUIRE(refused.has_value());
  CHECK_FALSE(refused->admitted);
  CHECK(refused->content.view() == "no");
  CHECK_FALSE(refused->is_error);
  CHECK(log == std::vector{1, 2});

  log.clear();
  int ran = 0;
  const auto executor =
      executor_with(ran, says(log, 1), says(log, 2, precondition_verdict::block("no")), says(log, 3));
  const auto report = executor.execute({&probe_call, 1});
  REQUIRE(report.outcomes.size() == 1);
  CHECK(report.outcomes[0].kind == outcome_kind::refused);
  CHECK(report.outcomes[0].phase == tacet::call_phase::preconditions);
  CHECK(report.outcomes[0].content == "no");
  CHECK(report.outcomes[0].is_error);
  CHECK(report.outcomes[0].attempts == 0);
  CHECK(log == std::vector{1, 2});
  CHECK(ran == 0);
}

TEST_CASE("rules that cannot be reached do not end the set, and mark the outcome when nobody objects") {
  const one_call call;
  std::vector<int> log;
  const answer away = precondition_verdict::unavailable();
  const answer no = precondition_verdict::block("no");

  const answer refused =
      precondition_set{says(log, 1, away), says(log, 2), says(log, 3, no)}.judge(call.pending());
  REQUIRE(refused.has_value());
  CHECK_FALSE(refused->admitted);
  CHECK(refused->content.view() == "no");
  CHECK(log == std::vector{1, 2, 3});

  const answer admitted =
      precondition_set{says(log, 1), says(log, 2, away), says(log, 3)}.judge(call.pending());
  REQUIRE(admitted.has_value());
  CHECK(admitted->admitted);
  CHECK(admitted->undetermined);

  int ran = 0;
  const auto blocked = executor_with(ran, says(log, 1, away), says(log, 2, no)).execute({&probe_call, 1});
  CHECK(blocked.outcomes.at(0).kind == outcome_kind::refused);
  CHECK(ran == 0);
  const auto marked = executor_with(ran, says(log, 1, away), says(log, 2)).execute({&probe_call, 1});
  const auto plain = executor_with(ran, says(log, 1)).execute({&probe_call, 1});
  CHECK(ran == 2);
  CHECK(marked.outcomes.at(0).undetermined);
  CHECK_FALSE(plain.outcomes.at(0).undetermined);
  CHECK(marked.outcomes.at(0).kind == outcome_kind::succeeded);
  CHECK(marked.outcomes.at(0).content == plain.outcomes.at(0).content);  // the model is told nothing
  CHECK_FALSE(marked.outcomes.at(0).is_error);
}

TEST_CASE("an objection without words gets some, and an admitting verdict without marks is no objection") {
  int ran = 0;
  for (const auto& text : {tacet::message{}, tacet::message(""), tacet::message::constant("")}) {
    const auto report = executor_with(ran, [text](const pending_call&) -> answer {
                          return precondition_verdict::block(text);
                        }).execute({&probe_call, 1});
    CHECK_FALSE(report.outcomes.at(0).content.empty());
    CHECK(report.outcomes.at(0).kind == outcome_kind::refused);
  }
  CHECK(ran == 0);
  const one_call call;
  const auto grants = [](const pending_call&) -> answer { return precondition_verdict{.admitted = true}; };
  CHECK_FALSE(precondition_set{grants}.judge(call.pending()).has_value());
  std::vector<int> log;
  const answer later =
      precondition_set{grants, says(log, 1, precondition_verdict::block("no"))}.judge(call.pending());
  REQUIRE(later.has_value());
  CHECK_FALSE(later->admitted);
}

TEST_CASE("checks read the very value that the tool gets, and cannot edit it") {
  const void* seen = nullptr;
  const void* got = nullptr;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"probe">([&got](const pair_args& p) { return got = &p, p.a; })},
      tacet::preconditions{[&seen](const pending_call& call) -> answer {
        const auto* const arguments = call.arguments_as<pair_args>();
        static_assert(std::is_same_v<decltype(arguments), const pair_args* const>);
        static_assert(std::is_const_v<std::remove_reference_t<decltype(call.call)>>);
        CHECK(call.arguments_as<one_call>() == nullptr);
        seen = arguments;
        if (arguments == nullptr || arguments->b != 2) return precondition_verdict::block("not 2");
        return {};
      }}};
  CHECK(executor.execute({&probe_call, 1}).outcomes.at(0).content == "1");
  CHECK(seen != nullptr);
  CHECK(seen == got);
  const tacet::tool_call other{"c2", "probe", R"({"a":1,"b":3})"};
  CHECK(executor.execute({&other, 1}).outcomes.at(0).content == "not 2");
}

TEST_CASE("a check may keep state for one batch, made anew for each") {
  int ran = 0;
  const auto executor = executor_with(ran, at_most_two_a_batch{});
  const tacet::tool_call three[] = {probe_call, probe_call, probe_call};
  for (int round = 0; round < 2; ++round) {
    const auto report = executor.execute(three);
    CHECK(report.outcomes.at(1).kind == outcome_kind::succeeded);
    CHECK(report.outcomes.at(2).content == "a third in this batch");
  }
  CHECK(ran == 4);
}

#if defined(__cpp_exceptions)

namespace {

template <class Thrown> auto throws(Thrown thrown) {
  return [thrown](const pending_call&) -> answer { throw thrown; };
}
struct no_exception_at_all {
  const char* what() const { throw 1; }
};

}  // namespace

TEST_CASE("a check that throws anything blocks, in a set and in an executor") {
  const auto broken = [](auto check) {
    const one_call call;
    std::vector<int> log;
    const precondition_set set{check, says(log, 1)};
    const answer refused = set.judge(call.pending());
    REQUIRE(refused.has_value());
    CHECK_FALSE(refused->admitted);
    CHECK(refused->is_error);
    CHECK(refused->reason == outcome_reason::check_failed);
    CHECK_FALSE(refused->content.view().empty());
    CHECK(log.empty());

    int ran = 0;
    const auto report = executor_with(ran, check).execute({&probe_call, 1});
    REQUIRE(report.outcomes.size() == 1);
    CHECK(ran == 0);
    CHECK(report.outcomes[0].kind == outcome_kind::refused);
    CHECK(report.outcomes[0].reason == outcome_reason::check_failed);
    CHECK(report.outcomes[0].content.find("hunter2") == std::string_view::npos);
    CHECK_FALSE(report.outcomes[0].content.empty());
  };
  broken(throws(std::runtime_error("password hunter2")));
  broken(throws(7));
  broken(throws("hunter2"));
  broken(throws(no_exception_at_all{}));
  broken(throws(std::bad_alloc{}));
  broken(throws(tacet::tool_error("hunter2")));
  broken([](const pending_call&) -> answer {
    return precondition_verdict::block(std::string("x").substr(2));
  });  // the text itself throws
}

TEST_CASE("what earlier checks counted is given back when a later one refuses, throws or cancels") {
  const one_call call;
  const tacet::descriptor_map known{{"probe", call.tool}};
  int mood = 0;  // 1: object, 2: throw, 3: cancel
  const precondition_set set{tacet::call_budget{known}, [&mood](const pending_call&) -> answer {
                               if (mood == 1) return precondition_verdict::block("no");
                               if (mood == 2) throw 1;
                               if (mood == 3) throw tacet::cancelled{};
                               return {};
                             }};
  for (mood = 1; mood <= 2; ++mood) {
    const answer refused = set.judge(call.pending());
    REQUIRE(refused.has_value());
    CHECK(refused->reason != outcome_reason::budget_spent);
  }
  mood = 3;
  CHECK_THROWS_AS((void)set.judge(call.pending()), tacet::cancelled);
  mood = 0;
  CHECK_FALSE(set.judge(call.pending()).has_value());  // the one unit was still there
  const answer spent = set.judge(call.pending());
  REQUIRE(spent.has_value());
  CHECK(spent->reason == outcome_reason::budget_spent);
}

TEST_CASE("a check that throws blocks also behind rules that cannot be reached") {
  std::vector<int> log;
  int ran = 0;
  const auto report = executor_with(ran, says(log, 1, precondition_verdict::unavailable()), throws(1))
                          .execute({&probe_call, 1});
  CHECK(report.outcomes.at(0).reason == outcome_reason::check_failed);
  CHECK(ran == 0);
}

#endif

namespace {
// Counts the calls it was asked about and told to release; has nothing to do for `idle_tool`.
struct counting {
  int* asked;
  int* released;
  bool idle_for(const tacet::tool_descriptor& tool) const noexcept { return tool.name == "idle_tool"; }
  std::optional<tacet::precondition_verdict> operator()(const tacet::pending_call&) const { return ++*asked, std::nullopt; }
  void release(const tacet::pending_call&) const noexcept { ++*released; }
};
}  // namespace

TEST_CASE("a check that has nothing to do for a tool is neither asked nor told to release") {
  int asked = 0, released = 0;
  const auto no = tacet::precondition<"no">([](const tacet::pending_call&) -> std::optional<tacet::precondition_verdict> {
    return tacet::precondition_verdict::block("No.");
  });
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"idle_tool">([] {}), tacet::tool<"busy_tool">([] {})},
                                      tacet::preconditions{counting{&asked, &released}, no}};
  for (const char* const name : {"idle_tool", "busy_tool", "idle_tool"}) {
    const tacet::tool_call call{"1", name};
    CHECK(executor.execute({&call, 1}).outcomes.at(0).kind == tacet::outcome_kind::refused);
  }
  CHECK(asked == 1);
  CHECK(released == 1);
}

TEST_CASE("two parts of checks are joined in their order, also where they can only be moved") {
  struct mover {
    std::unique_ptr<int> only_moved;
    std::string* order;
    std::optional<tacet::precondition_verdict> operator()(const tacet::pending_call&) const {
      order->push_back(static_cast<char>('0' + *only_moved));
      return std::nullopt;
    }
  };
  std::string order;
  const auto check = [&order](int i) { return mover{std::make_unique<int>(i), &order}; };
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"t">([] {})},
                                      tacet::preconditions{check(1), check(2)}.followed_by(tacet::preconditions{check(3)}).followed_by(
                                          tacet::preconditions<>{})};
  const tacet::tool_call call{"1", "t"};
  CHECK(executor.execute({&call, 1}).outcomes.at(0).kind == tacet::outcome_kind::succeeded);
  CHECK(order == "123");
}
