// SPDX-License-Identifier: MIT
// References of schemas: URI references resolved against a base (RFC 3986, section 5), and percent-decoding.
#pragma once

#include <tacet/json/string.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tacet::detail {

struct uri_parts {
  std::string_view scheme, authority, path, query;
  bool has_scheme = false, has_authority = false, has_query = false;
};

// `text` has no fragment.
inline uri_parts split_uri(std::string_view text) {
  uri_parts parts;
  const std::size_t colon = text.find_first_of(":/?");
  if (colon != std::string_view::npos && colon > 0 && text[colon] == ':') {
    parts.scheme = text.substr(0, colon);
    parts.has_scheme = true;
    text.remove_prefix(colon + 1);
  }
  if (const std::size_t mark = text.find('?'); mark != std::string_view::npos) {
    parts.query = text.substr(mark + 1);
    parts.has_query = true;
    text = text.substr(0, mark);
  }
  if (text.substr(0, 2) == "//") {
    const std::size_t end = text.find('/', 2);
    parts.authority = text.substr(2, end == std::string_view::npos ? end : end - 2);
    parts.has_authority = true;
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end);
  }
  parts.path = text;
  return parts;
}

inline std::string without_dots(std::string_view path) {
  std::string result;
  while (!path.empty()) {
    const std::size_t next = path.find('/', path[0] == '/' ? 1 : 0);
    const std::string_view segment = path.substr(0, next);
    path = next == std::string_view::npos ? std::string_view{} : path.substr(next);
    const bool rooted = segment[0] == '/';
    const std::string_view name = rooted ? segment.substr(1) : segment;
    if (name == "." || name == "..") {
      if (name == "..") result.erase(result.rfind('/') == std::string::npos ? 0 : result.rfind('/'));
      if (path.empty() && rooted) result += '/';
    } else {
      result += segment;
    }
  }
  return result;
}

/// What `reference` (no fragment) means where `base` is the base; both may be relative or empty.
inline std::string resolved_uri(std::string_view base, std::string_view reference) {
  if (reference.empty()) return std::string(base);
  const uri_parts b = split_uri(base);
  uri_parts r = split_uri(reference);
  std::string path;
  if (r.has_scheme || r.has_authority) {
    path = without_dots(r.path);
  } else if (r.path.empty()) {
    path = std::string(b.path);
    if (!r.has_query) r.query = b.query, r.has_query = b.has_query;
  } else if (r.path[0] == '/') {
    path = without_dots(r.path);
  } else {
    const std::size_t last = b.path.rfind('/');
    std::string merged;
    if (last != std::string_view::npos) merged = std::string(b.path.substr(0, last + 1));
    else if (b.has_authority) merged = "/";
    merged += r.path;
    path = without_dots(merged);
  }
  std::string result;
  const bool own = r.has_scheme;
  if (own || b.has_scheme) (result += own ? r.scheme : b.scheme) += ':';
  const bool own_authority = own || r.has_authority;
  if (own_authority ? r.has_authority : b.has_authority)
    (result += "//") += own_authority ? r.authority : b.authority;
  result += path;
  if (r.has_query) (result += '?') += r.query;
  return result;
}

/// Nothing when a percent sign has no two hexadecimal digits behind it.
inline std::optional<std::string> percent_decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return {};
    const int high = json::detail::hex_digit(text[i + 1]);
    const int low = json::detail::hex_digit(text[i + 2]);
    if (high < 0 || low < 0) return {};
    result += static_cast<char>(static_cast<unsigned char>(high * 16 + low));
    i += 2;
  }
  return result;
}

/// Nothing when a tilde is not followed by 0 or 1 (RFC 6901).
inline std::optional<std::string> unescaped_token(std::string_view token) {
  std::string result;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] != '~') {
      result += token[i];
      continue;
    }
    if (++i == token.size() || (token[i] != '0' && token[i] != '1')) return {};
    result += token[i] == '0' ? '~' : '/';
  }
  return result;
}

}  // namespace tacet::detail
