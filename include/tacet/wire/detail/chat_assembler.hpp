// SPDX-License-Identifier: MIT
// Puts the chunks of a chat completion together.
#pragma once

#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/stream_assembler.hpp>
#include <tacet/wire/detail/stream_calls.hpp>
#include <tacet/wire/event_stream.hpp>
#include <tacet/wire/reply.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

class chat_assembler : public stream_assembler {
 public:
  using stream_assembler::stream_assembler;

  template <class Listener> void take(const server_event& event, Listener& to) {
    if (event.data.starts_with("[DONE]")) {
      done_ = ended_ = true;
      complete_calls(to);
      return;
    }
    if (done_) return look_for_error(event);
    if (!reported(event) && chunk(event, to)) (void)bounded();
  }

  /// Whether the stream may end here: it said why the model stopped, or that it is done and every call is
  /// whole.
  [[nodiscard]] bool complete() {
    if (finished_) return true;
    if (!done_) return false;
    for (stream_call& one : calls_.all())
      if (!one.complete()) return false;
    return true;
  }

  [[nodiscard]] std::string text() {
    std::string to = "{";
    if (top_.append_members(to)) to += ',';
    to += R"("choices":[)";
    if (chosen_) {
      to += '{';
      if (choice_.append_members(to)) to += ',';
      to += R"("message":{)";
      const bool any = message_.append_members(to);
      if (!calls_.empty()) {
        if (any) to += ',';
        to += R"("tool_calls":[)";
        calls_.append(to);
        to += ']';
      }
      to += "}}";
      if (others_) to += R"(,{"index":1})";
    }
    return to += "]}";
  }

 private:
  // Behind the end only an error still counts.
  void look_for_error(const server_event& event) {
    std::string_view error_sent;
    if (reported(event)) return;
    if (!open(event.data, {{"error", &error_sent}}, ignored)) return error.reset();
    if (!error_sent.empty()) (void)provider_failed(error_sent);
  }

  template <class Listener> bool chunk(const server_event& event, Listener& to) {
    std::string_view error_sent, kind, choices;
    const bool good =
        open(event.data, {{"error", &error_sent}, {"object", &kind}, {"choices", &choices}},
             [&](std::string_view name, std::string_view value) { return set(top_, name, value); });
    if (!good) return false;
    if (!error_sent.empty()) return provider_failed(error_sent);
    if (kind == R"("error")" || event.name == "error") return provider_failed(object());
    if (!kind.empty() &&
        !set(top_, R"("object")", kind == R"("chat.completion.chunk")" ? R"("chat.completion")" : kind))
      return false;
    if (choices.empty()) return true;
    if (!array(choices)) return false;
    std::size_t place = 0;
    for_each_element(choices, [&](std::string_view one) { return choice(one, place++, to); });
    return !failed();
  }

  template <class Listener> bool choice(std::string_view one, std::uint64_t place, Listener& to) {
    std::string_view index, delta, whole, error_sent, finish;
    pieces_.clear();
    if (!pick(one,
              {{"index", &index},
               {"delta", &delta},
               {"message", &whole},
               {"error", &error_sent},
               {"finish_reason", &finish}},
              pieces_))
      return false;
    if (!index.empty() && !number(index, place)) return false;
    if (place != 0) return others_ = true;
    if (!error_sent.empty()) return provider_failed(error_sent);
    if (!whole.empty())
      return fail(decode_failure::wrong_shape, "a whole message stands in a stream of pieces", whole.data());
    chosen_ = true;
    if (!index.empty() && !set(choice_, R"("index")", index)) return false;
    for (const auto& [name, value] : pieces_.all)
      if (!set(choice_, name, value)) return false;
    if (!delta.empty() && !message(delta, to)) return false;
    if (finish.empty() || finish == R"("")") return true;
    finished_ = true;
    complete_calls(to);
    return set(choice_, R"("finish_reason")", finish);
  }

  template <class Listener> bool message(std::string_view delta, Listener& to) {
    std::string_view role, content, calls;
    const bool good =
        pick(delta, {{"role", &role}, {"content", &content}, {"tool_calls", &calls}},
             [&](std::string_view name, std::string_view value) { return merge(message_, name, value); });
    if (!good || (!content.empty() && !say(content))) return false;
    if (!role.empty() && role != R"("")" && !set(message_, R"("role")", role)) return false;
    if constexpr (listens<Listener>) {
      tell_new(to, delta_kind::thinking, 0, message_.find(R"("reasoning_content")"));
      tell_new(to, delta_kind::thinking, 0, message_.find(R"("reasoning")"));
      tell_new(to, delta_kind::text, 0, message_.find(R"("content")"));
      tell_new(to, delta_kind::refusal, 0, message_.find(R"("refusal")"));
    }
    if (calls.empty()) return true;
    if (!array(calls)) return false;
    for_each_element(calls, [&](std::string_view one) { return call(one, to); });
    return !failed();
  }

  // Text comes as strings, as lists of parts, or as both, one after the other.
  bool say(std::string_view content) {
    constexpr std::string_view name = R"("content")";
    using form = stream_object::form;
    stream_object::member* const before = message_.find(name);
    const form was = before == nullptr ? form::other : before->is;
    const auto part = [](std::string_view text) {
      return R"({"type":"text","text":)" + std::string(text) + '}';
    };
    if (was == form::array && content.front() == '"')
      return content == R"("")" ||
             merged(message_.merge_element(name, part(sent(content)), total_), content.data());
    if (was == form::string && content.front() == '[') {
      const std::string first = before->text.empty() ? "[]" : '[' + part('"' + before->text + '"') + ']';
      if (!set(message_, name, first)) return false;
    }
    return merge(message_, name, content);
  }

  template <class Listener> bool call(std::string_view one, Listener& to) {
    std::string_view id, index, function, name, arguments;
    pieces_.clear();
    inner_.clear();
    if (!pick(one, {{"id", &id}, {"index", &index}, {"function", &function}}, pieces_)) return false;
    if (!function.empty() && !pick(function, {{"name", &name}, {"arguments", &arguments}}, inner_))
      return false;
    for (std::string_view* const text : {&id, &name})
      if (!text->empty() && text->front() != '"')
        return fail(decode_failure::wrong_shape, "expected a string", text->data());
    std::uint64_t at = 0;
    if (!index.empty() && !number(index, at)) return false;
    const call_piece piece{index.empty() ? nullptr : &at, inside(sent(id)), inside(sent(name)),
                           inside(arguments)};
    const auto [found, opened, trouble] = calls_.find(piece);
    if (!trouble.empty()) return fail(decode_failure::wrong_shape, std::string(trouble), one.data());
    if (opened) {
      if (!room_for_call(calls_.size() - 1, one.data())) return false;
      total_ += sizeof(stream_call);
    }
    stream_call& c = calls_[found];
    if (!piece.id.empty() && !set(c.call, R"("id")", id)) return false;
    // What kind of call it is comes again and again.
    for (const auto& [member, value] : pieces_.all)
      if (!(member == R"("type")" ? value == R"("")" || set(c.call, member, value)
                                  : merge(c.call, member, value)))
        return false;
    c.has_function = c.has_function || !function.empty();
    if (c.adds_to_name(piece.name) && !merge(c.function, R"("name")", name)) return false;
    for (const auto& [member, value] : inner_.all)
      if (!merge(c.function, member, value)) return false;
    if (!arguments.empty() && !merge(c.function, R"("arguments")", arguments)) return false;
    if constexpr (listens<Listener>) {
      if (opened) {
        std::string_view called;
        if (!string(name, called)) return false;
        tell(to, delta_kind::call_begun, found, called);
      }
      tell_new(to, delta_kind::arguments, found, c.function.find(R"("arguments")"));
    }
    return true;
  }
  static std::string_view inside(std::string_view string) noexcept {
    return string.size() < 2 || string.front() != '"' ? string : string.substr(1, string.size() - 2);
  }

  template <class Listener> void complete_calls(Listener& to) {
    if constexpr (listens<Listener>)
      for (; told_ != calls_.size(); ++told_) {
        const stream_object::member* const one = calls_[told_].function.find(R"("arguments")");
        const bool text = one != nullptr && one->is == stream_object::form::string;
        if (text && ends_in_pair(one->text)) return;  // the decoder refuses it
        tell(to, delta_kind::call_complete, told_,
             text             ? plain(one->text, scratch_)
             : one == nullptr ? "{}"
                              : std::string_view(one->text));
      }
  }

  // The members of an object that are yet to be put somewhere.
  struct kept_members {
    std::vector<std::pair<std::string_view, std::string_view>> all{};
    void clear() noexcept { all.clear(); }
    bool operator()(std::string_view name, std::string_view value) {
      all.emplace_back(name, value);
      return true;
    }
  };

  stream_object top_{};
  stream_object choice_{};
  stream_object message_{};
  stream_calls calls_{};
  kept_members pieces_{};
  kept_members inner_{};
  std::size_t told_ = 0;
  bool chosen_ = false;
  bool others_ = false;
  bool finished_ = false;
  bool done_ = false;
};

}  // namespace tacet::detail
