// SPDX-License-Identifier: MIT
// Which keyword is read by what, and which one may be meant by a word that is none.
#pragma once

#include <tacet/dynamic/detail/near_miss.hpp>
#include <tacet/dynamic/detail/schema_compiler.hpp>

#include <string_view>

namespace tacet::detail {

inline const schema_compiler::handled* schema_compiler::find(std::string_view name) {
  for (const handled& one : handlers())
    if (one.name == name) return &one;
  return nullptr;
}

inline std::span<const schema_compiler::handled> schema_compiler::handlers() {
  using c = schema_compiler;
  static constexpr handled all[] = {
      {"type", &c::on_type},
      {"enum", &c::on_enum},
      {"const", &c::on_const},
      {"minimum", &c::on_minimum},
      {"maximum", &c::on_maximum},
      {"exclusiveMinimum", &c::on_exclusive_minimum},
      {"exclusiveMaximum", &c::on_exclusive_maximum},
      {"multipleOf", &c::on_multiple_of},
      {"minLength", &c::on_min_length},
      {"maxLength", &c::on_max_length},
      {"pattern", &c::on_pattern},
      {"minItems", &c::on_min_items},
      {"maxItems", &c::on_max_items},
      {"uniqueItems", &c::on_unique_items},
      {"minContains", &c::on_min_contains},
      {"maxContains", &c::on_max_contains},
      {"minProperties", &c::on_min_properties},
      {"maxProperties", &c::on_max_properties},
      {"properties", &c::on_properties},
      {"patternProperties", &c::on_pattern_properties},
      {"additionalProperties", &c::on_additional_properties},
      {"propertyNames", &c::on_property_names},
      {"unevaluatedProperties", &c::on_unevaluated_properties},
      {"required", &c::on_required},
      {"dependentRequired", &c::on_dependent_required},
      {"dependentSchemas", &c::on_dependent_schemas},
      {"dependencies", &c::on_dependencies},
      {"items", &c::on_items},
      {"prefixItems", &c::on_prefix_items},
      {"additionalItems", &c::on_additional_items},
      {"contains", &c::on_contains},
      {"unevaluatedItems", &c::on_unevaluated_items},
      {"allOf", &c::on_all_of},
      {"anyOf", &c::on_any_of},
      {"oneOf", &c::on_one_of},
      {"not", &c::on_not},
      {"if", &c::on_if},
      {"then", &c::on_then},
      {"else", &c::on_else},
      {"$defs", &c::on_defs},
      {"definitions", &c::on_defs},
      {"$ref", &c::on_ref},
      {"$dynamicRef", &c::on_dynamic_ref},
      {"$recursiveRef", &c::on_recursive_ref},
  };
  return all;
}

// What resembles no keyword is an extension, and ignored without a word.
inline void schema_compiler::unknown() {
  if (is_annotation(key_) || words_left_ == 0) return;
  --words_left_;
  std::array<std::string_view, 64> words;
  const std::span<const handled> all = handlers();
  std::transform(all.begin(), all.end(), words.begin(), [](const handled& one) { return one.name; });
  const std::string_view meant = nearest_word(key_, std::span(words).first(all.size()));
  if (meant.empty()) return;
  note("unknown keyword; did you mean `" + std::string(meant) + "`?");
  top_misspelled_ = top_misspelled_ || current_ == 0;
}

}  // namespace tacet::detail
