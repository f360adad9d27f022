// SPDX-License-Identifier: MIT
// Puts the events of an Anthropic message together.
#pragma once

#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/stream_assembler.hpp>
#include <tacet/wire/event_stream.hpp>
#include <tacet/wire/reply.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tacet::detail {

class messages_assembler : public stream_assembler {
 public:
  using stream_assembler::stream_assembler;

  template <class Listener> void take(const server_event& event, Listener& to) {
    if (reported(event)) return;
    std::string_view type, what, error_sent, message, index, block, delta, usage;
    others_.clear();
    if (!open(event.data,
              {{"type", &type},
               {"error", &error_sent},
               {"message", &message},
               {"index", &index},
               {"content_block", &block},
               {"delta", &delta},
               {"usage", &usage}},
              [&](std::string_view name, std::string_view value) {
                return others_.emplace_back(name, value), true;
              }) ||
        !string(type, what))
      return ended_ ? error.reset() : void();
    if (what.empty()) what = event.name;
    if (!error_sent.empty()) return (void)provider_failed(error_sent);
    if (what == "error") return (void)provider_failed(object());
    if (ended_) return;
    const bool good = what == "message_start"         ? start(message)
                      : what == "content_block_start" ? begin(index, block, to)
                      : what == "content_block_delta" ? grow(index, delta, to)
                      : what == "content_block_stop"  ? stop(index, to)
                      : what == "message_delta"       ? change(delta, usage)
                      : what == "message_stop"        ? end()
                                                      : true;  // ping, and what is yet to come
    if (good) (void)bounded();
  }

  [[nodiscard]] bool complete() const noexcept { return ended_; }

  [[nodiscard]] std::string text() {
    std::vector<const block_so_far*> order;
    for (const block_so_far& one : blocks_) order.push_back(&one);
    std::ranges::stable_sort(order, {}, [](const block_so_far* one) { return one->index; });
    std::string to = "{";
    if (message_.append_members(to)) to += ',';
    if (!usage_.empty()) {
      to += R"("usage":{)";
      usage_.append_members(to);
      to += "},";
    }
    to += R"("content":[)";
    for (const block_so_far* const one : order) {
      if (one != order.front()) to += ',';
      to += '{';
      one->members.append_members(to);
      to += '}';
    }
    return to += "]}";
  }

 private:
  struct block_so_far {
    std::uint64_t index = 0;
    stream_object members{};
    stream_object input{};  // of the one member "partial_json"
    std::size_t call = none;
    bool open = true;
  };
  static constexpr std::size_t none = SIZE_MAX;
  static constexpr std::string_view partial = R"("partial_json")";

  bool unexpected(std::string_view what) { return fail(decode_failure::wrong_shape, std::string(what)); }

  bool start(std::string_view message) {
    if (started_) return unexpected("the message starts twice");
    if (message.empty()) return unexpected("the message that starts is not there");
    started_ = true;
    std::string_view content, usage;
    const bool good =
        pick(message, {{"content", &content}, {"usage", &usage}},
             [&](std::string_view name, std::string_view value) { return set(message_, name, value); });
    if (!good) return false;
    if (!content.empty() && content.find_first_not_of("[] \t\r\n") != std::string_view::npos)
      return unexpected("the message that starts has content");
    return usage.empty() || count(usage);
  }
  // Later counts stand instead of earlier ones, each for itself.
  bool count(std::string_view usage) {
    return pick(usage, {},
                [&](std::string_view name, std::string_view value) { return set(usage_, name, value); });
  }

  template <class Listener> bool begin(std::string_view index, std::string_view block, Listener& to) {
    if (!started_) return unexpected("a block comes before the message starts");
    if (block.empty()) return unexpected("the block that starts is not there");
    std::uint64_t at = 0;
    if (!numbered(index, at)) return false;
    latest_[at] = blocks_.size();
    block_so_far& one = blocks_.emplace_back();
    one.index = at;
    total_ += sizeof(block_so_far);
    std::string_view type, name;
    if (!pick(block, {}, [&](std::string_view member, std::string_view value) {
          if (member == R"("type")") type = value;
          if (member == R"("name")") name = value;
          if (one.members.find(member) != nullptr)
            return fail(decode_failure::wrong_shape, "a member stands twice", value.data());
          return merge(one.members, member, value);
        }))
      return false;
    if (type == R"("tool_use")") {
      if (!room_for_call(calls_, block.data())) return false;
      one.call = calls_++;
      std::string_view called;
      if (name == "null") name = {};
      if (!string(name, called)) return false;
      tell(to, delta_kind::call_begun, one.call, called);
    }
    tell_block(one, to);
    return true;
  }

  template <class Listener> bool grow(std::string_view index, std::string_view delta, Listener& to) {
    block_so_far* const one = open_block(index);
    if (one == nullptr) return false;
    if (delta.empty()) return unexpected("a delta is not there");
    const bool good = pick(delta, {}, [&](std::string_view name, std::string_view value) {
      if (name == R"("type")") return true;
      if (name == R"("signature")") return set(one->members, name, value);
      if (name == R"("citation")")
        return value == "null" ||
               merged(one->members.merge_element(R"("citations")", sent(value), total_), value.data());
      if (name != partial) return merge(one->members, name, value);
      if (value.front() != '"' && value != "null")
        return fail(decode_failure::wrong_shape, "expected a string", value.data());
      return value == "null" || merge(one->input, name, value);
    });
    if (!good) return false;
    tell_block(*one, to);
    if (one->call != none) tell_new(to, delta_kind::arguments, one->call, one->input.find(partial));
    return true;
  }

  template <class Listener> bool stop(std::string_view index, Listener& to) {
    block_so_far* const one = open_block(index);
    if (one == nullptr) return false;
    one->open = false;
    if (stream_object::member* const text = one->input.find(partial);
        text != nullptr && !text->text.empty()) {
      if (ends_in_pair(text->text))
        return fail(decode_failure::invalid_json,
                    "not valid JSON: the input ends in half a pair of surrogates");
      // What is no JSON, because the reply was cut, is sent on as a string: a tool then refuses it.
      const std::string_view input = plain(text->text, scratch_);
      json::context c;
      c.depth = depth_around() + 3;  // the message, its content, the block
      const bool whole = json::scan_document(input, c);
      if (!whole && c.fault == json::fault_code::too_deep)
        return fail(decode_failure::too_deep, std::string(json::grammar_text(c.fault)));
      const std::string quoted = whole ? std::string(input) : '"' + text->text + '"';
      total_ -= text->text.size();
      text->text = {};
      if (!set(one->members, R"("input")", quoted)) return false;
    }
    if constexpr (listens<Listener>)
      if (one->call != none) {
        const stream_object::member* const all = one->members.find(R"("input")");
        tell(to, delta_kind::call_complete, one->call, all == nullptr ? "{}" : std::string_view(all->text));
      }
    return true;
  }

  bool change(std::string_view delta, std::string_view usage) {
    if (!started_) return unexpected("the message changes before it starts");
    const auto change_member = [&](std::string_view name, std::string_view value) {
      return set(message_, name, value);
    };
    if (!delta.empty() && !pick(delta, {}, change_member)) return false;
    for (const auto& [name, value] : others_)
      if (!set(message_, name, value)) return false;
    return usage.empty() || count(usage);
  }

  bool end() {
    if (!started_) return unexpected("the message stops before it starts");
    for (const block_so_far& one : blocks_)
      if (one.open) return fail(decode_failure::interrupted, "the message stops within one of its blocks");
    return ended_ = true;
  }

  bool numbered(std::string_view index, std::uint64_t& at) {
    return index.empty() ? unexpected("a block has no index") : number(index, at);
  }
  block_so_far* open_block(std::string_view index) {
    std::uint64_t at = 0;
    if (!numbered(index, at)) return nullptr;
    const auto known = latest_.find(at);
    if (known != latest_.end() && blocks_[known->second].open) return &blocks_[known->second];
    unexpected("a block goes on that has not started or has ended");
    return nullptr;
  }

  template <class Listener> void tell_block(block_so_far& one, Listener& to) {
    if constexpr (listens<Listener>) {
      tell_new(to, delta_kind::text, 0, one.members.find(R"("text")"));
      tell_new(to, delta_kind::thinking, 0, one.members.find(R"("thinking")"));
    }
  }

  stream_object message_{};
  stream_object usage_{};
  std::vector<block_so_far> blocks_{};
  std::unordered_map<std::uint64_t, std::size_t> latest_{};
  std::vector<std::pair<std::string_view, std::string_view>> others_{};
  std::size_t calls_ = 0;
  bool started_ = false;
};

}  // namespace tacet::detail
