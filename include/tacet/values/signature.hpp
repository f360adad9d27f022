// SPDX-License-Identifier: MIT
// The repeat key of a call: its name and the values of its arguments.
#pragma once

#include <tacet/json/canonical.hpp>
#include <tacet/values/tool_call.hpp>

#include <string>
#include <string_view>

namespace tacet {

/// Equal for two calls exactly when the names are the same and the arguments are equal as values: the order of
/// keys, blanks, escapes and the spellings `1`, `1.0` and `1e0` make no difference, the order of arrays does, and
/// integers of any size keep every digit. Empty arguments and `null` are `{}`, and an object inside a JSON string
/// is that object, as for the decoder. Text that is no JSON counts as it is written. Allocates.
template <class String = std::string> [[nodiscard]] String signature(const tool_call& call) {
  String key(call.name);
  key.push_back('\n');  // stands in no canonical form, so a name cannot imitate arguments
  std::string_view text = call.arguments;
  json::context c;
  const char* const first = json::skip_blanks(text.data(), text.data() + text.size());
  if (first == text.data() + text.size()) text = "{}";
  const std::size_t name_size = key.size();
  if (!json::canonical(text, key, c)) {
    key.push_back('!');
    json::detail::append_canonical_string(text, key);  // escapes line ends, for the sake of the one above
    return key;
  }
  const std::string_view made = std::string_view(key).substr(name_size);
  if (made == "null") {
    key.replace(name_size, std::string::npos, "{}");
  } else if (made.front() == '"') {
    json::context scan;
    scan.end = text.data() + text.size();
    const json::string_token token = json::scan_string(json::skip_blanks(text.data(), scan.end) + 1, scan);
    const String inner = json::detail::decoded<String>(token);
    String unwrapped;
    if (json::canonical(inner, unwrapped, scan) && unwrapped.front() == '{') key.replace(name_size, std::string::npos, unwrapped);
  }
  return key;
}

}  // namespace tacet
