// SPDX-License-Identifier: MIT
// What a schema does not say of a struct because its dialect cannot, by name.
#pragma once

#include <cstdint>
#include <string_view>

namespace tacet::json {

/// One thing that a dialect cannot express. The decoder checks everything all the same.
enum class degradation : std::uint8_t {
  default_dropped,       ///< no `default`; the description tells it
  bounds_dropped,        ///< no `minimum` and `maximum`; the description tells them
  lengths_dropped,       ///< of a string or an array: only the description tells them; of a map: nothing does
  optional_is_nullable,  ///< a member that may be left out must be sent; null stands for leaving it out
  open_object_closed,    ///< members that the decoder would pass over cannot be sent
  closed_object_open,    ///< members that the decoder refuses are not forbidden
  map_not_expressible,   ///< a map can only be sent empty, or its values are not described
  any_not_expressible,   ///< of any value only strings, numbers, booleans and null can be sent
  first_member_shared,   ///< two objects of a variant begin with members of one name; this is refused
  too_deep,              ///< more levels than the provider takes; this is refused
  too_large,             ///< more of something than the provider takes; this is refused
};

[[nodiscard]] constexpr std::string_view to_text(degradation value) noexcept {
  constexpr std::string_view texts[] = {"default dropped",
                                        "bounds dropped",
                                        "lengths dropped",
                                        "optional is nullable",
                                        "open object closed",
                                        "closed object open",
                                        "map not expressible",
                                        "any not expressible",
                                        "first member shared",
                                        "too deep",
                                        "too large"};
  return texts[static_cast<std::uint8_t>(value)];
}

/// Which degradations a schema has.
struct degradation_set {
  std::uint16_t bits = 0;

  constexpr void add(degradation one) noexcept {
    bits = static_cast<std::uint16_t>(bits | 1U << static_cast<unsigned>(one));
  }
  [[nodiscard]] constexpr bool none() const noexcept { return bits == 0; }
  [[nodiscard]] constexpr bool has(degradation one) const noexcept {
    return (bits >> static_cast<unsigned>(one) & 1U) != 0;
  }
  /// Whether none of these is in it: forbids them.
  template <class... D> [[nodiscard]] constexpr bool lacks(D... forbidden) const noexcept {
    return !(has(forbidden) || ...);
  }
  /// Whether no other than these is in it: allows them, and each may be absent.
  template <class... D> [[nodiscard]] constexpr bool only(D... allowed) const noexcept {
    degradation_set all;
    (all.add(allowed), ...);
    return (bits & ~unsigned{all.bits}) == 0;
  }
  friend constexpr bool operator==(degradation_set, degradation_set) = default;
};

/// One degradation and the member that it concerns: a JSON pointer (RFC 6901) in the arguments, where `*`
/// stands for every element of an array and every value of a map. The outermost object has the empty path.
struct degraded_member {
  std::string_view path{};
  degradation what{};
};

}  // namespace tacet::json
