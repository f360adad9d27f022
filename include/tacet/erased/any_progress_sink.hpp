// SPDX-License-Identifier: MIT
// A progress sink that is chosen when the program runs.
#pragma once

#include <tacet/erased/detail/any_function.hpp>
#include <tacet/phase/family.hpp>
#include <tacet/phase/progress.hpp>

#include <concepts>
#include <utility>

namespace tacet {

/// The sink of `progress{...}`, of any type, owned. Made of nothing, values go nowhere; each is built all the same, since
/// that is decided at compile time. Move-only. Costs one indirect call for each value.
class any_progress_sink {
 public:
  using family = families::progress;
  static constexpr bool listens = true;

  any_progress_sink() noexcept = default;
  template <class Sink>
    requires(!std::same_as<Sink, any_progress_sink>)
  explicit any_progress_sink(Sink sink) : sink_(progress<Sink>(std::move(sink))) {}

  void operator()(const tool_progress& value) const {
    if (sink_) sink_(value);
  }

 private:
  detail::any_function<void(const tool_progress&)> sink_;
};

}  // namespace tacet
