// SPDX-License-Identifier: MIT
// Schemas and values written as text, for the tests of the compiled schema.
#pragma once

#include "support/catch.hpp"

#include <tacet/dynamic/json_schema.hpp>

#include <boost/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tacet_test {

namespace js = boost::json;

inline js::value parse(std::string_view text, std::size_t depth = 512) {
  js::parse_options options;
  options.max_depth = depth;
  return js::parse(js::string_view(text.data(), text.size()), {}, options);
}

inline tacet::schema_options any_top() {
  tacet::schema_options options;
  options.for_arguments = false;
  return options;
}

// The faults of a schema, one a line; empty when it compiles.
inline std::string told(const std::vector<tacet::pointed_fault>& faults) {
  std::string result;
  for (const tacet::pointed_fault& one : faults) result += tacet::to_text(one) + '\n';
  return result;
}
inline std::string refusal(std::string_view schema, const tacet::schema_options& options = any_top()) {
  const auto compiled = tacet::json_schema::compile(parse(schema), options);
  return compiled.schema ? std::string() : told(compiled.faults);
}

inline tacet::json_schema schema(std::string_view text, const tacet::schema_options& options = any_top()) {
  const auto compiled = tacet::json_schema::compile(parse(text), options);
  INFO(text << "\n" << told(compiled.faults));
  REQUIRE(compiled.schema.has_value());
  return *compiled.schema;
}

// `accepts` and `check` must agree, whatever is asked.
inline bool fits(const tacet::json_schema& schema, const js::value& v) {
  std::vector<tacet::pointed_fault> faults;
  const bool accepted = schema.accepts(v);
  CHECK(schema.check(v, faults) == accepted);
  CHECK(faults.empty() == accepted);
  return accepted;
}
inline bool fits(std::string_view text, std::string_view value) { return fits(schema(text), parse(value)); }

inline std::string faults(const tacet::json_schema& schema, const js::value& v, std::size_t most = 8) {
  std::vector<tacet::pointed_fault> list;
  (void)schema.check(v, list, most);
  return told(list);
}
inline std::string faults(std::string_view text, std::string_view value, std::size_t most = 8) {
  return faults(schema(text), parse(value), most);
}

}  // namespace tacet_test
