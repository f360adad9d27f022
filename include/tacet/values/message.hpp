// SPDX-License-Identifier: MIT
// A short text that is either a constant or owned.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace tacet {

/// What a verdict says to the model. Owned unless it was made with `constant`, which does not allocate.
class message {
 public:
  message() noexcept = default;
  message(const char* text) : owned_(text) {}
  message(std::string_view text) : owned_(text) {}
  message(std::string text) noexcept : owned_(std::move(text)) {}

  /// `text` lives as long as the program: a literal.
  [[nodiscard]] static message constant(std::string_view text) noexcept {
    message made;
    made.constant_ = text;
    return made;
  }
  [[nodiscard]] std::string_view view() const noexcept {
    return constant_.data() != nullptr ? constant_ : std::string_view(owned_);
  }

 private:
  std::string owned_;
  std::string_view constant_{};
};

}  // namespace tacet
