// SPDX-License-Identifier: MIT
// The one place where exceptions are caught.
#pragma once

#include <tacet/tool/errors.hpp>

#include <exception>
#include <utility>

#if defined(__cpp_exceptions) && defined(__GLIBCXX__)
#include <cxxabi.h>
#endif

namespace tacet {

/// What came out of user code. At most one pointer is of use: a tool_error is a std::exception too.
struct caught_error {
  const std::exception* standard = nullptr;
  const tool_error* own = nullptr;
  bool before_effect = false;  ///< a not_applied
  bool late = false;           ///< a timed_out
};

namespace detail {

#if defined(__cpp_exceptions)
/// What the error that is being handled is beyond a std::exception. One function, so that each place that catches
/// has few handlers.
[[gnu::noinline]] inline caught_error sort_error(const std::exception& error) noexcept {
#if defined(__cpp_rtti)
  const auto* const own = dynamic_cast<const tool_error*>(&error);
  return {&error, own, own != nullptr && dynamic_cast<const not_applied*>(own) != nullptr,
          own != nullptr && dynamic_cast<const timed_out*>(own) != nullptr};
#else
  try {
    throw;
  } catch (const not_applied& own) {
    return {&error, &own, true, false};
  } catch (const timed_out& own) {
    return {&error, &own, false, true};
  } catch (const tool_error& own) {
    return {&error, &own, false, false};
  } catch (...) {
    return {&error, nullptr, false, false};
  }
#endif
}
#endif

/// Runs `body`; when it throws, the result is that of `on_error(caught_error)`, or of `on_cancel()` for
/// `cancelled`. Forced unwinding of the thread (POSIX cancellation) passes: to swallow it would end the process.
/// Built without exceptions it is a plain call.
// Not checked: g++ binds the reference to __forced_unwind to nothing, and its sanitizer would say so.
template <class Body, class OnCancel, class OnError>
__attribute__((always_inline, no_sanitize("undefined"))) inline auto contain(
    Body&& body, [[maybe_unused]] OnCancel&& on_cancel, [[maybe_unused]] OnError&& on_error) -> decltype(body()) {
#if defined(__cpp_exceptions)
  if constexpr (noexcept(body())) {
    return body();
  } else {
    try {
      return body();
#if defined(__GLIBCXX__)
    } catch (const abi::__forced_unwind&) {
      throw;
#endif
    } catch (const cancelled&) {
      return on_cancel();
    } catch (const std::exception& error) {
      return on_error(sort_error(error));
    } catch (...) {
      return on_error(caught_error{});
    }
  }
#else
  return body();
#endif
}

/// Runs `body` and drops what it throws; says whether it threw.
template <class Body> bool survives(Body&& body) {
  return contain([&] { return body(), true; }, [] { return false; }, [](const caught_error&) { return false; });
}

}  // namespace detail
}  // namespace tacet
