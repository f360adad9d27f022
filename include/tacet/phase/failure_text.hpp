// SPDX-License-Identifier: MIT
// What the model is told when a call fails.
#pragma once

#include <tacet/json/explain.hpp>
#include <tacet/phase/contain.hpp>
#include <tacet/phase/family.hpp>
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
  const json::context* fault = nullptr;             ///< for bad arguments
  std::string_view tool_list{};                     ///< for an unknown tool: the names there are, in one text
};

/// The default. A tool_error relays its message; bad arguments relay what was wrong and where; an unknown tool
/// names the tools there are; anything else relays the tool's name and a generic sentence.
struct default_failure_text {
  using family = families::failure_text;
  void operator()(text_writer& to, const failure& f) const noexcept {
    switch (f.kind) {
      case outcome_kind::unknown_tool: return unknown(to, f);
      case outcome_kind::bad_arguments: return arguments(to, f);
      case outcome_kind::cancelled:
        to.append(f.attempts == 0 ? std::string_view("The call was cancelled before it ran.")
                                  : std::string_view("The call was cancelled while it ran."));
        return may_have_run(to, f);
      case outcome_kind::timed_out:
      case outcome_kind::outcome_unknown:
        named(to, f, " took too long and gave no answer.");
        return may_have_run(to, f);
      default: break;
    }
    if (f.reason == outcome_reason::result_lost)
      return named(to, f, " ran, but its result could not be stored.");
    if (f.reason != outcome_reason::exception && !f.message.empty()) return to.append(f.message);
    named(to, f, " failed.");
    may_have_run(to, f);
  }

 private:
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
  static void unknown(text_writer& to, const failure& f) noexcept {
    to.append("There is no tool ");
    append_quoted(to, f.tool_name);
    if (!f.tool_list.empty()) {
      to.append("; the tools are ");
      to.append(f.tool_list);
    }
    to.append('.');
  }
  static void arguments(text_writer& to, const failure& f) noexcept {
    if (f.reason == outcome_reason::output_limit)
      return to.append("The output limit was reached while this call was written, so it was not run. Send less: "
                       "shorter arguments, or the work in several calls.");
    to.append("Invalid arguments for ");
    to.append_name(f.tool_name);  // of a tool that exists
    to.append(": ");
    if (f.fault != nullptr) json::explain(*f.fault, to);
  }
};

/// A text policy of the user's: `words(const failure&)` gives a text (anything a string_view can be made from), or
/// `words(text_writer&, const failure&)` writes one. When it throws or writes nothing, the default is used.
template <class Words> class failure_text {
 public:
  using family = families::failure_text;
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
  [[no_unique_address]] Words words_;
};

}  // namespace tacet
