// SPDX-License-Identifier: MIT
// A callable of any type behind one signature, owned and called when const.
#pragma once

#include <tacet/erased/detail/held.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace tacet::detail {

template <class R, class... A> struct function_operations : held_operations {
  R (*call)(const void* self, A... argument);
};

/// Empty when it is made of nothing or was moved from; an empty one must not be called.
// (std::function wants a copy, and std::move_only_function is of C++23.)
template <class Signature> class any_function;
template <class R, class... A> class any_function<R(A...)> : public held<erased_object<function_operations<R, A...>>> {
  using owner = held<erased_object<function_operations<R, A...>>>;

 public:
  any_function() noexcept = default;
  template <class F>
    requires(!std::same_as<std::remove_cvref_t<F>, any_function> &&
             std::is_invocable_r_v<R, const std::remove_cvref_t<F>&, A...>)
  any_function(F&& callable) : owner(table<std::remove_cvref_t<F>>, std::forward<F>(callable)) {}

  R operator()(A... argument) const { return owner::operations_->call(owner::self_, std::forward<A>(argument)...); }

 private:
  template <class F> static R call(const void* self, A... argument) {
    if constexpr (std::is_void_v<R>) (void)(*static_cast<const F*>(self))(std::forward<A>(argument)...);
    else return (*static_cast<const F*>(self))(std::forward<A>(argument)...);
  }
  template <class F>
  static constexpr function_operations<R, A...> table{operations_of_held<F>::table, &call<F>};
};

}  // namespace tacet::detail
