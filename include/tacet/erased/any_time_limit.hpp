// SPDX-License-Identifier: MIT
// Time limits that are chosen when the program runs.
#pragma once

#include <tacet/phase/family.hpp>
#include <tacet/phase/time_limits.hpp>
#include <tacet/std/chrono.hpp>

namespace tacet {

/// What `attempt_timeout<...>` is for a limit known at compile time: each attempt at a tool without a `timeout` of its own
/// gets this long. Nothing or less: no limit. Whether a tool can know of it, by a `tool_context&`, is not proved.
class any_attempt_timeout {
 public:
  using family = families::attempt_timeout;
  static constexpr duration limit{};  // not known

  constexpr any_attempt_timeout() noexcept = default;
  constexpr explicit any_attempt_timeout(std::chrono::nanoseconds time) noexcept : time_(time) {}
  [[nodiscard]] constexpr std::chrono::nanoseconds value() const noexcept { return time_; }

 private:
  std::chrono::nanoseconds time_{};
};

/// What `deadline<...>` is for a limit known at compile time: a call is to be answered this long after its tool was first
/// entered. Nothing or less: no limit. Whether the worst case fits into it is not proved.
class any_deadline {
 public:
  using family = families::deadline;
  static constexpr duration limit{};  // not known

  constexpr any_deadline() noexcept = default;
  constexpr explicit any_deadline(std::chrono::nanoseconds time) noexcept : time_(time) {}
  [[nodiscard]] constexpr std::chrono::nanoseconds value() const noexcept { return time_; }

 private:
  std::chrono::nanoseconds time_{};
};

}  // namespace tacet
