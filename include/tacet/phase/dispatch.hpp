// SPDX-License-Identifier: MIT
// The last phase: runs the tool, once or by its schedule, and stores what came of it.
#pragma once

#include <tacet/phase/failed_attempt.hpp>
#include <tacet/phase/store_result.hpp>
#include <tacet/tool/sequence.hpp>
#include <tacet/tool/tool.hpp>
#include <tacet/tool/tool_result.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet::detail {

// Whether there is something behind the star: an expected of void has nothing there.
template <class R>
concept holds_value = requires(R&& result) { *std::forward<R>(result); } &&
                      !std::is_void_v<decltype(*std::declval<R>())>;

// The words of an error that a tool returned and that is no exception.
template <class E> std::string error_text(const E& error) {
  if constexpr (std::is_pointer_v<E>)
    if (error == nullptr) return {};
  if constexpr (std::convertible_to<const E&, std::string_view>) return std::string(std::string_view(error));
  else if constexpr (requires { std::string(error.message()); }) return std::string(error.message());
  else return value_view::written(error).text();
}

/// A sequence that was read to its end, and nothing where it was empty.
template <class T> struct read_sequence {
  std::optional<T> last{};
};
template <class Kept> inline constexpr bool is_read_sequence = false;
template <class T> inline constexpr bool is_read_sequence<read_sequence<T>> = true;

/// What was said about a tool that matters when it runs, as bits.
struct tool_mark {
  static constexpr unsigned open = 1, streams = 2, timed = 4, blocks = 8, hedged = 16;
};
template <class Tool>
inline constexpr unsigned marks_of = (Tool::open ? tool_mark::open : 0) | (Tool::stream ? tool_mark::streams : 0) |
                                     (Tool::timeout.count > 0 ? tool_mark::timed : 0) | (Tool::blocks ? tool_mark::blocks : 0) |
                                     (Tool::hedge_after.count > 0 ? tool_mark::hedged : 0);

/// Runs a tool. Of the tool only the callable is named, since its whole type would stand in every symbol: `Marks`
/// and `Own` are what was said about it that matters here.
template <class F, unsigned Marks, class Own, class Policies> struct dispatch_phase {
  using arguments_type = typename shape<F>::arguments;
  using frame_type = call_frame<Policies>;
  using retries_type = std::conditional_t<std::is_same_v<Own, nothing>, typename Policies::retries_type, Own>;
  using errors = typename retries_type::errors;

  // Whether the errors are named by a function and not by their types.
  static constexpr bool listed_at_run_time = requires(const retries_type& part) { part.listed(); };

  // One attempt: nothing of the schedule is compiled in.
  static constexpr bool repeats = retries_type::most_attempts != 1;
  // Without a limit no clock is read.
  using limits = typename Policies::limits_type;
  static constexpr bool timed = (Marks & tool_mark::timed) != 0;
  static constexpr bool limited = timed || limits::limits_attempts || limits::limits_calls;

  const F& function;
  const arguments_type& arguments;

  /// One attempt. What the tool throws passes.
  __attribute__((always_inline)) verdict ask(frame_type& frame) const {
    if constexpr (limits::limits_calls)
      if (frame.out.attempts == 0) frame.clock.start(frame.policies().limits());
    ++frame.out.attempts;
    frame.note(call_phase::dispatch, phase_action::attempted);
    if constexpr (shape<F>::takes_context) {
      [[maybe_unused]] const auto limited_by = told_options(frame);
      const run_options* options = frame.options();
      if constexpr (limited) options = &limited_by;
      tool_context context(frame.call.id, frame.tool.name, frame.out.attempts, options, route(frame));
      return run(frame, [&]() -> decltype(auto) {
        if constexpr (shape<F>::takes_arguments) return function(arguments, context);
        else return function(context);
      });
    } else {
      return run(frame, [&]() -> decltype(auto) {
        if constexpr (shape<F>::takes_arguments) return function(arguments);
        else return function();
      });
    }
  }
  verdict failed(frame_type& frame, const caught_error& error) const noexcept {
    return failed_attempt(frame, error, rule(frame));
  }
  verdict settle(frame_type&, verdict v) const noexcept { return v; }
  verdict settle_cancelled(frame_type& frame) const noexcept {
    frame.answer_cancelled(call_phase::dispatch);
    return verdict::answered();
  }

  // The parts of an attempt, for a driver that puts a wait between them.
  static auto told_options(const frame_type& frame) noexcept {
    if constexpr (!limited) return (void)frame, nothing{};
    else return limited_options(frame.options(), frame.policies().limits(), frame.clock, time_of_attempt(frame));
  }
  static std::chrono::nanoseconds time_of_attempt(const frame_type& frame) noexcept {
    if constexpr (timed)
      if (frame.tool.timeout.has_value()) return *frame.tool.timeout;
    return frame.policies().limits().attempt_time();
  }
  static repeat_rule rule(const frame_type& frame) noexcept {
    if constexpr (!repeats) return (void)frame, repeat_rule{};
    else if constexpr (!std::is_same_v<Own, nothing>) return {&Own::schedule(), listing<errors>};
    else if constexpr (listed_at_run_time) return {&frame.policies().retry_part().schedule(), frame.policies().retry_part().listed()};
    else return {&frame.policies().retry_part().schedule(), listing<errors>};
  }

  static progress_route route(frame_type& frame) noexcept {
    if constexpr (Policies::progress_type::listens) {
      return {[](const void* self, const tool_progress& value) {
                // Const was added on the way through `void`; the frame itself is not.
                const_cast<frame_type*>(static_cast<const frame_type*>(self))->emit(value);
              },
              &frame};
    } else {
      return (void)frame, progress_route{};
    }
  }

  template <class Body> __attribute__((always_inline)) static verdict run(frame_type& frame, const Body& body) {
    if constexpr (std::is_void_v<decltype(body())>) {
      body();
      return succeed(frame, std::string_view("", 0));
    } else {
      return take(frame, body());
    }
  }

  /// What was kept of a tool that was waited for.
  template <class Kept> static verdict take_kept(frame_type& frame, Kept&& kept) {
    if constexpr (std::is_same_v<Kept, nothing>) return (void)kept, succeed(frame, std::string_view("", 0));
    else if constexpr (is_read_sequence<Kept>) return kept.last.has_value() ? store_result(frame, *std::move(kept.last)) : succeed(frame, std::string_view("", 0));
    else return take(frame, std::forward<Kept>(kept));
  }

  // A result of any of the shapes a tool may return.
  template <class R> __attribute__((always_inline)) static verdict take(frame_type& frame, R&& result) {
    using held = std::remove_cvref_t<R>;
    if constexpr (!reflect::is_optional<held> && expected_like<held>) {
      if (!result.has_value()) return refuse(frame, result.error(), error_comes_early(result), error_is_late(result));
      if constexpr (holds_value<R>) return take(frame, *std::forward<R>(result));
      else return succeed(frame, std::string_view("", 0));
    } else if constexpr (lazy_sequence<held> || ((Marks & tool_mark::streams) != 0 && std::ranges::input_range<held>)) {
      auto last = drain_with_progress(std::forward<R>(result), [&](std::size_t sequence, const auto& value) {
        if constexpr (Policies::progress_type::listens)
          frame.emit({frame.call.id, frame.tool.name, sequence, value_view::written(value), frame.out.attempts});
      });
      if (!last.has_value()) return succeed(frame, std::string_view("", 0));
      return store_result(frame, *std::move(last));
    } else {
      return store_result(frame, std::forward<R>(result));
    }
  }

  template <class R> static bool error_comes_early(const R& result) noexcept {
    if constexpr (requires { result.before_effect(); }) return result.before_effect();
    else return std::derived_from<std::remove_cvref_t<decltype(result.error())>, not_applied>;
  }

  template <class R> static bool error_is_late(const R& result) noexcept {
    if constexpr (requires { result.late(); }) return result.late();
    else return std::derived_from<std::remove_cvref_t<decltype(result.error())>, timed_out>;
  }

  // An error that was returned counts like one that was thrown.
  template <class E> static verdict refuse(frame_type& frame, const E& error, bool early, bool late) {
    [[maybe_unused]] repeat_rule by = rule(frame);
    if constexpr (std::derived_from<E, tool_error>) {
      const caught_error known{&error, &error, early, late};
      if constexpr (!listed_at_run_time) by.decide(is_returned_listed(error, known, errors{}));
      return failed_attempt(frame, known, by);
    } else if constexpr (std::derived_from<E, std::exception>) {
      const caught_error known{&error, nullptr, early, late};
      if constexpr (!listed_at_run_time) by.decide(is_returned_listed(error, known, errors{}));
      return failed_attempt(frame, known, by);
    } else {
      const tool_error told(error_text(error));
      const caught_error known{&told, &told, early, late};
      if constexpr (!listed_at_run_time)
        by.decide(is_returned_listed(told, known, errors{}) || is_returned_listed(error, known, errors{}));
      return failed_attempt(frame, known, by);
    }
  }
};

}  // namespace tacet::detail
