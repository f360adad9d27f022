// SPDX-License-Identifier: MIT
// Where the records of what each phase did go: nowhere, into the report, or to a function.
#pragma once

#include <tacet/phase/contain.hpp>
#include <tacet/phase/family.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/values/execution_report.hpp>

#include <type_traits>
#include <utility>

namespace tacet {

/// The default: no record is made, and no code for it.
struct null_trace {
  using family = families::trace;
  static constexpr bool traces = false;
};

/// Every record is appended to the report's `trace`. When memory for one is refused, it is dropped.
struct collect_trace {
  using family = families::trace;
  static constexpr bool traces = true;
  void operator()(execution_report* report, const phase_record& record) const noexcept {
    if (report != nullptr) (void)detail::survives([&] { report->trace.push_back(record); });
  }
};

/// Every record is given to `sink(const phase_record&)` as it is made. What the sink throws is dropped.
template <class Sink> class trace_to {
 public:
  using family = families::trace;
  static constexpr bool traces = true;
  static constexpr bool valid = std::is_invocable_v<const Sink&, const phase_record&>;
  constexpr explicit trace_to(Sink sink) : sink_(std::move(sink)) {}
  void operator()(execution_report*, const phase_record& record) const noexcept {
    (void)detail::survives([&] { sink_(record); });
  }

 private:
  static_assert(rule::sink_takes_record<Sink, valid>());

  [[no_unique_address]] Sink sink_;
};

}  // namespace tacet
