// SPDX-License-Identifier: MIT
// One attempt at a tool that is waited for.
#pragma once

#include <tacet/async/detail/flight.hpp>
#include <tacet/async/detail/race.hpp>
#include <tacet/async/late_results.hpp>
#include <tacet/phase/dispatch.hpp>

#include <memory>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace tacet::detail {

// What is kept of what a tool gave: a sequence is read to its end, and what gives nothing is nothing.
template <class Raw> struct kept_result {
  using awaited_type = awaited_t<Raw>;
  using type = std::conditional_t<std::is_void_v<awaited_type>, nothing, awaited_type>;
};
template <async_sequence S> struct kept_result<S> { using type = read_sequence<next_value_of<S>>; };
template <class Raw> using kept_of = typename kept_result<Raw>::type;

/// Shared by the call and by the tool. What the tool may touch is all in here, in the copy of the call, or in the executor,
/// which stays as long.
template <class Policies, class F, class Kept> struct tool_race : race<async_run<Policies>> {
  using run_type = async_run<Policies>;
  using shape_type = shape<F>;
  using arguments_type = typename shape_type::arguments;
  using kept_type = Kept;

  tool_race(run_type& run, call_frame<Policies>& f, int attempt, std::shared_ptr<const flight<arguments_type>> c, const F& fn,
            clock_time end, void (*emit_to)(const void*, const tool_progress&) = &emit_at_once)
      : race<run_type>(run),
        frame(&f),
        call(std::move(c)),
        function(fn),
        policies(run.policies),
        told{source_of(run.options, stop), end == clock_time::max() ? run.options.deadline : std::optional(end)},
        context(call->call.id, f.tool.name, attempt, &told, route(emit_to)) {}

  call_frame<Policies>* frame;  ///< not to be touched when given up
  std::shared_ptr<const flight<arguments_type>> call;
  const F& function;
  const Policies& policies;
  std::stop_source stop{std::nostopstate};
  run_options told;
  tool_context context;
  std::optional<Kept> value{};

  /// On the strand: the tool is through.
  void finish(std::exception_ptr thrown) noexcept {
    const bool late = this->given_up;
    race<run_type>::finish(std::move(thrown));
    if (late) tell_late();
  }
  /// Somebody may want to know what was dropped.
  void tell_late() const noexcept {
    if constexpr (Policies::rare_type::late_type::listens) {
      late_result told_of{call->call.id, context.tool_name(), context.attempt(), !value.has_value(), {}};
      if constexpr (!std::is_same_v<Kept, nothing> && !is_read_sequence<Kept>)
        if (value.has_value()) {
          if constexpr (json::writable<Kept>) told_of.value = value_view::written(*value);
          else told_of.value = value_view::silent(*value);
        }
      policies.rare().late()(told_of);
    }
  }
  void ask_to_end() noexcept {
    stop.request_stop();
    race<run_type>::ask_to_end();
  }
  /// The tool's own coroutine, or whatever else is waited for.
  [[nodiscard]] decltype(auto) begin() {
    if constexpr (shape_type::takes_arguments && shape_type::takes_context) return function(call->arguments, context);
    else if constexpr (shape_type::takes_arguments) return function(call->arguments);
    else if constexpr (shape_type::takes_context) return function(context);
    else return function();
  }
  void emit([[maybe_unused]] const tool_progress& progress_value) {
    if constexpr (Policies::progress_type::listens)
      if (!this->given_up) frame->emit(progress_value);
  }

 private:
  static std::stop_token source_of(const run_options&, std::stop_source& made) {
    // Only who looks at it pays for it.
    if constexpr (shape_type::takes_context) made = std::stop_source();
    return made.get_token();
  }
  progress_route route([[maybe_unused]] void (*emit_to)(const void*, const tool_progress&)) noexcept {
    if constexpr (Policies::progress_type::listens && shape_type::takes_context) return {emit_to, this};
    else return {};
  }
  static void emit_at_once(const void* self, const tool_progress& progress_value) {
    // Const was added on the way through `void`; the race itself is not.
    const_cast<tool_race*>(static_cast<const tool_race*>(self))->emit(progress_value);
  }
};

template <class Race> asio::awaitable<void> tool_body(std::shared_ptr<Race> race) {
  using raw = decltype(race->begin());
  if constexpr (async_sequence<raw>) {
    auto values = race->begin();
    std::optional<next_value_of<raw>> held;
    for (std::size_t sequence = 0;;) {
      auto next = co_await values.next();
      if (!next.has_value()) break;
      if (held.has_value())
        race->emit({race->call->call.id, race->context.tool_name(), sequence++, value_view::written(*held), race->context.attempt()});
      held = std::move(next);
    }
    race->value.emplace(typename Race::kept_type{std::move(held)});  // clang 14 makes no aggregate in parentheses
  } else if constexpr (std::is_void_v<awaited_t<raw>>) {
    co_await race->begin();
    race->value.emplace();
  } else {
    race->value.emplace(co_await race->begin());
  }
}
template <class Run, class Race> void begin_tool(Run& run, const std::shared_ptr<Race>& race) {
  asio::co_spawn(run.strand, tool_body(race), asio::bind_cancellation_slot(race->signal.slot(), [race](std::exception_ptr thrown) {
                   race->finish(std::move(thrown));
                 }));
}

}  // namespace tacet::detail
