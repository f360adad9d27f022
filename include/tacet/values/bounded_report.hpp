// SPDX-License-Identifier: MIT
// The outcomes of one batch in memory that the caller gave, for programs without a heap.
#pragma once

#include <tacet/text/text_room.hpp>
#include <tacet/values/bounded_list.hpp>
#include <tacet/values/phase_record.hpp>
#include <tacet/values/tool_outcome.hpp>

#include <cstddef>
#include <span>

namespace tacet {

/// Filled by `tool_executor::execute` as an `execution_report` is, and never allocates:
/// - a batch of more calls than `outcomes.capacity()` runs nothing, and its status is `no_room`;
/// - a text or value that finds no room is not lost silently: the outcome of a tool that has run says that
///   its result could not be kept (`outcome_reason::result_lost`); the same with 0 attempts says that there
///   was no room for the arguments and the tool did not run; any other outcome has a static text;
/// - a record that finds no room is dropped, and `trace.dropped()` counts it. Records have no texts of exceptions: a trace
///   takes nothing of the memory for texts, so a call ends as it does without one.
/// Borrows the memory, which must outlive it; `fixed_report` brings its own. Not copied and not moved.
class bounded_report {
 public:
  static constexpr bool bounded = true;

  bounded_list<tool_outcome> outcomes;
  bounded_list<phase_record> trace;  ///< empty unless the executor collects a trace
  execution_status status = execution_status::completed;

  bounded_report(std::span<tool_outcome> outcome_memory, std::span<std::byte> text_memory,
                 std::span<phase_record> record_memory = {}) noexcept
      : outcomes(outcome_memory), trace(record_memory), room_(text_memory) {}
  bounded_report(const bounded_report&) = delete;
  bounded_report& operator=(const bounded_report&) = delete;

  /// Whether some call was cancelled.
  [[nodiscard]] bool cancelled() const noexcept { return status == execution_status::cancelled; }

  /// Forgets everything, keeps the memory.
  void clear() noexcept {
    outcomes.clear();
    trace.clear();
    status = execution_status::completed;
    room_.clear();
  }

  /// Where contents and values are stored.
  [[nodiscard]] text_room& room() noexcept { return room_; }

 private:
  text_room room_;
};

}  // namespace tacet
