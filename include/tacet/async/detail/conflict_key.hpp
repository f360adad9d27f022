// SPDX-License-Identifier: MIT
// The key by which two calls are found to conflict, as a number.
#pragma once

#include <tacet/phase/contain.hpp>
#include <tacet/tool/tool.hpp>
#include <tacet/values/vocabulary.hpp>

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <type_traits>

namespace tacet::detail {

/// What a call touches: nothing known, which is everything, or what has this key. Two keys with one number are taken for
/// equal: at worst two calls run one after the other that could have overlapped.
struct touched {
  std::uint64_t key = 0;
  bool known = false;
  bool reads = false;  ///< and changes nothing

  [[nodiscard]] constexpr bool conflicts(const touched& other) const noexcept {
    if (reads && other.reads) return false;
    return !known || !other.known || key == other.key;
  }
};

constexpr std::uint64_t key_of_text(std::string_view text) noexcept {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash;
}

// Numbers by their text, so that a tool that has it as a number and one that has it as text conflict.
template <class Key> std::uint64_t key_of_value(const Key& key) noexcept {
  if constexpr (std::convertible_to<const Key&, std::string_view>) {
    return key_of_text(std::string_view(key));
  } else if constexpr (std::is_enum_v<Key>) {
    return key_of_value(static_cast<std::underlying_type_t<Key>>(key));
  } else {
    char text[24];
    char* at = text + sizeof text;
    const bool negative = std::cmp_less(key, 0);
    auto left = static_cast<std::uint64_t>(key);
    if (negative) left = 0 - left;
    do *--at = static_cast<char>('0' + left % 10);
    while ((left /= 10) != 0);
    if (negative) *--at = '-';
    return key_of_text({at, static_cast<std::size_t>(text + sizeof text - at)});
  }
}

/// What a call with these arguments touches. A projection that throws counts as unknown.
template <class Declared, class A> touched touched_by(const A& arguments, tool_effect effect) {
  touched what;
  what.reads = effect == tool_effect::read_only;
  if constexpr (!std::is_same_v<Declared, nothing>) {
    (void)survives([&] {
      const auto& key = std::invoke(Declared::projection, arguments);
      if constexpr (requires { key.has_value(); }) {
        if (key.has_value()) what.key = key_of_value(*key);
        what.known = key.has_value();
      } else {
        what.key = key_of_value(key);
        what.known = true;
      }
    });
  } else {
    (void)arguments;
  }
  return what;
}

}  // namespace tacet::detail
