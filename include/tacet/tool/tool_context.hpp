// SPDX-License-Identifier: MIT
// What a running tool can know about its call, and how it reports progress.
#pragma once

#include <tacet/rule/result_rules.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/std/chrono.hpp>
#include <tacet/values/tool_progress.hpp>

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string_view>
#include <type_traits>

namespace tacet {

/// When a batch should end. Both are cooperative: tools see them in their context. A requested stop also answers
/// the calls that have not begun, and ends a wait between attempts at once.
struct run_options {
  std::stop_token stop{};
  std::optional<std::chrono::steady_clock::time_point> deadline{};
};

namespace detail {
// How a context reaches the progress sink without knowing its type.
struct progress_route {
  void (*emit)(const void* sink, const tool_progress& value) = nullptr;
  const void* sink = nullptr;
};
}  // namespace detail

/// The optional last parameter of a tool. Valid during one attempt.
class tool_context {
 public:
  /// `call_id` and `tool_name` must outlive the context; without options there is no deadline and no stop.
  tool_context(std::string_view call_id, std::string_view tool_name, int attempt, const run_options* options = nullptr,
               detail::progress_route route = {}) noexcept
      : call_id_(call_id), tool_name_(tool_name), attempt_(attempt), options_(options), route_(route) {}

  /// The same for every attempt at one call, so a tool can recognise a repeat.
  [[nodiscard]] std::string_view call_id() const noexcept { return call_id_; }
  [[nodiscard]] std::string_view tool_name() const noexcept { return tool_name_; }
  /// 1 for the first attempt.
  [[nodiscard]] int attempt() const noexcept { return attempt_; }
  /// When an answer is no longer of use, if anybody said so. Nothing ends the tool then but the tool itself.
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> deadline() const noexcept {
    return options_ != nullptr ? options_->deadline : std::nullopt;
  }
  [[nodiscard]] std::stop_token stop_token() const noexcept {
    return options_ != nullptr ? options_->stop : std::stop_token{};
  }
  [[nodiscard]] bool stop_requested() const noexcept { return options_ != nullptr && options_->stop.stop_requested(); }

  /// Sends one intermediate value to the progress sink. Without a sink nothing is built. A sink that throws does
  /// not reach the tool.
  template <class T> void progress(const T& payload) {
    using unwritten = rule::unwritten_value<T>;
    constexpr bool written = std::is_void_v<unwritten>;
    static_assert(rule::progress_is_writable<unwritten, written>());
    if (route_.emit == nullptr) return;
    if constexpr (written)
      route_.emit(route_.sink, tool_progress{call_id_, tool_name_, sequence_++, value_view::written(payload), attempt_});
  }

 private:
  std::string_view call_id_;
  std::string_view tool_name_;
  std::size_t sequence_ = 0;
  int attempt_;
  const run_options* options_;
  detail::progress_route route_;
};

}  // namespace tacet
