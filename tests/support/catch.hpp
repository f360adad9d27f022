// SPDX-License-Identifier: MIT
// Catch2 for the tests, version 2 (Debian 12) or 3 (later), with one spelling for what differs.
// Guarded by a macro: this file is precompiled, and g++ knows a `#pragma once` file again by its time stamp,
// which is another one after a checkout when the precompiled header comes from ccache.
#ifndef TACET_TESTS_SUPPORT_CATCH_HPP
#define TACET_TESTS_SUPPORT_CATCH_HPP

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

// What most tests use, parsed once.
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// TACET_SKIP(reason) leaves the test case, which ctest then lists as skipped.
#if CATCH_VERSION_MAJOR >= 3
#define TACET_SKIP(reason) SKIP(reason)
using Catch::Approx;
#else
#define TACET_SKIP(reason)              \
  do {                                  \
    WARN("tacet: skipped, " << reason); \
    return;                             \
  } while (false)
#endif

namespace tacet_test {

// Whether times and memory are those of a sanitizer.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif
#else
inline constexpr bool is_sanitized = false;
#endif

// A matcher for `CHECK_THAT`: the text has `part` in it.
inline auto contains(const std::string& part) {
#if CATCH_VERSION_MAJOR >= 3
  return Catch::Matchers::ContainsSubstring(part);
#else
  return Catch::Matchers::Contains(part);
#endif
}

}  // namespace tacet_test

#endif
