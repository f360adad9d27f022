// SPDX-License-Identifier: MIT
// Where the records of what each phase did go: nowhere, into the report, or to a function.
#pragma once

#include <tacet/phase/contain.hpp>
#include <tacet/phase/family.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/values/phase_record.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet {

namespace detail {
// The trace of a report of any type. Empty where a single call is run, which has no report.
class trace_log {
 public:
  template <class Report>
  explicit trace_log(Report* to) noexcept
      : report_(to),
        add_([](void* self, const phase_record& record) {
          (void)survives([&] { static_cast<Report*>(self)->trace.push_back(record); });
        }),
        keep_([]([[maybe_unused]] void* self, [[maybe_unused]] std::string_view text) noexcept -> std::string_view {
          // Where memory is bounded a trace takes none of it: with it a call must end as it does without.
          if constexpr (requires { requires Report::bounded; }) return {};
          else return static_cast<Report*>(self)->room().store(text);
        }) {}
  explicit trace_log(std::nullptr_t) noexcept {}
  void add(const phase_record& record) const {
    if (report_ != nullptr) add_(report_, record);
  }
  // A text that is gone soon, as long as the report lives; empty where it cannot be kept.
  [[nodiscard]] std::string_view kept(std::string_view text) const noexcept {
    return report_ == nullptr ? std::string_view{} : keep_(report_, text);
  }

 private:
  void* report_ = nullptr;
  void (*add_)(void*, const phase_record&) = nullptr;
  std::string_view (*keep_)(void*, std::string_view) noexcept = nullptr;
};
struct no_trace_log {
  explicit no_trace_log(const void*) noexcept {}
};
// A trace that writes into the report says so by `log_type`; others are given the record alone.
template <class Trace> struct trace_log_of { using type = no_trace_log; };
template <class Trace>
  requires requires { typename Trace::log_type; }
struct trace_log_of<Trace> { using type = typename Trace::log_type; };
}  // namespace detail

/// The default: no record is made, and no code for it.
struct null_trace {
  using family = families::trace;
  static constexpr bool traces = false;
};

/// Every record is appended to the report's `trace`. When memory for one is refused, it is dropped.
struct collect_trace {
  using family = families::trace;
  using log_type = detail::trace_log;
  static constexpr bool traces = true;
  void operator()(const detail::trace_log& log, const phase_record& record) const noexcept { log.add(record); }
};

/// Every record is given to `sink(const phase_record&)` as it is made. What the sink throws is dropped.
template <class Sink> class trace_to {
 public:
  using family = families::trace;
  static constexpr bool traces = true;
  static constexpr bool valid = std::is_invocable_v<const Sink&, const phase_record&>;
  constexpr explicit trace_to(Sink sink) : sink_(std::move(sink)) {}
  void operator()(const phase_record& record) const noexcept {
    (void)detail::survives([&] { sink_(record); });
  }

 private:
  static_assert(rule::sink_takes_record<Sink, valid>());

  [[no_unique_address]] Sink sink_;
};

}  // namespace tacet
