// SPDX-License-Identifier: MIT
// What came of binding tools onto a chat model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tacet {

/// Why a binding ended as it did.
enum class binding_reason : std::uint8_t {
  bound,
  no_tools,                   ///< there was nothing to bind
  tools_unsupported,          ///< the model has no way to take tools, or says so when asked
  forced_choice_unsupported,  ///< it takes tools but not the forced choice, which was dropped
  forced_choice_unknown,      ///< the forced tool is not in the set; the choice was dropped
  schema_rejected,            ///< some tools cannot be expressed for this provider; the others are bound
  bind_failed,                ///< anything else that went wrong
};

[[nodiscard]] constexpr std::string_view to_text(binding_reason value) noexcept {
  constexpr std::string_view texts[] = {"bound",
                                        "no tools",
                                        "tools unsupported",
                                        "forced choice unsupported",
                                        "forced choice unknown",
                                        "schema rejected",
                                        "bind failed"};
  return texts[static_cast<std::uint8_t>(value)];
}

/// Whether the tools are on the model, by the reason.
[[nodiscard]] constexpr bool is_bound(binding_reason value) noexcept {
  return value == binding_reason::bound || value == binding_reason::forced_choice_unsupported ||
         value == binding_reason::forced_choice_unknown || value == binding_reason::schema_rejected;
}

/// Whether something that was asked for is missing. Nothing to bind is no degradation.
[[nodiscard]] constexpr bool is_degraded(binding_reason value) noexcept {
  return value != binding_reason::bound && value != binding_reason::no_tools;
}

/// The model with its tools, or unchanged. `bound` and `degraded` follow from the reason.
template <class Model> struct binding_result {
  Model model;
  binding_reason reason = binding_reason::bound;
  bool bound = is_bound(reason);
  std::optional<std::string> forced_choice{};
  bool degraded = is_degraded(reason);
  std::vector<std::string> notes{};
};

}  // namespace tacet
