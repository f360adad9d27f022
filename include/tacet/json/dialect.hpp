// SPDX-License-Identifier: MIT
// What the schema language of each provider can express, as data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tacet::json {

/// The schema languages in which the arguments of a tool can be described.
enum class schema_dialect : std::uint8_t {
  plain,             ///< JSON Schema, draft 2020-12
  openai_strict,     ///< OpenAI functions with `"strict": true`
  anthropic,         ///< Anthropic tools
  anthropic_strict,  ///< Anthropic tools with `"strict": true`
  gemini,            ///< Gemini function declarations, their `parameters`
};

/// What a dialect can express. One writer reads it; there is no other place that knows the dialects.
struct dialect_rules {
  bool bounds = true;                 ///< `minimum`, `maximum`
  bool lengths = true;                ///< `minLength`, `maxLength`
  bool counts = true;                 ///< `minItems` and `maxItems`; where not, a `minItems` of 1
  bool defaults = true;               ///< `default`
  bool open_objects = true;           ///< members that are not declared: `additionalProperties` is not false
  bool closed_objects = true;         ///< `"additionalProperties": false`
  bool any_value = true;              ///< a schema without a type
  bool all_required = false;          ///< every member is required; null stands for one that is left out
  bool null_type = true;              ///< `"type": "null"`; where not, `nullable`
  bool any_of_alone = false;          ///< no keyword may stand beside `anyOf`
  bool first_members_differ = false;  ///< objects of one `anyOf` must begin with different members
  std::size_t levels = SIZE_MAX;      ///< objects and arrays in one another, the outermost counted
  std::size_t members = SIZE_MAX;
  std::size_t enumerators = SIZE_MAX;
  std::size_t name_bytes = SIZE_MAX;  ///< of all members and enumerators
  std::size_t optionals = SIZE_MAX;   ///< members that are not required
  std::size_t unions = SIZE_MAX;      ///< members with `anyOf` or several types
};

/// The rules of a dialect.
[[nodiscard]] constexpr dialect_rules rules_of(schema_dialect dialect) noexcept {
  dialect_rules rules{};
  switch (dialect) {
    case schema_dialect::plain:
      break;
    // Anthropic, "Define tools": `input_schema` is a JSON Schema object. oneOf, anyOf and allOf at its root
    // are refused; the root is always an object here.
    case schema_dialect::anthropic:
      break;
    // OpenAI, "Structured model outputs", section "Supported schemas" ("Function calling", section "Strict
    // mode", says the same of functions): pattern and format of strings, minimum, maximum, exclusive ones and
    // multipleOf of numbers, minItems and maxItems of arrays; the lengths of strings are not among them. The
    // root is an object and no anyOf; all members are required, optional ones by a union with null;
    // additionalProperties is false in every object; at most 10 levels, 5,000 properties, 1,000 enumerators,
    // 120,000 characters of names. Refused by some of its endpoints, by their messages: `default` ("'default'
    // is not permitted"), a schema without a type ("schema must have a 'type' key"), an anyOf whose objects
    // begin alike ("Objects provided via 'anyOf' must not share identical first keys"). What a level is, it
    // does not say; arrays are counted too.
    case schema_dialect::openai_strict:
      rules.lengths = rules.defaults = rules.open_objects = rules.any_value = false;
      rules.all_required = rules.first_members_differ = true;
      rules.levels = 10;
      rules.members = 5000;
      rules.enumerators = 1000;
      rules.name_bytes = 120000;
      break;
    // Anthropic, "Structured outputs", section "JSON Schema limitations": no minimum, maximum, multipleOf,
    // minLength, maxLength, maxItems; minItems of 0 and 1 alone; additionalProperties is false in every
    // object; default is taken; at most 24 optional members and 16 unions, over all strict tools of a
    // request. Its SDK (`transform_schema`) refuses a schema without a type, and tells in the description
    // what it leaves out.
    case schema_dialect::anthropic_strict:
      rules.bounds = rules.lengths = rules.counts = rules.open_objects = rules.any_value = false;
      rules.optionals = 24;
      rules.unions = 16;
      break;
    // Gemini, "Function calling" and the reference of `Schema` ("a select subset of an OpenAPI 3.0 schema
    // object"): type, format, title, description, nullable, enum of strings, items, minItems, maxItems,
    // properties, required, minLength, maxLength, minimum, maximum, anyOf; default is taken and ignored.
    // additionalProperties is refused ("Cannot find field"), and by Vertex AI what stands beside an anyOf
    // ("When using any_of, it must be the only field set"). A type is one name and no list; the API reads it
    // in either case.
    case schema_dialect::gemini:
      rules.defaults = rules.open_objects = rules.closed_objects = rules.any_value = rules.null_type = false;
      rules.any_of_alone = true;
      break;
  }
  return rules;
}

[[nodiscard]] constexpr std::string_view to_text(schema_dialect dialect) noexcept {
  constexpr std::string_view texts[] = {"plain", "OpenAI strict", "Anthropic", "Anthropic strict", "Gemini"};
  return texts[static_cast<std::uint8_t>(dialect)];
}

}  // namespace tacet::json
