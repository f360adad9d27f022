// SPDX-License-Identifier: MIT
// Names for providers where two tools would be offered under one.
#pragma once

#include <tacet/tool/provider_name.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tacet::detail {

/// As a name that is too long is shortened: the beginning of `provider_name(name)`, and a hash of all of
/// `name`.
inline std::string distinct_name(std::string_view name) {
  std::uint32_t hash = 2166136261U;  // FNV-1a, as provider_name's
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  std::string made(provider_name(name).view().substr(0, provider_name::most - 9));
  made += '_';
  for (int shift = 28; shift >= 0; shift -= 4) made += "0123456789abcdef"[hash >> shift & 15U];
  return made;
}

/// The name under which each tool is offered. A name that providers take is its tool's; one that several
/// others would get, or that is a tool's own, is nobody else's: these get `distinct_name`. So it does not
/// depend on the order of the tools, unless two of those names are alike.
inline std::vector<std::string> offered_names(const std::vector<std::string_view>& names) {
  const std::unordered_set<std::string_view> own(names.begin(), names.end());
  std::vector<std::string> offered;
  std::unordered_map<std::string, std::size_t> counts;
  for (const std::string_view name : names) ++counts[offered.emplace_back(provider_name(name).view())];
  for (std::size_t i = 0; i < names.size(); ++i)
    if (offered[i] != names[i] && (counts[offered[i]] > 1 || own.contains(offered[i])))
      offered[i] = distinct_name(names[i]);
  // A name that was chosen to look like one of these is dealt with last, in the order of the tools.
  std::unordered_set<std::string> used;
  for (const std::string_view name : own) used.emplace(name);
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::string longer(names[i]); offered[i] != names[i] && !used.insert(offered[i]).second;)
      offered[i] = distinct_name(longer += '_');
  return offered;
}

}  // namespace tacet::detail
