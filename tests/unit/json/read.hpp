// SPDX-License-Identifier: MIT
// Decodes a text that stands in a heap block of exactly its size, so that a byte too far is found by ASan.
#pragma once

#include <tacet/json/decode.hpp>
#include <tacet/json/explain.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace tacet_test {

using tacet::json::fault_code;

template <class T, bool Open = false> struct decoded {
  std::unique_ptr<char[]> bytes;
  tacet::text_room room;
  tacet::json::context c;
  T value{};
  bool ok = false;

  explicit decoded(std::string_view text, T defaults = T{})
      : bytes(new char[text.size()]), value(std::move(defaults)) {
    std::copy(text.begin(), text.end(), bytes.get());
    c.room = &room;
    ok = tacet::json::decode<T, Open>({bytes.get(), text.size()}, value, c);
  }
  [[nodiscard]] fault_code fault() const { return c.fault; }
  [[nodiscard]] std::size_t offset() const { return static_cast<std::size_t>(c.at - c.begin); }
  [[nodiscard]] std::string why() {
    tacet::text_writer to(room);
    tacet::json::explain(c, to);
    return std::string(to.finish("no memory"));
  }
};

// The same for one member `v`, so that a table of values can be read.
template <class V> struct holder { V v; };
template <class V> decoded<holder<V>> read_member(std::string_view value) {
  return decoded<holder<V>>("{\"v\":" + std::string(value) + "}");
}

// Whether a text is one well-formed JSON value, by the scanner alone.
inline fault_code scan(std::string_view text) {
  const std::unique_ptr<char[]> bytes(new char[text.size()]);
  std::copy(text.begin(), text.end(), bytes.get());
  tacet::json::context c;
  const bool good = tacet::json::scan_document({bytes.get(), text.size()}, c);
  return good ? fault_code::none : c.fault;
}

}  // namespace tacet_test
