// SPDX-License-Identifier: MIT
// Refuses the calls of a batch beyond the first so many.
#pragma once

#include <tacet/phase/pending_call.hpp>
#include <tacet/values/tool_descriptor.hpp>
#include <tacet/values/verdicts.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace tacet {

/// A precondition: of the calls of one batch that reach it, it refuses those behind the first `most`. They
/// are answered like any other call, so a batch that is too large leaves none of them open. What an earlier
/// check refused is not counted; what a later one refuses is. Each `execute` is a batch, and so is each
/// `execute_one`. Asking cannot throw.
class batch_limit {
 public:
  static constexpr std::string_view name = "batch_limit";
  /// The calls that were counted.
  struct batch {
    std::uint32_t calls = 0;
  };

  /// No limit.
  constexpr batch_limit() noexcept = default;
  constexpr explicit batch_limit(std::uint32_t most) noexcept : most_(most) {}

  /// Whether it has no limit.
  [[nodiscard]] bool idle_for(const tool_descriptor&) const noexcept { return most_ == no_limit; }

  std::optional<precondition_verdict> operator()(const pending_call&, batch& counted) const noexcept {
    if (most_ == no_limit) return std::nullopt;
    if (counted.calls < most_) {
      ++counted.calls;
      return std::nullopt;
    }
    return precondition_verdict::block(
        message::constant(
            "The call was not run: there are more calls at once than are taken here. Ask again, with fewer."),
        outcome_reason::policy);
  }

 private:
  static constexpr std::uint32_t no_limit = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t most_ = no_limit;
};

}  // namespace tacet
