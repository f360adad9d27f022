// SPDX-License-Identifier: MIT
// The name under which a tool with any name is offered to a provider.
#pragma once

#include <tacet/text/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tacet {

/// A name that OpenAI and Anthropic take, made of any text: 1 to 64 of A-Z a-z 0-9 _ - (they refuse a whole request for one tool
/// of another name). Such a name stays as it is. Else each other character becomes `_`; of a longer name the first 55 are
/// kept, with `_` and eight hexadecimal digits that depend on all of it; and nothing becomes `unnamed`. The same text always
/// gives the same name, on every machine; two texts can give one.
class provider_name {
 public:
  static constexpr std::size_t most = 64;

  constexpr explicit provider_name(std::string_view name) noexcept {
    if (name.empty()) name = "unnamed";
    std::size_t length = 0;
    for (const char *p = name.data(), *const end = p + name.size(); p != end; ++length) {
      const std::size_t size = utf8_length(p, end);
      if (length < most) text_[length] = size == 1 && is_taken(*p) ? *p : '_';
      p += size == 0 ? 1 : size;
    }
    size_ = length < most ? length : most;
    if (length <= most) return;
    std::size_t at = most - 9;
    text_[at++] = '_';
    for (const std::uint32_t hash = hash_of(name); at < most; ++at)
      text_[at] = "0123456789abcdef"[hash >> (4 * (most - 1 - at)) & 15U];
  }

  [[nodiscard]] constexpr std::string_view view() const noexcept { return {text_, size_}; }

 private:
  static constexpr bool is_taken(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  }
  // FNV-1a.
  static constexpr std::uint32_t hash_of(std::string_view text) noexcept {
    std::uint32_t hash = 2166136261U;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    return hash;
  }

  char text_[most]{};
  std::size_t size_ = 0;
};

}  // namespace tacet
