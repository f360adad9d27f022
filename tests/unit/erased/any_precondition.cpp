// SPDX-License-Identifier: MIT
// Checks whose types are not known are owned once, asked in order, and give back what they counted.
#include "support/catch.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/erased/any_precondition.hpp>
#include <tacet/tacet.hpp>

#include <array>
#include <atomic>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

using tacet::any_precondition;
using tacet::any_preconditions;
using tacet::outcome_kind;
using tacet::outcome_reason;
using tacet::pending_call;
using tacet::precondition_verdict;
using tacet::tool_call;

namespace {

using answer = std::optional<precondition_verdict>;

const tool_call probe_call{"1", "probe_it", "{}"};
const tacet::tool_descriptor probe_tool{.name = "probe_it", .max_calls_per_invocation = 1};
const pending_call pending{probe_call, probe_tool};

// A check that knows how many of it are alive.
struct counted {
  int* alive;
  explicit counted(int& n) : alive(&n) { ++n; }
  counted(const counted&) = delete;
  counted(counted&& other) noexcept : alive(other.alive) { ++*alive; }
  counted& operator=(const counted&) = delete;
  ~counted() { --*alive; }
  answer operator()(const pending_call&) const { return precondition_verdict::block("counted"); }
};
// The same, too large to stand in the wrapper.
struct large : counted {
  using counted::counted;
  std::array<int, 64> more{};
};
// The same, small, but its move might throw, so that it does not stand there either.
struct uneasy {
  counted held;
  explicit uneasy(int& n) : held(n) {}
  uneasy(uneasy&& other) noexcept(false) : held(std::move(other.held)) {}
  answer operator()(const pending_call& call) const { return held(call); }
};

std::string text(const any_precondition& check) {
  any_precondition::batch none;
  const answer given = check(pending, none);
  return given.has_value() ? std::string(given->content.view()) : "admitted";
}

// Writes down what is done to it.
struct logged {
  std::string* log;
  char name;
  answer verdict{};
  answer operator()(const pending_call&) const { return log->append(1, name), verdict; }
  void release(const pending_call&) const noexcept { log->append("-").append(1, name); }
  void reset() noexcept { log->append("0").append(1, name); }
};
// Decides when it is called.
template <class Body> struct by_body {
  Body body;
  answer operator()(const pending_call&) const { return body(); }
};
template <class Body> by_body(Body) -> by_body<Body>;

template <class Check> auto executor_with(std::atomic<int>& ran, Check check) {
  return tacet::tool_executor{
      tacet::tools{tacet::tool<"probe_it">([&ran] { return ++ran; }, tacet::max_calls<1>)},
      tacet::preconditions{std::move(check)}, tacet::collect_trace{}};
}
any_precondition budget() { return tacet::call_budget{tacet::descriptor_map{{"probe_it", probe_tool}}}; }

// One for the batch, of one word and of many; none of the second can be moved.
struct word {
  int seen = 0;
};
struct fixed {
  int seen = 0;
  std::array<int, 64> more{};
  fixed() = default;
  fixed(const fixed&) = delete;
  fixed& operator=(const fixed&) = delete;
};
template <class Kept, int Most = 1> struct one_a_batch {
  using batch = Kept;
  answer operator()(const pending_call&, Kept& state) const {
    return ++state.seen > Most ? answer(precondition_verdict::block("a second")) : answer();
  }
};

}  // namespace

TEST_CASE("a check is held as long as its wrapper, wherever that is moved") {
  int small = 0;
  int big = 0;
  int moves = 0;
  {
    any_precondition a{counted(small)};
    any_precondition b{large(big)};
    any_precondition c{uneasy(moves)};
    CHECK(std::tuple(small, big, moves) == std::tuple(1, 1, 1));
    any_precondition moved = std::move(a);
    CHECK(static_cast<bool>(moved));
    CHECK(!static_cast<bool>(a));
    CHECK(small == 1);
    CHECK(text(moved) == "counted");
    moved = std::move(b);  // ends the small one
    CHECK(std::tuple(small, big) == std::tuple(0, 1));
    CHECK(text(moved) == "counted");
    any_precondition& self = moved;
    moved = std::move(self);
    CHECK(text(moved) == "counted");
    a = std::move(moved);  // into one that was moved from
    CHECK(!static_cast<bool>(moved));
    CHECK(text(a) == "counted");
    b = std::move(moved);  // nothing into nothing
    CHECK(!static_cast<bool>(b));
    a = std::move(c);  // ends the large one
    CHECK(std::tuple(big, moves) == std::tuple(0, 1));
    CHECK(text(a) == "counted");
    a = std::move(b);  // nothing into something
    CHECK(moves == 0);
    any_precondition inside{counted(small)};
    any_precondition& same = inside;
    inside = std::move(same);
    CHECK(small == 1);
    CHECK(text(inside) == "counted");
    std::vector<any_precondition> many;
    for (int i = 0; i < 9; ++i) {
      many.emplace_back(counted(small));
      many.emplace_back(large(big));
    }
    CHECK(std::tuple(small, big) == std::tuple(10, 9));
    for (const any_precondition& one : many) CHECK(text(one) == "counted");
    any_preconditions list{counted(small), large(big)};
    list.add(uneasy(moves));
    any_preconditions of_moved = std::move(list);
    CHECK(list.size() == 0);
    CHECK(of_moved.size() == 3);
    CHECK(std::tuple(small, big, moves) == std::tuple(11, 10, 1));
  }
  CHECK(std::tuple(small, big, moves) == std::tuple(0, 0, 0));
}

TEST_CASE("wrappers of checks are moved and not copied, and are no larger than promised") {
  STATIC_REQUIRE(sizeof(any_precondition) == 4 * sizeof(void*));
  STATIC_REQUIRE(!std::is_copy_constructible_v<any_precondition> &&
                 !std::is_copy_assignable_v<any_precondition>);
  STATIC_REQUIRE(!std::is_copy_constructible_v<any_preconditions> &&
                 !std::is_copy_assignable_v<any_preconditions>);
  STATIC_REQUIRE(std::is_nothrow_move_constructible_v<any_precondition>);
  STATIC_REQUIRE(std::is_nothrow_move_constructible_v<any_preconditions>);
  STATIC_REQUIRE(std::is_nothrow_default_constructible_v<any_precondition::batch>);
  STATIC_REQUIRE(tacet::precondition_check<any_precondition> && tacet::precondition_check<any_preconditions>);
  STATIC_REQUIRE(!std::is_constructible_v<any_precondition, int>);
  STATIC_REQUIRE(!std::is_constructible_v<any_preconditions, int>);
}

TEST_CASE("a wrapper has the name of its check, by type or by value, and knows for which tools it is idle") {
  struct named {
    std::string_view given;
    answer operator()(const pending_call&) const { return {}; }
    std::string_view name() const noexcept { return given; }
    bool idle_for(const tacet::tool_descriptor& tool) const noexcept { return tool.name == given; }
  };
  const any_precondition of_value{named{"probe_it"}};
  CHECK(of_value.name() == "probe_it");
  CHECK(of_value.idle_for(probe_tool));
  CHECK_FALSE(any_precondition{named{"other"}}.idle_for(probe_tool));
  CHECK(any_precondition{tacet::precondition<"hours">(named{"probe_it"})}.name() == "hours");
  std::string log;
  const any_precondition plain{logged{&log, 'a'}};
  CHECK(plain.name() == "precondition");
  CHECK_FALSE(plain.idle_for(probe_tool));

  std::atomic<int> ran = 0;
  any_preconditions list{named{"probe_it"}, named{"other"}};
  const auto report = executor_with(ran, std::move(list)).execute({&probe_call, 1});
  std::string names;
  for (const tacet::phase_record& one : report.trace)
    if (one.phase == tacet::call_phase::preconditions) names.append(one.detail).append(" ");
  CHECK(names == "other ");  // the idle one leaves no record
}

TEST_CASE("no checks at all admit") {
  const any_preconditions none;
  any_preconditions::batch state;
  CHECK_FALSE(none(pending, state).has_value());
  none.release(pending);
  std::atomic<int> ran = 0;
  CHECK(executor_with(ran, any_preconditions{}).execute({&probe_call, 1}).outcomes.at(0).content == "1");
}

TEST_CASE(
    "checks of a list are asked in order until one objects, and what was counted before it is given back") {
  const answer no = precondition_verdict::block("no", outcome_reason::skill_condition, false);
  const answer away = precondition_verdict::unavailable();
  std::string log;
  any_preconditions list{logged{&log, 'a'}, logged{&log, 'b', away}};
  list.add(logged{&log, 'c', precondition_verdict{.admitted = true}});

  any_preconditions::batch state;
  answer given = list(pending, state);
  REQUIRE(given.has_value());
  CHECK(given->admitted);
  CHECK(given->undetermined);  // what could not be reached does not end the list, nor is it forgotten
  CHECK(log == "abc");
  log.clear();
  list.release(pending);
  CHECK(log == "-a-b-c");
  log.clear();
  list.reset();
  CHECK(log == "0a0b0c");

  log.clear();
  list.add(logged{&log, 'd', no}).add(logged{&log, 'e'});
  given = list(pending, state);  // a batch that was made for fewer
  REQUIRE(given.has_value());
  CHECK_FALSE(given->admitted);
  CHECK(given->content.view() == "no");
  CHECK(log == "abcd-a-b-c");

  log.clear();
  std::atomic<int> ran = 0;
  auto executor = executor_with(ran, std::move(list));
  const auto report = executor.execute({&probe_call, 1});
  CHECK(report.outcomes.at(0).content == "no");
  CHECK(report.outcomes[0].reason == outcome_reason::skill_condition);
  CHECK_FALSE(report.outcomes[0].is_error);
  CHECK(report.outcomes[0].undetermined);
  CHECK(ran == 0);
  CHECK(log == "abcd-a-b-c");
  log.clear();
  executor.reset();
  CHECK(log == "0a0b0c0d0e");

  log.clear();
  const auto marked =
      executor_with(ran, any_preconditions{logged{&log, 'a'}, logged{&log, 'b', away}, logged{&log, 'c'}})
          .execute({&probe_call, 1});
  CHECK(marked.outcomes.at(0).undetermined);
  CHECK(marked.outcomes[0].kind == outcome_kind::succeeded);
  CHECK(log == "abc");
}

TEST_CASE("a list gives back all it counted when something behind it refuses the call") {
  std::string log;
  std::atomic<int> ran = 0;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"probe_it">([&ran] { return ++ran; })},
      tacet::preconditions{any_precondition{logged{&log, 'a'}},
                           any_preconditions{logged{&log, 'b'}, logged{&log, 'c'}},
                           any_precondition{logged{&log, 'd'}}},
      tacet::steering_gate{[](const pending_call&) { return tacet::skip{"not now"}; }}};
  CHECK(executor.execute({&probe_call, 1}).outcomes.at(0).content == "not now");
  CHECK(log == "abcd-a-b-c-d");
  CHECK(ran == 0);
}

TEST_CASE("a stop that is requested while a list is asked gives back what all of it counted") {
  std::string log;
  std::atomic<int> ran = 0;
  std::stop_source source;
  tacet::run_options options;
  options.stop = source.get_token();
  const auto executor =
      executor_with(ran, any_preconditions{logged{&log, 'a'}, by_body{[&source]() -> answer {
                                             source.request_stop();
                                             return {};
                                           }},
                                           logged{&log, 'b'}});
  CHECK(executor.execute({&probe_call, 1}, options).outcomes.at(0).kind == outcome_kind::cancelled);
  CHECK(log == "ab-a-b");
  CHECK(ran == 0);
}

TEST_CASE("what a check keeps for a batch is made once a batch, and anew for the next") {
  const tool_call three[] = {probe_call, probe_call, probe_call};
  const auto second_is_refused = [&three](auto check) {
    const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe_it">([] { return "ran"; })},
                                        tacet::preconditions{std::move(check)}};
    for (int round = 0; round < 2; ++round) {
      const auto report = executor.execute(three);
      CHECK(report.outcomes.at(0).content == "ran");
      CHECK(report.outcomes.at(1).content == "a second");
      CHECK(report.outcomes.at(2).content == "a second");
    }
    tacet::tool_outcome slot;
    tacet::text_room room;
    for (int alone = 0; alone < 2; ++alone) {
      executor.execute_one(three[0], slot, room);
      CHECK(slot.content == "ran");
    }
  };
  second_is_refused(any_precondition{one_a_batch<word>{}});
  second_is_refused(any_precondition{one_a_batch<fixed>{}});
  second_is_refused(any_preconditions{one_a_batch<fixed>{}, one_a_batch<word>{}});
}

TEST_CASE("a batch that another kind of check used begins anew") {
  const any_precondition a{one_a_batch<word>{}};
  const any_precondition b{one_a_batch<fixed>{}};
  any_precondition::batch state;
  CHECK_FALSE(a(pending, state).has_value());
  CHECK(a(pending, state).has_value());
  CHECK_FALSE(b(pending, state).has_value());
  CHECK(b(pending, state).has_value());
  CHECK_FALSE(a(pending, state).has_value());
  any_precondition::batch moved = std::move(state);
  CHECK(a(pending, moved).has_value());
  CHECK_FALSE(a(pending, state).has_value());
}

TEST_CASE("a budget of one behind a wrapper admits exactly one of many threads") {
  const auto run = [](auto check) {
    std::atomic<int> ran = 0;
    auto executor = executor_with(ran, std::move(check));
    for (int invocation = 1; invocation <= 20; ++invocation) {
      std::atomic<bool> go = false;
      std::atomic<int> refused = 0;
      std::vector<std::thread> threads;
      for (int i = 0; i < 16; ++i)
        threads.emplace_back([&] {
          while (!go) std::this_thread::yield();
          if (executor.execute({&probe_call, 1}).outcomes.at(0).reason == outcome_reason::budget_spent)
            ++refused;
        });
      go = true;
      for (std::thread& one : threads) one.join();
      REQUIRE(ran == invocation);
      REQUIRE(refused == 15);
      executor.reset();
    }
  };
  run(budget());
  run(any_preconditions{one_a_batch<fixed>{}, budget(), one_a_batch<word>{}});
}

TEST_CASE("which wrappers and which calls allocate") {
  const auto cost = [](const auto& body) {
    const std::size_t before = tacet_test::allocations;
    body();
    return tacet_test::allocations - before;
  };
  int alive = 0;
  CHECK(cost([&] { any_precondition{counted(alive)}; }) == 0);
  CHECK(cost([&] { any_precondition{large(alive)}; }) == 1);
  CHECK(cost([&] { any_precondition{uneasy(alive)}; }) == 1);

  const auto called = [&cost](auto check) {
    const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe_it">([] { return 1; })},
                                        tacet::preconditions{std::move(check)}};
    const tool_call three[] = {probe_call, probe_call, probe_call};
    tacet::execution_report report;
    report.reserve(3);
    return cost([&] { executor.execute(three, report); });
  };
  const auto admits = [] { return by_body{[]() -> answer { return {}; }}; };
  CHECK(called(any_precondition{admits()}) == 0);
  CHECK(called(any_precondition{one_a_batch<word, 3>{}}) == 0);
  CHECK(called(any_precondition{one_a_batch<fixed, 3>{}}) == 1);
  CHECK(called(any_preconditions{}) == 0);
  CHECK(called(any_preconditions{admits(), admits(), admits()}) == 1);  // one a batch, for all of them
  CHECK(called(any_preconditions{admits(), one_a_batch<word, 3>{}, one_a_batch<fixed, 3>{}}) == 2);
}

#if defined(__cpp_exceptions)

namespace {
auto throws_by(const int& mood) {
  return by_body{[&mood]() -> answer {
    if (mood == 1) throw std::runtime_error("hunter2");
    if (mood == 2) throw 7;
    if (mood == 3) throw tacet::cancelled{};
    return {};
  }};
}
}  // namespace

TEST_CASE("a check behind a wrapper that throws blocks, and what earlier ones counted is given back") {
  int mood = 0;
  const auto run = [&mood](auto check, std::string_view expected) {
    std::atomic<int> ran = 0;
    auto executor = executor_with(ran, std::move(check));
    for (mood = 1; mood <= 2; ++mood) {
      const auto report = executor.execute({&probe_call, 1});
      CHECK(report.outcomes.at(0).kind == outcome_kind::refused);
      CHECK(report.outcomes[0].reason == outcome_reason::check_failed);
      CHECK(report.outcomes[0].content.find("hunter2") == std::string_view::npos);
    }
    const tool_call two[] = {probe_call, {"2", "probe_it", "{}"}};
    const auto report = executor.execute(two);  // mood 3
    CHECK(report.status == tacet::execution_status::cancelled);
    CHECK(report.outcomes.at(0).kind == outcome_kind::cancelled);
    CHECK(report.outcomes.at(1).kind == outcome_kind::cancelled);
    CHECK(ran == 0);
    mood = 0;
    CHECK(executor.execute({&probe_call, 1}).outcomes.at(0).content == expected);
  };
  run(any_precondition{throws_by(mood)}, "1");
  run(any_preconditions{throws_by(mood)}, "1");
  run(any_preconditions{budget(), throws_by(mood)}, "1");  // the only unit of the budget is still there
  run(any_preconditions{throws_by(mood), budget()}, "1");
}

TEST_CASE(
    "asked without an executor, what a check throws passes, and what earlier ones counted is given back") {
  std::string log;
  int mood = 0;
  const any_preconditions list{logged{&log, 'a'}, throws_by(mood), logged{&log, 'b'}};
  any_preconditions::batch state;
  CHECK_FALSE(list(pending, state).has_value());
  CHECK(log == "ab");
  log.clear();
  mood = 2;
  CHECK_THROWS_AS(list(pending, state), int);
  CHECK(log == "a-a");
  mood = 3;
  CHECK_THROWS_AS(list(pending, state), tacet::cancelled);

  // In a set, as any other check.
  log.clear();
  const tacet::precondition_set set{any_precondition{logged{&log, '1'}},
                                    any_preconditions{logged{&log, 'a'}, throws_by(mood), logged{&log, 'b'}}};
  mood = 1;
  const answer refused = set.judge(pending);
  REQUIRE(refused.has_value());
  CHECK(refused->reason == outcome_reason::check_failed);
  CHECK(log == "1a-a-1");
  mood = 3;
  log.clear();
  CHECK_THROWS_AS((void)set.judge(pending), tacet::cancelled);
  CHECK(log == "1a-a-1");
}

TEST_CASE("a construction that throws leaves nothing behind") {
  struct fails_to_move {
    int* alive;
    bool now;
    fails_to_move(int& n, bool fails) : alive(&n), now(fails) { ++n; }
    fails_to_move(fails_to_move&& other) noexcept(false) : alive(other.alive), now(other.now) {
      if (now) throw 1;
      ++*alive;
    }
    ~fails_to_move() { --*alive; }
    answer operator()(const pending_call&) const { return {}; }
  };
  int alive = 0;
  CHECK_THROWS_AS(any_precondition{fails_to_move(alive, true)}, int);
  CHECK(alive == 0);
  bool refused = false;
  try {
    const tacet_test::refusing none(0);
    const any_precondition never{large(alive)};
  } catch (const std::bad_alloc&) {
    refused = true;
  }
  CHECK(refused);
  CHECK(alive == 0);
}

TEST_CASE("a batch that cannot be made blocks the call, and what earlier checks counted is given back") {
  const auto run = [](auto check) {
    std::atomic<int> ran = 0;
    const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe_it">([&ran] { return ++ran; })},
                                        tacet::preconditions{std::move(check)}};
    tacet::execution_report report;
    report.reserve(1);
    int refused = 0;
    for (int granted = 0; granted < 4; ++granted) {
      {
        const tacet_test::refusing few(granted);
        executor.execute({&probe_call, 1}, report);
      }
      REQUIRE(report.outcomes.size() == 1);
      const bool blocked = report.outcomes[0].kind == outcome_kind::refused;
      if (blocked) CHECK(report.outcomes[0].reason == outcome_reason::check_failed);
      else CHECK(report.outcomes[0].content == "1");
      refused += blocked ? 1 : 0;
      CHECK(ran == (blocked ? 0 : 1));
      if (!blocked) break;
    }
    return refused;
  };
  CHECK(run(any_precondition{one_a_batch<fixed>{}}) == 1);
  CHECK(run(any_precondition{one_a_batch<word>{}}) == 0);
  CHECK(run(any_preconditions{budget(), one_a_batch<word>{}}) == 1);
  CHECK(run(any_preconditions{budget(), one_a_batch<fixed>{}}) ==
        2);  // the second time, the unit was given back
}

#endif
