// SPDX-License-Identifier: MIT
// The tools of an executor: found by name, described, and called by index.
#pragma once

#include <tacet/json/text_builder.hpp>
#include <tacet/phase/family.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/tool/name_table.hpp>
#include <tacet/tool/tool.hpp>

#include <boost/hana/at.hpp>
#include <boost/hana/basic_tuple.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet {

namespace detail {

template <class... T> struct all_tools {
  static constexpr bool are_tools = (tool_made<T> && ...);
  static constexpr bool are_whole = are_tools && (!std::is_same_v<refused_tool, T> && ...);
};

template <std::size_t I, class... T> struct nth;
template <class First, class... Rest> struct nth<0, First, Rest...> { using type = First; };
template <std::size_t I, class First, class... Rest> struct nth<I, First, Rest...> : nth<I - 1, Rest...> {};

// The callables of the first tool that has the name of an earlier one, and of that one.
template <bool Whole, class... T> struct same_named {
  using first = void;
  using second = void;
  static constexpr bool found = false;
};
template <std::size_t At, std::size_t Before, class... T> struct named_pair {
  using first = typename nth<Before, T...>::type::function_type;
  using second = typename nth<At, T...>::type::function_type;
};
template <std::size_t At, class... T> struct named_pair<At, At, T...> {
  using first = void;
  using second = void;
};
struct index_pair {
  std::size_t at = 0;
  std::size_t before = 0;
};
template <std::size_t N> consteval index_pair find_same_named(const std::array<std::string_view, N>& names) {
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < i; ++j)
      // Numbered names differ in their last character; to compare all of it takes the compiler ten times as long.
      if (names[i].size() == names[j].size() && names[i].back() == names[j].back() && names[i] == names[j])
        return {i, j};
  return {};
}
template <class... T> struct same_named<true, T...> {
  static constexpr index_pair where = find_same_named<sizeof...(T)>({T::name...});
  static constexpr bool found = where.at != where.before;
  using first = typename named_pair<where.at, where.before, T...>::first;
  using second = typename named_pair<where.at, where.before, T...>::second;
};

// The first type that is no tool.
template <class... T> struct first_other { using type = void; };
template <class First, class... Rest> struct first_other<First, Rest...> {
  using type = typename std::conditional_t<tool_made<First>, first_other<Rest...>,
                                           std::type_identity<First>>::type;
};

}  // namespace detail

/// The tools part of an executor: `tools{search, send_mail}`. Holds the tools by value; empty when they are.
template <class... T> class tools {
 public:
  using family = families::tools;
  static constexpr std::size_t size = sizeof...(T);

 private:
  static constexpr bool are_tools = detail::all_tools<T...>::are_tools;
  using pair = detail::same_named<detail::all_tools<T...>::are_whole, T...>;
  static constexpr bool whole = detail::all_tools<T...>::are_whole && !pair::found;
  // Looked for only where there is one: each step of the search names all tools that are left.
  using other = typename std::conditional_t<are_tools, std::type_identity<void>, detail::first_other<T...>>::type;
  static_assert(rule::part_is_a_tool<other, are_tools>());
  static_assert(rule::tool_names_differ<typename pair::first, typename pair::second, !pair::found>());

 public:
  /// Whether all rules hold; nothing is instantiated on a pack that broke one.
  static constexpr bool valid = whole;

  constexpr explicit tools(T... tool) : held_(std::move(tool)...) {}

  /// The tool at `I`.
  template <std::size_t I> [[nodiscard]] constexpr const auto& get() const noexcept {
    return boost::hana::at_c<I>(held_);
  }

  template <std::size_t I>
  using tool_at = std::remove_cvref_t<decltype(boost::hana::at_c<I>(std::declval<const boost::hana::basic_tuple<T...>&>()))>;

  /// The index of the tool called `name`, `size` when there is none. Costs the same for any number of tools.
  [[nodiscard]] __attribute__((always_inline)) static constexpr std::size_t find(std::string_view name) noexcept {
    if constexpr (size == 0) return (void)name, 0;
    else return table.find(name);
  }
  /// Whether no tool holds anything.
  static constexpr bool stateless = (... && std::is_empty_v<T>);
  [[nodiscard]] static constexpr const std::array<std::string_view, size>& names() noexcept {
    if constexpr (whole && size != 0) return table.names();
    else return no_names;
  }
  /// Calls the tool of that name with arguments that are a struct already: no text, no phases, and no answer for a
  /// model. False when no tool of that name takes an `A` alone and returns an `R`. What the tool throws passes. Costs
  /// the look-up and one indirect call.
  template <class R, class A>
  __attribute__((always_inline)) bool invoke(std::string_view name, const A& arguments, R& result) const {
    return invokers<R, A>[find(name)](*this, arguments, result);
  }
  /// The names in one text, as an unknown tool is answered: at most `most_listed` of them.
  [[nodiscard]] static constexpr std::string_view list() noexcept { return {joined.data(), joined.size()}; }
  static constexpr std::size_t most_listed = 64;
  /// What is known of each tool, in order; constants.
  [[nodiscard]] static constexpr std::array<tool_descriptor, size> descriptors() noexcept { return {T::descriptor...}; }
  /// The same with the schemas of one provider; nothing of a dialect that is not asked for is made.
  template <json::schema_dialect Dialect> [[nodiscard]] static constexpr std::array<tool_descriptor, size> descriptors_in() noexcept {
    return {T::template descriptor_in<Dialect>...};
  }

 private:
  static constexpr auto make_table() {
    if constexpr (whole && size != 0) return name_table<size>({T::name...});
    else return name_table<1>({std::string_view{}});
  }
  static constexpr auto table = make_table();
  static constexpr std::array<std::string_view, size> no_names{};

  static constexpr void put_list(json::detail::text_builder& to) {
    for (std::size_t i = 0; i < table.names().size() && i < most_listed; ++i) {
      if (i != 0) to.put(", ");
      to.put(table.names()[i]);
    }
    if (size > most_listed) to.put(" and "), to.put_unsigned(size - most_listed), to.put(" more");
  }
  static constexpr std::size_t list_size() {
    json::detail::text_builder to;
    put_list(to);
    return to.size;
  }
  static constexpr auto make_list() {
    std::array<char, list_size()> text{};
    json::detail::text_builder to{text.data(), 0};
    put_list(to);
    return text;
  }
  static constexpr auto joined = make_list();

  template <class R, class A> using invoker = bool (*)(const tools& set, const A& arguments, R& result);
  template <class R, class A, std::size_t I> static bool invoke_at(const tools& set, const A& arguments, R& result) {
    result = set.get<I>()(arguments);
    return true;
  }
  template <class R, class A> static bool invoke_none(const tools&, const A&, R&) noexcept { return false; }
  template <class R, class A, std::size_t I, class Tool> static consteval invoker<R, A> invoker_of() {
    if constexpr (!Tool::shape::takes_context && std::is_same_v<typename Tool::arguments_type, A> &&
                  std::is_same_v<typename Tool::result_type, R>)
      return &invoke_at<R, A, I>;
    else
      return &invoke_none<R, A>;
  }
  template <class R, class A, std::size_t... I> static consteval auto make_invokers(std::index_sequence<I...>) {
    return std::array<invoker<R, A>, size + 1>{invoker_of<R, A, I, T>()..., &invoke_none<R, A>};
  }
  // One more than there are tools: what a name that is not found leads to.
  template <class R, class A>
  static constexpr auto invokers = make_invokers<R, A>(std::index_sequence_for<T...>{});

  [[no_unique_address]] boost::hana::basic_tuple<T...> held_;
};

}  // namespace tacet
