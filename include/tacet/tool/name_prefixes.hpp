// SPDX-License-Identifier: MIT
// Finds the tool that is meant by a name with a prefix too many or too few.
#pragma once

#include <tacet/phase/family.hpp>
#include <tacet/text/text_literal.hpp>
#include <tacet/text/words.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace tacet {

/// Prefixes that models put in front of names of their own accord. They are always known.
inline constexpr std::array<std::string_view, 2> usual_prefixes{"functions.", "default_api:"};

/// The part of an executor that says which prefixes its tools' names were given: `name_prefixes<"srv__">{}`. Models
/// drop them at times.
template <text_literal... Prefix> struct name_prefixes {
  using family = families::names;
  static constexpr std::array<std::string_view, sizeof...(Prefix)> given{Prefix.view()...};
};

/// Whether one of these stands in front of `name`.
[[nodiscard]] constexpr bool has_usual_prefix(std::string_view name) noexcept {
  const auto leads = [&](std::string_view prefix) {
    return name.size() >= prefix.size() && detail::same_text(name.data(), prefix.data(), prefix.size());
  };
  // Not a loop: the lengths are constants here.
  return leads(std::get<0>(usual_prefixes)) || leads(std::get<1>(usual_prefixes));
}
static_assert(usual_prefixes.size() == 2);

/// A view of texts that stand in a row. (A std::span of an array took clang 14 about 30 ms of each translation unit.)
struct text_list {
  const std::string_view* first = nullptr;
  std::size_t count = 0;

  constexpr text_list() = default;
  template <class Texts>
    requires requires(const Texts& texts) { texts.data() + texts.size(); }
  constexpr text_list(const Texts& texts) noexcept : first(texts.data()), count(texts.size()) {}
  [[nodiscard]] constexpr std::size_t size() const noexcept { return count; }
  [[nodiscard]] constexpr bool empty() const noexcept { return count == 0; }
  [[nodiscard]] constexpr const std::string_view* begin() const noexcept { return first; }
  [[nodiscard]] constexpr const std::string_view* end() const noexcept { return first + count; }
  [[nodiscard]] constexpr std::string_view operator[](std::size_t i) const noexcept { return first[i]; }
};

namespace detail {

template <class Find>
[[gnu::noinline]] std::size_t resolve_prefixed(std::string_view name, text_list names,
                                               text_list given, Find find) noexcept {
  std::size_t found = names.size();
  bool several = false;
  const auto consider = [&](std::size_t i) {
    if (i == names.size()) return;
    several = several || (found != names.size() && found != i);
    found = i;
  };
  for (const text_list prefixes : {text_list(usual_prefixes), given})
    for (const std::string_view prefix : prefixes)
      if (name.starts_with(prefix)) consider(find(name.substr(prefix.size())));
  for (const std::string_view prefix : given)
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i].size() == prefix.size() + name.size() && names[i].starts_with(prefix) && names[i].ends_with(name))
        consider(i);
  return several ? names.size() : found;
}

}  // namespace detail

/// The index of the one tool that `name` means when no tool has exactly that name: a known prefix is taken away, or
/// a given one is added. When two different tools are meant, or none, the result is `names.size()`. `find` gives the
/// index of a name, `names.size()` for none.
template <class Find>
[[nodiscard]] inline std::size_t resolve_name(std::string_view name, text_list names,
                                              text_list given, Find find) noexcept {
  // The usual unknown name has no prefix at all.
  if (given.empty() && !has_usual_prefix(name)) return names.size();
  return detail::resolve_prefixed(name, names, given, find);
}

}  // namespace tacet
