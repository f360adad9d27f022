// SPDX-License-Identifier: MIT
// A typed tool: a name, a callable, and what is said about it, all in one type.
#pragma once

// First, so that the errors that it words stand close to the user's file.
#include <tacet/rule/rules.hpp>

#include <tacet/json/schema_dialect.hpp>
#include <tacet/phase/awaited.hpp>
#include <tacet/rule/argument_rules.hpp>
#include <tacet/rule/result_rules.hpp>
#include <tacet/tool/errors.hpp>
#include <tacet/tool/options.hpp>
#include <tacet/tool/signature_of.hpp>
#include <tacet/tool/tool_context.hpp>

#include <concepts>
#include <optional>
#include <string_view>
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

struct nothing {};
template <bool Given, class... O> struct capability_needed { using type = nothing; };
template <class... O> struct capability_needed<true, O...> { using type = typename option_of<says_capability, O...>::type::type; };
template <bool Given, class... O> struct retries_attached { using type = nothing; };
template <class... O> struct retries_attached<true, O...> { using type = typename option_of<says_retries, O...>::type; };
template <bool Given, class... O> struct conflict_declared { using type = nothing; };
template <class... O> struct conflict_declared<true, O...> { using type = typename option_of<says_conflicts, O...>::type; };
template <class T>
concept tool_made = requires { typename T::made_by_tool; };

// What a key of conflicts_on may be.
template <class Key> inline constexpr bool is_conflict_key = std::convertible_to<const Key&, std::string_view> || std::integral<Key> ||
                                                             std::is_enum_v<Key>;
template <class Key> inline constexpr bool is_conflict_key<std::optional<Key>> = is_conflict_key<Key>;
template <class Declared, class A> inline constexpr bool key_fits = std::is_same_v<Declared, nothing>;
template <class Declared, class A>
  requires std::is_invocable_v<decltype((Declared::projection)), const A&>
inline constexpr bool key_fits<Declared, A> =
    is_conflict_key<std::remove_cvref_t<std::invoke_result_t<decltype((Declared::projection)), const A&>>>;

// Stands for a tool that broke a rule, so that the broken rule is the only error.
struct refused_tool {
  using made_by_tool = void;
};
template <class Own> consteval bool retries_are_safe(tool_effect effect) {
  if constexpr (std::is_same_v<Own, nothing>) return true;
  else return effect != tool_effect::once || Own::only_before_effect;
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
  using result_type = detail::awaited_t<typename shape::result>;
  /// The capability type, or detail::nothing.
  using needed_capability =
      typename detail::capability_needed<(detail::kinds_of<Option...> & detail::says_capability) != 0, Option...>::type;
  /// The schedule attached to this tool, or detail::nothing.
  using own_retries =
      typename detail::retries_attached<(detail::kinds_of<Option...> & detail::says_retries) != 0, Option...>::type;
  /// What its calls conflict on, or detail::nothing.
  using conflict_key =
      typename detail::conflict_declared<(detail::kinds_of<Option...> & detail::says_conflicts) != 0, Option...>::type;

 private:
  static constexpr detail::tool_facts facts = detail::facts_of<Option...>();
  static constexpr tool_descriptor with_schema(std::string_view schema) {
    tool_descriptor all = facts.about;
    all.name = name;
    all.input_schema = schema;
    return all;
  }

 public:
  static constexpr std::string_view name = Name.view();
  static constexpr tool_effect effect = facts.about.effect;
  /// How long one attempt may take; 0: no limit of its own.
  static constexpr duration timeout = facts.about.timeout.value_or(std::chrono::nanoseconds(0));
  /// When an attempt is hedged; 0: never.
  static constexpr duration hedge_after = facts.about.hedge_after.value_or(std::chrono::nanoseconds(0));
  static constexpr bool open = facts.open;
  static constexpr bool stream = facts.streams;
  static constexpr bool blocks = facts.blocks;
  /// Whether the result is waited for, which the synchronous executor cannot do.
  static constexpr bool waits = detail::waits<typename shape::result>;

  /// A constant; the schema text is one too.
  static constexpr tool_descriptor descriptor = with_schema(json::schema_text<arguments_type, open>);

  /// The schema of the arguments in the dialect of one provider; made only for the dialects that are asked for.
  template <json::schema_dialect Dialect>
  static constexpr std::string_view schema = json::schema_for<arguments_type, Dialect, open>;
  /// What that schema could not express: `static_assert(t.degradations<json::schema_dialect::gemini>.none())`.
  template <json::schema_dialect Dialect>
  static constexpr json::degradation_set degradations = json::degradations_of<arguments_type, Dialect, open>;
  /// The descriptor with that schema, for the request of that provider.
  template <json::schema_dialect Dialect> static constexpr tool_descriptor descriptor_in = with_schema(schema<Dialect>);

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
/// an argument type that cannot be decoded, a schedule on a `once` tool that may repeat its effect, a timeout of nothing.
template <text_literal Name, class F, class... Option>
[[nodiscard]] constexpr auto tool(F function, [[maybe_unused]] Option... option) {
  // Each rule is asked right here, not by a function that would be told in the error too; and only the one that is
  // broken, since a question is a template of its own.
  if constexpr (!rule::is_provider_name(Name.view())) {
    static_assert(rule::name_is_taken_by_providers<F, false>());
    return detail::refused_tool{};
  } else if constexpr (!(... && detail::tool_option<Option>)) {
    static_assert(rule::options_are_tool_options<F, false>());
    return detail::refused_tool{};
  } else if constexpr (!detail::options_differ<Option...>) {
    static_assert(rule::options_stand_once<F, false>());
    return detail::refused_tool{};
  } else if constexpr (!detail::has_signature<F>) {
    static_assert(rule::has_one_signature<F, false>());
    return detail::refused_tool{};
  } else if constexpr (!detail::tool_shaped<F>) {
    static_assert(rule::takes_arguments_and_context<F, false>());
    return detail::refused_tool{};
  } else if constexpr (!rule::are_arguments<typename detail::shape<F>::arguments>) {
    using rule::argument_rule;
    using found = rule::argument_finding<typename detail::shape<F>::arguments>;
    using about = typename found::about;
    constexpr argument_rule broken = found::broken;
    static_assert(rule::arguments_are_a_struct<about, broken != argument_rule::is_a_struct>());
    static_assert(rule::arguments_are_default_made<about, broken != argument_rule::is_default_made>());
    static_assert(rule::arguments_have_no_base<about, broken != argument_rule::has_no_base>());
    static_assert(rule::arguments_have_no_c_array<about, broken != argument_rule::has_no_c_array>());
    static_assert(rule::arguments_are_few<about, broken != argument_rule::is_small>());
    static_assert(rule::arguments_are_finite<about, broken != argument_rule::is_finite>());
    static_assert(rule::notes_are_notes<about, broken != argument_rule::notes_are_notes>());
    static_assert(rule::notes_name_members<about, broken != argument_rule::notes_name_members>());
    static_assert(rule::notes_fit_members<about, broken != argument_rule::notes_fit_members>());
    static_assert(rule::notes_leave_a_value<about, broken != argument_rule::notes_leave_a_value>());
    static_assert(rule::member_is_readable<about, broken != argument_rule::member_is_readable>());
    static_assert(rule::enumerators_are_known<about, broken != argument_rule::enumerators_are_known>());
    return detail::refused_tool{};
  } else {
    using made = typed_tool<Name, F, Option...>;
    using unwritten = rule::unwritten_result<typename made::result_type, made::stream>;
    using own = detail::own_multiplier<typename made::own_retries>;
    if constexpr (!std::is_void_v<unwritten>) {
      static_assert(rule::result_is_writable<unwritten, false>());
      return detail::refused_tool{};
    } else if constexpr (!own::valid) {
      static_assert(rule::multiplier_is_finite<typename own::type, false>());
      return detail::refused_tool{};
    } else if constexpr (!detail::retries_are_safe<typename made::own_retries>(made::effect)) {
      static_assert(rule::once_is_retried_only_before_its_effect<F, false>());
      return detail::refused_tool{};
    } else if constexpr (!detail::key_fits<typename made::conflict_key, typename made::arguments_type>) {
      static_assert(rule::conflict_key_is_of_the_arguments<F, false>());
      return detail::refused_tool{};
    } else if constexpr (made::hedge_after.count <= 0 && (detail::kinds_of<Option...> & detail::says_hedge) != 0) {
      static_assert(rule::time_limit_is_positive<rule::time_limit_ns<made::hedge_after.count>, false>());
      return detail::refused_tool{};
    } else if constexpr (made::hedge_after.count > 0 && made::effect == tool_effect::once) {
      static_assert(rule::once_is_not_hedged<F, false>());
      return detail::refused_tool{};
    } else if constexpr (made::blocks && made::waits) {
      static_assert(rule::blocking_tool_is_not_waited_for<F, false>());
      return detail::refused_tool{};
    } else if constexpr (made::hedge_after.count > 0 && !made::waits) {
      static_assert(rule::hedged_tool_is_waited_for<F, false>());
      return detail::refused_tool{};
    } else if constexpr (made::timeout.count <= 0 && (detail::kinds_of<Option...> & detail::says_timeout) != 0) {
      static_assert(rule::time_limit_is_positive<rule::time_limit_ns<made::timeout.count>, false>());
      return detail::refused_tool{};
    } else {
      return made(std::move(function));
    }
  }
}

}  // namespace tacet
