// SPDX-License-Identifier: MIT
// Refuses tools by name: those that are denied, and those that are not among the allowed ones.
#pragma once

#include <tacet/phase/pending_call.hpp>
#include <tacet/values/tool_descriptor.hpp>
#include <tacet/values/verdicts.hpp>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet {

/// A precondition: refuses a tool whose name is denied, or is not allowed where some are. Deny stands above
/// allow. The name is that of the tool's descriptor, not what the model wrote, so that no other spelling
/// leads past it. Names that no tool has do nothing. Asking cannot throw and does not allocate; making it
/// does both.
class name_filter {
 public:
  static constexpr std::string_view name = "name_filter";

  /// Admits all.
  name_filter() = default;
  /// An empty optional allows all that is not denied, an empty list none.
  name_filter(std::optional<std::vector<std::string>> allow, std::vector<std::string> deny)
      : allow_(std::move(allow)), deny_(std::move(deny)) {
    if (allow_.has_value()) std::sort(allow_->begin(), allow_->end());
    std::sort(deny_.begin(), deny_.end());
  }

  [[nodiscard]] bool admits(std::string_view tool) const noexcept {
    return !stands_in(deny_, tool) && (!allow_.has_value() || stands_in(*allow_, tool));
  }
  /// Whether it admits all.
  [[nodiscard]] bool idle_for(const tool_descriptor&) const noexcept {
    return !allow_.has_value() && deny_.empty();
  }

  std::optional<precondition_verdict> operator()(const pending_call& call) const noexcept {
    if (admits(call.tool.name)) return std::nullopt;
    return precondition_verdict::block(
        message::constant("The call was not run: this tool must not be used here. Go on without it."),
        outcome_reason::policy);
  }

 private:
  static bool stands_in(const std::vector<std::string>& sorted, std::string_view tool) noexcept {
    return std::binary_search(sorted.begin(), sorted.end(), tool, std::less<>{});
  }

  std::optional<std::vector<std::string>> allow_{};
  std::vector<std::string> deny_{};
};

}  // namespace tacet
