// SPDX-License-Identifier: MIT
// How deep a JSON value nests, found without recursion.
#pragma once

#include <tacet/dynamic/detail/schema_value.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace tacet::detail {

/// Whether objects and arrays stand in each other more than `most` deep.
inline bool deeper_than(const json_value& root, std::size_t most) {
  std::vector<std::pair<const json_value*, std::size_t>> open{{&root, 0}};
  while (!open.empty()) {
    const auto [at, depth] = open.back();
    open.pop_back();
    if (!at->is_structured()) continue;
    if (depth == most) return true;
    if (const boost::json::array* const array = at->if_array())
      for (const json_value& one : *array) open.emplace_back(&one, depth + 1);
    if (const boost::json::object* const object = at->if_object())
      for (const auto& member : *object) open.emplace_back(&member.value(), depth + 1);
  }
  return false;
}

}  // namespace tacet::detail
