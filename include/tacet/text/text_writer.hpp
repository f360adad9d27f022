// SPDX-License-Identifier: MIT
// Builds one text at the end of a text_room.
#pragma once

#include <tacet/text/text_room.hpp>
#include <tacet/text/words.hpp>

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tacet {

/// Appends to a text that is being built; never throws. When memory is refused it stops writing and
/// `finish` says so. At most one writer may be open on a room at a time.
class text_writer {
 public:
  explicit text_writer(text_room& room) noexcept : room_(room) {
    begin_ = at_ = room.reserve(0);
    end_ = begin_ + room.space();
  }
  text_writer(const text_writer&) = delete;
  text_writer& operator=(const text_writer&) = delete;

  void append(char c) noexcept {
    if (at_ != end_ || more(1)) *at_++ = c;
  }
  void append(std::string_view text) noexcept {
    if (static_cast<std::size_t>(end_ - at_) < text.size() && !more(text.size())) return;
    at_ = detail::copy_text(at_, text.data(), text.size());
  }
  /// Appends `name` in double quotes as it is; for names that are known to be plain.
  void append_name(std::string_view name) noexcept {
    char* to = reserve(name.size() + 2);
    if (to == nullptr) return;
    *to++ = '"';
    to = detail::copy_text(to, name.data(), name.size());
    *to++ = '"';
    at_ = to;
  }
  template <class I>
    requires(std::integral<I> && !std::same_as<I, bool> && !std::same_as<I, char>)
  void append(I number) noexcept {
    constexpr std::size_t most = 21;  // the digits of a 64-bit integer and its sign
    if (static_cast<std::size_t>(end_ - at_) < most && !more(most)) return;
    at_ = detail::write_integer(at_, number);
  }

  /// Neither is a character, and a real number has a spelling of its own: json::append_number.
  template <class N>
    requires(std::same_as<N, bool> || std::floating_point<N>)
  void append(N) = delete;

  /// The bytes `size` at the end, to be written in place and taken with `advance`; null without memory.
  [[nodiscard]] char* reserve(std::size_t size) noexcept {
    return static_cast<std::size_t>(end_ - at_) >= size || more(size) ? at_ : nullptr;
  }
  void advance(char* to) noexcept { at_ = to; }
  /// Whether `size` bytes at `end` can be written in place without more memory.
  [[nodiscard]] bool fits(std::size_t size) const noexcept { return static_cast<std::size_t>(end_ - at_) >= size; }
  [[nodiscard]] char* end() noexcept { return at_; }

  [[nodiscard]] bool failed() const noexcept { return failed_; }
  [[nodiscard]] std::string_view text() const noexcept {
    return {begin_, static_cast<std::size_t>(at_ - begin_)};
  }

  /// The finished text, which stays in the room; `instead` when memory was refused on the way.
  [[nodiscard]] std::string_view finish(std::string_view instead) noexcept {
    if (failed_) return instead;
    if (begin_ == nullptr) return {"", 0};
    room_.commit(at_);
    return text();
  }

 private:
  // Moves the text so far into a larger chunk. Doubling keeps the copying linear.
  [[gnu::noinline]] bool more(std::size_t size) noexcept {
    if (failed_) return false;
    const std::string_view so_far = text();
    const bool sane = size <= SIZE_MAX / 4;  // the sum must not wrap
    char* const to = sane ? room_.reserve(so_far.size() * 2 + size + 64) : nullptr;
    if (to == nullptr) {
      failed_ = true;
      at_ = end_ = begin_;  // nothing fits any more, so nothing is written
      return false;
    }
    if (!so_far.empty()) std::memmove(to, so_far.data(), so_far.size());
    begin_ = to;
    at_ = to + so_far.size();
    end_ = to + room_.space();
    return true;
  }

  text_room& room_;
  char* begin_;
  char* at_;
  char* end_;
  bool failed_ = false;
};

}  // namespace tacet
