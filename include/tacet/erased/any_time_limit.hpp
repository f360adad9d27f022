// SPDX-License-Identifier: MIT
// Time limits that are chosen when the program runs.
#pragma once

#include <tacet/phase/family.hpp>
#include <tacet/phase/time_limits.hpp>
#include <tacet/std/chrono.hpp>

namespace tacet {

/// A limit of a family; nothing or less: none.
template <class Family> class limit_at_run_time {
 public:
  using family = Family;
  static constexpr duration limit{};  // not known

  constexpr limit_at_run_time() noexcept = default;
  constexpr explicit limit_at_run_time(std::chrono::nanoseconds time) noexcept : time_(time) {}
  [[nodiscard]] constexpr std::chrono::nanoseconds value() const noexcept { return time_; }

 private:
  std::chrono::nanoseconds time_{};
};

/// What `attempt_timeout<...>` is for a limit known at compile time: each attempt at a tool without a `timeout` of its own
/// gets this long. Whether a tool can know of it, by a `tool_context&`, is not proved.
using any_attempt_timeout = limit_at_run_time<families::attempt_timeout>;
/// What `deadline<...>` is for a limit known at compile time: a call is to be answered this long after its tool was first
/// entered. Whether the worst case fits into it is not proved.
using any_deadline = limit_at_run_time<families::deadline>;

}  // namespace tacet
