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
#include <concepts>
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
  // Static: an argument may be called so too.
  if constexpr (requires { { &T::allow_unknown_members } -> std::convertible_to<const bool*>; }) return T::allow_unknown_members;
  else return false;
}

template <class T, class Types = reflect::member_types<T>> struct table;
template <class T, class... M> struct table<T, reflect::type_list<M...>> {
  template <std::size_t... I>
  static consteval std::array<member, sizeof...(M)> make([[maybe_unused]] std::index_sequence<I...>) {
    std::array<member, sizeof...(M)> made;
    if constexpr (notes_of<T>.size() == 0) made = {member{nullptr, 0, &read_plain<M>}...};
    else made = {member{nullptr, 0, decoder_of<T, I, M>()}...};
    for (std::size_t i = 0; i < sizeof...(M); ++i) {
      made[i].key = keys<T>.text.data() + keys<T>.at[i];
      made[i].size = static_cast<std::uint16_t>(keys<T>.at[i + 1] - keys<T>.at[i]);
    }
    return made;
  }
  static constexpr std::array<member, sizeof...(M)> rows = make(std::index_sequence_for<M...>{});
  static constexpr members all{rows.data(), sizeof...(M), allows_unknown<T>(), reflect::required_members<T>};
  static constexpr members open{rows.data(), sizeof...(M), true, reflect::required_members<T>};
  // How many members in front are required integers without bounds, at most two: these are read in line. More would
  // cost compile time for little, and a call for each other member is little beside what reading it costs.
  static constexpr std::size_t in_line = [] {
    constexpr std::array<bool, sizeof...(M) + 1> whole{integer<M>..., false};
    std::size_t n = 0;
    while (n < 2 && whole[n] && (reflect::required_members<T> >> n & 1) != 0 && !reflect::member_notes<T>[n].checks()) ++n;
    return n;
  }();
};

template <class T, std::size_t I, class M>
__attribute__((always_inline)) inline const char* step(const char* q, context& c, M& m) {
  constexpr std::size_t size = key_size<T, I>;
  if constexpr (I > 0) {
    if (*q != ',') [[unlikely]] return nullptr;
    ++q;
    if (*q == ' ') [[unlikely]] ++q;
  }
  if (c.end - q <= static_cast<std::ptrdiff_t>(size) ||
      !tacet::detail::same_text(q, keys<T>.text.data() + keys<T>.at[I], size)) [[unlikely]]
    return nullptr;
  return read_integer_inline(q + size, c, m);
}

// Declared order without blanks, or with one behind each comma and colon, is how models write. Integers in front, of
// which there is at least one, are read in line; what is behind them, and whatever differs, by the table from the last good member on.
template <class T, bool Open> struct expected_order {
  const char* p;
  context& c;

  template <class... M> __attribute__((always_inline)) const char* operator()(M&... m) const {
    return run(std::index_sequence_for<M...>{}, m...);
  }

 private:
  // Apart, so that the usual way has no registers to save for it.
  template <class... M>
  [[gnu::noinline]] static const char* rest(const char* q, context& c, int depth, unsigned n, M*... m) {
    void* const into[] = {m...};
    constexpr auto& all = Open ? table<T>::open : table<T>::all;
    c.depth = depth;
    if (table<T>::in_line < sizeof...(M) && n == table<T>::in_line) return decode_members(q, c, all, into, n);
    const std::uint64_t seen = (std::uint64_t{1} << n) - 1;
    return decode_any_order(q, c, all, into, seen, seen + 1);
  }
  template <std::size_t I, class M>
  __attribute__((always_inline)) static bool take(const char*& q, unsigned& n, context& c, M& m) {
    if constexpr (I >= table<T>::in_line) {
      return true;
    } else {
      const char* const r = step<T, I>(q, c, m);
      if (r == nullptr) return false;
      q = r;
      ++n;
      return true;
    }
  }
  template <std::size_t... I, class... M>
  __attribute__((always_inline)) const char* run(std::index_sequence<I...>, M&... m) const {
    const char* q = p;
    unsigned n = 0;
    const int depth = c.depth;
    const bool whole = (take<I>(q, n, c, m) && ...);
    if (table<T>::in_line == sizeof...(M) && whole && *q == '}') [[likely]] return q + 1;
    return rest(q, c, depth, n, &m...);
  }
};

// Where the members of an object are.
struct address_list {
  void** to;
  template <class... M> __attribute__((always_inline)) void operator()(M&... m) const {
    void** at = to;
    ((*at++ = &m), ...);
  }
};
template <class T> struct member_addresses {
  void* at[reflect::size_of<T> == 0 ? 1 : reflect::size_of<T>];
  __attribute__((always_inline)) explicit member_addresses(T& object) {
    if constexpr (reflect::size_of<T> == 0) at[0] = nullptr;
    else reflect::visit_members(object, address_list{at});
  }
};
template <class T, bool Open> inline constexpr const members& table_of = Open ? table<T>::open : table<T>::all;

// `p` is behind the opening brace.
template <class T, bool Open>
__attribute__((always_inline)) inline const char* read_members(const char* p, context& c, T& out) {
  if constexpr (table<T>::in_line != 0) return reflect::visit_members(out, expected_order<T, Open>{p, c});
  else return decode_members(p, c, table_of<T, Open>, member_addresses<T>(out).at);
}

}  // namespace detail

template <reflect::structure T> struct reader<T> {
  static constexpr std::string_view expected = "an object";
  [[gnu::noinline]] static const char* read(const char* p, context& c, T& out) {
    if (p == c.end || *p != '{') return detail::wrong_container(p, c, expected);
    if (++c.depth > most_depth) return fail(c, p, fault_code::too_deep);
    p = detail::read_members<T, false>(p + 1, c, out);
    if (p == nullptr) return p;
    --c.depth;
    return detail::inside(p, c);
  }
};

}  // namespace tacet::json
