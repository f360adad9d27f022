// SPDX-License-Identifier: MIT
// The configuration of an executor from a JSON text or file, strict, with all faults listed at once.
#pragma once

#include <tacet/dynamic/detail/config_file.hpp>
#include <tacet/dynamic/detail/config_reader.hpp>
#include <tacet/dynamic/detail/config_schema.hpp>
#include <tacet/dynamic/detail/config_values.hpp>
#include <tacet/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace tacet {

/// A longer configuration is refused: 1 MiB.
inline constexpr std::size_t most_config_bytes = std::size_t{1} << 20;

namespace detail {

// `byte 17 (line 2, column 5)`; a column is a byte of its line.
inline std::string place_in_text(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t begin = before.rfind('\n') + 1;  // npos + 1 is 0
  return "byte " + number_text(at) + " (line " + number_text(line) + ", column " +
         number_text(at - begin + 1) + ')';
}

// What keeps a text from being read at all; empty: nothing.
inline std::string unreadable(std::string_view text) {
  if (text.size() > most_config_bytes) return "longer than 1 MiB";
  if (text.substr(0, 3) == "\xEF\xBB\xBF") return "begins with a byte order mark; save it without";
  if (const std::size_t whole = well_formed_size(text); whole != text.size())
    return "not UTF-8 at " + place_in_text(text, whole);
  json::context c;
  if (json::scan_document(text, c)) return "";
  return "not JSON at " + place_in_text(text, static_cast<std::size_t>(c.at - text.data())) + ": " +
         std::string(c.fault == json::fault_code::trailing_text ? "more text behind the value"
                                                                : json::grammar_text(c.fault));
}

}  // namespace detail

inline config_reading executor_config::parse(std::string_view text) {
  if (text.data() == nullptr) text = "";
  if (std::string fault = detail::unreadable(text); !fault.empty()) return {{}, {{"", std::move(fault)}}};
  detail::config_faults faults;
  executor_config read = detail::config_reader(text, faults).read();
  detail::check_config(read, faults);
  if (!faults.empty()) return {{}, faults.take()};
  return {std::move(read), {}};
}

inline config_reading executor_config::read_file(const std::filesystem::path& path) {
  std::string text;
  if (std::string fault = detail::read_small_file(path, most_config_bytes, text); !fault.empty())
    return {{}, {{"", std::move(fault)}}};
  return parse(text);
}

inline std::string executor_config::schema_text() { return detail::config_schema_writer::text(); }

}  // namespace tacet
