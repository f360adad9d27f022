// SPDX-License-Identifier: MIT
// A number between 0 and 1 by which the waits of different calls are spread, without a generator.
#pragma once

#include <tacet/std/chrono.hpp>

#include <cstdint>
#include <string_view>

namespace tacet::detail {

// The finaliser of splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014, with
// Vigna's constants): each bit of the input changes about half of the bits.
constexpr std::uint64_t spread_mix(std::uint64_t x) noexcept {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}
// FNV-1a of 64 bits, begun with the length, so that two texts behind one another do not blend.
constexpr std::uint64_t spread_mix(std::uint64_t seed, std::string_view text) noexcept {
  std::uint64_t x = spread_mix(seed ^ text.size()) ^ 0xCBF29CE484222325U;
  for (const char c : text) x = (x ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return spread_mix(x);
}

/// In [0, 1), from who waits and when: equal for equal inputs, so that a run with a virtual clock can be repeated. Two
/// processes differ by the time, in nanoseconds. No secret: it is not hard to guess. Linear in the length of the id.
[[gnu::noinline]] constexpr double spread(std::string_view call_id, std::string_view tool_name, int attempt,
                        std::chrono::steady_clock::time_point now) noexcept {
  const auto time = static_cast<std::uint64_t>(std::chrono::nanoseconds(now.time_since_epoch()).count());
  const std::uint64_t when = spread_mix(spread_mix(time) ^ static_cast<std::uint64_t>(attempt));
  return static_cast<double>(spread_mix(spread_mix(when, call_id), tool_name) >> 11U) * 0x1p-53;  // the 53 bits of a double
}

}  // namespace tacet::detail
