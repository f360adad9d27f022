// SPDX-License-Identifier: MIT
#include "support/catch.hpp"
#include "support/raise.hpp"

#include <tacet/executor/tool_executor.hpp>
#include <tacet/phase/skill_precondition.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

using namespace tacet;

namespace {

using skills = std::vector<skill<>>;
const tool_descriptor nothing_known{};

// The verdict on a call of `tool` alone.
template <class Check> std::optional<precondition_verdict> ask(const Check& check, std::string_view tool) {
  const tool_call call{"1", tool};
  return precondition_set{check}.judge(pending_call{call, nothing_known});
}
enum class answer { none, blocked, broken, unavailable };
answer kind(const std::optional<precondition_verdict>& verdict) {
  if (!verdict.has_value()) return answer::none;
  if (verdict->undetermined && verdict->admitted) return answer::unavailable;
  if (verdict->admitted || !verdict->is_error) tacet_test::raise(std::logic_error("no such answer"));
  return verdict->reason == outcome_reason::check_failed ? answer::broken : answer::blocked;
}

struct room {
  bool open = false;
  int people = 0;
};
bool is_open(const room& r) { return r.open; }

inline constexpr auto enter = tool<"enter">([] { return "in"; }, read_only);
inline constexpr auto leave = tool<"leave">([] { return "out"; }, read_only);

}  // namespace

TEST_CASE("a call is refused when one of its governing skills does not hold") {
  const skills all{{"opened", {"enter", "look"}, "door.open"},
                   {"few", {"enter"}, "people < 3"},
                   {"never", {"burn"}, "false"},
                   {"nothing", {}, "false"}};
  std::string state = R"({"door":{"open":true},"people":1})";
  int reads = 0;
  const skill_precondition check{[&] { return all; }, [&] { return ++reads, state; }};
  CHECK(kind(ask(check, "enter")) == answer::none);
  CHECK(kind(ask(check, "look")) == answer::none);
  CHECK(reads == 2);  // once per call, however many skills govern
  CHECK(kind(ask(check, "unheard")) == answer::none);
  CHECK(kind(ask(check, "")) == answer::none);
  CHECK(kind(ask(check, "Enter")) == answer::none);
  CHECK(reads == 2);  // nothing governs
  CHECK(kind(ask(check, "burn")) == answer::blocked);
  state = R"({"door":{"open":true},"people":3})";
  const auto crowded = ask(check, "enter");
  REQUIRE(kind(crowded) == answer::blocked);
  CHECK(crowded->reason == outcome_reason::skill_condition);
  CHECK(crowded->content.view() ==
        "The call was not run: the condition of the skill \"few\" for this tool does not hold now.");
  CHECK(kind(ask(check, "look")) == answer::none);
  CHECK(check.skills()().size() == 4);  // the same callable, for tool selection
  CHECK(check.state()() == state);
}

TEST_CASE("whatever keeps a skill from being judged blocks the call") {
  std::string state = R"({"a":1})";
  for (const char* text :
       {"", "a ==", "a", "b == 1", "a = 1", "a == \"1\"", "a < null", "true or b", "not b"}) {
    CAPTURE(text);
    const skill_precondition check{[&] { return skills{{"odd", {"enter"}, text}}; }, [&] { return state; }};
    const auto verdict = ask(check, "enter");
    REQUIRE(kind(verdict) == answer::blocked);
    CHECK(verdict->content.view() ==
          "The call was not run: whether the skill \"odd\" allows this tool now could not be checked.");
  }
  const auto fine = [] { return skills{{"fine", {"enter"}, "true"}}; };
  for (const char* text : {"", "{", "{}}"})
    CHECK(kind(ask(skill_precondition{fine, [text] { return text; }}, "enter")) == answer::blocked);
  CHECK(kind(ask(skill_precondition{fine, [] { return "{}"; }}, "enter")) == answer::none);
  CHECK(kind(ask(skill_precondition{fine, [] { return static_cast<const char*>(nullptr); }}, "enter")) ==
        answer::blocked);

  const std::string hostile = "\xFF\n" + std::string(1000, 'n');
  const auto verdict = ask(skill_precondition{[&] {
                                                return skills{{hostile, {"enter"}, "false"}};
                                              },
                                              [] { return "{}"; }},
                           "enter");
  CHECK(verdict->content.view().size() < 200);
  CHECK(verdict->content.view().find('\n') == std::string_view::npos);
}

TEST_CASE("a skill is judged over a state of any type by callables") {
  room now;
  const auto state = [&]() -> const room& { return now; };
  const auto with = [&](auto condition) {
    return ask(skill_precondition{[=] {
                                    return std::vector{skill{"s", {"enter"}, condition}};
                                  },
                                  state},
               "enter");
  };
  const auto crowd = [most = 2](const room& r) { return r.people <= most; };
  for (const bool open : {false, true}) {
    now.open = open;
    const answer wanted = open ? answer::none : answer::blocked;
    CHECK(kind(with(&is_open)) == wanted);
    CHECK(kind(with(&room::open)) == wanted);
    CHECK(kind(with([](const room& r) { return r.open; })) == wanted);
    CHECK(kind(with(std::function<bool(const room&)>(is_open))) == wanted);
    CHECK(kind(with(std::variant<bool (*)(const room&), decltype(crowd)>(&is_open))) == wanted);
    CHECK(kind(with(std::variant<bool (*)(const room&), decltype(crowd)>(crowd))) == answer::none);
  }
  CHECK(kind(with(std::function<bool(const room&)>())) == answer::blocked);
  CHECK(kind(with(static_cast<bool (*)(const room&)>(nullptr))) == answer::blocked);

  // Text and callables together, over a state that is text.
  using condition = std::variant<std::string, bool (*)(std::string_view)>;
  const auto mixed = [] {
    return std::list<skill<condition>>{
        {"a", {"enter"}, "x == 1"}, {"b", {"enter"}, [](std::string_view text) { return text.size() == 7; }}};
  };
  CHECK(kind(ask(skill_precondition{mixed, [] { return std::string(R"({"x":1})"); }}, "enter")) ==
        answer::none);
  CHECK(kind(ask(skill_precondition{mixed, [] { return std::string(R"({"x": 1})"); }}, "enter")) ==
        answer::blocked);
  CHECK(kind(ask(skill_precondition{mixed, [] { return std::string(R"({"x":2})"); }}, "enter")) ==
        answer::blocked);
}

TEST_CASE("skills come as any range, or as what may hold one") {
  struct own_skill {
    std::string_view name;
    std::array<const char*, 2> tools;
    const char* condition;
  };
  static const own_skill own[] = {{"own", {"enter", "look"}, "open"}};
  static const skills kept{{"kept", {"enter"}, "open"}};
  const auto closed = [] { return "{\"open\":false}"; };
  const auto with = [&](auto fetch) { return kind(ask(skill_precondition{fetch, closed}, "enter")); };
  CHECK(with([] { return std::span(own); }) == answer::blocked);
  CHECK(with([]() -> const skills& { return kept; }) == answer::blocked);
  CHECK(with([] { return &kept; }) == answer::blocked);
  CHECK(with([] { return std::make_shared<const skills>(kept); }) == answer::blocked);
  CHECK(with([] { return std::optional(kept); }) == answer::blocked);
  CHECK(with([] { return std::span(own).first(0); }) == answer::none);
  CHECK(with([] { return skills{}; }) == answer::none);
  CHECK(with([]() -> std::optional<skills> { return {}; }) == answer::unavailable);
  CHECK(with([]() -> std::shared_ptr<const skills> { return {}; }) == answer::unavailable);
  CHECK(with([]() -> const skills* { return nullptr; }) == answer::unavailable);
}

TEST_CASE("fetching and deciding about skills can be done apart") {
  const skill_precondition check{[]() -> skills { tacet_test::raise(std::runtime_error("never asked")); },
                                 [] { return "{\"x\":true}"; }};
  using batch = decltype(check)::batch;
  const tool_call call{"1", "enter"};
  const pending_call pending{call, nothing_known};
  batch held;
  CHECK(kind(check.decide(pending, held)) == answer::broken);  // nothing was fetched: that is no permission
  held.hold(skills{{"x", {"enter"}, "x"}, {"y", {"enter"}, "not x"}});
  CHECK(kind(check(pending, held)) == answer::blocked);
  CHECK_THAT(std::string(check.decide(pending, held)->content.view()), tacet_test::contains("\"y\""));
  held.fail();
  CHECK(kind(check(pending, held)) == answer::unavailable);
}

TEST_CASE("sixteen threads ask one check of skills") {
  const auto shared = std::make_shared<const skills>(
      skills{{"a", {"enter"}, "door.open"}, {"b", {"leave"}, "not door.open"}});
  const tool_executor run{
      tools{enter, leave},
      preconditions{skill_precondition{[&] { return shared; }, [] { return R"({"door":{"open":true}})"; }}}};
  const std::vector<tool_call> calls{{"1", "enter"}, {"2", "leave"}};
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 200; ++k) {
        const auto report = run.execute(calls);
        wrong += report.outcomes[0].kind != outcome_kind::succeeded ||
                 report.outcomes[1].kind != outcome_kind::refused;
      }
    });
  for (std::thread& one : threads) one.join();
  CHECK(wrong == 0);
}

#if defined(__cpp_exceptions)

TEST_CASE("a state, a condition or a store that throws gives no permission of its own") {
  const auto fine = [] { return skills{{"fine", {"enter"}, "true"}}; };
  CHECK(kind(ask(skill_precondition{fine, []() -> std::string { throw std::runtime_error("x"); }},
                 "enter")) == answer::broken);
  CHECK(kind(ask(skill_precondition{fine, []() -> std::string { throw 1; }}, "enter")) == answer::broken);
  CHECK(kind(ask(skill_precondition{fine, []() -> std::string { throw 1; }}, "leave")) == answer::none);
  CHECK_THROWS_AS(ask(skill_precondition{fine, []() -> std::string { throw cancelled{}; }}, "enter"),
                  cancelled);

  const auto broken = [](const room&) -> bool { throw std::runtime_error("x"); };
  const auto judged = [broken] { return std::vector{skill{"s", {"enter"}, broken}}; };
  CHECK(kind(ask(skill_precondition{judged, [] { return room{}; }}, "enter")) == answer::broken);

  const auto with = [](auto fetch) {
    return kind(ask(skill_precondition{fetch, [] { return "{}"; }}, "enter"));
  };
  CHECK(with([]() -> skills { throw std::runtime_error("down"); }) == answer::unavailable);
  CHECK(with([]() -> skills { throw 3; }) == answer::unavailable);
  CHECK_THROWS_AS(with([]() -> skills { throw cancelled{}; }), cancelled);
}

TEST_CASE("skills are fetched once per batch, the state is read at each call") {
  int fetched = 0;
  bool down = false;
  int inside = 0;
  const auto fetch = [&] {
    ++fetched;
    if (down) throw std::runtime_error("store unreachable");
    return skills{{"room left", {"enter"}, "inside < 2"}};
  };
  const auto state = [&] { return "{\"inside\":" + std::to_string(inside) + "}"; };
  const auto step = tool<"enter">([&] { return ++inside; });
  const auto hop = tool<"leave">([&] { return inside = 0; });
  const tool_executor run{tools{step, hop}, preconditions{skill_precondition{fetch, state}}, collect_trace{}};
  const std::vector<tool_call> five{
      {"1", "enter"}, {"2", "enter"}, {"3", "enter"}, {"4", "leave"}, {"5", "enter"}};

  const auto first = run.execute(five);
  CHECK(fetched == 1);
  REQUIRE(first.outcomes.size() == 5);
  for (std::size_t i = 0; i < 5; ++i) {
    const tool_outcome& one = first.outcomes[i];
    CAPTURE(i, one.content);
    CHECK(one.kind == (i == 2 ? outcome_kind::refused : outcome_kind::succeeded));
    CHECK(one.undetermined == false);
  }
  CHECK(first.outcomes[2].reason == outcome_reason::skill_condition);
  CHECK(first.outcomes[2].attempts == 0);
  CHECK(inside == 1);

  down = true;
  const auto second = run.execute(five);
  CHECK(fetched == 2);  // failed once, not asked again
  for (const tool_outcome& one : second.outcomes) {
    CHECK(one.kind == outcome_kind::succeeded);
    CHECK(one.undetermined);
    CHECK(one.content.find("skill") == std::string_view::npos);
    CHECK(one.content.find("unreachable") == std::string_view::npos);
  }
  CHECK(second.outcomes[0].content == "2");
  CHECK(std::count_if(second.trace.begin(), second.trace.end(),
                      [](const phase_record& r) { return r.action == phase_action::unavailable; }) == 5);

  down = false;
  inside = 7;
  CHECK(run.execute(five).outcomes[0].kind == outcome_kind::refused);
  CHECK(fetched == 3);
  CHECK(run.execute({}).outcomes.empty());
  const std::vector<tool_call> unrunnable{{"1", "nosuch"}, {"2", "enter", "{"}, {"3", "enter", "{}", true}};
  CHECK(run.execute(unrunnable).outcomes.size() == 3);
  CHECK(fetched == 3);  // no call got as far as the check
}

TEST_CASE("rules of skills that cannot be reached do not end the set") {
  const auto down = []() -> skills { throw std::runtime_error("down"); };
  const auto state = [] { return "{}"; };
  int asked = 0;
  const auto no_leaving =
      precondition<"no leaving">([&](const pending_call& call) -> std::optional<precondition_verdict> {
        ++asked;
        if (call.name() == "leave") return precondition_verdict::block("Stay.");
        return std::nullopt;
      });
  const tool_executor run{tools{enter, leave}, preconditions{skill_precondition{down, state}, no_leaving}};
  const std::vector<tool_call> calls{{"1", "enter"}, {"2", "leave"}};
  const auto report = run.execute(calls);
  CHECK(asked == 2);
  CHECK(report.outcomes[0].kind == outcome_kind::succeeded);
  CHECK(report.outcomes[0].undetermined);
  CHECK(report.outcomes[0].content == "in");
  CHECK(report.outcomes[1].kind == outcome_kind::refused);
  CHECK(report.outcomes[1].content == "Stay.");
  CHECK(report.outcomes[1].attempts == 0);

  // Cancelling while fetching ends the batch, and answers all of it.
  const auto stop = []() -> skills { throw cancelled{}; };
  const tool_executor stopped{tools{enter, leave}, preconditions{skill_precondition{stop, state}}};
  const auto ended = stopped.execute(calls);
  REQUIRE(ended.outcomes.size() == 2);
  for (const tool_outcome& one : ended.outcomes) CHECK(one.kind == outcome_kind::cancelled);

  // What the state throws reaches the diagnostic hook and not the model.
  std::string told;
  const auto fine = [] { return skills{{"fine", {"enter"}, "true"}}; };
  const tool_executor broken{
      tools{enter, leave},
      preconditions{skill_precondition{fine, []() -> std::string { throw std::runtime_error("secret"); }}},
      diagnostics{[&](const diagnosis& d) { told += d.text; }}};
  const auto blocked = broken.execute(calls);
  CHECK(blocked.outcomes[0].kind == outcome_kind::refused);
  CHECK(blocked.outcomes[0].reason == outcome_reason::check_failed);
  CHECK(blocked.outcomes[0].content.find("secret") == std::string_view::npos);
  CHECK(told.find("secret") != std::string::npos);
  CHECK(blocked.outcomes[1].kind == outcome_kind::succeeded);
}

#endif
