// SPDX-License-Identifier: MIT
// The errors by which a tool says what it means: told to the model, permanent, before any effect, cancelled.
#pragma once

#include <tacet/std/chrono.hpp>
#include <tacet/tool/duration.hpp>

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <utility>

namespace tacet {

/// Whether a repeat can help.
enum class permanence : bool { transient, permanent };

/// A literal: an error made of it copies nothing, for programs without a heap.
struct constant_text {
  explicit consteval constant_text(const char* literal) : text(literal) {}
  const char* text;
};

/// How long to wait before the next attempt, as a server says that is busy (HTTP's `Retry-After`). Less than nothing is
/// nothing.
struct retry_after {
  explicit constexpr retry_after(duration how_long) noexcept : wait(how_long.count < 0 ? duration{} : how_long) {}
  duration wait;
};

/// A failure that a tool reports in its own words; the message is relayed to the model. Thrown, or returned in an
/// expected-like type. Holds its message, of which more than 15 bytes allocate, or the address of a constant.
class tool_error : public std::exception {
 public:
  explicit tool_error(std::string message, permanence lasting = permanence::transient)
      : message_(std::move(message)), lasting_(lasting) {}
  explicit tool_error(constant_text message, permanence lasting = permanence::transient) noexcept
      : constant_(message.text), lasting_(lasting) {}
  /// The same, to be tried again not before a while. Only a schedule that `heeds_retry_after` cares.
  tool_error(std::string message, tacet::retry_after pause) : message_(std::move(message)), pause_(pause.wait.count) {}
  tool_error(constant_text message, tacet::retry_after pause) noexcept
      : constant_(message.text), pause_(pause.wait.count) {}
  [[nodiscard]] const char* what() const noexcept override { return constant_ != nullptr ? constant_ : message_.c_str(); }
  /// A permanent error is never retried.
  [[nodiscard]] bool permanent() const noexcept { return lasting_ == permanence::permanent; }
  /// How long the next attempt is to wait, if the tool said so; never negative.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> retry_after() const noexcept {
    return pause_ < 0 ? std::nullopt : std::optional(std::chrono::nanoseconds(pause_));
  }

 private:
  std::string message_{};
  const char* constant_ = nullptr;
  permanence lasting_ = permanence::transient;
  std::int64_t pause_ = -1;  // nanoseconds; negative: nothing was said
};

/// A failure that surely came before the tool had any effect: a refused connection, a lock that was not got. The
/// only kind after which a `once` tool may be tried again.
class not_applied : public tool_error {
 public:
  using tool_error::tool_error;
};

/// A tool that ends at its deadline without knowing what came of its work. The call is answered as timed out, and where the
/// tool runs `once` as of unknown outcome; the text is told to the model before a sentence about that.
class timed_out : public tool_error {
 public:
  using tool_error::tool_error;
};

/// Thrown by a tool, check or guard to cancel: this call and the rest of the batch are answered `cancelled`. Never
/// retried. No std::exception, so that a handler for errors does not take it for one.
struct cancelled final {};

}  // namespace tacet
