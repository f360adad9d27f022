// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <tacet/termination/call_history.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

using tacet::call_history;
using tacet::loop_state;
using tacet::loop_termination_policy;
using tacet::stop_reason;
using tacet::tool_call;

namespace {

struct seen {
  tool_call call;
  std::string_view result;
};
const loop_state going{.calls = 1, .rounds = 1, .round_limit = {}};

// What the verdict must be, from the calls alone and without any counting kept.
stop_reason naive(const std::vector<seen>& all, const loop_termination_policy& p) {
  const auto window = static_cast<std::size_t>(std::max(p.window, 0));
  const std::size_t from = all.size() > window ? all.size() - window : 0;
  const auto trips = [&](int threshold, auto key) {
    if (threshold <= 0) return false;
    std::map<std::string, std::vector<std::string_view>> results;
    for (std::size_t i = from; i < all.size(); ++i) results[key(all[i].call)].push_back(all[i].result);
    for (const auto& [name, list] : results) {
      int run = static_cast<int>(list.size());
      if (p.result_aware) {
        run = 0;
        for (std::size_t i = list.size(); i-- > 0 && list[i] == list.back();) ++run;
      }
      if (run >= threshold) return true;
    }
    return false;
  };
  const bool repeats = trips(p.signature_threshold, [](const tool_call& c) { return tacet::signature(c); }) ||
                       trips(p.name_threshold(), [](const tool_call& c) { return std::string(c.name); });
  return repeats ? stop_reason::repetition : stop_reason::none;
}

bool same(const tacet::termination_verdict& a, const tacet::termination_verdict& b) {
  return a.terminate == b.terminate && a.reason == b.reason && a.detail == b.detail;
}

}  // namespace

TEST_CASE("the verdict on a history is a function of its last calls, and asking changes nothing") {
  const std::string_view names[] = {"a", "b", ""};
  const std::string_view arguments[] = {R"({"x":1,"y":[1,2]})",
                                        R"( { "y":[1.0,2e0],"x":1e0 } )",
                                        R"({"x":1,"y":[2,1]})",
                                        "",
                                        "{}",
                                        "{broken",
                                        "null"};
  const std::string_view results[] = {"", "one", "another one that is longer than any small text is"};
  std::mt19937 random(7);
  int tripped = 0;
  int quiet = 0;
  for (int round = 0; round < 3000; ++round) {
    loop_termination_policy p{
        static_cast<int>(random() % 14) - 2, static_cast<int>(random() % 6) - 1, {}, random() % 2 == 0};
    if (random() % 2 == 0) p.name_only_threshold = static_cast<int>(random() % 8) - 1;
    call_history history{p};
    std::vector<seen> all;
    const std::size_t kinds = 1 + random() % std::size(arguments);
    const std::size_t outcomes = 1 + random() % std::size(results);
    for (int i = static_cast<int>(random() % 40); i >= 0; --i) {
      const seen one{{"", names[random() % std::size(names)], arguments[random() % kinds]},
                     results[random() % outcomes]};
      all.push_back(one);
      history.record(one.call, one.result);
      const auto verdict = history.judge(going);
      CAPTURE(p.window, p.signature_threshold, p.name_threshold(), p.result_aware, all.size());
      REQUIRE(verdict.reason == naive(all, p));
      REQUIRE(verdict.terminate == (verdict.reason != stop_reason::none));
      REQUIRE(verdict.detail.empty() != verdict.terminate);
      ++(verdict.terminate ? tripped : quiet);
      if (i % 8 == 0) {
        for (int again = 0; again < 10; ++again) REQUIRE(same(history.judge(going), verdict));
        // Only the window counts: a history of nothing else says the same, word for word.
        call_history fresh{p};
        for (std::size_t k =
                 all.size() - std::min(all.size(), static_cast<std::size_t>(std::max(p.window, 0)));
             k < all.size(); ++k)
          fresh.record(all[k].call, all[k].result);
        REQUIRE(same(fresh.judge(going), verdict));
        call_history copy = history;  // a copy goes its own way
        copy.clear();
        REQUIRE(same(history.judge(going), verdict));
        REQUIRE_FALSE(copy.judge(going).terminate);
      }
      REQUIRE(history.size() <= static_cast<std::size_t>(std::max(p.window, 0)));
    }
  }
  CHECK(tripped > 5000);
  CHECK(quiet > 5000);
}

TEST_CASE("the three reasons of a history have one order") {
  call_history history;
  const auto reason = [&](loop_state now) { return history.judge(now).reason; };
  CHECK(reason({0, 1, {}}) == stop_reason::no_calls);
  CHECK(reason({0, 9, 3}) == stop_reason::no_calls);
  CHECK(reason({1, 2, 3}) == stop_reason::none);
  CHECK(reason({1, 3, 3}) == stop_reason::round_limit);
  CHECK(reason({1, 0, 0}) == stop_reason::round_limit);
  CHECK(reason({1, 0, -1}) == stop_reason::round_limit);
  CHECK(reason({1, INT64_MAX, {}}) == stop_reason::none);
  CHECK(history.judge({1, 4, 3}).detail == "4 rounds, at most 3");
  for (int i = 0; i < 3; ++i) history.record({"", "probe", R"({"b":1, "a":2})"});
  CHECK(reason({0, 9, 3}) == stop_reason::no_calls);
  CHECK(reason({1, 9, 3}) == stop_reason::repetition);
  CHECK(history.judge(going).detail ==
        R"("probe" with the arguments "{"a":2,"b":1}" was called 3 times in the last 3 calls)");
  history.clear();
  CHECK(reason(going) == stop_reason::none);
  CHECK(history.size() == 0);
}

TEST_CASE("the detail of a repetition names the latest one, is short and valid UTF-8") {
  call_history by_name{{.window = 6, .signature_threshold = 0, .name_only_threshold = 3}};
  for (const char* arguments : {"{\"i\":1}", "{\"i\":2}", "{\"i\":3}"})
    by_name.record({"", "probe", arguments});
  CHECK(by_name.judge(going).detail == "\"probe\" was called 3 times in the last 3 calls");

  call_history two{{.window = 10, .signature_threshold = 2}};
  for (const char* name : {"a", "b", "a", "b", "c"}) two.record({"", name, "{}"});
  CHECK_THAT(two.judge(going).detail, tacet_test::contains("\"b\""));

  call_history aware{{.window = 10, .signature_threshold = 2, .result_aware = true}};
  for (const char* result : {"x", "x"}) aware.record({"", "a", "{}"}, result);
  CHECK_THAT(aware.judge(going).detail, tacet_test::contains("each time with the same result"));

  call_history split{{.window = 10, .signature_threshold = 2}};
  for (int i = 0; i < 2; ++i) split.record({"", "x\ny", "{}"});
  CHECK(split.judge(going).detail == "\"x y\" with the arguments \"{}\" was called 2 times in the last 2 calls");

  std::string hostile = "\xFF\n\x01\xC3";
  for (int i = 0; i < 40; ++i) hostile += "\xE2\x82\xAC";
  call_history history{{.window = 4, .signature_threshold = 2}};
  const std::string huge = "{\"x\":\"" + std::string(1 << 20, 'y') + "\"}";
  for (int i = 0; i < 2; ++i) history.record({"", hostile, huge});
  const std::string detail = history.judge(going).detail;
  CHECK(detail.size() < 300);
  const char* const end = detail.data() + detail.size();
  for (const char* p = detail.data(); p != end;) {
    const std::size_t length = tacet::utf8_length(p, end);
    REQUIRE(length != 0);
    REQUIRE(static_cast<unsigned char>(*p) >= 0x20);
    p += length;
  }
}

TEST_CASE("a history that can never trip keeps nothing") {
  const loop_termination_policy table[] = {
      {.window = 0, .signature_threshold = 1},
      {.window = -3, .signature_threshold = 1, .name_only_threshold = 1},
      {.window = 10, .signature_threshold = 0},
      {.window = 10, .signature_threshold = -1, .name_only_threshold = 0},
      {.window = 2, .signature_threshold = 3, .name_only_threshold = 3}};
  for (const auto& p : table) {
    call_history history{p};
    for (int i = 0; i < 50; ++i) history.record({"", "a", "{}"});
    CHECK(history.size() == 0);
    CHECK_FALSE(history.judge(going).terminate);
  }
  call_history first{{.window = 1, .signature_threshold = 1}};
  CHECK_FALSE(first.judge(going).terminate);
  first.record({"", "a", "{}"});
  CHECK(first.judge(going).terminate);
  call_history wide{
      {.window = INT32_MAX, .signature_threshold = 5000}};  // nothing is set aside for the window
  for (int i = 0; i < 4999; ++i) wide.record({"", i % 2 == 0 ? "a" : "a", "{}"});
  CHECK_FALSE(wide.judge(going).terminate);
  wide.record({"", "a", "{}"});
  CHECK(wide.judge(going).terminate);
}

TEST_CASE("ten thousand different calls in a window of a thousand are told apart") {
  call_history history{{.window = 1000, .signature_threshold = 2, .name_only_threshold = 1000}};
  for (int i = 0; i < 10000; ++i) {
    const std::string arguments = "{\"i\":" + std::to_string(i % 1001) + "}";
    history.record({"", "p" + std::string(static_cast<std::size_t>(i % 7), 'q'), arguments});
    REQUIRE_FALSE(history.judge(going).terminate);
  }
  CHECK(history.size() == 1000);
  history.record({"", "x", "{}"});
  history.record({"", "x", "null"});
  CHECK(history.judge(going).terminate);
}
