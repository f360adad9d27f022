// SPDX-License-Identifier: MIT
// The drafts of JSON Schema that are read, and the keywords that hold schemas.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace tacet::detail {

enum class schema_dialect { draft_7, draft_2019_09, draft_2020_12, older };

/// Nothing for what is no published draft: such a schema may mean anything.
inline std::optional<schema_dialect> dialect_of(std::string_view uri) {
  if (uri.ends_with('#')) uri.remove_suffix(1);
  if (uri.starts_with("http://")) uri.remove_prefix(7);
  else if (uri.starts_with("https://")) uri.remove_prefix(8);
  if (uri == "json-schema.org/draft/2020-12/schema" || uri == "json-schema.org/schema")
    return schema_dialect::draft_2020_12;
  if (uri == "json-schema.org/draft/2019-09/schema") return schema_dialect::draft_2019_09;
  if (uri == "json-schema.org/draft-07/schema") return schema_dialect::draft_7;
  if (uri == "json-schema.org/draft-06/schema" || uri == "json-schema.org/draft-04/schema")
    return schema_dialect::older;
  return {};
}

/// How a keyword holds schemas; `plain`: not at all.
enum class keyword_form { plain, one, list, one_or_list, map, dependencies, definitions };

struct schema_keyword {
  std::string_view name;
  keyword_form form = keyword_form::plain;
  bool since_2019 = false;  // draft-07 does not know it
};

inline constexpr std::array<schema_keyword, 29> schema_keywords = {{
    {"$defs", keyword_form::definitions},
    {"definitions", keyword_form::definitions},
    {"properties", keyword_form::map},
    {"patternProperties", keyword_form::map},
    {"dependentSchemas", keyword_form::map, true},
    {"dependencies", keyword_form::dependencies},
    {"allOf", keyword_form::list},
    {"anyOf", keyword_form::list},
    {"oneOf", keyword_form::list},
    {"prefixItems", keyword_form::list, true},
    {"items", keyword_form::one_or_list},
    {"additionalItems", keyword_form::one},
    {"additionalProperties", keyword_form::one},
    {"contains", keyword_form::one},
    {"propertyNames", keyword_form::one},
    {"not", keyword_form::one},
    {"if", keyword_form::one},
    {"then", keyword_form::one},
    {"else", keyword_form::one},
    {"unevaluatedItems", keyword_form::one, true},
    {"unevaluatedProperties", keyword_form::one, true},
    {"contentSchema", keyword_form::one, true},
    {"minContains", keyword_form::plain, true},
    {"maxContains", keyword_form::plain, true},
    {"dependentRequired", keyword_form::plain, true},
    {"$anchor", keyword_form::plain, true},
    {"$dynamicRef", keyword_form::plain, true},
    {"$dynamicAnchor", keyword_form::plain, true},
    {"$recursiveRef", keyword_form::plain, true},
}};

inline const schema_keyword* keyword_of(std::string_view name) {
  const auto found = std::find_if(schema_keywords.begin(), schema_keywords.end(),
                                  [&](const schema_keyword& one) { return one.name == name; });
  return found == schema_keywords.end() ? nullptr : &*found;
}

/// Words that ask nothing of a value: those of the drafts, and those of OpenAPI, which are common in schemas.
inline bool is_annotation(std::string_view name) {
  static constexpr std::array<std::string_view, 24> words = {
      "$schema",  "$id",       "$anchor",     "$dynamicAnchor",  "$recursiveAnchor", "$vocabulary",
      "$comment", "title",     "description", "default",         "examples",         "deprecated",
      "readOnly", "writeOnly", "format",      "contentEncoding", "contentMediaType", "contentSchema",
      "id",       "example",   "nullable",    "discriminator",   "externalDocs",     "xml"};
  return std::find(words.begin(), words.end(), name) != words.end();
}

inline bool knows(schema_dialect dialect, const schema_keyword& keyword) {
  return dialect != schema_dialect::draft_7 || !keyword.since_2019;
}

inline keyword_form form_of(std::string_view name, schema_dialect dialect) {
  const schema_keyword* const found = keyword_of(name);
  return found == nullptr || !knows(dialect, *found) ? keyword_form::plain : found->form;
}

}  // namespace tacet::detail
