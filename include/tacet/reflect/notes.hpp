// SPDX-License-Identifier: MIT
// Descriptions and bounds of members, written next to the type and without macros.
#pragma once

#include <tacet/reflect/structure.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet {

/// A bound as it was written: a whole number or a real one.
struct member_bound {
  enum class form : std::uint8_t { absent, whole, real } is = form::absent;
  std::int64_t whole = 0;
  double real = 0;

  constexpr member_bound() = default;
  /// A whole number beyond 2^63 - 1 is held as a real one.
  template <std::integral N> constexpr member_bound(N value) {
    const bool fits = std::in_range<std::int64_t>(value);
    is = fits ? form::whole : form::real;
    if (fits) whole = static_cast<std::int64_t>(value);
    else real = static_cast<double>(value);
  }
  template <std::floating_point N> constexpr member_bound(N value) : is(form::real), real(value) {}
};

/// What is said of one member. Bounds are inclusive; lengths count characters of a string, elements of an array.
struct member_note {
  std::string_view name{};
  std::string_view description{};
  member_bound minimum{};
  member_bound maximum{};
  std::size_t least = 0;
  std::size_t most = SIZE_MAX;
  bool defaulted = false;

  [[nodiscard]] constexpr bool checks() const noexcept {
    return minimum.is != member_bound::form::absent || maximum.is != member_bound::form::absent || least != 0 ||
           most != SIZE_MAX;
  }
};

/// The value lies between the two, both included.
constexpr auto between(member_bound low, member_bound high) {
  return [=](member_note& note) { note.minimum = low, note.maximum = high; };
}
/// The value is at least `low`.
constexpr auto from(member_bound low) {
  return [=](member_note& note) { note.minimum = low; };
}
/// The value is at most `high`.
constexpr auto up_to(member_bound high) {
  return [=](member_note& note) { note.maximum = high; };
}
/// A string has so many characters (Unicode code points), an array so many elements.
constexpr auto length(std::size_t least, std::size_t most) {
  return [=](member_note& note) { note.least = least, note.most = most; };
}
/// The member may be left out, and keeps the value of its initialiser. Needed where the compiler cannot tell:
/// for a string or container, and in a struct that has a member which cannot be made at compile time.
inline constexpr auto defaulted = [](member_note& note) { note.defaulted = true; };

/// Says what one member is for: `note("limit", "At most this many lines", between(1, 100))`.
template <class... Option>
constexpr member_note note(std::string_view name, std::string_view description, Option... option) {
  member_note made{};
  made.name = name;
  made.description = description;
  (option(made), ...);
  return made;
}

/// The notes of a type, as its member `static constexpr auto notes = tacet::notes(tacet::note(...), ...)`.
template <class... Note> constexpr std::array<member_note, sizeof...(Note)> notes(Note... note) { return {note...}; }

namespace reflect {
/// Whether `T` has a static member `notes`. (An argument may be called so too.)
template <class T>
concept says_notes = requires { &T::notes; } && !std::is_member_pointer_v<decltype(&T::notes)>;

namespace detail {
template <std::size_t N> constexpr std::size_t read_notes(const std::array<member_note, N>& notes) {
  std::size_t sum = 0;
  for (const member_note& one : notes) sum += one.name.size();
  return sum;
}
}  // namespace detail
/// Whether that member is a constant made by `tacet::notes`.
template <class T>
concept has_notes = says_notes<T> && requires { typename std::integral_constant<std::size_t, detail::read_notes(T::notes)>; };
}  // namespace reflect

/// The notes of `T`. Specialise it for a type that is not yours.
template <class T> inline constexpr std::array<member_note, 0> notes_of{};
template <reflect::has_notes T> inline constexpr auto notes_of<T> = T::notes;

namespace reflect {

namespace detail {
template <class T> consteval auto matched_notes() {
  std::array<member_note, size_of<T>> found{};
  if constexpr (notes_of<T>.size() == 0) return found;
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const member_note& note : notes_of<T>)
      if (note.name == field_names<T>[i]) found[i] = note;
  return found;
}
template <class T> consteval bool notes_match() {
  for (const member_note& note : notes_of<T>) {
    std::size_t members = 0;
    std::size_t notes = 0;
    for (const std::string_view name : field_names<T>) members += name == note.name;
    for (const member_note& other : notes_of<T>) notes += other.name == note.name;
    if (members != 1 || notes != 1) return false;
  }
  return true;
}
}  // namespace detail

/// Whether every note of `T` names a member that exists, and no other note names it.
template <class T> inline constexpr bool notes_match = detail::notes_match<T>();

/// For each member its note, empty where there is none.
template <class T> inline constexpr auto member_notes = detail::matched_notes<T>();

}  // namespace reflect
}  // namespace tacet
