// SPDX-License-Identifier: MIT
// What was decided stands, for exactly what it was decided about, within bounds and from many threads.
#include "support/catch.hpp"

#include <tacet/phase/approval_memory.hpp>

#include <atomic>
#include <barrier>
#include <cstdlib>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

using tacet::approval_decision;
using tacet::approval_memory;
using tacet::approval_request;
using tacet::approval_scope;
using tacet::tool_call;

namespace {

constexpr auto session = approval_scope::session;

template <class Answer> approval_decision decided(const tool_call& call, Answer answer) {
  const tacet::tool_descriptor tool{};
  const tacet::pending_call pending{call, tool};
  return answer(approval_request(pending));
}
approval_decision yes(const tool_call& call, approval_scope scope = approval_scope::this_call) {
  return decided(call, [scope](const approval_request& r) { return r.approve(scope); });
}
approval_decision no(const tool_call& call, approval_scope scope = approval_scope::this_call) {
  return decided(call, [scope](const approval_request& r) { return r.deny("no", scope); });
}
// `y`, `n`, or `?` where somebody must be asked.
char stands(const approval_memory& memory, const tool_call& call) {
  const auto found = memory.find(call);
  return !found.has_value() ? '?' : found->approved() ? 'y' : 'n';
}

constexpr tool_call one{"c1", "wipe", R"({"id":1,"deep":true})"};
constexpr tool_call one_later{"c7", "wipe", R"({ "deep" : true, "id" : 1.0 })"};
constexpr tool_call two{"c1", "wipe", R"({"id":2,"deep":true})"};

static_assert(std::is_copy_constructible_v<approval_memory> && std::is_copy_assignable_v<approval_memory>);

}  // namespace

TEST_CASE("a decision about one call is found for that call alone") {
  for (const bool approved : {true, false}) {
    const approval_memory memory;
    CHECK(stands(memory, one) == '?');
    memory.remember(approved ? yes(one) : no(one));
    const char wanted = approved ? 'y' : 'n';
    CHECK(stands(memory, one) == wanted);
    CHECK(stands(memory, {"c1", "wipe", one_later.arguments}) == wanted);
    CHECK(stands(memory, one_later) == '?');
    CHECK(stands(memory, two) == '?');
    CHECK(stands(memory, {"c1", "wipe2", one.arguments}) == '?');
    CHECK(stands(memory, {"", "wipe", one.arguments}) == '?');
    CHECK(memory.size() == 1);
    CHECK(memory.not_kept() == 0);
  }
}

TEST_CASE("a decision for the session is found under any id, for the same values alone") {
  for (const bool approved : {true, false}) {
    const approval_memory memory;
    memory.remember(approved ? yes(one, session) : no(one, session));
    const char wanted = approved ? 'y' : 'n';
    for (const std::string_view id : {"c1", "c7", "", "c1\nwipe"}) {
      CHECK(stands(memory, {id, "wipe", one.arguments}) == wanted);
      CHECK(stands(memory, {id, "wipe", one_later.arguments}) == wanted);
      for (const std::string_view other :
           {"{}", "", "{", R"({"id":1})", R"({"id":"1","deep":true})", R"({"id":1,"deep":true,"x":0})",
            R"({"id":1,"deep":true)", R"([{"id":1,"deep":true}])"})
        CHECK(stands(memory, {id, "wipe", other}) == '?');
      CHECK(stands(memory, {id, "wip", one.arguments}) == '?');
    }
  }
}

TEST_CASE("a call without an id has a decision for the session or none that is kept") {
  const approval_memory memory;
  const tool_call nameless{"", "wipe", one.arguments};
  CHECK(memory.remember(yes(nameless)).approved());
  CHECK_FALSE(memory.remember(no(nameless)).approved());
  CHECK(memory.size() == 0);
  CHECK(stands(memory, nameless) == '?');
  memory.remember(no(nameless, session));
  CHECK(stands(memory, nameless) == 'n');
  CHECK(stands(memory, one) == 'n');
}

TEST_CASE("the first decision stands, and a denial is obeyed by who gave it") {
  const approval_memory memory;
  CHECK(memory.remember(yes(one)).approved());
  CHECK_FALSE(memory.remember(no(one)).approved());
  CHECK(stands(memory, one) == 'y');
  CHECK_FALSE(memory.remember(no(two)).approved());
  CHECK_FALSE(memory.remember(yes(two)).approved());
  CHECK_FALSE(memory.remember(yes(two, session)).approved());
  CHECK(stands(memory, two) == 'n');
  CHECK(stands(memory, {"c2", "wipe", two.arguments}) == '?');
  CHECK(memory.size() == 2);
}

TEST_CASE("a decision of its own goes before one for the session") {
  const approval_memory memory;
  memory.remember(yes(one, session));
  memory.remember(no(one));  // the same call, decided before
  CHECK(stands(memory, one) == 'y');
  memory.remember(no(one_later));
  CHECK(stands(memory, one_later) == 'n');
  CHECK(stands(memory, {"c8", "wipe", one.arguments}) == 'y');
  memory.remember(no(one_later, session));  // there is one for the session
  CHECK(stands(memory, {"c8", "wipe", one.arguments}) == 'y');

  const approval_memory closed;
  closed.remember(no(one, session));
  CHECK_FALSE(closed.remember(yes(one_later)).approved());
  CHECK(stands(closed, one_later) == 'n');
  CHECK(closed.size() == 1);

  const approval_memory widened;
  widened.remember(yes(one));
  widened.remember(no(one, session));
  CHECK(stands(widened, one) == 'y');
  CHECK(stands(widened, one_later) == 'n');
}

TEST_CASE("what is stored and given back stands as before") {
  const approval_memory memory;
  memory.remember(yes(one, session));
  memory.remember(no(one_later));
  memory.remember(no(two, session));
  memory.remember(yes({"c9", "wipe\n", "{"}));
  std::vector<std::string> lines;
  for (const approval_decision& kept : memory.decisions()) lines.push_back(kept.to_text());
  CHECK(lines.size() == 4);
  const approval_memory back;
  for (const std::string& line : lines) back.remember(approval_decision::restore(line).value());
  for (const tool_call& call :
       {one, one_later, two, tool_call{"c2", "wipe", two.arguments}, tool_call{"c9", "wipe\n", "{"},
        tool_call{"c10", "wipe\n", "{"}, tool_call{"c8", "wipe", one.arguments}})
    CHECK(stands(back, call) == stands(memory, call));
  CHECK(back.size() == 4);
}

TEST_CASE("each kind is forgotten by itself, and leaves its room") {
  const approval_memory memory({.decisions = 3, .bytes = 4'000});
  const std::string big = "{\"x\":\"" + std::string(1'500, 'x') + "\"}";
  for (int round = 0; round < 10; ++round) {
    memory.remember(yes({"a", "wipe", big}));
    memory.remember(no({"b", "wipe", big}, session));
    CHECK(memory.size() == 2);
    memory.forget_session();
    CHECK(stands(memory, {"a", "wipe", big}) == 'y');
    CHECK(stands(memory, {"b", "wipe", big}) == '?');
    memory.forget_calls();
    CHECK(memory.size() == 0);
  }
  CHECK(memory.not_kept() == 0);
  memory.remember(yes(one, session));
  memory.forget_calls();
  CHECK(stands(memory, one_later) == 'y');
}

TEST_CASE("a full memory keeps what it has, obeys the rest, and counts") {
  const approval_memory memory({.decisions = 2});
  memory.remember(yes(one));
  memory.remember(no(two, session));
  CHECK(memory.remember(yes(one_later)).approved());
  CHECK_FALSE(memory.remember(no({"c5", "x"})).approved());
  CHECK(memory.remember(yes({"c5", "x"}, session)).scope() == session);
  CHECK(memory.remember(yes(one)).approved());  // it is there
  CHECK(memory.size() == 2);
  CHECK(memory.not_kept() == 3);
  CHECK(stands(memory, one_later) == '?');
  CHECK(stands(memory, two) == 'n');

  const approval_memory none({.decisions = 0});
  CHECK_FALSE(none.remember(no(one)).approved());
  CHECK(none.not_kept() == 1);

  // The default.
  const approval_memory usual;
  for (int i = 0; i < 10'003; ++i) usual.remember(yes({std::to_string(i), "x"}));
  CHECK(usual.size() == 10'000);
  CHECK(usual.not_kept() == 3);

  // Many bytes in few decisions.
  const std::string huge(9'000'000, 'x');
  const approval_memory small;
  small.remember(yes({"1", "x", huge}));
  small.remember(yes({"2", "x", huge}));
  small.remember(yes({"3", "x"}));
  CHECK(small.size() == 2);
  CHECK(small.not_kept() == 1);
  CHECK(stands(small, {"1", "x", huge}) == 'y');
  CHECK(stands(small, {"2", "x", huge}) == '?');
}

TEST_CASE("copies share what they keep, also a moved one and what it was moved from") {
  approval_memory memory;
  const approval_memory copy = memory;
  approval_memory moved = std::move(memory);
  copy.remember(yes(one));
  CHECK(stands(moved, one) == 'y');
  CHECK(stands(memory, one) == 'y');  // NOLINT(bugprone-use-after-move)
  moved = approval_memory{};
  CHECK(stands(moved, one) == '?');
  CHECK(copy.size() == 1);
}

TEST_CASE("of sixteen threads that answer one question one stands, and no thread runs against a denial") {
  for (int round = 0; round < 50; ++round) {
    const approval_memory memory;
    std::atomic<int> went_on{0};
    std::barrier start(16);
    std::vector<std::thread> threads;
    for (int t = 0; t < 16; ++t)
      threads.emplace_back([&memory, &start, &went_on, t] {
        start.arrive_and_wait();
        const bool approves = t % 4 != 0;
        const bool obeyed = memory.remember(approves ? yes(one) : no(one)).approved();
        if (obeyed) ++went_on;
        if (!approves && obeyed) std::abort();
        // Others read, keep and forget meanwhile.
        const std::string id = "own" + std::to_string(t);
        memory.remember(yes({id, "wipe", "{}"}));
        memory.remember(no({id, "drop", "{}"}, session));
        (void)memory.decisions();
        if (t == 7) memory.forget_session();
        if (stands(memory, {id, "wipe", "{}"}) != 'y' || memory.size() == 0 || memory.not_kept() != 0)
          std::abort();
      });
    for (std::thread& thread : threads) thread.join();
    // Whoever went on did so under an approval that stood; where a denial came first nobody did.
    REQUIRE((stands(memory, one) == 'y') == (went_on != 0));
    REQUIRE(went_on <= 12);
  }
}
