// SPDX-License-Identifier: MIT
// What an executor asks of tools that are known only when the program runs, and that stand beside its typed ones.
#pragma once

#include <tacet/phase/family.hpp>
#include <tacet/tool/name_prefixes.hpp>
#include <tacet/values/tool_descriptor.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tacet::detail {

/// The family's default: there are none.
///
/// A part of this family has `bind(typed_tools)`, asked once when the executor is made, and then: `size()`; `find(name)`,
/// the index of a tool or `size()`; `find_without_prefix(name)`, the same of the one tool that is called so but for its prefix;
/// `descriptor(i)`; `names()`, `list()` and `descriptors()` of all tools, the
/// typed ones first; and `entry<Frame>(i)`.
struct no_added_tools {
  using family = families::added_tools;
};

/// What is known of the typed tools of an executor, for what is added to them.
struct typed_tools {
  text_list names;
  text_list prefixes;
  std::span<const tool_descriptor> descriptors;
};

/// How an added tool is entered, and with what.
template <class Frame> struct added_entry {
  void (*run)(Frame& frame, const void* tool);
  const void* tool;
};

/// What checks are bound to where tools are added: what is known of the typed ones, and that there are more.
template <class Tools> struct with_added {
  static constexpr std::size_t size = Tools::size;
  static constexpr bool has_added = true;
  static constexpr auto descriptors() noexcept { return Tools::descriptors(); }
};

/// What checks are bound to.
template <class Tools, class Added> struct tools_for_checks { using type = with_added<Tools>; };
template <class Tools> struct tools_for_checks<Tools, no_added_tools> { using type = Tools; };

}  // namespace tacet::detail
