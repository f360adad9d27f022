// SPDX-License-Identifier: MIT
// What the dialects take of keywords that no typed argument has, as data.
#pragma once

#include <tacet/json/dialect.hpp>

#include <algorithm>
#include <span>
#include <string_view>

namespace tacet::detail {

/// Beside `json::dialect_rules`: what only schemas from outside have.
struct provider_rules : json::dialect_rules {
  bool references = false;    ///< `$ref` and `$defs`; where not, what they lead to stands in their place
  bool recursion = false;     ///< and a definition may hold itself
  bool patterns = false;      ///< `pattern`
  bool number_steps = false;  ///< `multipleOf`, `exclusiveMinimum`, `exclusiveMaximum`
  bool empty_objects = true;  ///< `properties` may be empty
  bool text_enums_only = false;
  std::span<const std::string_view> formats{};  ///< of strings

  [[nodiscard]] bool takes_format(std::string_view name) const noexcept {
    return std::find(formats.begin(), formats.end(), name) != formats.end();
  }
};

// OpenAI, "Structured model outputs", "Supported schemas".
inline constexpr std::string_view openai_formats[] = {"date-time", "time", "date", "duration", "email",
                                                      "hostname",  "ipv4", "ipv6", "uuid"};
// Anthropic, "Structured outputs", "JSON Schema limitations".
inline constexpr std::string_view anthropic_formats[] = {"date-time", "time", "date", "duration", "email",
                                                         "hostname",  "uri",  "ipv4", "ipv6",     "uuid"};
// Gemini's message: "only 'enum' and 'date-time' are supported for STRING type".
inline constexpr std::string_view gemini_formats[] = {"date-time"};

/// For the dialects that take a part of JSON Schema.
inline provider_rules provider_rules_of(json::schema_dialect dialect) noexcept {
  provider_rules rules{json::rules_of(dialect)};
  switch (dialect) {
    case json::schema_dialect::plain:
    case json::schema_dialect::anthropic:
      break;
    // "Supported schemas": definitions and recursive schemas are; `pattern`, `multipleOf` and exclusive
    // bounds are. Beside `$ref` nothing may stand ("$ref cannot have keywords").
    case json::schema_dialect::openai_strict:
      rules.references = rules.recursion = rules.patterns = rules.number_steps = true;
      rules.formats = openai_formats;
      break;
    // "JSON Schema limitations": no recursive schemas and no numerical constraints. Of patterns it takes a
    // part, which is not told apart here: the description tells them.
    case json::schema_dialect::anthropic_strict:
      rules.formats = anthropic_formats;
      break;
    // `enum` holds strings, and "only allowed for STRING type"; `properties` "should be non-empty for OBJECT
    // type".
    case json::schema_dialect::gemini:
      rules.text_enums_only = true;
      rules.empty_objects = false;
      rules.formats = gemini_formats;
      break;
  }
  return rules;
}

}  // namespace tacet::detail
