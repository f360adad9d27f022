// SPDX-License-Identifier: MIT
// Laws of batches whose report has fixed memory, against the same batches with a report that grows.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

using namespace tacet;

namespace {

struct text_args {
  std::string_view text;
};
struct point {
  double x = 1.5;
  std::string_view name = "a point with a name of its own";
};

// What ran, in order, and a source that one of the tools stops.
struct seen {
  std::vector<int> ran{};
  std::stop_source stop{};
};

// Every way a call can end, apart from exceptions.
auto executor_of(seen& now) {
  return tool_executor{
      tools{tool<"echo">([&now](const text_args& a) { return now.ran.push_back(0), a.text; }, read_only,
                         max_calls<3>),
            tool<"number">([&now] { return now.ran.push_back(1), 1234567; }),
            tool<"point">([&now] { return now.ran.push_back(2), point{}; }),
            tool<"string">([&now](const text_args& a) {
              return now.ran.push_back(3), std::string(a.text) + " and more";
            }),
            tool<"fails">([&now]() -> tool_result<int> {
              return now.ran.push_back(4), tool_error("no luck at all today");
            }),
            tool<"early">(
                [&now]() -> tool_result<int> { return now.ran.push_back(5), not_applied("it is locked"); }),
            tool<"nothing">([&now] { now.ran.push_back(6); }),
            tool<"empty">([&now] { return now.ran.push_back(7), std::string_view(); }),
            tool<"stop">([&now] { return now.ran.push_back(8), now.stop.request_stop(); }),
            tool<"blocked">([&now] { now.ran.push_back(9); }),
            tool<"skipped">([&now] { now.ran.push_back(10); })},
      preconditions{call_budget{},
                    precondition<"never">([](const pending_call& c) -> std::optional<precondition_verdict> {
                      if (c.name() != "blocked") return std::nullopt;
                      return precondition_verdict::block(
                          message::constant("This is blocked by a check, always."));
                    })},
      steering_gate{[](const pending_call& c) -> std::optional<skip> {
        if (c.name() != "skipped") return std::nullopt;
        return skip{message::constant("Somebody has answered this already."), false};
      }},
      retries<retry_schedule{.max_attempts = 3}>{}, collect_trace{}};
}

const std::vector<tool_call> batch{{"1", "echo", R"({"text":"hello"})"},
                                   {"2", "echo", R"({"text":"a line\nand \u00fc"})"},
                                   {"3", "number"},
                                   {"4", "point"},
                                   {"5", "string", R"({"text":"a text that is not short"})"},
                                   {"6", "fails"},
                                   {"7", "early"},
                                   {"8", "nothing"},
                                   {"9", "empty"},
                                   {"10", "echo", R"({"text":1})"},
                                   {"11", "echo", "{"},
                                   {"12", "echo", "{}", true},
                                   {"13", "echo", R"({"text":"third"})"},
                                   {"14", "echo", R"({"text":"over the budget"})"},
                                   {"15", "blocked"},
                                   {"16", "skipped"},
                                   {"17", "no such tool"},
                                   {"", "", ""},
                                   {"18", "number"}};

struct memory {
  std::vector<tool_outcome> outcomes;
  std::unique_ptr<std::byte[]> texts;  // exactly so many, for the sanitizer's sake
  std::vector<phase_record> records;
  bounded_report report;

  memory(std::size_t calls, std::size_t text_bytes, std::size_t trace)
      : outcomes(calls),
        texts(std::make_unique<std::byte[]>(text_bytes)),
        records(trace),
        report(outcomes, std::span(texts.get(), text_bytes), records) {}
};

bool same(const phase_record& a, const phase_record& b) {
  // The text of an error is not kept where memory is bounded: a trace takes none of it.
  const bool of_an_error = a.action == phase_action::retried || a.action == phase_action::failed;
  const std::string_view kept = of_an_error ? std::string_view() : b.detail;
  return a.phase == b.phase && a.call_id == b.call_id && a.action == b.action && a.detail == kept &&
         a.tool_name == b.tool_name && a.position == b.position;
}
bool same(const tool_outcome& a, const tool_outcome& b) {
  return a.call_id == b.call_id && a.name == b.name && a.content == b.content && a.position == b.position &&
         a.attempts == b.attempts && a.kind == b.kind && a.phase == b.phase && a.reason == b.reason &&
         a.is_error == b.is_error && static_cast<bool>(a.value) == static_cast<bool>(b.value);
}

}  // namespace

TEST_CASE(
    "with enough memory a bounded report is the report that grows, word for word, also when used again") {
  seen plenty;
  const auto wanted = executor_of(plenty).execute(batch);
  memory fixed(batch.size(), 8192, wanted.trace.size());
  for (int round = 0; round < 3; ++round) {
    seen now;
    REQUIRE(executor_of(now).execute(batch, fixed.report) == execution_status::completed);
    CHECK(now.ran == plenty.ran);
    REQUIRE(fixed.report.outcomes.size() == batch.size());
    for (std::size_t i = 0; i < batch.size(); ++i) {
      INFO(i << " " << fixed.report.outcomes[i].content << " / " << wanted.outcomes[i].content);
      CHECK(same(fixed.report.outcomes[i], wanted.outcomes[i]));
    }
    REQUIRE(fixed.report.trace.size() == wanted.trace.size());
    for (std::size_t i = 0; i < wanted.trace.size(); ++i) CHECK(same(fixed.report.trace[i], wanted.trace[i]));
    CHECK(fixed.report.trace.dropped() == 0);
  }
}

TEST_CASE("a batch beyond the capacity runs nothing, and one of exactly that size runs") {
  for (std::size_t capacity = 0; capacity <= batch.size(); ++capacity) {
    memory fixed(capacity, 8192, 200);
    seen now;
    const auto executor = executor_of(now);
    for (std::size_t n = 0; n <= batch.size(); ++n) {
      now.ran.clear();
      const auto status = executor.execute(std::span(batch).first(n), fixed.report);
      REQUIRE(status == fixed.report.status);
      if (n > capacity) {
        REQUIRE(status == execution_status::no_room);
        REQUIRE(now.ran.empty());
        REQUIRE(fixed.report.outcomes.empty());
        REQUIRE(fixed.report.trace.empty());
      } else {
        REQUIRE(status == execution_status::completed);
        REQUIRE(fixed.report.outcomes.size() == n);
        REQUIRE(now.ran.empty() == (n == 0));
      }
    }
  }
}

TEST_CASE("whatever the text memory is, every call is answered once, truly and with words") {
  seen plenty;
  const auto wanted = executor_of(plenty).execute(batch);
  std::size_t whole_from = 0;
  int lost = 0;
  int starved = 0;
  for (std::size_t size = 0; size <= 4096; ++size) {
    INFO(size);
    memory fixed(batch.size(), size, 200);
    seen now;
    REQUIRE(executor_of(now).execute(batch, fixed.report) == execution_status::completed);
    REQUIRE(fixed.report.outcomes.size() == batch.size());
    bool whole = now.ran == plenty.ran;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const tool_outcome& got = fixed.report.outcomes[i];
      const tool_outcome& want = wanted.outcomes[i];
      INFO(i << " " << got.content << " / " << want.content);
      REQUIRE(got.call_id == batch[i].id);
      REQUIRE(got.position == i);
      if (!want.content.empty()) REQUIRE(!got.content.empty());
      // What an earlier call without room has not spent of the budget is there for this one.
      if (batch[i].id == "14" && got.attempts != 0) {
        whole = false;
        continue;
      }
      if (got.reason == outcome_reason::result_lost && want.reason != outcome_reason::result_lost) {
        // The tool ran and its result found no room, or its arguments did not and it never ran.
        REQUIRE(got.kind == outcome_kind::failed);
        REQUIRE(got.is_error);
        REQUIRE_FALSE(static_cast<bool>(got.value));
        if (got.attempts == 0) {
          ++starved;
          REQUIRE(got.phase == call_phase::decoding);
        } else {
          ++lost;
          REQUIRE(got.attempts == want.attempts);
          REQUIRE(got.phase == call_phase::result);
          REQUIRE(want.kind == outcome_kind::succeeded);
        }
        whole = false;
        continue;
      }
      REQUIRE(got.kind == want.kind);
      REQUIRE(got.reason == want.reason);
      REQUIRE(got.attempts == want.attempts);
      REQUIRE(got.is_error == want.is_error);
      REQUIRE(static_cast<bool>(got.value) == static_cast<bool>(want.value));
      if (got.kind == outcome_kind::succeeded) REQUIRE(got.content == want.content);
      whole = whole && got.content == want.content;
    }
    // No tool has run more often than its answer says.
    std::size_t attempts = 0;
    for (const tool_outcome& one : fixed.report.outcomes) attempts += static_cast<std::size_t>(one.attempts);
    REQUIRE(attempts == now.ran.size());
    if (whole && whole_from == 0) whole_from = size;
    if (whole_from != 0) REQUIRE(whole);
  }
  CHECK(lost > 0);
  CHECK(starved > 0);
  CHECK(whole_from > 0);
}

TEST_CASE("the trace keeps the first records that fit, and counts the others") {
  seen plenty;
  const auto wanted = executor_of(plenty).execute(batch);
  for (std::size_t room = 0; room <= wanted.trace.size() + 1; ++room) {
    memory fixed(batch.size(), 8192, room);
    for (int round = 0; round < 2; ++round) {
      seen now;
      executor_of(now).execute(batch, fixed.report);
      REQUIRE(fixed.report.trace.size() == std::min(room, wanted.trace.size()));
      REQUIRE(fixed.report.trace.dropped() == wanted.trace.size() - fixed.report.trace.size());
      for (std::size_t i = 0; i < fixed.report.trace.size(); ++i)
        REQUIRE(same(fixed.report.trace[i], wanted.trace[i]));
    }
    REQUIRE(fixed.report.outcomes.size() == batch.size());
  }
}

TEST_CASE("a batch that is stopped in the middle is answered to the end in whatever memory") {
  std::vector<tool_call> stopped(batch.begin(), batch.begin() + 3);
  stopped.push_back({"s", "stop"});
  stopped.insert(stopped.end(), batch.begin() + 3, batch.end());
  for (std::size_t size = 0; size < 2500; size += size < 200 ? 1 : 7) {
    memory fixed(stopped.size(), size, 3);
    seen now;
    const run_options options{.stop = now.stop.get_token()};
    REQUIRE(executor_of(now).execute(stopped, fixed.report, options) == execution_status::cancelled);
    REQUIRE(fixed.report.cancelled());
    REQUIRE(fixed.report.outcomes.size() == stopped.size());
    REQUIRE(now.ran.back() == 8);
    for (std::size_t i = 4; i < stopped.size(); ++i) {
      const tool_outcome& one = fixed.report.outcomes[i];
      REQUIRE(one.kind == outcome_kind::cancelled);
      REQUIRE(one.attempts == 0);
      REQUIRE(one.call_id == stopped[i].id);
      REQUIRE(one.position == i);
      REQUIRE(!one.content.empty());
    }
  }
}

TEST_CASE("a random sequence of batches leaves nothing behind in a report that is used for all of them") {
  memory used(8, 1024, 12);
  std::uint32_t seed = 5;
  const auto draw = [&seed](std::size_t below) {
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % below;
  };
  for (int round = 0; round < 2000; ++round) {
    std::vector<tool_call> calls;
    for (std::size_t n = draw(11); n-- > 0;) calls.push_back(batch[draw(batch.size())]);
    memory fresh(8, 1024, 12);
    seen one;
    seen other;
    REQUIRE(executor_of(one).execute(calls, used.report) == executor_of(other).execute(calls, fresh.report));
    REQUIRE(one.ran == other.ran);
    REQUIRE(used.report.outcomes.size() == fresh.report.outcomes.size());
    for (std::size_t i = 0; i < fresh.report.outcomes.size(); ++i)
      REQUIRE(same(used.report.outcomes[i], fresh.report.outcomes[i]));
    REQUIRE(used.report.trace.size() == fresh.report.trace.size());
    REQUIRE(used.report.trace.dropped() == fresh.report.trace.dropped());
  }
}

#if defined(__cpp_exceptions)
TEST_CASE("what a tool throws is answered in whatever memory, and ends nothing but its call") {
  int ran = 0;
  const tool_executor executor{tools{tool<"throws">([&ran]() -> int {
                                       ++ran;
                                       throw std::runtime_error("a text for people that is rather long");
                                     }),
                                     tool<"reports">([&ran]() -> int {
                                       ++ran;
                                       throw tool_error("a text for the model that is rather long");
                                     }),
                                     tool<"cancels">([&ran]() -> int {
                                       ++ran;
                                       throw cancelled{};
                                     }),
                                     tool<"number">([&ran] { return ++ran; })},
                               collect_trace{}};
  const tool_call calls[] = {
      {"1", "throws"}, {"2", "reports"}, {"3", "number"}, {"4", "cancels"}, {"5", "number"}};
  for (std::size_t size = 0; size < 1500; ++size) {
    INFO(size);
    memory fixed(5, size, 4);
    ran = 0;
    REQUIRE(executor.execute(calls, fixed.report) == execution_status::cancelled);
    REQUIRE(ran == 4);
    const auto& o = fixed.report.outcomes;
    REQUIRE(o.size() == 5);
    REQUIRE(o[0].reason == outcome_reason::exception);
    REQUIRE(o[1].reason == outcome_reason::tool_error);
    REQUIRE((o[2].reason == outcome_reason::result_lost || o[2].content == "3"));
    REQUIRE(o[3].kind == outcome_kind::cancelled);
    REQUIRE(o[4].kind == outcome_kind::cancelled);
    for (const tool_outcome& one : o) REQUIRE(!one.content.empty());
  }
}
#endif

#if defined(__cpp_exceptions)

TEST_CASE("a trace changes no outcome, however little memory there is") {
  const auto fails_long = [](tool_context& context) -> std::string_view {
    if (context.attempt() == 1) throw std::runtime_error(std::string(220, 'x'));
    return "the second attempt has an answer of its own";
  };
  const auto set = [&] { return tools{tool<"read">(fails_long, read_only)}; };
  using twice = retries<retry_schedule{.max_attempts = 2}>;
  int told = 0;
  const tool_executor plain{set(), twice{}};
  const tool_executor collecting{set(), twice{}, collect_trace{}};
  const tool_executor telling{set(), twice{}, trace_to{[&told](const phase_record& one) {
                                told += static_cast<int>(one.detail.size());
                              }}};
  const tool_call call{"1", "read"};
  for (std::size_t size = 0; size < 600; ++size) {
    std::vector<std::byte> text(size);
    std::array<tool_outcome, 1> slots;
    std::array<phase_record, 8> records;
    const auto answer = [&](const auto& executor) {
      bounded_report report(slots, text, records);
      executor.execute({&call, 1}, report);
      const tool_outcome& one = report.outcomes[0];
      return std::string(one.content) + to_text(one.kind).data() + std::to_string(one.attempts);
    };
    const std::string expected = answer(plain);
    CHECK(answer(collecting) == expected);
    CHECK(answer(telling) == expected);
  }
  CHECK(told >= 600 * 220);  // a sink is told the whole text
}

#endif
