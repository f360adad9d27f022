// SPDX-License-Identifier: MIT
// What the model is told when a call fails.
#pragma once

#include <tacet/json/explain.hpp>
#include <tacet/phase/contain.hpp>
#include <tacet/phase/family.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/text/quote.hpp>
#include <tacet/values/vocabulary.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet {

/// A failure as the text policy sees it. `message` holds only what may be relayed; the text of an exception that is
/// no tool_error is not in here, it goes to `diagnostics`.
struct failure {
  outcome_kind kind = outcome_kind::failed;
  outcome_reason reason = outcome_reason::none;
  std::string_view tool_name{};
  std::string_view message{};
  tool_effect effect = tool_effect::once;
  int attempts = 0;
  const json::context* fault = nullptr;             ///< for bad arguments; null where `message` says it
  std::string_view tool_list{};                     ///< for an unknown tool: the names there are, in one text
};

/// The default. A tool_error relays its message; bad arguments relay what was wrong and where; an unknown tool
/// names the tools there are; anything else relays the tool's name and a generic sentence.
struct default_failure_text {
  using family = families::failure_text;
  void operator()(text_writer& to, const failure& f) const noexcept {
    if (f.kind == outcome_kind::bad_arguments) return arguments(to, f);
    other(to, f);
  }

  /// The words for a name that no tool has; `list` has those of the tools there are. Only where they need no more
  /// than a copy: a short, plain name, and room for the text. Else null, and nothing is written.
  __attribute__((always_inline)) static std::string_view unknown_tool(text_room& room, std::string_view name,
                                                                      std::string_view list) noexcept {
    if (name.size() > most_quoted || room.space() < most_quoted + list.size() + 64) return {};
    char* const begin = room.reserve(0);
    char* at = detail::put(begin, "There is no tool \"");
    if (!detail::copy_if_plain(at, name.data(), name.size(), detail::unprintable)) return {};
    at = put_tools(at + name.size(), list);
    room.commit(at);
    return {begin, static_cast<std::size_t>(at - begin)};
  }

 private:
  // Behind the name of an unknown tool.
  __attribute__((always_inline)) static char* put_tools(char* at, std::string_view list) noexcept {
    if (list.empty()) return detail::put(at, "\".");
    at = detail::put(at, "\"; the tools are ");
    return detail::put(detail::copy_text(at, list.data(), list.size()), ".");
  }
  static void unknown(text_writer& to, const failure& f) noexcept {
    to.append("There is no tool \"");
    append_clean(to, f.tool_name);
    if (char* const at = to.reserve(f.tool_list.size() + 64); at != nullptr) to.advance(put_tools(at, f.tool_list));
  }
  [[gnu::noinline]] static void other(text_writer& to, const failure& f) noexcept {
    switch (f.kind) {
      case outcome_kind::unknown_tool: return unknown(to, f);
      case outcome_kind::cancelled:
        to.append(f.attempts == 0                              ? std::string_view("The call was cancelled before it ran.")
                  : f.reason != outcome_reason::abandoned ? std::string_view("The call was cancelled while it ran.")
                                                          : std::string_view("The call was cancelled while it ran, and it "
                                                                             "may still be running."));
        return may_have_run(to, f);
      case outcome_kind::timed_out:
      case outcome_kind::outcome_unknown:
        if (f.attempts == 0) return to.append("The time for these calls was over before this one began, so it was not run.");
        if (f.reason == outcome_reason::abandoned) named(to, f, " took too long and gave no answer. It may still be running.");
        else if (f.message.empty()) named(to, f, " took too long and gave no answer.");
        else to.append(f.message);
        return may_have_run(to, f);
      default: break;
    }
    if (f.reason == outcome_reason::result_lost) {
      // It is the reason of what found no memory before the tool, too.
      if (f.attempts == 0) return to.append("There was no memory for the arguments, so the call was not run.");
      return named(to, f, " ran, but its result could not be stored.");
    }
    if (f.reason != outcome_reason::exception && !f.message.empty()) return to.append(f.message);
    named(to, f, " failed.");
    may_have_run(to, f);
  }
  static void named(text_writer& to, const failure& f, std::string_view what) noexcept {
    to.append("The tool ");
    to.append_name(f.tool_name);
    to.append(what);
  }
  // Only where a repeat could do harm; it must not read as an invitation.
  static void may_have_run(text_writer& to, const failure& f) noexcept {
    if (f.attempts == 0 || f.effect != tool_effect::once || f.reason == outcome_reason::not_applied) return;
    to.append(" It is unknown whether it took effect: do not repeat the call before you have checked.");
  }
  static void arguments(text_writer& to, const failure& f) noexcept {
    if (f.reason == outcome_reason::output_limit)
      return to.append("The output limit was reached while this call was written, so it was not run. Send less: "
                       "shorter arguments, or the work in several calls.");
    if (f.tool_name.size() > most_quoted || !to.fits(most_quoted + 32)) return long_arguments(to, f);
    char* at = detail::put(to.end(), "Invalid arguments for \"");
    at = detail::copy_short(at, f.tool_name.data(), f.tool_name.size());  // of a tool that exists: it is plain
    to.advance(detail::put(at, "\": "));
    if (f.fault != nullptr) json::explain(*f.fault, to);
    else to.append(f.message);
  }
  [[gnu::noinline]] static void long_arguments(text_writer& to, const failure& f) noexcept {
    to.append("Invalid arguments for ");
    to.append_name(f.tool_name);
    to.append(": ");
    if (f.fault != nullptr) json::explain(*f.fault, to);
    else to.append(f.message);
  }
};

namespace detail {
template <class Words>
inline constexpr bool words_fit = requires(const Words& words, text_writer& to, const failure& f) { words(to, f); } ||
                                  requires(const Words& words, const failure& f) { std::string_view(words(f)); };
}  // namespace detail

/// A text policy of the user's: `words(const failure&)` gives a text (anything a string_view can be made from), or
/// `words(text_writer&, const failure&)` writes one. When it throws or writes nothing, the default is used.
template <class Words> class failure_text {
 public:
  using family = families::failure_text;
  static constexpr bool valid = detail::words_fit<Words>;
  constexpr explicit failure_text(Words words) : words_(std::move(words)) {}
  void operator()(text_writer& to, const failure& f) const noexcept {
    const std::size_t before = to.text().size();
    const bool whole = detail::survives([&] {
      if constexpr (requires { words_(to, f); }) words_(to, f);
      else {
        const auto text = words_(f);
        if constexpr (std::is_pointer_v<std::remove_const_t<decltype(text)>>)
          if (text == nullptr) return;
        to.append(std::string_view(text));
      }
    });
    if (to.failed()) return;
    if (!whole) to.advance(to.reserve(0) - (to.text().size() - before));  // half a sentence is none
    if (to.text().size() == before) default_failure_text{}(to, f);
  }

 private:
  static_assert(rule::words_are_text<Words, valid>());

  [[no_unique_address]] Words words_;
};

}  // namespace tacet
