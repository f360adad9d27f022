// SPDX-License-Identifier: MIT
// The callable of a dynamic tool behind one signature.
#pragma once

#include <tacet/dynamic/dynamic_value.hpp>
#include <tacet/erased/detail/any_function.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/tool/tool_context.hpp>
#include <tacet/tool/tool_result.hpp>

#include <boost/json/value.hpp>

#include <concepts>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet::detail {

// The callable with what it takes of the two.
template <class F> decltype(auto) call_dynamic(const F& function, const boost::json::value& arguments, tool_context& context) {
  if constexpr (std::invocable<const F&, const boost::json::value&, tool_context&>) return function(arguments, context);
  else if constexpr (std::invocable<const F&, const boost::json::object&, tool_context&>)
    return function(arguments.get_object(), context);
  else if constexpr (std::invocable<const F&, const boost::json::value&>) return function(arguments);
  else if constexpr (std::invocable<const F&, const boost::json::object&>) return function(arguments.get_object());
  else if constexpr (std::invocable<const F&, tool_context&>) return function(context);
  else return function();
}
template <class F>
inline constexpr bool takes_json = std::invocable<const F&, const boost::json::value&, tool_context&> ||
                                   std::invocable<const F&, const boost::json::object&, tool_context&> ||
                                   std::invocable<const F&, const boost::json::value&> ||
                                   std::invocable<const F&, const boost::json::object&> ||
                                   std::invocable<const F&, tool_context&> || std::invocable<const F&>;

template <class F>
using dynamic_result_of = std::remove_cvref_t<decltype(call_dynamic(
    std::declval<const F&>(), std::declval<const boost::json::value&>(), std::declval<tool_context&>()))>;

template <class R> consteval bool gives_dynamic_value() {
  if constexpr (std::is_void_v<R>) return true;
  else if constexpr (requires { typename R::value_type; } && expected_like<R>)
    return std::is_void_v<typename R::value_type> || std::constructible_from<dynamic_value, typename R::value_type>;
  else return std::constructible_from<dynamic_value, R>;
}

using dynamic_outcome = tool_result<dynamic_value>;

// An error that a tool returned, as what it is for a typed tool: its own words, or something that is not told.
template <class E> dynamic_outcome failed_outcome(const E& error, bool early, bool late) {
  if constexpr (std::derived_from<E, not_applied> || std::derived_from<E, timed_out>) {
    return error;
  } else if constexpr (std::derived_from<E, tool_error>) {
    const permanence lasting = error.permanent() ? permanence::permanent : permanence::transient;
    if (early) return not_applied(error.what(), lasting);
    if (late) return timed_out(error.what(), lasting);
    return error;
  } else if constexpr (std::derived_from<E, std::exception>) {
    throw error;
  } else {
    return tool_error(error_text(error));
  }
}

template <class F>
dynamic_outcome run_callable(const F& function, const boost::json::value& arguments, tool_context& context) {
  using result = dynamic_result_of<F>;
  if constexpr (std::is_void_v<result>) {
    call_dynamic(function, arguments, context);
    return dynamic_value();
  } else if constexpr (requires { typename result::value_type; } && expected_like<result>) {
    result made = call_dynamic(function, arguments, context);
    if (!made.has_value()) {
      if constexpr (requires { made.before_effect(); }) return failed_outcome(made.error(), made.before_effect(), made.late());
      else return failed_outcome(made.error(), false, false);
    }
    if constexpr (std::is_void_v<typename result::value_type>) return dynamic_value();
    else return dynamic_value(*std::move(made));
  } else {
    return dynamic_value(call_dynamic(function, arguments, context));
  }
}

/// What a typed tool's callable is, for any callable that takes and gives JSON.
struct dynamic_callable {
  any_function<dynamic_outcome(const boost::json::value&, tool_context&)> function;
  bool takes_context = true;  ///< by which it could know of a timeout

  dynamic_outcome operator()(const boost::json::value& arguments, tool_context& context) const {
    return function(arguments, context);
  }
};

template <class F>
inline constexpr bool takes_context = std::invocable<const F&, const boost::json::value&, tool_context&> ||
                                      std::invocable<const F&, const boost::json::object&, tool_context&> ||
                                      std::invocable<const F&, tool_context&>;

template <class F> dynamic_callable make_callable(F function) {
  return {[held = std::move(function)](const boost::json::value& arguments, tool_context& context) {
            return run_callable(held, arguments, context);
          },
          takes_context<F>};
}

}  // namespace tacet::detail
