// SPDX-License-Identifier: MIT
// What a measured case is: a function that is called many times, and the answer it has to give.
#pragma once

#include "tools.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

// Figures of another build than the one that is meant would be worth nothing.
#if !defined(__OPTIMIZE__) || !defined(NDEBUG) || defined(__SANITIZE_ADDRESS__) || \
    defined(__SANITIZE_THREAD__)
#error "the codegen programs are compiled with -O2 -DNDEBUG and without sanitizers"
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(undefined_behavior_sanitizer)
#error "the codegen programs are compiled without sanitizers"
#endif
#endif

namespace codegen {

/// Everything that the function of a case reads and writes. One object, whose address is passed in a
/// register, so that the harness costs the same for all.
struct work {
  std::array<tacet::tool_call, 8> calls{};
  std::size_t count = 0;  ///< of the calls
  pair_args arguments{};
  int number = 0;  ///< a typed result
  bool found = false;
  tacet::tool_outcome slot{};
  tacet::text_room room{};
  tacet::execution_report report{};
  std::array<char, 64> text{};  ///< where hand-written code writes its answer
};

/// One row. The function is called through the pointer, so no compiler sees both it and the loop.
struct measured {
  std::string_view name;
  void (*body)(work&);
  std::string (*answer)(const work&);  ///< what the body answered, as a text
  std::string_view expected;
  std::span<const tacet::tool_call> calls;
  std::size_t per = 1;  ///< how many of what is counted are in one call of the body
};

/// The content. Of a refusal the reason and the place, in parentheses at the end of its sentence: the words
/// may change.
inline std::string said(const tacet::tool_outcome& outcome) {
  if (!outcome.is_error) return std::string(outcome.content);
  if (outcome.content.empty()) return "no sentence";
  const std::size_t place = outcome.content.rfind('(');
  return std::string(to_text(outcome.reason))
      .append(place == std::string_view::npos ? "" : " ")
      .append(outcome.content.substr(place == std::string_view::npos ? outcome.content.size() : place));
}
inline std::string slot_answer(const work& w) { return said(w.slot); }
inline std::string report_answer(const work& w) {
  std::string all;
  for (const tacet::tool_outcome& outcome : w.report.outcomes)
    all.append(all.empty() ? "" : " ").append(said(outcome));
  return all;
}
inline std::string number_answer(const work& w) { return w.found ? std::to_string(w.number) : "not found"; }

/// The one call of most rows.
inline constexpr tacet::tool_call add_call{"call_1", "add_numbers", R"({"a":1,"b":2})"};

/// The body of a row that runs one call into a slot.
template <const auto& Executor> void into_slot(work& w) {
  w.room.clear();
  Executor.execute_one(w.calls[0], w.slot, w.room);
}
/// The body of a row that runs its calls into a report that is used again.
template <const auto& Executor> void into_report(work& w) {
  Executor.execute(std::span<const tacet::tool_call>(w.calls.data(), w.count), w.report);
}

// Each of these is a translation unit of its own, as a user's executor is: what one of them inlines does not
// depend on the others.
extern const std::span<const measured> typed_rows;
extern const std::span<const measured> by_hand_typed_rows;
extern const std::span<const measured> by_hand_text_rows;
extern const std::span<const measured> plain_rows;
extern const std::span<const measured> empty_part_rows;
extern const std::span<const measured> one_check_rows;
extern const std::span<const measured> full_rows;
extern const std::span<const measured> retried_rows;
extern const std::span<const measured> erased_rows;
extern const std::span<const measured> name_rows;

// The twins whose machine code is compared; the library's is in typed.cpp, the other one in
// by_hand_typed.cpp.
void library_typed_call(work& w);
void by_hand_typed_call(work& w);

/// Fails twice and then answers: a hundred times the attempt, plus both arguments. What is measured is not
/// the tool.
tacet::tool_result<int> third_time_lucky(const pair_args& x);

}  // namespace codegen
