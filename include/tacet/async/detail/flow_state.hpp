// SPDX-License-Identifier: MIT
// What an asynchronous executor counts and limits across its batches.
#pragma once

#include <tacet/async/detail/breaker_state.hpp>
#include <tacet/async/detail/rate_state.hpp>
#include <tacet/async/detail/slot_queue.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace tacet {

/// What became of user code that was answered for before it ended. Counts since the executor was made.
struct abandoned_work {
  std::uint64_t abandoned = 0;  ///< all that was given up
  std::uint64_t late = 0;       ///< of it, what has ended since; its results were dropped
  [[nodiscard]] constexpr std::uint64_t running() const noexcept { return abandoned - late; }
};

namespace detail {

struct no_state {
  template <class... T> explicit no_state(const T&...) noexcept {}
};
/// The state of each part that has one; nothing where the part is absent.
template <class Parts> struct places_of {
  static auto make() {
    if constexpr (Parts::limits_calls_at_once) return std::make_unique<slot_queue>(Parts::places_type::slots, Parts::places_type::queue);
    else return no_state();
  }
};
template <class Parts> struct breakers_of {
  static auto make([[maybe_unused]] std::size_t tools) {
    if constexpr (Parts::breaks) {
      auto made = std::make_unique<std::unique_ptr<breaker_state>[]>(tools);
      for (std::size_t i = 0; i != tools; ++i) made[i] = std::make_unique<breaker_state>(Parts::breaker_type::settings);
      return made;
    } else {
      return no_state();
    }
  }
};
template <class Parts> struct rate_of {
  static auto make() {
    if constexpr (Parts::limits_rate) return std::make_unique<rate_state>(Parts::rate_type::settings);
    else return no_state();
  }
};

/// Thread-safe.
template <class Policies> class flow_state {
  using parts = typename Policies::rare_type;

 public:
  explicit flow_state(std::size_t tools)
      : places_(places_of<parts>::make()), breakers_(breakers_of<parts>::make(tools)), rate_(rate_of<parts>::make()) {}

  void was_abandoned() noexcept { abandoned_.fetch_add(1, std::memory_order_relaxed); }
  void came_late() noexcept { late_.fetch_add(1, std::memory_order_release); }
  [[nodiscard]] abandoned_work counts() const noexcept {
    // In this order: never more late ones than abandoned ones.
    const std::uint64_t late = late_.load(std::memory_order_acquire);
    return {abandoned_.load(std::memory_order_relaxed), late};
  }
  [[nodiscard]] slot_queue& places() noexcept { return *places_; }
  [[nodiscard]] breaker_state& breaker(std::size_t tool) noexcept { return *breakers_[tool]; }
  [[nodiscard]] rate_state& rate() noexcept { return *rate_; }

 private:
  std::atomic<std::uint64_t> abandoned_{0};
  std::atomic<std::uint64_t> late_{0};
  [[no_unique_address]] decltype(places_of<parts>::make()) places_;
  [[no_unique_address]] decltype(breakers_of<parts>::make(0)) breakers_;
  [[no_unique_address]] decltype(rate_of<parts>::make()) rate_;
};

}  // namespace detail
}  // namespace tacet
