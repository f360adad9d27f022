// SPDX-License-Identifier: MIT
// The history of fixed size, against the one that keeps texts: the same verdict after every record.
#include "support/catch.hpp"
#include "unit/json/spelled.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/termination/fixed_call_history.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#if defined(TACET_HAS_RAPIDCHECK) && defined(__cpp_exceptions)
#include <rapidcheck.h>
#endif

using namespace tacet;

namespace {

const loop_state going{.calls = 1, .rounds = 1, .round_limit = {}};

std::string written(const bounded_verdict& verdict) {
  std::array<std::byte, 1024> memory;
  text_room room{memory};
  text_writer to(room);
  verdict.write(to);
  return std::string(to.finish("no room"));
}

// The oracle's sentence without the text of the arguments.
std::string shortened(std::string detail) {
  const std::size_t from = detail.find(" with the arguments \"");
  const std::size_t to = detail.rfind("\" was called ");
  if (from != std::string::npos) detail.replace(from, to + 1 - from, " with the same arguments");
  return detail;
}

// Whether both say the same, whatever is asked.
template <std::size_t Window>
bool agree(const fixed_call_history<Window>& fixed, const call_history& kept, const loop_state& now) {
  const bounded_verdict a = fixed.judge(now);
  const termination_verdict b = kept.judge(now);
  CHECK(a.terminate == b.terminate);
  CHECK(a.reason == b.reason);
  CHECK(written(a) == shortened(b.detail));
  CHECK(fixed.size() == kept.size());
  return a.terminate == b.terminate && a.reason == b.reason && written(a) == shortened(b.detail);
}

const std::string_view names[] = {"a", "b", "", "a name with\na line end \xC3\xBC"};
const std::string_view arguments[] = {R"({"x":1,"y":[1,2]})",
                                      R"( { "y":[1.0,2e0],"x":1e0 } )",
                                      R"({"x":1,"y":[2,1]})",
                                      "",
                                      "{}",
                                      "{broken",
                                      "null"};
const std::string_view results[] = {"", "one", "another one that is longer than any small text is"};

}  // namespace

TEST_CASE("after every call of a random run both histories say the same, for all policies") {
  std::mt19937 random(77);
  int tripped = 0;
  int quiet = 0;
  for (int round = 0; round < 1500; ++round) {
    loop_termination_policy p{
        static_cast<int>(random() % 14) - 2, static_cast<int>(random() % 6) - 1, {}, random() % 2 == 0};
    if (random() % 2 == 0) p.name_only_threshold = static_cast<int>(random() % 8) - 1;
    call_history kept{p};
    fixed_call_history<12> fixed{p};
    CHECK(fixed.policy() == p);
    const std::size_t kinds = 1 + random() % std::size(arguments);
    const std::size_t outcomes = 1 + random() % std::size(results);
    for (int i = static_cast<int>(random() % 50); i >= 0; --i) {
      if (random() % 40 == 0) {
        kept.clear();
        fixed.clear();
        REQUIRE(fixed.size() == 0);
      }
      const tool_call call{"", names[random() % std::size(names)], arguments[random() % kinds]};
      const std::string_view result = results[random() % outcomes];
      kept.record(call, result);
      fixed.record(call, result);
      CAPTURE(p.window, p.signature_threshold, p.name_threshold(), p.result_aware, i);
      REQUIRE(agree(fixed, kept, going));
      REQUIRE(agree(fixed, kept, {random() % 2, static_cast<std::int64_t>(random() % 4), random() % 4}));
      ++(fixed.judge(going).terminate ? tripped : quiet);
      if (i % 8 == 0) {
        const fixed_call_history<12> copy = fixed;
        REQUIRE(agree(copy, kept, going));
      }
    }
  }
  CHECK(tripped > 3000);
  CHECK(quiet > 3000);
}

TEST_CASE("a window that is larger than the history is cut down to it") {
  const loop_termination_policy wide{.window = 100, .signature_threshold = 3, .name_only_threshold = 6};
  fixed_call_history<5> fixed{wide};
  CHECK(fixed.policy().window == 5);
  CHECK(fixed.policy().signature_threshold == 3);
  CHECK(fixed.policy().too_large() == 6);  // that threshold is off now, and can be seen to be
  CHECK_FALSE(fixed.policy().fits());
  loop_termination_policy cut = wide;
  cut.window = 5;
  call_history kept{cut};
  for (int i = 0; i < 40; ++i) {
    const std::string text = "{\"i\":" + std::to_string(i % (i < 20 ? 7 : 2)) + "}";
    kept.record({"", "a", text});
    fixed.record({"", "a", text});
    REQUIRE(agree(fixed, kept, going));
  }
  CHECK(fixed.size() == 5);
  CHECK(fixed.judge(going).terminate);
  const fixed_call_history<5> next{{.window = 6}};
  CHECK(next.policy().window == 5);
  fixed_call_history<5> exact{{.window = 5, .signature_threshold = 5}};
  for (int i = 0; i < 4; ++i) exact.record({"", "a", "{}"});
  CHECK_FALSE(exact.judge(going).terminate);
  exact.record({"", "a", "{}"});
  CHECK(exact.judge(going).terminate);
}

TEST_CASE("the history of a policy is as large as its window") {
  constexpr loop_termination_policy p{.window = 4, .signature_threshold = 2};
  static policy_call_history<p> history;  // made at compile time
  static_assert(std::is_same_v<decltype(history.judge(going)), bounded_verdict>);
  CHECK(history.policy() == p);
  for (int i = 0; i < 9; ++i) history.record({"", "a", "[" + std::to_string(i) + "]"});
  CHECK(history.size() == 4);
  CHECK_FALSE(history.judge(going).terminate);
  policy_call_history<loop_termination_policy{.window = 0, .signature_threshold = 0}> off;
  off.record({"", "a", "{}"});
  CHECK(off.size() == 0);
  CHECK_FALSE(off.judge(going).terminate);
  static_assert(sizeof(policy_call_history<loop_termination_policy{.window = 10}>) <= 10 * 128 + 64);
}

TEST_CASE("a fixed history that can never trip keeps nothing") {
  const loop_termination_policy table[] = {
      {.window = 0, .signature_threshold = 1},
      {.window = -3, .signature_threshold = 1, .name_only_threshold = 1},
      {.window = 10, .signature_threshold = 0},
      {.window = 10, .signature_threshold = -1, .name_only_threshold = 0},
      {.window = 2, .signature_threshold = 3, .name_only_threshold = 3}};
  for (const auto& p : table) {
    fixed_call_history<10> history{p};
    fixed_call_history<0> none{p};
    for (int i = 0; i < 50; ++i) {
      history.record({"", "a", "{}"});
      none.record({"", "a", "{}"});
    }
    CHECK(history.size() == 0);
    CHECK_FALSE(history.judge(going).terminate);
    CHECK(none.size() == 0);
    CHECK_FALSE(none.judge(going).terminate);
    CHECK(none.judge({0, 1, {}}).terminate);
    CHECK(none.judge({1, 4, 3}).reason == stop_reason::round_limit);
  }
}

TEST_CASE("a long name is told apart in full, and shown with what was kept of it") {
  const std::string base(64, 'n');
  std::string euros;
  for (int i = 0; i < 30; ++i) euros += "\xE2\x82\xAC";  // 21 of them are 63 bytes
  const struct {
    std::string name;
    std::string shown;
    bool cut;
  } table[] = {{base, base, false},
               {base + "x", base, true},
               {base + std::string(100000, 'x'), base, true},
               {euros, euros.substr(0, 63), true},
               {std::string(62, 'n') + "\xF0\x9F\x98\x80", std::string(62, 'n'), true},
               {std::string(64, 'n') + "\xC3\xBC", base, true},
               {std::string(63, 'n') + "\xC3\xBC", std::string(63, 'n'), true},
               {std::string(100, '\x80'), {}, true}};  // no text at all; only that it is cut matters
  for (const auto& row : table) {
    INFO(row.name.substr(0, 100));
    fixed_call_history<4> history{{.window = 4, .signature_threshold = 0, .name_only_threshold = 2}};
    history.record({"", row.name, "{}"});
    history.record({"", row.name + "y", "{}"});
    CHECK_FALSE(history.judge(going).terminate);
    history.record({"", row.name, "[]"});
    const bounded_verdict verdict = history.judge(going);
    REQUIRE(verdict.terminate);
    CHECK(verdict.name_cut == row.cut);
    CHECK(verdict.times == 2);
    CHECK(verdict.calls == 3);
    CHECK_FALSE(verdict.by_signature);
    if (row.shown.empty()) continue;
    CHECK(verdict.name == row.shown);
    CHECK(written(verdict) ==
          "\"" + row.shown + (row.cut ? "\xE2\x80\xA6" : "") + "\" was called 2 times in the last 3 calls");
  }
}

TEST_CASE("a verdict is written into whatever room there is") {
  fixed_call_history<4> history{{.window = 4, .signature_threshold = 2}};
  for (int i = 0; i < 2; ++i) history.record({"", "probe", "{\"b\":1}"});
  const bounded_verdict verdict = history.judge(going);
  const std::string whole = R"("probe" with the same arguments was called 2 times in the last 2 calls)";
  CHECK(written(verdict) == whole);
  std::array<std::byte, 512> memory;
  bool fitted = false;
  for (std::size_t size = 0; size <= memory.size(); ++size) {
    text_room room{std::span(memory).first(size)};
    text_writer to(room);
    verdict.write(to);
    const std::string_view text = to.finish("no room");
    REQUIRE((text == whole || text == "no room" || text.empty()));
    fitted = fitted || text == whole;
  }
  CHECK(fitted);
  CHECK(written(history.judge({0, 1, {}})).empty());
  history.clear();
  CHECK(written(history.judge(going)).empty());
  CHECK(written(history.judge({1, 4, 3})) == "4 rounds, at most 3");
}

TEST_CASE("a thousand different calls in a window of a hundred are told apart") {
  fixed_call_history<100> history{{.window = 100, .signature_threshold = 2, .name_only_threshold = 100}};
  for (int i = 0; i < 1000; ++i) {
    const std::string text = "{\"i\":" + std::to_string(i % 101) + "}";
    history.record({"", i % 7 == 0 ? "p" : "q", text});
    REQUIRE_FALSE(history.judge(going).terminate);
  }
  CHECK(history.size() == 100);
  history.record({"", "x", "{}"});
  history.record({"", "x", "null"});
  CHECK(history.judge(going).terminate);
}

TEST_CASE("recording and judging ask for no memory") {
  fixed_call_history<8> history{
      {.window = 8, .signature_threshold = 3, .name_only_threshold = 6, .result_aware = true}};
  std::array<std::byte, 512> memory;
  int ended = 0;
  const std::size_t before = tacet_test::allocations;
  for (int i = 0; i < 100; ++i) {
    history.record(
        {"", "a name that is longer than any small text", i % 3 == 0 ? R"("{\"a\":1}")" : R"({"a":1.0})"},
        "a result that is longer than any small text is");
    const bounded_verdict verdict = history.judge(going);
    text_room room{memory};
    text_writer to(room);
    verdict.write(to);
    ended += verdict.terminate && !to.finish({}).empty();
    if (i == 50) history.clear();
  }
  CHECK(tacet_test::allocations == before);
  CHECK(ended == 96);
}

#if defined(TACET_HAS_RAPIDCHECK) && defined(__cpp_exceptions)
namespace rc {
template <> struct Arbitrary<tacet::loop_state> {
  static Gen<tacet::loop_state> arbitrary() {
    return gen::map(gen::tuple(gen::inRange(0, 4), gen::inRange(0, 5), gen::inRange(0, 5)),
                    [](const auto& t) {
                      tacet::loop_state now{static_cast<std::size_t>(std::get<0>(t)), std::get<1>(t), {}};
                      if (std::get<2>(t) != 0) now.round_limit = std::get<2>(t);
                      return now;
                    });
  }
};
}  // namespace rc

TEST_CASE("for all policies and calls both histories say the same") {
  CHECK(rc::check([](const loop_state& now, const std::vector<std::uint32_t>& policy,
                     const std::vector<std::vector<std::uint32_t>>& calls) {
    tacet_test::choices by(policy);
    loop_termination_policy p{
        static_cast<int>(by.below(10)), static_cast<int>(by.below(5)), {}, by.one_in(2)};
    if (by.one_in(2)) p.name_only_threshold = static_cast<int>(by.below(6));
    call_history kept{p};
    fixed_call_history<9> fixed{p};
    for (const auto& list : calls) {
      tacet_test::choices one(list);
      const std::string_view name = names[one.below(2)];
      const std::string_view result = results[one.below(2)];
      const std::string text = tacet_test::spelled(tacet_test::made_value(one, 1), one);
      kept.record({"", name, text}, result);
      fixed.record({"", name, text}, result);
      RC_ASSERT(agree(fixed, kept, now));
    }
  }));
}
#endif
