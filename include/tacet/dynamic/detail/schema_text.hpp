// SPDX-License-Identifier: MIT
// Names, values, types and pointers in the sentences about a schema: always bounded and always valid UTF-8.
#pragma once

#include <tacet/dynamic/detail/config_faults.hpp>
#include <tacet/dynamic/detail/schema_value.hpp>
#include <tacet/dynamic/pointed_fault.hpp>
#include <tacet/text/quote.hpp>
#include <tacet/text/text_room.hpp>
#include <tacet/text/text_writer.hpp>

#include <boost/json/serialize.hpp>

#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

inline constexpr std::size_t most_listed = 12;    // names or values of one sentence
inline constexpr std::size_t most_list = 240;     // bytes of such a list
inline constexpr std::size_t most_pointed = 512;  // bytes of a pointer

/// At most `most_quoted` bytes, cleaned.
inline void append_shown(std::string& to, std::string_view text) {
  std::byte memory[512];  // three bytes for each that is no UTF-8, and some
  text_room room(memory);
  text_writer writer(room);
  append_clean(writer, text);
  to += writer.text();
}

inline std::string shown(std::string_view text) {
  std::string result = "\"";
  append_shown(result, text);
  return result += '"';
}

/// Appends `/` and a name, escaped and clipped; a pointer that is long already only says that it goes on.
inline void append_token(std::string& to, std::string_view name) {
  if (to.size() <= most_pointed) to = pointer_to(to, name);
  else if (!to.ends_with("/\xE2\x80\xA6")) to += "/\xE2\x80\xA6";
}

/// A value of a schema as JSON, clipped.
inline std::string shown_value(const json_value& v) {
  if (const boost::json::string* const text = v.if_string()) return shown(view_of(*text));
  if (v.is_object()) return "an object";
  if (v.is_array()) return "an array";
  if (const double* const d = v.if_double()) {
    char text[40];
    return std::string(text, std::to_chars(text, text + sizeof text, *d).ptr);
  }
  return boost::json::serialize(v);
}

inline constexpr std::array<std::string_view, 7> type_phrases = {
    "null", "a boolean", "an integer", "a number", "a string", "an array", "an object"};

inline std::string_view type_phrase(const json_value& v) {
  return type_phrases[static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(type_of(v))))];
}

/// `a string or null`.
inline std::string type_list(schema_types types) {
  std::vector<std::string_view> phrases;
  for (std::size_t i = 1; i <= type_phrases.size(); ++i) {
    const std::size_t bit = i % type_phrases.size();
    if ((types >> bit & 1) == 0) continue;
    if (bit == 2 && (types & schema_type::fraction) != 0) continue;
    phrases.push_back(type_phrases[bit]);
  }
  std::string result;
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    if (i > 0) result += i + 1 == phrases.size() ? " or " : ", ";
    result += phrases[i];
  }
  return result;
}

/// `"a", "b" and 7 more`.
template <class List, class Text> std::string shown_list(const List& list, Text text) {
  std::string result;
  std::size_t n = 0;
  for (const auto& one : list) {
    if (n == most_listed || result.size() > most_list) {
      result += " and " + std::to_string(list.size() - n) + " more";
      break;
    }
    if (n++ > 0) result += ", ";
    result += text(one);
  }
  return result;
}

/// Faults with a bound on how many are kept. Unlike `config_faults` it adds to a list of the caller's, with
/// the caller's bound, and a full list ends the walk: what is left out is never met, and so not counted.
class fault_list {
 public:
  fault_list(std::vector<pointed_fault>& to, std::size_t most) noexcept : to_(to), most_(most) {}
  void add(std::string pointer, std::string message) {
    if (!full()) to_.push_back({std::move(pointer), std::move(message)});
  }
  [[nodiscard]] bool full() const noexcept { return to_.size() >= most_; }

 private:
  std::vector<pointed_fault>& to_;
  std::size_t most_;
};

}  // namespace tacet::detail
