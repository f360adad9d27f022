// SPDX-License-Identifier: MIT
// A whole run of a tool loop in memory of fixed size, with every way a call can end: what must ask for no
// memory.
#pragma once

#include <tacet/tacet.hpp>
#include <tacet/termination/fixed_call_history.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string_view>

namespace tacet_test {

enum class gear : std::uint8_t { slow, fast };
struct move_args {
  double metres = 0;
  gear in = gear::slow;
  std::optional<int> turns{};
  std::array<int, 2> over{};
  std::string_view note{};
  static constexpr auto notes = tacet::notes(tacet::note("metres", "How far", tacet::between(-10, 10)));
};
struct moved {
  double metres;
  std::string_view note;
};

struct counts {
  int ran = 0;
  int progress = 0;
  int diagnoses = 0;
  int seen[8] = {};  // outcomes by kind
  int by_prefix = 0;
  int lost = 0;
  int judged = 0;
  int rounds = 0;
  std::size_t dropped = 0;
  bool words = true;  // whether every outcome that is an error says something
};

// Runs batches until the history ends the loop. The same for every call of the function.
template <class Report, class History>
tacet::stop_reason heapless_run(Report& report, History& history, std::int64_t round_limit, counts& now) {
  using namespace tacet;
  using namespace std::chrono_literals;
  int tries = 0;
  const tool_executor executor{
      tools{tool<"move">([&now](const move_args& a) {
              return ++now.ran, moved{a.metres, a.note};
            }),
            tool<"look">(
                [&now](tool_context& context) {
                  ++now.ran;
                  for (int i = 1; i <= 3; ++i) context.progress(i * 100);
                  return std::string_view("nothing moves in front of the camera");
                },
                read_only),
            tool<"dock">([&now, &tries]() -> tool_result<int> {
              ++now.ran;
              if (++tries % 3 != 0) return not_applied("it is locked");
              return 42;
            }),
            tool<"grip">([&now]() -> tool_result<void> { return ++now.ran, tool_error("it is jammed"); },
                         read_only),
            tool<"lamp">([&now] { ++now.ran; }, max_calls<2>), tool<"fire">([&now] { ++now.ran; }),
            tool<"wait">([&now] { ++now.ran; })},
      preconditions{call_budget{},
                    precondition<"unarmed">([](const pending_call& c) -> std::optional<precondition_verdict> {
                      if (c.name() != "fire") return std::nullopt;
                      return precondition_verdict::block(
                          message::constant("There is nothing to fire with, and never will be."));
                    })},
      steering_gate{[](const pending_call& c) -> std::optional<skip> {
        if (c.name() != "wait") return std::nullopt;
        return skip{message::constant("There is nothing to wait for, so the call was answered at once."),
                    false};
      }},
      retries<retry_schedule{.max_attempts = 3, .backoff = 1us}>{},
      progress{[&now](const tool_progress& p) {
        std::array<std::byte, 64> memory;
        text_room room{memory};
        text_writer to(room);
        p.payload.append_to(to);
        now.progress += !to.finish({}).empty();
      }},
      diagnostics{[&now](const diagnosis&) { ++now.diagnoses; }},
      collect_trace{}};

  const tool_call batch[] = {
      {"1", "move",
       R"({"metres":1.5,"in":"fast","turns":3,"over":[1,2],"note":"a line\nand another, longer than a word"})"},
      {"2", "move", R"("{\"note\":\"in a string\",\"metres\":-2,\"over\":[0,0]}")"},
      {"3", "move", R"({"metres":11})"},
      {"4", "move", R"({"metres":1,"wheels":4})"},
      {"5", "move", "{\"metres\":"},
      {"6", "look"},
      {"7", "functions.look", " { } "},
      {"8", "dock"},
      {"9", "grip"},
      {"10", "lamp"},
      {"11", "lamp"},
      {"12", "fire"},
      {"13", "wait"},
      {"14", "a tool with a name that is longer than any text that stands in a string", "[]"},
      {"15", "move", R"({"metres":1,"note":"never)", true},
  };
  const run_options options{.stop = {}, .deadline = std::chrono::steady_clock::now() + 1h};
  history.clear();
  for (std::int64_t round = 1;; ++round) {
    ++now.rounds;
    executor.execute(batch, report, options);
    for (const tool_outcome& one : report.outcomes) {
      ++now.seen[static_cast<std::size_t>(one.kind)];
      now.words = now.words && (!one.is_error || !one.content.empty());
      now.by_prefix += batch[one.position].id == "7" && one.kind == outcome_kind::succeeded;
      now.lost += one.reason == outcome_reason::result_lost;
      history.record(batch[one.position], one.content);
    }
    now.dropped += report.trace.dropped();
    const bounded_verdict verdict =
        history.judge({.calls = std::size(batch), .rounds = round, .round_limit = round_limit});
    if (!verdict.terminate) continue;
    std::array<std::byte, 256> memory;
    text_room room{memory};
    text_writer to(room);
    verdict.write(to);
    now.judged += !to.finish({}).empty();
    return verdict.reason;
  }
}

// Whole runs with enough memory and with too little. Whether all went as it must.
inline bool heapless_runs(counts& plenty, counts& scarce) {
  using namespace tacet;
  static fixed_report<16, 4096, 128> wide;
  static fixed_report<16, 200, 20> narrow;
  static fixed_report<4, 200, 20> few;
  static policy_call_history<loop_termination_policy{
      .window = 60, .signature_threshold = 4, .result_aware = true}>
      history;
  static fixed_call_history<60> by_name{{.window = 60, .signature_threshold = 0, .name_only_threshold = 9}};
  bool good = true;
  const auto expect = [&good](bool holds, const char* what) {
    if (!holds) std::fprintf(stderr, "failed: %s\n", what);
    good = good && holds;
  };
  expect(heapless_run(wide, history, 100, plenty) == stop_reason::repetition, "the loop repeats itself");
  expect(plenty.rounds == 3, "after three rounds");
  expect(heapless_run(wide, history, 2, plenty) == stop_reason::round_limit, "the rounds are limited");
  expect(plenty.rounds == 5, "to two");
  expect(heapless_run(wide, by_name, 3, plenty) == stop_reason::repetition, "one name stands too often");
  expect(plenty.rounds == 7, "in the second round");
  expect(heapless_run(narrow, history, 2, scarce) == stop_reason::round_limit, "the same in little memory");
  const tool_executor executor{tools{tool<"look">([] { return 1; })}};
  const tool_call calls[] = {{"1", "look"}, {"2", "look"}, {"3", "look"}, {"4", "look"}, {"5", "look"}};
  expect(executor.execute(calls, few) == execution_status::no_room, "a batch beyond the capacity");
  expect(executor.execute(std::span(calls).first(4), few) == execution_status::completed,
         "a batch of that size");
  const auto seen = [](const counts& c, outcome_kind kind) { return c.seen[static_cast<std::size_t>(kind)]; };
  const int rounds = plenty.rounds;
  expect(seen(plenty, outcome_kind::unknown_tool) == rounds, "unknown tools");
  expect(seen(plenty, outcome_kind::bad_arguments) == 4 * rounds, "bad arguments, one of them cut");
  expect(seen(plenty, outcome_kind::failed) == rounds, "failures");
  // The executor of each run has a budget of two lamps.
  expect(seen(plenty, outcome_kind::refused) == 2 * rounds + 2 * (rounds - 3), "refusals and skips");
  expect(seen(plenty, outcome_kind::succeeded) == 5 * rounds + 2 * 3, "successes");
  expect(plenty.by_prefix == rounds, "a name with a prefix");
  expect(plenty.progress == 6 * rounds, "progress");
  expect(plenty.diagnoses >= 3 * rounds, "diagnoses");
  expect(plenty.lost == 0 && plenty.dropped == 0, "nothing is lost");
  expect(plenty.judged == 3 && scarce.judged == 1, "verdicts in words");
  expect(scarce.lost > 0 && scarce.dropped > 0, "something is lost where there is no room");
  expect(plenty.words && scarce.words, "every error has words");
  return good;
}

}  // namespace tacet_test
