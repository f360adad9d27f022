// SPDX-License-Identifier: MIT
// A typed tool: a name, a callable, and what is said about it, all in one type.
#pragma once

// First, so that the errors that it words stand close to the user's file.
#include <tacet/rule/rules.hpp>

#include <tacet/json/schema_dialect.hpp>
#include <tacet/rule/argument_rules.hpp>
#include <tacet/rule/result_rules.hpp>
#include <tacet/tool/errors.hpp>
#include <tacet/tool/options.hpp>
#include <tacet/tool/signature_of.hpp>
#include <tacet/tool/tool_context.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace tacet {

/// The argument type of a tool that takes none; it is sent as `{}`.
struct no_arguments {};

namespace detail {

// The parameters of a callable, as far as a tool may have them: the arguments, and a context at the end.
template <class Arguments, bool Context, class Result> struct call_shape {
  using arguments = std::remove_cvref_t<Arguments>;
  using parameter = Arguments;
  using result = Result;
  static constexpr bool takes_arguments = !std::is_same_v<arguments, no_arguments>;
  static constexpr bool takes_context = Context;
};
template <class R> call_shape<no_arguments, false, R> shape_of(type_list_of<R>*);
template <class R> call_shape<no_arguments, true, R> shape_of(type_list_of<R, tool_context&>*);
// By const reference or by value: what was checked is what runs, also at the second attempt.
template <class A>
concept argument_parameter = !std::is_reference_v<A> || std::is_const_v<std::remove_reference_t<A>>;
template <class R, argument_parameter A> call_shape<A, false, R> shape_of(type_list_of<R, A>*);
template <class R, argument_parameter A> call_shape<A, true, R> shape_of(type_list_of<R, A, tool_context&>*);
template <class F>
concept tool_shaped = requires { shape_of(static_cast<signature_of<F>*>(nullptr)); };
template <class F> using shape = decltype(shape_of(static_cast<signature_of<F>*>(nullptr)));

// The option of one kind, or `Default` when it is not given.
template <class Default, template <class> class Is, class... Option> struct pick_option { using type = Default; };
template <class Default, template <class> class Is, class First, class... Rest>
struct pick_option<Default, Is, First, Rest...> {
  using type = typename std::conditional_t<Is<First>::value, std::type_identity<First>,
                                           pick_option<Default, Is, Rest...>>::type;
};
template <class O> using is_description = std::bool_constant<requires { O::text; }>;
template <class O> using is_effect = std::bool_constant<requires { O::effect; }>;
template <class O> using is_call_limit = std::bool_constant<requires { O::calls; }>;
template <class O> using is_need = std::bool_constant<requires { typename O::needed; }>;
template <class O> using is_open = std::bool_constant<requires { O::open; }>;
template <class O> using is_stream = std::bool_constant<requires { O::stream; }>;
template <class O> using is_retry = std::bool_constant<std::derived_from<O, retry_option>>;
struct nothing {};
template <template <class> class Is, class... O>
inline constexpr bool at_most_one = (std::size_t{0} + ... + (Is<O>::value ? 1U : 0U)) <= 1;
template <class... O> consteval bool options_differ() {
  return at_most_one<is_description, O...> && at_most_one<is_effect, O...> && at_most_one<is_call_limit, O...> &&
         at_most_one<is_need, O...> && at_most_one<is_open, O...> && at_most_one<is_stream, O...> &&
         at_most_one<is_retry, O...>;
}
template <class O> struct need_of { using type = nothing; };
template <class Capability> struct need_of<needs<Capability>> { using type = Capability; };
template <class T>
concept tool_made = requires { typename T::made_by_tool; };

}  // namespace detail

namespace detail {
// Stands for a tool that broke a rule, so that the broken rule is the only error.
struct refused_tool {
  using made_by_tool = void;
};
template <class Tool> consteval bool retries_are_safe() {
  using own = typename Tool::own_retries;
  if constexpr (std::is_same_v<own, nothing>) return true;
  else return Tool::effect != tool_effect::once || own::only_before_effect;
}
// The multiplier of the tool's own schedule, by name.
template <class Own> struct own_multiplier {
  using type = typename Own::multiplier;
  static constexpr bool valid = Own::valid;
};
template <> struct own_multiplier<nothing> {
  using type = void;
  static constexpr bool valid = true;
};
}  // namespace detail

/// Made by `tool<"name">(callable, options...)`. Empty when the callable is.
template <text_literal Name, class F, class... Option> class typed_tool {
 public:
  using made_by_tool = void;  // a mark and no base class: empty tools then share one address
  using function_type = F;
  using shape = detail::shape<F>;
  using arguments_type = typename shape::arguments;
  using result_type = typename shape::result;
  /// The capability type, or detail::nothing.
  using needed_capability =
      typename detail::need_of<typename detail::pick_option<detail::nothing, detail::is_need, Option...>::type>::type;
  /// The schedule attached to this tool, or detail::nothing.
  using own_retries = typename detail::pick_option<detail::nothing, detail::is_retry, Option...>::type;

  static constexpr std::string_view name = Name.view();
  static constexpr tool_effect effect =
      detail::pick_option<detail::effect_option<tool_effect::once>, detail::is_effect, Option...>::type::effect;
  static constexpr bool open = !std::is_same_v<
      typename detail::pick_option<detail::nothing, detail::is_open, Option...>::type, detail::nothing>;
  static constexpr bool stream = !std::is_same_v<
      typename detail::pick_option<detail::nothing, detail::is_stream, Option...>::type, detail::nothing>;

 private:
  static constexpr tool_descriptor describe_all() {
    tool_descriptor all;
    all.name = name;
    using description = typename detail::pick_option<detail::described<"">, detail::is_description, Option...>::type;
    all.description = description::text.view();
    all.input_schema = json::schema_text<arguments_type, open>;
    if constexpr (!std::is_same_v<needed_capability, detail::nothing>)
      all.required_capability = &capability<needed_capability>;
    using limit = typename detail::pick_option<detail::nothing, detail::is_call_limit, Option...>::type;
    if constexpr (!std::is_same_v<limit, detail::nothing>) all.max_calls_per_invocation = limit::calls;
    all.effect = effect;
    return all;
  }

 public:
  /// A constant; the schema text is one too.
  static constexpr tool_descriptor descriptor = describe_all();

  /// The schema of the arguments in the dialect of one provider; made only for the dialects that are asked for.
  template <json::schema_dialect Dialect>
  static constexpr std::string_view schema = json::schema_for<arguments_type, Dialect, open>;
  /// What that schema could not express: `static_assert(t.degradations<json::schema_dialect::gemini>.none())`.
  template <json::schema_dialect Dialect>
  static constexpr json::degradation_set degradations = json::degradations_of<arguments_type, Dialect, open>;
  /// The descriptor with that schema, for the request of that provider.
  template <json::schema_dialect Dialect> static constexpr tool_descriptor descriptor_in = [] {
    tool_descriptor all = describe_all();
    all.input_schema = schema<Dialect>;
    return all;
  }();

  constexpr explicit typed_tool(F function) : function_(std::move(function)) {}

  [[nodiscard]] constexpr const F& callable() const noexcept { return function_; }
  /// Calls the function with what it takes of the two.
  constexpr decltype(auto) operator()(const arguments_type& arguments, tool_context& context) const {
    if constexpr (shape::takes_arguments && shape::takes_context) return function_(arguments, context);
    else if constexpr (shape::takes_context) return function_(context);
    else return (*this)(arguments);
  }
  constexpr decltype(auto) operator()([[maybe_unused]] const arguments_type& arguments) const
    requires(!shape::takes_context)
  {
    if constexpr (shape::takes_arguments) return function_(arguments);
    else return function_();
  }

 private:
  [[no_unique_address]] F function_;
};

/// Makes a tool from a callable that takes at most one argument struct and then at most a `tool_context&`:
/// `tool<"add">([](const pair& p) { return p.a + p.b; }, describe<"Adds">, read_only)`.
///
/// The struct is an aggregate of at most 32 members, or a class that is a Hana Struct. One signature gives the
/// decoder, the JSON Schema and the dispatch entry. The callable must be callable when const, and from any thread
/// that executes. Refuses at compile time: a name that providers do not take, a callable without one signature,
/// an argument type that cannot be decoded, a schedule on a `once` tool that may repeat its effect.
template <text_literal Name, class F, class... Option>
[[nodiscard]] constexpr auto tool(F function, [[maybe_unused]] Option... option) {
  // Each rule is asked right here, not by a function that would be told in the error too.
  constexpr bool named = rule::is_provider_name(Name.view());
  constexpr bool known = (... && (std::derived_from<Option, detail::tool_option> ||
                                  std::derived_from<Option, detail::retry_option>));
  constexpr bool single = detail::options_differ<Option...>();
  static_assert(rule::name_is_taken_by_providers<F, named>());
  static_assert(rule::options_are_tool_options<F, known || !named>());
  static_assert(rule::options_stand_once<F, single || !known || !named>());
  if constexpr (!named || !known || !single) {
    return detail::refused_tool{};
  } else if constexpr (!detail::has_signature<F>) {
    static_assert(rule::has_one_signature<F, false>());
    return detail::refused_tool{};
  } else if constexpr (!detail::tool_shaped<F>) {
    static_assert(rule::takes_arguments_and_context<F, false>());
    return detail::refused_tool{};
  } else {
    using found = rule::argument_finding<typename detail::shape<F>::arguments>;
    if constexpr (found::broken != rule::argument_rule::none) {
      using rule::argument_rule;
      using about = typename found::about;
      constexpr argument_rule broken = found::broken;
      static_assert(rule::arguments_are_a_struct<about, broken != argument_rule::is_a_struct>());
      static_assert(rule::arguments_are_default_made<about, broken != argument_rule::is_default_made>());
      static_assert(rule::arguments_have_no_base<about, broken != argument_rule::has_no_base>());
      static_assert(rule::arguments_have_no_c_array<about, broken != argument_rule::has_no_c_array>());
      static_assert(rule::arguments_are_few<about, broken != argument_rule::is_small>());
      static_assert(rule::arguments_are_finite<about, broken != argument_rule::is_finite>());
      static_assert(rule::notes_name_members<about, broken != argument_rule::notes_name_members>());
      static_assert(rule::notes_fit_members<about, broken != argument_rule::notes_fit_members>());
      static_assert(rule::notes_leave_a_value<about, broken != argument_rule::notes_leave_a_value>());
      static_assert(rule::member_is_readable<about, broken != argument_rule::member_is_readable>());
      static_assert(rule::enumerators_are_known<about, broken != argument_rule::enumerators_are_known>());
      return detail::refused_tool{};
    } else {
      using made = typed_tool<Name, F, Option...>;
      using unwritten = rule::unwritten_result<typename made::result_type, made::stream>;
      using multiplier = detail::own_multiplier<typename made::own_retries>;
      constexpr bool written = std::is_void_v<unwritten>;
      constexpr bool safe = detail::retries_are_safe<made>();
      static_assert(rule::result_is_writable<unwritten, written>());
      static_assert(rule::multiplier_is_finite<typename multiplier::type, multiplier::valid || !written>());
      static_assert(rule::once_is_retried_only_before_its_effect<F, safe || !multiplier::valid || !written>());
      if constexpr (written && multiplier::valid && safe) return made(std::move(function));
      else return detail::refused_tool{};
    }
  }
}

}  // namespace tacet
