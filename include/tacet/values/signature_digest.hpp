// SPDX-License-Identifier: MIT
// The repeat key of a call as 128 bits instead of a text, made without memory.
#pragma once

#include <tacet/json/digest.hpp>
#include <tacet/values/tool_call.hpp>

#include <cstddef>
#include <string_view>

namespace tacet {

/// An object inside a JSON string is recognised up to so many bytes of the string's spelling.
inline constexpr std::size_t most_unwrapped = 1024;

namespace detail {

// Whether the arguments are a string that holds an object; then its digest. The decoded text stands on the
// stack.
[[gnu::noinline]] inline bool digest_wrapped(std::string_view text, json::digest128& to) noexcept {
  json::context c;
  c.end = text.data() + text.size();
  const json::string_token token = json::scan_string(json::skip_blanks(text.data(), c.end) + 1, c);
  if (static_cast<std::size_t>(token.close - token.begin) > most_unwrapped) return false;
  char decoded[most_unwrapped];
  const char* const end = json::decode_string(token, decoded);
  const char* const first = json::skip_blanks(decoded, end);
  json::context inner;
  return first != end && *first == '{' &&
         json::digest({decoded, static_cast<std::size_t>(end - decoded)}, to, inner);
}

inline json::digest128 digest_arguments(std::string_view text) noexcept {
  const char* const end = text.data() + text.size();
  const char* const first = json::skip_blanks(text.data(), end);
  json::context c;
  json::digest128 made;
  if (first == end || (*first == 'n' && json::digest(text, made, c))) {
    (void)json::digest("{}", made, c);
  } else if (!json::digest(text, made, c)) {
    made = json::digest_text(text, '!');
  } else if (*first == '"') {
    json::digest128 inner;
    if (digest_wrapped(text, inner)) made = inner;
  }
  return made;
}

// Of a name whose digest is there already.
inline json::digest128 digest_of(const json::digest128& name, std::string_view arguments) noexcept {
  json::digester made('c');
  made.add(name);
  made.add(digest_arguments(arguments));
  return made.value();
}

}  // namespace detail

/// Equal for two calls where `signature` is equal, but for what `json::digest` says of duplicate keys, and
/// different where it differs but for a chance of about 2^-128. An object inside a JSON string is that object
/// while the string has at most `most_unwrapped` bytes; a longer one counts as the string it is. Allocates
/// nothing.
[[nodiscard]] inline json::digest128 signature_digest(const tool_call& call) noexcept {
  return detail::digest_of(json::digest_text(call.name), call.arguments);
}

}  // namespace tacet
