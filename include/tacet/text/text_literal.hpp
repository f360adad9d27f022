// SPDX-License-Identifier: MIT
// A string literal as a template argument.
#pragma once

#include <cstddef>
#include <string_view>

namespace tacet {

template <std::size_t N> struct text_literal {
  char text[N]{};

  consteval text_literal(const char (&from)[N]) {
    for (std::size_t i = 0; i < N; ++i) text[i] = from[i];
  }
  [[nodiscard]] constexpr std::string_view view() const noexcept { return {text, N - 1}; }
};

}  // namespace tacet
