// SPDX-License-Identifier: MIT
// The outcomes of one batch, in call order, with the storage they borrow from.
#pragma once

#include <tacet/text/text_room.hpp>
#include <tacet/values/phase_record.hpp>
#include <tacet/values/tool_call.hpp>
#include <tacet/values/tool_outcome.hpp>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet {

/// Filled by `tool_executor::execute`. Outcome i belongs to call i. Ids and names borrow from the reply the calls
/// came from; contents and values live in the report. Used again, it does not allocate once it has grown to the
/// size of the work.
class execution_report {
 public:
  std::vector<tool_outcome> outcomes{};
  std::vector<phase_record> trace{};  ///< empty unless the executor collects a trace
  execution_status status = execution_status::completed;

  execution_report() = default;
  execution_report(execution_report&&) noexcept = default;
  execution_report& operator=(execution_report&& other) noexcept {
    clear();
    outcomes = std::move(other.outcomes);
    trace = std::move(other.trace);
    status = other.status;
    room_ = std::move(other.room_);
    return *this;
  }

  /// Whether some call was cancelled.
  [[nodiscard]] bool cancelled() const noexcept { return status == execution_status::cancelled; }

  /// Forgets everything, keeps the memory.
  void clear() noexcept {
    outcomes.clear();
    trace.clear();
    status = execution_status::completed;
    room_.clear();
  }

  /// Makes room for `calls` outcomes and, roughly, their texts, so that a batch of that size cannot run out of
  /// it. Throws std::bad_alloc.
  void reserve(std::size_t calls, std::size_t text_bytes = 4096) {
    outcomes.reserve(calls);
    if (room_.reserve(text_bytes) == nullptr) throw_bad_alloc();
  }

  /// A report that borrows nothing: ids and names are copied too. Values are not (they keep their text). Allocates.
  [[nodiscard]] execution_report to_owned() const {
    execution_report copy;
    copy.outcomes = outcomes;
    copy.trace = trace;
    copy.status = status;
    for (tool_outcome& outcome : copy.outcomes) {
      outcome.value = {};
      for (std::string_view* text : {&outcome.call_id, &outcome.name, &outcome.content}) *text = copy.own(*text);
    }
    for (phase_record& record : copy.trace)
      for (std::string_view* text : {&record.call_id, &record.tool_name, &record.detail}) *text = copy.own(*text);
    return copy;
  }

  /// Where contents and values are stored.
  [[nodiscard]] text_room& room() noexcept { return room_; }

 private:
  std::string_view own(std::string_view text) {
    const std::string_view stored = room_.store(text);
    if (stored.data() == nullptr) throw_bad_alloc();
    return stored;
  }
  [[noreturn]] static void throw_bad_alloc() {
#if defined(__cpp_exceptions)
    throw std::bad_alloc();
#else
    std::abort();
#endif
  }

  text_room room_{};
};

}  // namespace tacet
