// SPDX-License-Identifier: MIT
// Puts the pieces of a Gemini reply together, each of which is a reply with some of the parts.
#pragma once

#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/stream_assembler.hpp>
#include <tacet/wire/event_stream.hpp>
#include <tacet/wire/reply.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tacet::detail {

class gemini_assembler : public stream_assembler {
 public:
  using stream_assembler::stream_assembler;

  template <class Listener> void take(const server_event& event, Listener& to) {
    if (reported(event) || event.data.starts_with("[DONE]")) return;
    if (piece(event, to)) (void)bounded();
  }

  /// There is no mark of the end but the reason.
  [[nodiscard]] bool complete() const noexcept { return ended_; }

  [[nodiscard]] std::string text() {
    std::string to = "{";
    bool any = top_.append_members(to);
    if (chosen_) {
      to += any ? R"(,"candidates":[{)" : R"("candidates":[{)";
      any = candidate_.append_members(to);
      if (!content_.empty()) {
        to += any ? R"(,"content":{)" : R"("content":{)";
        content_.append_members(to);
        to += '}';
      }
      to += others_ ? R"(},{"index":1}])" : "}]";
    }
    return to += '}';
  }

 private:
  template <class Listener> bool piece(const server_event& event, Listener& to) {
    std::string_view error_sent, candidates, feedback;
    const bool good =
        open(event.data, {{"error", &error_sent}, {"candidates", &candidates}, {"promptFeedback", &feedback}},
             [&](std::string_view name, std::string_view value) { return set(top_, name, value); });
    if (!good) return false;
    if (!error_sent.empty()) return provider_failed(error_sent);
    if (event.name == "error") return provider_failed(object());
    if (!feedback.empty()) {
      std::string_view blocked;
      if (!set(top_, R"("promptFeedback")", feedback) ||
          !pick(feedback, {{"blockReason", &blocked}}, ignored))
        return false;
      // Nothing follows then.
      ended_ = ended_ || !blocked.empty();
    }
    if (candidates.empty()) return true;
    if (!array(candidates)) return false;
    std::size_t place = 0;
    for_each_element(candidates, [&](std::string_view one) { return candidate(one, place++, to); });
    return !failed();
  }

  template <class Listener> bool candidate(std::string_view one, std::uint64_t place, Listener& to) {
    std::string_view index, content, finish, parts, role;
    if (!pick(one, {{"index", &index}}, ignored) || (!index.empty() && !number(index, place))) return false;
    if (place != 0) return others_ = true;
    chosen_ = true;
    const auto keep = [&](stream_object& in) {
      return [this, &in](std::string_view name, std::string_view value) { return set(in, name, value); };
    };
    if (!pick(one, {{"content", &content}, {"finishReason", &finish}}, keep(candidate_))) return false;
    if (!finish.empty()) {
      ended_ = ended_ || finish != R"("")";
      if (!set(candidate_, R"("finishReason")", finish)) return false;
    }
    if (content.empty()) return true;
    if (!pick(content, {{"parts", &parts}, {"role", &role}}, keep(content_))) return false;
    if (!role.empty() && role != R"("")" && !set(content_, R"("role")", role)) return false;
    if (parts.empty()) return true;
    if (!array(parts)) return false;
    for_each_element(parts, [&](std::string_view each) {
      return merged(content_.merge_element(R"("parts")", sent(each), total_), each.data()) && part(each, to);
    });
    return !failed();
  }

  // Counts the calls and tells what is in it.
  template <class Listener> bool part(std::string_view one, Listener& to) {
    std::string_view text, thought, call, called, name, arguments;
    if (!pick(one, {{"text", &text}, {"thought", &thought}, {"functionCall", &call}}, ignored)) return false;
    if (!call.empty() && !room_for_call(calls_++, one.data())) return false;
    if constexpr (listens<Listener>) {
      // Half a pair has no other half here; the decoder refuses it.
      if (text.starts_with('"') && sent(text) == text && text != R"("")") {
        if (!string(text, called)) return false;
        tell(to, thought == "true" ? delta_kind::thinking : delta_kind::text, 0, called);
      }
      if (call.empty()) return true;
      if (!pick(call, {{"name", &name}, {"args", &arguments}}, ignored) || !string(name, called))
        return false;
      if (arguments.empty()) arguments = "{}";
      tell(to, delta_kind::call_begun, calls_ - 1, called);
      tell(to, delta_kind::arguments, calls_ - 1, sent(arguments));
      tell(to, delta_kind::call_complete, calls_ - 1, sent(arguments));
    }
    return true;
  }

  stream_object top_{};
  stream_object candidate_{};
  stream_object content_{};
  std::size_t calls_ = 0;
  bool chosen_ = false;
  bool others_ = false;
};

}  // namespace tacet::detail
