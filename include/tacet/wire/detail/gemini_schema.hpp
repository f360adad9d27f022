// SPDX-License-Identifier: MIT
// Decides under which member a schema goes into a function declaration of Gemini.
#pragma once

#include <tacet/json/scan.hpp>
#include <tacet/wire/detail/walk.hpp>

#include <string_view>

namespace tacet::detail {

/// `parameters` takes a subset of OpenAPI's schemas and refuses the whole request for any other keyword
/// ("Cannot find field"), and for an object without members ("should be non-empty for OBJECT type");
/// `parametersJsonSchema` takes JSON Schema; a function without parameters leaves out both.
enum class gemini_form : unsigned char { left_out, subset, json_schema };

/// Whether every keyword at every level is among those of the reference of `Schema` (Google, "Caching", type
/// Schema).
[[nodiscard]] inline bool is_gemini_subset(std::string_view schema) noexcept {
  if (!schema.starts_with('{')) return false;
  bool fits = true;
  for_each_member(schema, [&](std::string_view key, std::string_view, std::string_view value) {
    if (!fits) return;
    constexpr std::string_view plain[] = {
        "format",   "title",    "description", "nullable",      "enum",          "minItems",
        "maxItems", "required", "minLength",   "maxLength",     "minimum",       "maximum",
        "pattern",  "default",  "example",     "minProperties", "maxProperties", "propertyOrdering"};
    if (key == "type") {
      fits = value.starts_with('"');
    } else if (key == "items") {
      fits = is_gemini_subset(value);
    } else if (key == "properties") {
      fits = value.starts_with('{');
      if (fits)
        for_each_member(value, [&](std::string_view, std::string_view, std::string_view one) {
          fits = fits && is_gemini_subset(one);
        });
    } else if (key == "anyOf") {
      fits = value.starts_with('[');
      if (fits) for_each_element(value, [&](std::string_view one) { return fits = is_gemini_subset(one); });
    } else {
      fits = false;
      for (const std::string_view one : plain) fits = fits || key == one;
    }
  });
  return fits;
}

/// Whether it describes an object of which no member is described.
[[nodiscard]] inline bool is_empty_object(std::string_view schema) noexcept {
  bool empty = true;
  const auto has_members = [](std::string_view object) {
    bool any = !object.starts_with('{');
    if (!any)
      for_each_member(object, [&](std::string_view, std::string_view, std::string_view) { any = true; });
    return any;
  };
  for_each_member(schema, [&](std::string_view key, std::string_view, std::string_view value) {
    if (key == "type") empty = empty && value == R"("object")";
    else if (key == "properties") empty = empty && !has_members(value);
    else if (key == "required") empty = empty && count_elements(value) == 0;
    else if (key == "additionalProperties") empty = empty && value == "false";
    else empty = empty && (key == "title" || key == "description" || key == "$schema");
  });
  return empty;
}

/// Linear in the text for each level of it, of which there are at most `json::most_depth`.
[[nodiscard]] inline gemini_form gemini_form_of(std::string_view schema) noexcept {
  json::context c;
  if (!schema.starts_with('{') || !json::scan_document(schema, c)) return gemini_form::json_schema;
  if (is_empty_object(schema)) return gemini_form::left_out;
  return is_gemini_subset(schema) ? gemini_form::subset : gemini_form::json_schema;
}

}  // namespace tacet::detail
