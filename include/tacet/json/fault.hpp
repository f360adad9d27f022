// SPDX-License-Identifier: MIT
// What can be wrong with argument text, and the state that a decoder carries.
#pragma once

#include <tacet/text/text_room.hpp>
#include <tacet/values/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tacet::json {

/// Deeper nesting is refused, so that hostile text cannot exhaust the stack.
inline constexpr int most_depth = 128;

/// The faults of the grammar (RFC 8259) first, then those of a value against its declared type.
enum class fault_code : std::uint8_t {
  none,
  unexpected_end,
  unexpected_character,
  control_character,   ///< a raw byte below 0x20 in a string
  bad_escape,
  bad_utf8,
  unpaired_surrogate,
  bad_number,
  too_deep,
  trailing_text,       ///< something follows the value
  not_an_object,
  duplicate_member,
  unknown_member,
  missing_member,
  wrong_type,
  encoded_twice,       ///< JSON text inside a string where the value itself is declared
  not_an_integer,
  out_of_range,
  not_an_enumerator,
  no_alternative,
  wrong_count,
  below_minimum,
  above_maximum,
  too_short,
  too_long,
  too_many_members,
  text_too_long,       ///< more bytes than whoever reads the text takes
  no_memory,
};

[[nodiscard]] constexpr bool is_grammar(fault_code code) noexcept {
  return code >= fault_code::unexpected_end && code <= fault_code::trailing_text;
}

[[nodiscard]] constexpr outcome_reason to_reason(fault_code code) noexcept {
  switch (code) {
    case fault_code::none: return outcome_reason::none;
    case fault_code::too_deep: return outcome_reason::too_deep;
    case fault_code::not_an_object: return outcome_reason::not_an_object;
    case fault_code::duplicate_member: return outcome_reason::duplicate_member;
    case fault_code::unknown_member:
    case fault_code::too_many_members: return outcome_reason::unknown_member;
    case fault_code::missing_member: return outcome_reason::missing_member;
    case fault_code::wrong_type:
    case fault_code::encoded_twice:
    case fault_code::not_an_integer:
    case fault_code::no_alternative: return outcome_reason::wrong_type;
    case fault_code::out_of_range:
    case fault_code::not_an_enumerator:
    case fault_code::wrong_count:
    case fault_code::below_minimum:
    case fault_code::above_maximum:
    case fault_code::too_short:
    case fault_code::too_long:
    case fault_code::text_too_long: return outcome_reason::out_of_range;
    case fault_code::no_memory: return outcome_reason::result_lost;
    default: return outcome_reason::invalid_json;
  }
}

struct members;

/// Where in the outermost object a fault is, as far as that is known without walking the text.
enum class fault_place : std::uint8_t {
  unknown,  ///< deeper than in the outermost object, or not in one
  object,   ///< between its members, at its closing brace or behind it
  name,     ///< at the opening quote of a member's name
  value,    ///< where a member's value begins
  inside,   ///< elsewhere in a member whose value is no container
};

/// A std::string_view that is not set until it is assigned.
struct late_text {
  const char* data;
  std::size_t size;

  late_text& operator=(std::string_view text) noexcept {
    data = text.data();
    size = text.size();
    return *this;
  }
  operator std::string_view() const noexcept { return {data, size}; }
  friend bool operator==(const late_text& a, std::string_view b) noexcept { return std::string_view(a) == b; }
};

/// What is set together with a fault, by `fail`, and has no meaning without one.
struct fault_details {
  const char* at;         ///< where the fault is
  late_text expected;     ///< what was declared there
  const members* table;   ///< the members of the object with the fault
  std::uint64_t missing;  ///< which of them are missing
  late_text name;         ///< of the member with the fault, as it is spelled; empty outside of a member
  const char* from;       ///< `begin` when `place` and `name` were set: they hold for no other
};

/// What is set from the beginning.
// The order keeps g++ from putting two pointers together in a vector register first.
struct decoder_state {
  const char* begin = nullptr;  ///< the text as a whole, for offsets
  fault_code fault = fault_code::none;
  bool adjusted = false;        ///< a documented repair was made: a quoted number or boolean, a wrapped object
  bool exact = false;           ///< no repairs here (inside a variant)
  fault_place place = fault_place::unknown;
  int depth = 0;
  const char* end = nullptr;
};

/// What a decoder carries along. It is written only when something is wrong or was repaired.
// Nothing is set that nobody reads while all goes well.
struct context : decoder_state, fault_details {
  text_room* room = nullptr;  ///< where a string_view member with escapes is decoded to

  context() noexcept {}
  context(const context& other) noexcept : decoder_state() { *this = other; }
  // Not in line: g++ would then warn of what is not set where there is no fault, and copies are rare.
  [[gnu::noinline]] context& operator=(const context& other) noexcept {
    static_cast<decoder_state&>(*this) = other;
    room = other.room;
    if (fault != fault_code::none) static_cast<fault_details&>(*this) = other;
    return *this;
  }
};

/// Records the first fault; a decoder returns what this returns.
[[gnu::noinline]] inline std::nullptr_t fail(context& c, const char* at, fault_code fault,
                                             std::string_view expected = {}) noexcept {
  c.fault = fault;
  c.at = at;
  c.expected = expected;
  c.place = fault_place::unknown;
  c.table = nullptr;
  c.missing = 0;
  c.name = std::string_view{};
  c.from = nullptr;
  return nullptr;
}

/// Says of the fault in `c` where it is, when its object is the outermost one. Returns null.
inline std::nullptr_t locate(context& c, bool outermost, fault_place place,
                                               std::string_view name = {}) noexcept {
  if (!outermost) return nullptr;
  c.place = place;
  c.name = name;
  c.from = c.begin;
  return nullptr;
}

}  // namespace tacet::json
