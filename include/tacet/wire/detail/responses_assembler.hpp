// SPDX-License-Identifier: MIT
// Takes the whole response out of the events of the Responses API, which end with it.
#pragma once

#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/stream_assembler.hpp>
#include <tacet/wire/event_stream.hpp>
#include <tacet/wire/reply.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace tacet::detail {

class responses_assembler : public stream_assembler {
 public:
  using stream_assembler::stream_assembler;

  template <class Listener> void take(const server_event& event, Listener& to) {
    if (reported(event) || event.data.starts_with("[DONE]")) return;
    event_members e;
    std::string_view type;
    if (!open(event.data,
              {{"type", &e.type},
               {"error", &e.error},
               {"code", &e.code},
               {"message", &e.message},
               {"response", &e.response},
               {"item", &e.item},
               {"output_index", &e.index},
               {"delta", &e.delta}},
              ignored) ||
        !string(e.type, type))
      return ended_ ? error.reset() : void();
    const std::string_view what = type.empty() ? event.name : type;
    if (!e.error.empty()) return (void)provider_failed(e.error);
    if (what == "error") return failed_with(e);
    if (ended_) return;
    bool good = true;
    if (what == "response.completed" || what == "response.incomplete" || what == "response.failed" ||
        what == "response.cancelled")
      good = end(e.response);
    else if (what == "response.output_item.done") good = item(e) && tell_item(e, to);
    else good = tell_event(what, e, to);
    if (good) (void)bounded();
  }

  [[nodiscard]] bool complete() const noexcept { return ended_; }

  [[nodiscard]] std::string text() {
    if (response_.find(R"("output")") != nullptr || !has_output_) {
      std::string to = "{";
      response_.append_members(to);
      return to += '}';
    }
    std::string to = "{";
    if (response_.append_members(to)) to += ',';
    to += R"("output":[)";
    bool first = true;
    for (const auto& [index, one] : items_) {
      if (!std::exchange(first, false)) to += ',';
      to += one;
    }
    return to += "]}";
  }

 private:
  struct event_members {
    std::string_view type, error, code, message, response, item, index, delta;
  };

  void failed_with(const event_members& e) {
    std::string what = R"({"code":)";
    what += e.code.empty() ? "null" : e.code;
    what += R"(,"message":)";
    what += e.message.empty() ? "null" : e.message;
    what += '}';
    (void)provider_failed(what);
  }

  // The output of the last event is the whole output, except with servers that leave it empty.
  bool end(std::string_view response) {
    if (response.empty()) return fail(decode_failure::wrong_shape, "the response that ends is not there");
    std::string_view output;
    const bool good =
        pick(response, {{"output", &output}},
             [&](std::string_view name, std::string_view value) { return set(response_, name, value); });
    if (!good) return false;
    const bool empty = output.empty() ||
                       (output.front() == '[' && output.find_first_not_of(" \t\r\n", 1) == output.size() - 1);
    has_output_ = !output.empty() || !items_.empty();
    if (!output.empty() && !(empty && !items_.empty()) && !set(response_, R"("output")", output))
      return false;
    return ended_ = true;
  }

  bool item(const event_members& e) {
    std::uint64_t at = 0;
    if (e.index.empty())
      return fail(decode_failure::wrong_shape, "an item of the output has no output_index");
    if (e.item.empty()) return fail(decode_failure::wrong_shape, "an item of the output is not there");
    if (!number(e.index, at)) return false;
    const auto [place, added] = items_.try_emplace(at, sent(e.item));
    if (!added) return fail(decode_failure::wrong_shape, "two items of the output have one output_index");
    total_ += place->second.size() + sizeof *place;
    return true;
  }

  template <class Listener> bool tell_event(std::string_view what, const event_members& e, Listener& to) {
    if constexpr (listens<Listener>) {
      if (what == "response.output_item.added") return tell_begin(e, to);
      if (!what.ends_with(".delta") || e.delta.empty() || e.delta.front() != '"') return true;
      constexpr std::string_view thoughts[] = {"response.reasoning_text.delta",
                                               "response.reasoning_summary_text.delta"};
      if (what == "response.output_text.delta") return tell_delta(what, delta_kind::text, 0, e, to);
      if (what == "response.refusal.delta") return tell_delta(what, delta_kind::refusal, 0, e, to);
      for (const std::string_view one : thoughts)
        if (what == one) return tell_delta(what, delta_kind::thinking, 0, e, to);
      if (what != "response.function_call_arguments.delta") return true;
      std::uint64_t at = 0;
      if (e.index.empty() || !number(e.index, at)) return e.index.empty();
      const auto known = begun_.find(at);
      return known == begun_.end() || tell_delta(what, delta_kind::arguments, known->second, e, to);
    }
    return true;
  }
  // The text so far of one kind and one item is kept until another comes: it may end in half a pair.
  template <class Listener>
  bool tell_delta(std::string_view what, delta_kind kind, std::size_t position, const event_members& e,
                  Listener& to) {
    std::string name = '"' + std::string(what) + std::string(e.index) + '"';
    if (live_.find(name) == nullptr) live_ = {};
    std::size_t uncounted = 0;
    if (!merged(live_.merge(name, sent(e.delta), uncounted), e.delta.data())) return false;
    stream_object::member* const one = live_.find(name);
    tell_new(to, kind, position, one);
    one->text.erase(0, std::exchange(one->told, 0));
    return true;
  }
  template <class Listener> bool tell_begin(const event_members& e, Listener& to) {
    std::string_view type, name, what, called;
    std::uint64_t at = 0;
    if (e.item.empty() || e.index.empty()) return true;
    if (!number(e.index, at) || !pick(e.item, {{"type", &type}, {"name", &name}}, ignored) ||
        !string(type, what))
      return false;
    if (what != "function_call" || begun_.contains(at)) return true;
    if (!room_for_call(begun_.size(), e.item.data()) || !string(name, called)) return false;
    tell(to, delta_kind::call_begun, begun_.emplace(at, begun_.size()).first->second, called);
    return true;
  }
  template <class Listener> bool tell_item(const event_members& e, Listener& to) {
    if constexpr (listens<Listener>) {
      if (!tell_begin(e, to)) return false;
      std::uint64_t at = 0;
      std::string_view arguments, text;
      if (!number(e.index, at) || !pick(e.item, {{"arguments", &arguments}}, ignored)) return false;
      const auto known = begun_.find(at);
      if (known == begun_.end()) return true;
      if (arguments.starts_with('"') && (sent(arguments) != arguments || !string(arguments, text)))
        return true;
      tell(to, delta_kind::call_complete, known->second, arguments.starts_with('"') ? text : arguments);
    }
    return true;
  }

  stream_object response_{};
  stream_object live_{};
  std::map<std::uint64_t, std::string> items_{};
  std::map<std::uint64_t, std::size_t> begun_{};
  bool has_output_ = false;
};

}  // namespace tacet::detail
