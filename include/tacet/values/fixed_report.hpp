// SPDX-License-Identifier: MIT
// A bounded report that holds its own memory, of a size known at compile time.
#pragma once

#include <tacet/values/bounded_report.hpp>

#include <array>
#include <cstddef>

namespace tacet {

namespace detail {
// A base, so that it is there before the report that borrows it.
template <std::size_t Calls, std::size_t TextBytes, std::size_t Records> struct report_memory {
  std::array<tool_outcome, Calls> outcome_memory;
  std::array<phase_record, Records> record_memory;
  alignas(std::max_align_t) std::array<std::byte, TextBytes> text_memory;
};
}  // namespace detail

/// A report for batches of at most `Calls` calls, with `TextBytes` bytes for their texts and values, and
/// `Records` records of the trace. Everything is in the object: on the stack, in static storage, wherever it
/// is placed.
template <std::size_t Calls, std::size_t TextBytes = 4096, std::size_t Records = 0>
class fixed_report : detail::report_memory<Calls, TextBytes, Records>, public bounded_report {
  using memory = detail::report_memory<Calls, TextBytes, Records>;

 public:
  fixed_report() noexcept
      : bounded_report(memory::outcome_memory, memory::text_memory, memory::record_memory) {}
};

}  // namespace tacet
