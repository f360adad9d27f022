// SPDX-License-Identifier: MIT
// Finds the tool that is meant by a name with a prefix too many or too few.
#pragma once

#include <tacet/phase/family.hpp>
#include <tacet/text/text_literal.hpp>

#include <array>
#include <cstddef>
#include <span>
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

/// The index of the one tool that `name` means when no tool has exactly that name: a known prefix is taken away, or
/// a given one is added. When two different tools are meant, or none, the result is `names.size()`. `find` gives the
/// index of a name, `names.size()` for none.
template <class Find>
[[nodiscard]] std::size_t resolve_name(std::string_view name, std::span<const std::string_view> names,
                                       std::span<const std::string_view> given, Find find) noexcept {
  std::size_t found = names.size();
  bool several = false;
  const auto consider = [&](std::size_t i) {
    if (i == names.size()) return;
    several = several || (found != names.size() && found != i);
    found = i;
  };
  for (const auto prefixes : {std::span<const std::string_view>(usual_prefixes), given})
    for (const std::string_view prefix : prefixes)
      if (name.starts_with(prefix)) consider(find(name.substr(prefix.size())));
  for (const std::string_view prefix : given)
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i].size() == prefix.size() + name.size() && names[i].starts_with(prefix) && names[i].ends_with(name))
        consider(i);
  return several ? names.size() : found;
}

}  // namespace tacet
