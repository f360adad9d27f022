// SPDX-License-Identifier: MIT
// The full text of failures, for people and not for the model.
#pragma once

#include <tacet/phase/contain.hpp>
#include <tacet/phase/family.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/values/tool_call.hpp>
#include <tacet/values/vocabulary.hpp>

#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet {

/// One failure of user code. Valid while the hook runs; inside it `std::current_exception()` is the exception.
struct diagnosis {
  const tool_call& call;
  call_phase phase = call_phase::dispatch;
  outcome_reason reason = outcome_reason::exception;
  int attempt = 0;              ///< 0 before the first
  std::string_view text{};      ///< what the exception says; it may hold secrets
};

/// The default: nobody is told.
struct no_diagnostics {
  using family = families::diagnostics;
  static constexpr bool listens = false;
};

/// Every failure of a tool, check or guard is given to `hook(const diagnosis&)`, each attempt for itself. What the
/// hook throws is dropped.
template <class Hook> class diagnostics {
 public:
  using family = families::diagnostics;
  static constexpr bool listens = true;
  static constexpr bool valid = std::is_invocable_v<const Hook&, const diagnosis&>;
  constexpr explicit diagnostics(Hook hook) : hook_(std::move(hook)) {}
  void operator()(const diagnosis& one) const noexcept {
    (void)detail::survives([&] { hook_(one); });
  }

 private:
  static_assert(rule::hook_takes_diagnosis<Hook, valid>());

  [[no_unique_address]] Hook hook_;
};

namespace detail {
/// What a caught error says. `what()` is the user's code, but it cannot throw: the base declares it noexcept.
[[nodiscard]] inline std::string_view text_of(const caught_error& error) noexcept {
  if (error.standard == nullptr) return error.late ? "it took too long" : "an exception that is no std::exception";
  const char* const text = error.standard->what();
  return text == nullptr ? std::string_view("(no text)") : std::string_view(text);
}
}  // namespace detail

}  // namespace tacet
