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
  static constexpr bool are_whole = (!std::is_same_v<refused_tool, T> && ...);

  // The first tool that has the name of an earlier one, as an index; the count when there is none.
  static consteval std::size_t repeated() {
    constexpr std::array<std::string_view, sizeof...(T)> names{T::name...};
    for (std::size_t i = 0; i < names.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (names[i] == names[j]) return i;
    return names.size();
  }
};

template <std::size_t I, class... T> struct nth;
template <class First, class... Rest> struct nth<0, First, Rest...> { using type = First; };
template <std::size_t I, class First, class... Rest> struct nth<I, First, Rest...> : nth<I - 1, Rest...> {};

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
  static_assert(rule::part_is_a_tool<typename detail::first_other<T...>::type, are_tools>());
  static constexpr bool whole = [] {
    if constexpr (!are_tools || !detail::all_tools<T...>::are_whole) return false;
    else if constexpr (constexpr std::size_t at = detail::all_tools<T...>::repeated(); at != sizeof...(T))
      return rule::tool_names_differ<typename detail::nth<at, T...>::type, false>() && false;
    else return true;
  }();

 public:
  /// Whether all rules hold; nothing is instantiated on a pack that broke one.
  static constexpr bool valid = whole;

  constexpr explicit tools(T... tool) : held_(std::move(tool)...) {}

  /// The tool at `I`.
  template <std::size_t I> [[nodiscard]] constexpr const auto& get() const noexcept {
    return boost::hana::at_c<I>(held_);
  }
  template <std::size_t I> using tool_at = typename detail::nth<I, T...>::type;

  /// The index of the tool called `name`, `size` when there is none. Costs the same for any number of tools.
  [[nodiscard]] static constexpr std::size_t find(std::string_view name) noexcept { return table.find(name); }
  [[nodiscard]] static constexpr const std::array<std::string_view, size>& names() noexcept { return table.names(); }
  /// The names in one text, as an unknown tool is answered: at most `most_listed` of them.
  [[nodiscard]] static constexpr std::string_view list() noexcept { return {joined.data(), joined.size()}; }
  static constexpr std::size_t most_listed = 64;
  /// What is known of each tool, in order; constants.
  [[nodiscard]] static constexpr std::array<tool_descriptor, size> descriptors() noexcept { return {T::descriptor...}; }

 private:
  static constexpr auto make_table() {
    if constexpr (whole) return name_table<size>({T::name...});
    else return name_table<1>({std::string_view{}});
  }
  static constexpr auto table = make_table();

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

  [[no_unique_address]] boost::hana::basic_tuple<T...> held_;
};

}  // namespace tacet
