// SPDX-License-Identifier: MIT
// A steering gate whose guard is chosen when the program runs.
#pragma once

#include <tacet/erased/detail/any_function.hpp>
#include <tacet/phase/steering_gate.hpp>

#include <concepts>
#include <optional>
#include <utility>

namespace tacet {

namespace detail {
// A guard that may be none.
struct any_guard {
  any_function<std::optional<skip>(const pending_call&)> consult;
  std::optional<skip> operator()(const pending_call& call) const {
    return consult ? consult(call) : std::nullopt;
  }
};
}  // namespace detail

/// A `steering_gate` of any guard, owned: what such a gate takes. Made of nothing, it admits all. Move-only. Costs one
/// indirect call.
class any_steering : public steering_gate<detail::any_guard> {
 public:
  any_steering() : steering_gate<detail::any_guard>(detail::any_guard{}) {}
  template <class Consult>
    requires(!std::same_as<Consult, any_steering>)
  explicit any_steering(Consult consult, guard_failure broken = guard_failure::admits)
      : steering_gate<detail::any_guard>(
            detail::any_guard{[gate = steering_gate<Consult>(std::move(consult))](const pending_call& call) -> std::optional<skip> {
              return gate.ask(call);
            }},
            broken) {}
};

}  // namespace tacet
