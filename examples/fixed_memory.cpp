// SPDX-License-Identifier: MIT
// The control loop of a robot: no heap, no exceptions, no RTTI. All memory is in static storage and known
// when the program is linked. (Built with -fno-exceptions -fno-rtti.)
#include <tacet/tacet.hpp>
#include <tacet/termination/fixed_call_history.hpp>

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <optional>
#include <span>
#include <string_view>

// Whoever asks for memory ends this program.
void* operator new(std::size_t) { std::abort(); }
void* operator new(std::size_t, const std::nothrow_t&) noexcept { std::abort(); }
void operator delete(void*) noexcept {}
void operator delete(void*, std::size_t) noexcept {}

namespace {

using tacet::tool_call;

enum class side { left, right };
struct drive_args {
  double metres;
  std::string_view reason;  // a view, where a std::string would ask for memory
  static constexpr auto notes =
      tacet::notes(tacet::note("metres", "Negative is backwards", tacet::between(-2, 2)));
};
struct turn_args {
  side to;
};
struct position {
  int x, y;
};

struct robot {
  position at{0, 0};
  position ahead{1, 0};
  int jams = 2;

  tacet::tool_result<position> drive(const drive_args& a) {
    const int steps = static_cast<int>(a.metres);
    if (at.x + steps * ahead.x > 3)
      return tacet::tool_error(tacet::constant_text("There is a wall in that way."));
    at.x += steps * ahead.x;
    at.y += steps * ahead.y;
    return at;
  }
  position turn(const turn_args& a) {
    const int sign = a.to == side::left ? 1 : -1;
    ahead = {-sign * ahead.y, sign * ahead.x};
    return ahead;
  }
  // A gripper that sticks before it moves: that can be tried again without harm.
  tacet::tool_result<std::string_view> grip() {
    if (jams-- > 0) return tacet::not_applied(tacet::constant_text("The gripper is stuck."));
    return std::string_view("The cup is in the gripper.");
  }
};

robot body;
const tacet::tool_executor executor{
    tacet::tools{tacet::tool<"drive">([](const drive_args& a) { return body.drive(a); }, tacet::max_calls<4>),
                 tacet::tool<"turn">([](const turn_args& a) { return body.turn(a); }),
                 tacet::tool<"grip">([] { return body.grip(); })},
    tacet::preconditions{
        tacet::call_budget{},
        tacet::precondition<"one hand">(
            [](const tacet::pending_call& call) -> std::optional<tacet::precondition_verdict> {
              if (call.name() != "grip" || body.jams >= 0) return std::nullopt;
              // A constant is shown as it stands; any other text would be copied.
              return tacet::precondition_verdict::block(
                  tacet::message::constant("The gripper holds something."));
            })},
    tacet::retries<tacet::retry_schedule{.max_attempts = 3}>{}, tacet::collect_trace{}};

// At most 4 calls a batch, 600 bytes for what they say, and 24 records of what happened.
tacet::fixed_report<4, 600, 24> report;
tacet::policy_call_history<tacet::loop_termination_policy{.window = 8, .signature_threshold = 3}> history;

// What a model might ask for. A program has it from its decoder.
constexpr std::array<tool_call, 3> first{{{"1", "drive", R"({"metres": 2, "reason": "towards the cup"})"},
                                          {"2", "turn", R"({"to": "left"})"},
                                          {"3", "grip"}}};
constexpr std::array<tool_call, 4> second{{{"4", "drive", R"({"metres": 9, "reason": "home"})"},
                                           {"5", "fly", "{}"},
                                           {"6", "grip", ""},
                                           {"7", "turn", R"({"to": "right"})"}}};
constexpr std::array<tool_call, 1> stubborn{{{"8", "drive", R"({"metres": 2, "reason": "through"})"}}};
constexpr std::array<tool_call, 5> too_many{
    {{"a", "turn"}, {"b", "turn"}, {"c", "turn"}, {"d", "turn"}, {"e", "turn"}}};
constexpr std::span<const tool_call> replies[] = {first,    second,   too_many, stubborn,
                                                  stubborn, stubborn, stubborn};

int length(std::string_view text) { return static_cast<int>(text.size()); }

void print(std::span<const tool_call> calls) {
  for (const tacet::tool_outcome& one : report.outcomes) {
    std::printf("  %.*s: %.*s\n", length(one.name), one.name.data(), length(one.content), one.content.data());
    history.record(calls[one.position], one.content);
  }
  std::size_t attempts = 0;
  for (const tacet::phase_record& record : report.trace)
    attempts += record.action == tacet::phase_action::attempted;
  std::printf("  %zu attempts, %zu records, %zu more found no room\n", attempts, report.trace.size(),
              report.trace.dropped());
}

}  // namespace

int main() {
  std::printf("%zu bytes for reports, %zu for the history\n", sizeof report, sizeof history);
  std::int64_t round = 0;
  for (const auto calls : replies) {
    ++round;
    const tacet::execution_status status = executor.execute(calls, report);
    std::printf("round %d: %s\n", static_cast<int>(round), to_text(status).data());
    print(calls);

    const tacet::bounded_verdict verdict =
        history.judge({.calls = calls.size(), .rounds = round, .round_limit = 20});
    if (!verdict.terminate) continue;
    std::array<std::byte, 256> memory;
    tacet::text_room room{memory};
    tacet::text_writer words(room);
    verdict.write(words);
    const std::string_view why = words.finish("no room for the reason");
    std::printf("%s: %.*s\n", to_text(verdict.reason).data(), length(why), why.data());
    const bool as_expected = verdict.reason == tacet::stop_reason::repetition && round == 6 && body.at.x == 2;
    return as_expected ? 0 : 1;
  }
  return 1;
}
