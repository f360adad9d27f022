// SPDX-License-Identifier: MIT
// What of a text the model is given: valid UTF-8, without what a program masks, and no more than a limit.
#pragma once

#include <tacet/phase/contain.hpp>
#include <tacet/phase/family.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/text/text_writer.hpp>
#include <tacet/text/utf8.hpp>
#include <tacet/values/tool_outcome.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet {

/// The most bytes that the text of one outcome may have.
struct result_bytes {
  std::size_t limit = SIZE_MAX;
};

namespace detail {

// The family's default: the text stays as the tool gave it.
struct unchanged_results {
  using family = families::results;
  static constexpr bool changes = false;
};

struct no_mask {};

template <class Mask>
inline constexpr bool masks = requires(const Mask& mask, text_writer& to, std::string_view text) { mask(to, text); } ||
                              requires(const Mask& mask, std::string_view text) { std::string_view(mask(text)); };

// A character of three bytes for each byte that is part of none, so that nothing that was there is hidden.
[[gnu::noinline]] inline void append_repaired(text_writer& to, std::string_view text) noexcept {
  while (!text.empty()) {
    const std::size_t whole = well_formed_size(text);
    to.append(text.substr(0, whole));
    text.remove_prefix(whole);
    if (text.empty()) return;
    to.append("\xEF\xBF\xBD");
    text.remove_prefix(1);
  }
}

// False without memory; the text is as it was then.
[[gnu::noinline]] inline bool repair(text_room& room, std::string_view& text) noexcept {
  text_writer to(room);
  append_repaired(to, text);
  if (to.failed()) return false;
  text = to.finish({});
  return true;
}

// Cuts at a character, with a note that says so where there is room for one. False without memory.
[[gnu::noinline]] inline bool cut(text_room& room, std::string_view& text, std::size_t limit) noexcept {
  constexpr std::size_t note = 64;  // longer than the note
  const std::size_t kept = well_formed_size(text, limit > 2 * note ? limit - note : limit);
  if (limit <= 2 * note) return text = text.substr(0, kept), true;
  text_writer to(room);
  to.append(text.substr(0, kept));
  to.append("\n[cut: ");
  to.append(kept);
  to.append(" of ");
  to.append(text.size());
  to.append(" bytes]");
  if (to.failed()) return false;
  text = to.finish({});
  return true;
}

}  // namespace detail

/// The part of an executor that decides what of each outcome's `content` the model is given, whatever answered: a tool, a
/// check, a failure. In this order: bytes that are no UTF-8 (RFC 3629) are replaced by U+FFFD, each by one; `mask` gives the
/// text without what must not be told; what is longer than the limit is cut at the border of a character, with a note
/// `[cut: 120 of 5000 bytes]` at its end where the limit is larger than 128 bytes. The text is never longer than the limit. A text
/// that needs none of that is not copied.
///
/// `mask(text)` gives a text (anything a string_view can be made from), or `mask(text_writer&, text)` writes one. Where it
/// throws, or there is no memory, the text is withheld and the outcome is an error: what was to be masked is not told. For
/// the calls that a stop leaves it must not be a point at which the thread is cancelled (POSIX): that ends the process.
/// `value`, which is for the program, is left as it is. Costs one walk over the text.
template <class Mask = detail::no_mask> class result_policy {
 public:
  using family = families::results;
  static constexpr bool changes = true;
  static constexpr bool valid = std::is_same_v<Mask, detail::no_mask> || detail::masks<Mask>;
  static_assert(rule::mask_gives_text<Mask, valid>());

  constexpr explicit result_policy(result_bytes most, Mask mask = {}) : limit_(most.limit), mask_(std::move(mask)) {}
  constexpr explicit result_policy(Mask mask) : mask_(std::move(mask)) {}

  /// The same with a limit of at most `most` bytes.
  [[nodiscard]] constexpr result_policy limited_to(result_bytes most) && {
    if (most.limit < limit_) limit_ = most.limit;
    return std::move(*this);
  }

  /// Changes the content of `out`; texts are stored in `room`. Throws nothing but the forced unwinding of the thread, which
  /// leaves the text withheld.
  void operator()(text_room& room, tool_outcome& out) const {
    std::string_view text = out.content;
    if (!repair(room, text)) return withhold(out, no_memory);
    if constexpr (!std::is_same_v<Mask, detail::no_mask> && valid) {
      const tool_outcome before = out;
      withhold(out, "The result was withheld: it could not be masked.");
      if (!masked(room, text)) return;
      out = before;
      if (!repair(room, text)) return withhold(out, no_memory);
    }
    if (text.size() > limit_ && !detail::cut(room, text, limit_)) return withhold(out, no_memory);
    out.content = text;
  }

 private:
  static constexpr std::string_view no_memory = "The result was withheld: there was no memory for it.";

  static bool repair(text_room& room, std::string_view& text) noexcept {
    return well_formed_size(text) == text.size() || detail::repair(room, text);
  }
  // The limit holds for our own words as well.
  void withhold(tool_outcome& out, std::string_view why) const noexcept {
    out.content = why.substr(0, limit_);
    out.is_error = true;
    if (out.kind != outcome_kind::succeeded) return;
    out.kind = outcome_kind::failed;
    out.phase = call_phase::result;
    out.reason = outcome_reason::result_lost;
  }
  bool masked(text_room& room, std::string_view& text) const noexcept {
    std::string_view made;
    const bool whole = detail::survives([&] {
      if constexpr (requires(text_writer& to) { mask_(to, text); }) {
        text_writer to(room);
        mask_(to, text);
        made = to.finish({});
      } else {
        const auto given = mask_(text);
        if constexpr (std::is_pointer_v<std::remove_const_t<decltype(given)>>)
          if (given == nullptr) return;
        made = room.store(std::string_view(given));
      }
    });
    if (!whole || made.data() == nullptr) return false;
    text = made;
    return true;
  }

  std::size_t limit_ = SIZE_MAX;
  [[no_unique_address]] Mask mask_{};
};
result_policy(result_bytes) -> result_policy<>;

}  // namespace tacet
