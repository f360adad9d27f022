// SPDX-License-Identifier: MIT
// The texts of a tool that comes from outside: which names are taken, and its schema from text to compiled form.
#pragma once

#include <tacet/dynamic/json_schema.hpp>
#include <tacet/dynamic/pointed_fault.hpp>
#include <tacet/dynamic/read_value.hpp>
#include <tacet/json/explain.hpp>
#include <tacet/text/utf8.hpp>

#include <boost/json/value.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

// UTF-8 without what cannot be seen, or turns what stands beside it: who approves a call reads the name.
inline bool is_visible_text(std::string_view text) noexcept {
  if (well_formed_size(text) != text.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto at = [&](std::size_t j) { return static_cast<unsigned char>(text[i + j]); };
    if (at(0) < 0x20 || at(0) == 0x7F) return false;
    if (at(0) == 0xC2 && at(1) < 0xA0) return false;                                                     // U+0080 to U+009F
    if (at(0) == 0xE2 && at(1) == 0x80 && (at(2) == 0x8E || at(2) == 0x8F || (at(2) >= 0xA8 && at(2) <= 0xAE))) return false;
    if (at(0) == 0xE2 && at(1) == 0x81 && at(2) >= 0xA6 && at(2) <= 0xA9) return false;                  // isolates
    if (at(0) == 0xEF && at(1) == 0xBB && at(2) == 0xBF) return false;                                   // byte order mark
  }
  return true;
}

// A phrase about a text that is no JSON, without the text.
inline std::string explained(const json::context& fault) {
  if (json::is_grammar(fault.fault))
    return "not valid JSON: " + std::string(json::grammar_text(fault.fault)) + " (byte " + std::to_string(fault.at - fault.begin) + ")";
  text_room room;
  text_writer to(room);
  json::explain(fault, to);
  return std::string(to.finish("there was no memory"));
}

// The compiled schema of a text; faults and notes are told with their pointers below `/input_schema`.
inline std::optional<json_schema> read_schema(std::string_view text, const value_limits& limits, std::vector<pointed_fault>& faults,
                                              std::vector<pointed_fault>& notes) {
  boost::json::value parsed = boost::json::object();
  json::context fault;
  if (!text.empty() && !read_value(text, parsed, fault, limits)) {
    faults.push_back({"/input_schema", explained(fault)});
    return std::nullopt;
  }
  json_schema::compiled made = json_schema::compile(parsed);
  const auto move_to = [](std::vector<pointed_fault>& from, std::vector<pointed_fault>& to) {
    for (pointed_fault& one : from) to.push_back({"/input_schema" + one.pointer, std::move(one.message)});
  };
  move_to(made.faults, faults);
  move_to(made.notes, notes);
  return std::move(made.schema);
}

}  // namespace tacet::detail
