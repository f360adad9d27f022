// SPDX-License-Identifier: MIT
// A JSON object that grows by pieces: strings are joined, arrays get longer, anything else is replaced.
#pragma once

#include <tacet/wire/detail/walk.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tacet::detail {

/// Whether `text`, the inside of a JSON string, ends with the escape of the first half of a pair.
[[nodiscard]] inline bool ends_in_pair(std::string_view text) noexcept {
  if (text.size() < 6) return false;
  const std::string_view last = text.substr(text.size() - 6);
  constexpr std::string_view first_halves = "89abAB";
  if (last[0] != '\\' || last[1] != 'u' || (last[2] | 0x20) != 'd') return false;
  if (first_halves.find(last[3]) == std::string_view::npos) return false;
  // Behind an odd number of backslashes this one is escaped itself.
  std::size_t before = 0;
  while (before < text.size() - 6 && text[text.size() - 7 - before] == '\\') ++before;
  return before % 2 == 0;
}
/// Whether it begins with the escape of the second half.
[[nodiscard]] inline bool begins_in_pair(std::string_view text) noexcept {
  constexpr std::string_view second_halves = "cdefCDEF";
  return text.size() >= 6 && text[0] == '\\' && text[1] == 'u' && (text[2] | 0x20) == 'd' &&
         second_halves.find(text[3]) != std::string_view::npos;
}

/// Names are compared as they are spelled, with their quotes. `total` counts the bytes that are held.
class stream_object {
 public:
  enum class form : std::uint8_t { other, string, array };
  struct member {
    std::string spelled{};
    std::string text{};  // of a string and of an array: what is inside
    std::size_t told = 0;
    form is = form::other;
  };
  /// More members make a search too slow to be done for each piece.
  static constexpr std::size_t most_members = 256;

  [[nodiscard]] member* find(std::string_view spelled) noexcept {
    // Pieces of one kind have their members in one order.
    const std::size_t size = members_.size();
    if (next_ >= size) next_ = 0;
    for (std::size_t n = size; n != 0; --n) {
      member& one = members_[next_];
      if (++next_ == size) next_ = 0;
      if (one.spelled == spelled) return &one;
    }
    return nullptr;
  }
  [[nodiscard]] bool empty() const noexcept { return members_.empty(); }

  /// The value stands instead of the one before; null only where there is none. False when there are too
  /// many.
  bool set(std::string_view spelled, std::string_view value, std::size_t& total) {
    member* one = find(spelled);
    if (one != nullptr && value == "null") return true;
    return (one != nullptr || (one = add(spelled, total)) != nullptr) && (replace(*one, value, total), true);
  }

  enum class merged : std::uint8_t { well, too_many, half_a_pair };
  /// The value is the next piece. Null is none.
  merged merge(std::string_view spelled, std::string_view value, std::size_t& total) {
    member* one = find(spelled);
    if (one == nullptr) {
      one = add(spelled, total);
      if (one == nullptr) return merged::too_many;
    } else if (value == "null") {
      return merged::well;
    } else if (form_of(value) == one->is && one->is != form::other) {
      return append(*one, inside(value), total);
    }
    replace(*one, value, total);
    return one->is == form::string && begins_in_pair(one->text) ? merged::half_a_pair : merged::well;
  }
  /// The same for one more element of an array.
  merged merge_element(std::string_view spelled, std::string_view element, std::size_t& total) {
    member* one = find(spelled);
    if (one == nullptr && (one = add(spelled, total)) == nullptr) return merged::too_many;
    if (one->is != form::array) replace(*one, "[]", total);
    return append(*one, element, total);
  }

  /// Appends `"name":value,...`; whether there was any.
  bool append_members(std::string& to) const {
    for (const member& one : members_) {
      if (&one != members_.data()) to += ',';
      to += one.spelled;
      to += ':';
      constexpr char opening[] = {0, '"', '['}, closing[] = {0, '"', ']'};
      const auto i = static_cast<std::size_t>(one.is);
      if (i != 0) to += opening[i];
      to += one.text;
      if (i != 0) to += closing[i];
    }
    return !members_.empty();
  }

 private:
  static form form_of(std::string_view value) noexcept {
    return value.front() == '"' ? form::string : value.front() == '[' ? form::array : form::other;
  }
  static std::string_view inside(std::string_view value) noexcept {
    const std::string_view all = value.substr(1, value.size() - 2);
    if (value.front() == '"') return all;
    const char* const first = json::skip_blanks(all.data(), all.data() + all.size());
    return all.substr(static_cast<std::size_t>(first - all.data()));
  }
  member* add(std::string_view spelled, std::size_t& total) {
    if (members_.size() == most_members) return nullptr;
    member& one = members_.emplace_back();
    one.spelled = spelled;
    total += spelled.size() + sizeof(member);
    return &one;
  }
  static void replace(member& one, std::string_view value, std::size_t& total) {
    if (one.is == form::other && value == one.text) return;
    total -= one.text.size();
    one.is = form_of(value);
    one.text = one.is == form::other ? value : inside(value);
    one.told = 0;
    total += one.text.size();
  }
  static merged append(member& one, std::string_view piece, std::size_t& total) {
    if (piece.empty()) return merged::well;
    if (one.is == form::string && ends_in_pair(one.text) != begins_in_pair(piece)) return merged::half_a_pair;
    const std::size_t before = one.text.size();
    if (one.is == form::array && before != 0) one.text += ',';
    one.text += piece;
    total += one.text.size() - before;
    return merged::well;
  }

  std::vector<member> members_{};
  std::size_t next_ = 0;
};

}  // namespace tacet::detail
