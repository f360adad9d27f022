// SPDX-License-Identifier: MIT
// Tells somebody of results that came after their call had been answered.
#pragma once

#include <tacet/phase/contain.hpp>
#include <tacet/phase/family.hpp>
#include <tacet/rule/executor_rules.hpp>
#include <tacet/values/value_view.hpp>

#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet {

/// A result that was dropped: the call was answered as timed out, cancelled or of unknown outcome before, or by a hedged
/// attempt. Valid while the hook runs.
struct late_result {
  std::string_view call_id{};
  std::string_view tool_name{};
  int attempt = 1;
  bool failed = false;  ///< the tool threw; there is no value then
  value_view value{};   ///< what the tool returned; empty for nothing, and for a sequence
};

/// A part of an `async_executor`: every result of a tool that comes too late is given to `hook(const late_result&)`, on the
/// strand of its batch, or on the worker's thread for a tool that blocks. The executor may be gone by then; the hook is kept,
/// and what it refers to must stay as long. What the hook throws is dropped. Without this part late results are counted alone
/// (`async_executor::abandoned()`).
template <class Hook> class late_results {
 public:
  using family = families::late_results;
  static constexpr bool listens = true;
  static constexpr bool valid = std::is_invocable_v<const Hook&, const late_result&>;
  constexpr explicit late_results(Hook hook) : hook_(std::move(hook)) {}
  void operator()(const late_result& one) const noexcept {
    (void)detail::survives([&] { hook_(one); });
  }

 private:
  static_assert(rule::hook_takes_late_result<Hook, valid>());

  [[no_unique_address]] Hook hook_;
};

/// The default: nobody is told.
struct no_late_results {
  using family = families::late_results;
  static constexpr bool listens = false;
};

}  // namespace tacet
