// SPDX-License-Identifier: MIT
// The errors by which a tool says what it means: told to the model, permanent, before any effect, cancelled.
#pragma once

#include <exception>
#include <string>
#include <utility>

namespace tacet {

/// Whether a repeat can help.
enum class permanence : bool { transient, permanent };

/// A failure that a tool reports in its own words; the message is relayed to the model. Thrown, or returned in an
/// expected-like type.
class tool_error : public std::exception {
 public:
  explicit tool_error(std::string message, permanence lasting = permanence::transient)
      : message_(std::move(message)), lasting_(lasting) {}
  [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }
  /// A permanent error is never retried.
  [[nodiscard]] bool permanent() const noexcept { return lasting_ == permanence::permanent; }

 private:
  std::string message_;
  permanence lasting_;
};

/// A failure that surely came before the tool had any effect: a refused connection, a lock that was not got. The
/// only kind after which a `once` tool may be tried again.
class not_applied : public tool_error {
 public:
  using tool_error::tool_error;
};

/// Thrown by a tool, check or guard to cancel: this call and the rest of the batch are answered `cancelled`. Never
/// retried. No std::exception, so that a handler for errors does not take it for one.
struct cancelled final {};

}  // namespace tacet
