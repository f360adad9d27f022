// SPDX-License-Identifier: MIT
// The reader of structs: an unrolled path for the usual spelling in front of the shared table.
#pragma once

#include <tacet/json/bounds.hpp>
#include <tacet/json/members.hpp>
#include <tacet/json/read_container.hpp>
#include <tacet/json/text_builder.hpp>
#include <tacet/reflect/defaults.hpp>
#include <tacet/text/words.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace tacet::json {

namespace detail {

// All keys of a struct, `"name":`, in one array.
template <class T> consteval std::size_t keys_size() {
  std::size_t size = 0;
  for (const std::string_view name : reflect::field_names<T>) size += name.size() + 3;
  return size;
}
template <class T> struct key_texts {
  std::array<char, keys_size<T>() + 1> text{};
  std::array<std::uint16_t, reflect::size_of<T> + 1> at{};
};
template <class T> consteval key_texts<T> make_keys() {
  key_texts<T> keys{};
  std::size_t to = 0;
  std::size_t i = 0;
  for (const std::string_view name : reflect::field_names<T>) {
    keys.text[to++] = '"';
    for (const char c : name) keys.text[to++] = c;
    keys.text[to++] = '"';
    keys.text[to++] = ':';
    keys.at[++i] = static_cast<std::uint16_t>(to);
  }
  return keys;
}
template <class T> inline constexpr key_texts<T> keys = make_keys<T>();
template <class T, std::size_t I>
inline constexpr std::size_t key_size = static_cast<std::size_t>(keys<T>.at[I + 1] - keys<T>.at[I]);

// Compares `Size` bytes at `p` with the key by words that may overlap: memcmp is not always inlined.
template <class T, std::size_t I, std::size_t From, std::size_t Size>
__attribute__((always_inline)) inline bool same_bytes(const char* p) noexcept {
  constexpr const char* key = keys<T>.text.data() + keys<T>.at[I] + From;
  if constexpr (Size == 0) {
    return true;
  } else if constexpr (Size >= 8) {
    constexpr std::uint64_t word = tacet::detail::word_at<std::uint64_t>(key);
    return tacet::detail::word_at<std::uint64_t>(p + From) == word && same_bytes<T, I, From + 8, Size - 8>(p);
  } else if constexpr (Size >= 4) {
    constexpr std::uint32_t word = tacet::detail::word_at<std::uint32_t>(key);
    return tacet::detail::word_at<std::uint32_t>(p + From) == word && same_bytes<T, I, From + 4, Size - 4>(p);
  } else if constexpr (Size == 3 && From > 0) {
    constexpr std::uint32_t word = tacet::detail::word_at<std::uint32_t>(key - 1);
    return tacet::detail::word_at<std::uint32_t>(p + From - 1) == word;
  } else if constexpr (Size >= 2) {
    constexpr std::uint16_t word = tacet::detail::word_at<std::uint16_t>(key);
    return tacet::detail::word_at<std::uint16_t>(p + From) == word && same_bytes<T, I, From + 2, Size - 2>(p);
  } else {
    constexpr char last = *key;
    return p[From] == last;
  }
}

// "between 1 and 100", "at least 3 characters": what the note of a member asks for.
constexpr void put_bounds(text_builder& w, const member_note& note, std::string_view unit) {
  const bool low = note.minimum.is != member_bound::form::absent;
  const bool high = note.maximum.is != member_bound::form::absent;
  w.put(low && high ? "a number between" : low ? "a number of at least" : high ? "a number of at most" : "");
  w.put_bound(" ", note.minimum);
  if (low && high) w.put(" and");
  w.put_bound(" ", note.maximum);
  if (low || high) return;
  w.put_unsigned(note.least);
  if (note.most != SIZE_MAX) w.put(" to "), w.put_unsigned(note.most);
  else w.put(" or more");
  w.put(unit);
}
template <class M> consteval std::string_view length_unit() {
  if constexpr (reflect::is_optional<M>) return length_unit<typename M::value_type>();
  else return std::is_convertible_v<const M&, std::string_view> ? " characters" : " elements";
}
template <class T, std::size_t I, class M> consteval std::size_t bounds_size() {
  text_builder w;
  put_bounds(w, reflect::member_notes<T>[I], length_unit<M>());
  return w.size;
}
template <class T, std::size_t I, class M> consteval auto bounds_chars() {
  std::array<char, bounds_size<T, I, M>()> text{};
  text_builder w{text.data(), 0};
  put_bounds(w, reflect::member_notes<T>[I], length_unit<M>());
  return text;
}
template <class T, std::size_t I, class M> inline constexpr auto bounds_text = bounds_chars<T, I, M>();

template <class T, std::size_t I, class M> const char* read_noted(const char* p, context& c, void* into) {
  M& value = *static_cast<M*>(into);
  const char* const end = reader<M>::read(p, c, value);
  if (end == nullptr) return end;
  const fault_code fault = outside(value, reflect::member_notes<T>[I]);
  constexpr auto& wanted = bounds_text<T, I, M>;
  return fault == fault_code::none ? end : fail(c, p, fault, std::string_view(wanted.data(), wanted.size()));
}
template <class M> const char* read_plain(const char* p, context& c, void* into) {
  return reader<M>::read(p, c, *static_cast<M*>(into));
}
template <class T, std::size_t I, class M> consteval decoder decoder_of() {
  if constexpr (reflect::member_notes<T>[I].checks()) return &read_noted<T, I, M>;
  else return &read_plain<M>;
}

// Whether unknown members of `T` are passed over.
template <class T> consteval bool allows_unknown() {
  if constexpr (requires { T::allow_unknown_members; }) return T::allow_unknown_members;
  else return false;
}

template <class T, class Types = reflect::member_types<T>> struct table;
template <class T, class... M> struct table<T, reflect::type_list<M...>> {
  template <std::size_t... I> static consteval auto make(std::index_sequence<I...>) {
    return std::array<member, sizeof...(M)>{member{keys<T>.text.data() + keys<T>.at[I],
                                                   static_cast<std::uint16_t>(key_size<T, I>),
                                                   decoder_of<T, I, M>()}...};
  }
  static constexpr std::array<member, sizeof...(M)> rows = make(std::index_sequence_for<M...>{});
  static constexpr members all{rows.data(), sizeof...(M), allows_unknown<T>(), reflect::required_members<T>};
  static constexpr members open{rows.data(), sizeof...(M), true, reflect::required_members<T>};
  // Two integers are read in line; each further one would cost compile time for little.
  static constexpr std::array<bool, sizeof...(M) + 1> in_line = [] {
    std::array<bool, sizeof...(M) + 1> marks{};
    constexpr std::array<bool, sizeof...(M) + 1> whole{integer<M>..., false};
    int left = 2;
    for (std::size_t i = 0; i < sizeof...(M); ++i) marks[i] = whole[i] && left-- > 0;
    return marks;
  }();
};

template <class T, std::size_t I, class M>
__attribute__((always_inline)) inline const char* step(const char* q, context& c, M& m) {
  constexpr std::size_t size = key_size<T, I>;
  if constexpr (I > 0) {
    if (*q != ',') return nullptr;
    ++q;
    q += *q == ' ';
  }
  if (c.end - q <= static_cast<std::ptrdiff_t>(size) || !same_bytes<T, I, 0, size>(q)) return nullptr;
  q += size;
  q += *q == ' ';
  // Here as in the table: null for a member that may be left out leaves it as it is. A reader that is asked in
  // vain, for a blank, might already have cleared it.
  if constexpr ((reflect::required_members<T> >> I & 1) == 0) {
    if (*q == 'n') return scan_literal(q, c, "null");
    if (is_blank(*q)) return nullptr;
  }
  if constexpr (reflect::member_notes<T>[I].checks()) return read_noted<T, I, M>(q, c, &m);
  else if constexpr (table<T>::in_line[I]) return read_integer_inline(q, c, m);
  else return reader<M>::read(q, c, m);
}

// Declared order without blanks, or with one behind each comma and colon, is how models write. Where the text
// differs, the table goes on behind the last member that was as expected.
template <class T, bool Open> struct expected_order {
  const char* p;
  context& c;

  template <class... M> __attribute__((always_inline)) const char* operator()(M&... m) const {
    return run(std::index_sequence_for<M...>{}, m...);
  }
  template <std::size_t... I, class... M>
  __attribute__((always_inline)) const char* run(std::index_sequence<I...>, M&... m) const {
    const char* q = p;
    unsigned n = 0;
    if constexpr (sizeof...(M) > 0) {
      const int depth = c.depth;
      const char* r = nullptr;
      const bool whole = ((r = step<T, I>(q, c, m), r != nullptr && (q = r, ++n, true)) && ...);
      if (whole && *q == '}') return q + 1;
      void* const into[] = {&m...};
      c.fault = fault_code::none;
      c.depth = depth;
      return decode_members(q, c, Open ? table<T>::open : table<T>::all, into, (std::uint64_t{1} << n) - 1);
    } else {
      if (*q == '}') return q + 1;
      return decode_members(q, c, Open ? table<T>::open : table<T>::all, nullptr, 0);
    }
  }
};

// `p` is behind the opening brace.
template <class T, bool Open> inline const char* read_members(const char* p, context& c, T& out) {
  return reflect::visit_members(out, expected_order<T, Open>{p, c});
}

}  // namespace detail

template <reflect::structure T> struct reader<T> {
  static constexpr std::string_view expected = "an object";
  static const char* read(const char* p, context& c, T& out) {
    if (p == c.end || *p != '{') return detail::wrong_container(p, c, expected);
    if (++c.depth > most_depth) return fail(c, p, fault_code::too_deep);
    p = detail::read_members<T, false>(p + 1, c, out);
    if (p == nullptr) return p;
    --c.depth;
    return detail::inside(p, c);
  }
};

}  // namespace tacet::json
