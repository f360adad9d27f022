// SPDX-License-Identifier: MIT
// Where the progress of running tools goes.
#pragma once

#include <tacet/phase/awaited.hpp>
#include <tacet/phase/contain.hpp>
#include <tacet/phase/family.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/values/tool_progress.hpp>

#include <type_traits>
#include <utility>

namespace tacet {

/// The default: no `tool_progress` is ever built.
struct null_progress_sink {
  using family = families::progress;
  static constexpr bool listens = false;
};

/// Every progress value is given to `sink(const tool_progress&)`, in order, on the thread of the tool. What the
/// sink throws is dropped and does not fail the tool.
template <class Sink> class progress {
 public:
  using family = families::progress;
  static constexpr bool listens = true;
  static constexpr bool valid = std::is_invocable_v<const Sink&, const tool_progress&>;
  /// Whether the sink is waited for, which the synchronous executor cannot do.
  static constexpr bool waits = detail::call_waits<Sink, const tool_progress&>;
  constexpr explicit progress(Sink sink) : sink_(std::move(sink)) {}
  // Not noexcept: the unwinding of a cancelled thread may begin in a sink that writes.
  void operator()(const tool_progress& value) const
    requires(!waits)
  {
    (void)detail::survives([&] { sink_(value); });
  }
  [[nodiscard]] constexpr const Sink& sink() const noexcept { return sink_; }

 private:
  static_assert(rule::sink_takes_progress<Sink, valid>());

  [[no_unique_address]] Sink sink_;
};

}  // namespace tacet
