// SPDX-License-Identifier: MIT
// Settles what of a request can be said to one provider, before anything is written.
#pragma once

#include <tacet/json/scan.hpp>
#include <tacet/tool/provider_name.hpp>
#include <tacet/wire/chat_request.hpp>
#include <tacet/wire/detail/message_writer.hpp>
#include <tacet/wire/detail/walk.hpp>
#include <tacet/wire/pairing.hpp>
#include <tacet/wire/wire_profile.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tacet::detail {

/// What is left of a request when everything that its provider refuses was refused, softened or left out.
struct request_plan {
  bool tools = false;  ///< whether they are declared
  tool_choice choice{};
  std::optional<bool> parallel{};
  bool strict = false;
  std::uint32_t thinking = 0;
  std::size_t cache_marks = 0;
  std::vector<request_note> notes{};
  std::optional<request_error> error{};
};

class request_planner {
 public:
  request_planner(const wire_profile& profile, const chat_request& asked) : profile_(profile), asked_(asked) {}

  request_plan plan() {
    const auto is_message = [&](const chat_message& one) { return !profile_.system_apart || one.role != chat_role::system; };
    if (std::none_of(asked_.messages.begin(), asked_.messages.end(), is_message))
      return refused(request_failure::no_messages, profile_.system_apart ? "there is no message but the system's" : "there is no message to send");
    if (asked_.model.empty() && profile_.format != wire_format::google_gemini)  // there it stands in the address
      return refused(request_failure::no_model, "there is no model to ask");
    if (const std::vector<pairing_fault> faults = unpaired(asked_.messages); !faults.empty())
      return refused(request_failure::unpaired, told(faults));
    if (profile_.needs_max_tokens && !asked_.max_tokens)
      return refused(request_failure::max_tokens_needed, std::string(profile_.name) + " wants max_tokens in every request");
    made_.tools = !asked_.tools.empty();
    thinking();
    if (!tools() || !choice()) return std::move(made_);
    parallel();
    made_.strict = made_.tools && asked_.strict && profile_.strict;
    if (asked_.strict && !profile_.strict) note(request_note::strict_unsupported);
    made_.cache_marks = std::min<std::size_t>(asked_.cache_marks, profile_.cache_marks);
    if (asked_.cache_marks > profile_.cache_marks) note(request_note::cache_marks_fewer);
    return std::move(made_);
  }

 private:
  void note(request_note one) { made_.notes.push_back(one); }
  request_plan refused(request_failure reason, std::string message) {
    made_.error = request_error{reason, std::move(message)};
    return std::move(made_);
  }
  bool refuse(request_failure reason, std::string message) {
    made_.error = request_error{reason, std::move(message)};
    return false;
  }

  bool tools() {
    std::unordered_set<std::string> names;
    for (const tool_descriptor& one : asked_.tools) {
      json::context c;
      const char* const end = one.input_schema.data() + one.input_schema.size();
      if (one.input_schema.empty() || !json::scan_document(one.input_schema, c) || *json::skip_blanks(one.input_schema.data(), end) != '{')
        return refuse(request_failure::bad_tool, "the schema of the tool `" + std::string(one.name) + "` is no JSON object");
      const provider_name taken(one.name);
      if (profile_.names_begin_with_letter && taken.view().size() == provider_name::most && !begins_with_letter(taken.view()))
        return refuse(request_failure::bad_tool, "the name of the tool `" + std::string(one.name) + "` has no room for a letter in front");
      if (!names.emplace(taken.view()).second)
        return refuse(request_failure::bad_tool, "another tool goes out under the same name as `" + std::string(one.name) + "`");
    }
    return true;
  }

  static bool begins_with_letter(std::string_view name) noexcept {
    const std::size_t first = name.find_first_not_of('_');
    return first == std::string_view::npos || (name[first] != '-' && (name[first] < '0' || name[first] > '9'));
  }

  void thinking() {
    if (asked_.thinking_tokens == 0) return;
    if (profile_.thinking_budget) made_.thinking = asked_.thinking_tokens;
    else note(request_note::thinking_unsupported);
  }

  bool choice() {
    using kind = tool_choice::kind_type;
    const tool_choice& wanted = asked_.choice;
    if (wanted.kind == kind::automatic) return true;
    if (!made_.tools) {
      if (wanted.forces() && !wanted.inferred)
        return refuse(request_failure::choice_unknown, "a call is demanded and there are no tools");
      note(request_note::choice_without_tools);
      return true;
    }
    if (wanted.kind == kind::none) {
      made_.choice = wanted;
      if (!profile_.choice_none) {
        made_ = {.tools = false, .thinking = made_.thinking, .notes = std::move(made_.notes)};
        note(request_note::tools_left_out);
      }
      return true;
    }
    const bool known = wanted.kind == kind::required || offers(wanted.name);
    if (!known)
      return refuse(request_failure::choice_unknown, "the demanded tool `" + std::string(wanted.name) + "` is not among the tools");
    if (!(wanted.kind == kind::required ? profile_.choice_required : profile_.choice_named))
      return wanted.inferred ? softened()
                             : refuse(request_failure::choice_unsupported,
                                      std::string(profile_.name) + " cannot be told that " +
                                          (wanted.kind == kind::required ? "some tool" : "this tool") + " must be called");
    if (made_.thinking != 0 && !profile_.thinks_when_forced)
      return wanted.inferred ? softened()
                             : refuse(request_failure::choice_with_thinking,
                                      std::string(profile_.name) +
                                          " refuses a demanded call together with thinking; leave out one of the two");
    made_.choice = wanted;
    return true;
  }
  bool softened() {
    note(request_note::choice_softened);
    return true;
  }
  [[nodiscard]] bool offers(std::string_view name) const {
    return std::any_of(asked_.tools.begin(), asked_.tools.end(), [&](const tool_descriptor& one) { return one.name == name; });
  }

  void parallel() {
    if (!asked_.parallel_calls) return;
    if (asked_.tools.empty()) return note(request_note::parallel_without_tools);
    if (!made_.tools || made_.choice.kind == tool_choice::kind_type::none) return;  // nothing will be called
    if (!profile_.parallel_flag) return note(request_note::parallel_unsupported);
    made_.parallel = asked_.parallel_calls;
  }

  static std::string told(const std::vector<pairing_fault>& faults) {
    const pairing_fault& first = faults.front();
    std::string text = "message " + std::to_string(first.message) + ": " + std::string(to_text(first.kind));
    if (!first.id.empty()) text += " (`" + first.id.substr(0, 64) + "`)";
    if (faults.size() > 1) text += ", and " + std::to_string(faults.size() - 1) + " more";
    return text + "; pair_up mends a history";
  }

  const wire_profile& profile_;
  const chat_request& asked_;
  request_plan made_{};
};

/// Appends the members of `more`, each after a comma. False, with the reason: it is no object, or names one of `written`.
template <class Written>
[[nodiscard]] bool append_more(text_writer& to, std::string_view more, const Written& written, request_error& error) {
  if (more.empty()) return true;
  json::context c;
  const char* const first = json::skip_blanks(more.data(), more.data() + more.size());
  if (!json::scan_document(more, c) || *first != '{') {
    error = {request_failure::bad_more, "`more` is no JSON object"};
    return false;
  }
  bool taken = false;
  for_each_member(more.substr(static_cast<std::size_t>(first - more.data())),
                  [&](std::string_view key, std::string_view spelled, std::string_view value) {
                    if (!taken && std::find(written.begin(), written.end(), key) != written.end()) {
                      taken = true;
                      error = {request_failure::bad_more, "`more` has the member `" + std::string(key) + "`, which is written from elsewhere"};
                    }
                    append_member(to, spelled, value);
                  });
  return !taken;
}

}  // namespace tacet::detail
