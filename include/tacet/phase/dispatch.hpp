// SPDX-License-Identifier: MIT
// The last phase: runs the tool, once or by its schedule, and stores what came of it.
#pragma once

#include <tacet/json/encode.hpp>
#include <tacet/phase/call_frame.hpp>
#include <tacet/phase/retries.hpp>
#include <tacet/tool/sequence.hpp>
#include <tacet/tool/tool.hpp>
#include <tacet/tool/tool_result.hpp>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

namespace tacet::detail {

/// How one attempt went.
enum class attempt : std::uint8_t { answered, repeatable };

// Whether the error is a time-out by the standard library's own words.
inline bool is_time_out(const caught_error& error) noexcept {
#if defined(__cpp_rtti) && defined(__cpp_exceptions)
  if (error.own != nullptr || error.standard == nullptr) return false;
  const auto* const system = dynamic_cast<const std::system_error*>(error.standard);
  return system != nullptr && system->code() == std::errc::timed_out;
#else
  return (void)error, false;
#endif
}

// Whether a caught error is one of the listed types; an empty list is any error.
template <class... Wanted> bool is_listed(const caught_error& error, retry_on<Wanted...>) noexcept {
  if constexpr (sizeof...(Wanted) == 0) return true;
  else {
    const auto one = [&]<class W>(std::type_identity<W>) {
      if constexpr (std::same_as<W, not_applied>) return error.before_effect;
      else if constexpr (std::same_as<W, tool_error>) return error.own != nullptr;
      else if constexpr (std::same_as<W, std::exception>) return error.standard != nullptr;
      else {
#if defined(__cpp_exceptions)
        // Any other type is asked of the exception that is being handled, if there is one.
        return basic_retry_schedule<retry_on<W>>{.max_attempts = 2}.should_retry(1, std::current_exception());
#else
        return false;
#endif
      }
    };
    return (one(std::type_identity<Wanted>{}) || ...);
  }
}

// The same of an error that was returned, whose type is known.
template <class Error, class... Wanted>
bool is_returned_listed(const Error& error, [[maybe_unused]] bool before_effect, retry_on<Wanted...>) noexcept {
  if constexpr (sizeof...(Wanted) == 0) return (void)error, true;
  else return (((std::same_as<Wanted, not_applied> && before_effect) || is_error_of<Wanted>(error)) || ...);
}

// Whether there is something behind the star: an expected of void has nothing there.
template <class R>
concept holds_value = requires(R&& result) { *std::forward<R>(result); } &&
                      !std::is_void_v<decltype(*std::declval<R>())>;

template <class Tool, class Policies> struct dispatch_phase {
  using arguments_type = typename Tool::arguments_type;
  using own = typename Tool::own_retries;
  using retries_type = std::conditional_t<std::is_same_v<own, nothing>, typename Policies::retries_type, own>;

  const Tool& tool;
  const arguments_type& arguments;
  const Policies& policies;

  // One attempt: nothing of the schedule is compiled in.
  static constexpr bool repeats = retries_type::most_attempts != 1;

  [[nodiscard]] decltype(auto) schedule() const noexcept {
    if constexpr (std::is_same_v<own, nothing>) return policies.retry_part().schedule();
    else return own::schedule();
  }

  template <class S> attempt ask(S& state) const {
    // Checks, gates and the wait between attempts take time, in which the batch may have been stopped.
    if constexpr (repeats || Policies::judges)
      if ((Policies::judges || state.out.attempts != 0) && state.stop_requested()) {
        state.answer_cancelled(call_phase::dispatch);
        return attempt::answered;
      }
    ++state.out.attempts;
    state.note(call_phase::dispatch, phase_action::attempted);
    if constexpr (Tool::shape::takes_context) {
      tool_context context(state.call.id, state.tool.name, state.out.attempts, state.options(), route(state));
      return run(state, [&]() -> decltype(auto) { return tool(arguments, context); });
    } else {
      return run(state, [&]() -> decltype(auto) { return tool(arguments); });
    }
  }

  template <class S> attempt failed(S& state, const caught_error& error) const noexcept {
    if (state.out.phase == call_phase::result) {
      state.diagnose(call_phase::result, outcome_reason::result_lost, error);
      return lost(state, state.kept_text(error));
    }
    return fail(state, error, [&] { return is_listed(error, typename retries_type::errors{}); });
  }

  // `listed` says whether the schedule names the error; it is asked only if that matters.
  template <class S, class Listed> attempt fail(S& state, const caught_error& error, [[maybe_unused]] Listed listed) const noexcept {
    const bool own_words = error.own != nullptr;
    const bool permanent = own_words && error.own->permanent();
    const outcome_reason reason = error.before_effect ? outcome_reason::not_applied
                                  : permanent         ? outcome_reason::permanent_error
                                  : own_words         ? outcome_reason::tool_error
                                                      : outcome_reason::exception;
    state.diagnose(call_phase::dispatch, reason, error);
    if constexpr (repeats) {
      const bool left = state.out.attempts < schedule().max_attempts;
      const bool safe = Tool::effect == tool_effect::once ? error.before_effect
                                                          : listed();
      if (left && safe && !permanent) {
        state.note(call_phase::dispatch, phase_action::retried, state.kept_text(error));
        return attempt::repeatable;
      }
    }
    state.note(call_phase::dispatch, phase_action::failed, state.kept_text(error));
    const bool late = is_time_out(error);
    const outcome_kind kind = !late                               ? outcome_kind::failed
                              : Tool::effect == tool_effect::once ? outcome_kind::outcome_unknown
                                                                  : outcome_kind::timed_out;
    const char* const words = own_words ? error.own->what() : nullptr;
    state.answer_failure(kind, call_phase::dispatch, reason, words == nullptr ? std::string_view{} : words);
    return attempt::answered;
  }

  template <class S> verdict settle_cancelled(S& state) const noexcept {
    state.answer_cancelled(call_phase::dispatch);
    return verdict::answered();
  }

  template <class S> verdict settle([[maybe_unused]] S& state, attempt how) const noexcept {
    if constexpr (repeats)
      if (how == attempt::repeatable) return verdict::again(schedule().delay_for(state.out.attempts));
    (void)how;
    return verdict::answered();
  }

 private:
  template <class S> static progress_route route(S& state) noexcept {
    if constexpr (Policies::progress_type::listens) {
      return {[](const void* frame, const tool_progress& value) {
                // Const was added on the way through `void`; the frame itself is not.
                auto& own = *const_cast<S*>(static_cast<const S*>(frame));
                own.note(call_phase::dispatch, phase_action::emitted);
                own.policies().progress_sink()(value);
              },
              &state};
    } else {
      return (void)state, progress_route{};
    }
  }

  template <class S, class Body> attempt run(S& state, Body body) const {
    using returned = decltype(body());
    if constexpr (std::is_void_v<returned>) {
      body();
      return succeed(state, std::string_view("", 0));
    } else {
      return take(state, body());
    }
  }

  // A result of any of the shapes a tool may return.
  template <class S, class R> attempt take(S& state, R&& result) const {
    using held = std::remove_cvref_t<R>;
    if constexpr (!reflect::is_optional<held> && expected_like<held>) {
      if (!result.has_value()) return refuse(state, result);
      if constexpr (holds_value<R>) return take(state, *std::forward<R>(result));
      else return succeed(state, std::string_view("", 0));
    } else if constexpr (lazy_sequence<held> || (Tool::stream && std::ranges::input_range<held>)) {
      auto last = drain_with_progress(std::forward<R>(result), [&](std::size_t sequence, const auto& value) {
        if constexpr (Policies::progress_type::listens) {
          state.note(call_phase::dispatch, phase_action::emitted);
          policies.progress_sink()(tool_progress{state.call.id, state.tool.name, sequence, value_view::written(value),
                                                 state.out.attempts});
        }
      });
      if (!last.has_value()) return succeed(state, std::string_view("", 0));
      return store(state, *std::move(last));
    } else {
      return store(state, std::forward<R>(result));
    }
  }

  // An error that was returned counts like one that was thrown.
  template <class S, class R> attempt refuse(S& state, R& result) const {
    using error_type = std::remove_cvref_t<decltype(result.error())>;
    const auto& error = result.error();
    bool early = std::derived_from<error_type, not_applied>;
    if constexpr (requires { result.before_effect(); }) early = result.before_effect();
    const auto listed = [&](const auto& seen) {
      return [&] { return is_returned_listed(seen, early, typename retries_type::errors{}) ||
                          is_returned_listed(error, early, typename retries_type::errors{}); };
    };
    if constexpr (std::derived_from<error_type, tool_error>) {
      return fail(state, caught_error{&error, &error, early}, listed(error));
    } else if constexpr (std::derived_from<error_type, std::exception>) {
      return fail(state, caught_error{&error, nullptr, false}, listed(error));
    } else {
      const tool_error told(error_text(error));
      return fail(state, caught_error{&told, &told, early}, listed(told));
    }
  }
  template <class E> static std::string error_text(const E& error) {
    if constexpr (std::is_pointer_v<E>)
      if (error == nullptr) return {};
    if constexpr (std::convertible_to<const E&, std::string_view>) return std::string(std::string_view(error));
    else if constexpr (requires { std::string(error.message()); }) return std::string(error.message());
    else return value_view::written(error).text();
  }

  template <class S, class R> attempt store(S& state, R&& result) const {
    using held = std::remove_cvref_t<R>;
    static_assert(rule::result_is_writable<held, json::writable<held>>());
    // Whatever goes wrong from here on, the tool has run: the attempt must not be repeated.
    state.out.phase = call_phase::result;
    if constexpr (std::same_as<held, std::string>) {
      const std::string* const kept = state.room().keep(std::forward<R>(result));
      if (kept == nullptr) return lost(state);
      state.out.value = value_view::silent(*kept);
      return succeed(state, *kept);
    } else if constexpr (std::convertible_to<const held&, std::string_view>) {
      if constexpr (std::is_pointer_v<held>)
        if (result == nullptr) return succeed(state, std::string_view("", 0));
      const std::string_view kept = state.room().store(std::string_view(result));
      const std::string_view* const view = kept.data() == nullptr ? nullptr : state.room().keep(kept);
      if (view == nullptr) return lost(state);
      state.out.value = value_view::silent(*view);
      return succeed(state, kept);
    } else if constexpr (std::integral<held> && !std::same_as<held, bool> && !std::same_as<held, char>) {
      // The shortest way for the most common result.
      char* const at = state.room().reserve(21);
      if (at == nullptr) return lost(state);
      char* const end = write_integer(at, result);
      state.room().commit(end);
      state.out.value = value_view::held(result);
      return succeed(state, {at, static_cast<std::size_t>(end - at)});
    } else {
      text_writer to(state.room());
      json::append_value(to, result);
      if (to.failed()) return lost(state);
      const std::string_view content = to.finish({});
      if constexpr (value_view::holds<held>) {
        state.out.value = value_view::held(result);
      } else if constexpr (std::move_constructible<held>) {
        const held* const kept = state.room().keep(std::forward<R>(result));
        if (kept == nullptr) return lost(state);
        state.out.value = value_view::silent(*kept);
      }
      return succeed(state, content);
    }
  }

  template <class S> attempt succeed(S& state, std::string_view content) const noexcept {
    state.note(call_phase::dispatch, phase_action::succeeded);
    state.out.phase = call_phase::dispatch;
    state.out.content = content;
    return attempt::answered;
  }

  template <class S> attempt lost(S& state, std::string_view why = {}) const noexcept {
    state.note(call_phase::result, phase_action::failed, why);
    state.out.value = {};
    state.answer_failure(outcome_kind::failed, call_phase::result, outcome_reason::result_lost);
    return attempt::answered;
  }
};

}  // namespace tacet::detail
