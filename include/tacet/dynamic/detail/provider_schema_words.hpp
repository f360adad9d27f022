// SPDX-License-Identifier: MIT
// What a schema asks of a number, a text or a list: as a keyword, or in the description.
#pragma once

#include <tacet/dynamic/detail/provider_schema_merge.hpp>
#include <tacet/dynamic/detail/provider_schema_rules.hpp>
#include <tacet/json/degradation.hpp>

#include <boost/json/serialize.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

/// The description of one schema as it grows.
struct told_words {
  std::string text;
  void add(std::string_view part) {
    if (part.empty() || text.size() > most) return;
    if (!text.empty()) text += ", ";
    text += part;
  }
  static constexpr std::size_t most =
      4'096;  // a description that is longer is kept, and nothing is added to it
};

/// Writes the keywords of one schema whose type is known.
struct keyword_writer {
  const provider_rules& rules;
  fault_list& notes;
  fault_list& refusals;  // what is refused is told first, however much else there is to tell
  json::degradation_set& lost;

  void lose(json::degradation what, const std::string& at) {
    lost.add(what);
    notes.add(at, std::string(json::to_text(what)));
  }
  void refuse(json::degradation what, const std::string& at) {
    lost.add(what);
    refusals.add(at, std::string(json::to_text(what)));
  }

  /// Moves `key` as it is where `kept`, else tells it as `phrase value`.
  bool move_or_tell(const boost::json::object& from, boost::json::object& to, const char* key, bool kept,
                    std::string_view phrase, told_words& words) const {
    const json_value* const v = from.if_contains(key);
    if (v == nullptr) return true;
    if (kept) to[key] = *v;
    else words.add(std::string(phrase) + shown_short(*v));
    return kept;
  }

  /// `characters: at least 1, at most 80`; a least number of 0 asks nothing.
  bool range(const boost::json::object& from, boost::json::object& to, const char* least, bool keeps_least,
             const char* most, bool keeps_most, std::string_view what, told_words& words) const {
    told_words both;
    const json_value* const low = from.if_contains(least);
    const json_value* const high = from.if_contains(most);
    const bool is_exact = low != nullptr && high != nullptr && !keeps_least && !keeps_most && *low == *high;
    bool all = is_exact ? move_or_tell(from, to, least, false, "", both)
                        : move_or_tell(from, to, least, keeps_least, "at least ", both);
    if (!is_exact) all = move_or_tell(from, to, most, keeps_most, "at most ", both) && all;
    if (!both.text.empty()) words.add(std::string(what) + both.text);
    return all;
  }

  void numbers(const boost::json::object& from, boost::json::object& to, const std::string& at,
               told_words& words) {
    bool all = move_or_tell(from, to, "minimum", rules.bounds, "at least ", words);
    all = move_or_tell(from, to, "maximum", rules.bounds, "at most ", words) && all;
    all = move_or_tell(from, to, "exclusiveMinimum", rules.number_steps, "more than ", words) && all;
    all = move_or_tell(from, to, "exclusiveMaximum", rules.number_steps, "less than ", words) && all;
    if (!all) lose(json::degradation::bounds_dropped, at);
    if (!move_or_tell(from, to, "multipleOf", rules.number_steps, "a multiple of ", words))
      untold(at, "multipleOf");
  }

  void texts(const boost::json::object& from, boost::json::object& to, const std::string& at,
             told_words& words) {
    const bool all =
        range(from, to, "minLength", rules.lengths, "maxLength", rules.lengths, "characters: ", words);
    if (!all) lose(json::degradation::lengths_dropped, at);
    if (!move_or_tell(from, to, "pattern", rules.patterns, "pattern: ", words)) untold(at, "pattern");
    const json_value* const format = from.if_contains("format");
    if (format == nullptr || !format->is_string()) return;
    if (rules.takes_format(view_of(format->get_string()))) to["format"] = *format;
    else words.add("format: " + cut(view_of(format->get_string()))), untold(at, "format");
  }

  void counts(const boost::json::object& from, boost::json::object& to, const std::string& at,
              told_words& words) {
    const json_value* const least = from.if_contains("minItems");
    const bool few = least != nullptr && is_number(*least) && compare_numbers(*least, json_value(1)) <= 0;
    if (least != nullptr && !few && !rules.counts) to["minItems"] = 1;
    const bool all =
        range(from, to, "minItems", rules.counts || few, "maxItems", rules.counts, "elements: ", words);
    if (!all) lose(json::degradation::lengths_dropped, at);
    for (const char* const key :
         {"uniqueItems", "contains", "minContains", "maxContains", "unevaluatedItems"})
      if (from.contains(key)) untold(at, key);
    if (const json_value* const unique = from.if_contains("uniqueItems");
        unique != nullptr && *unique == json_value(true))
      words.add("no two elements alike");
  }

  /// What asks something and has no place in any of the dialects.
  void leave_out(const boost::json::object& from, const std::string& at) {
    for (const char* const key : {"not", "if", "dependentRequired", "dependentSchemas", "dependencies",
                                  "propertyNames", "minProperties", "maxProperties", "unevaluatedProperties"})
      if (from.contains(key)) untold(at, key);
  }

  void untold(const std::string& at, std::string_view key) {
    notes.add(at + '/' + std::string(key), "is left out: " + std::string("the dialect has no such keyword"));
  }

  // Descriptions are read by a model, so a number stands there as people write it.
  static std::string plain_number(const json_value& v) {
    const auto whole = integer_of(v);
    if (whole) return (whole->negative ? "-" : "") + std::to_string(whole->magnitude);
    return shown_value(v);
  }
  static std::string cut(std::string_view text) {
    std::string made;
    append_shown(made, text);
    return made;
  }
  /// A default or the value of a list, short.
  static std::string shown_short(const json_value& v) {
    if (const boost::json::string* const text = v.if_string())
      return text->size() <= most_list ? std::string(view_of(*text)) : cut(view_of(*text));
    if (v.is_structured() && v != json_value(boost::json::array()) &&
        v != json_value(boost::json::object())) {
      std::string all = boost::json::serialize(v);
      return all.size() <= most_list ? all : shown_value(v);
    }
    return is_number(v) ? plain_number(v) : boost::json::serialize(v);
  }
};

}  // namespace tacet::detail
