// SPDX-License-Identifier: MIT
// What the assemblers of all formats share: reading one event, its bounds, failures, and telling what is new.
#pragma once

#include <tacet/json/encode.hpp>
#include <tacet/json/explain.hpp>
#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/stream_delta.hpp>
#include <tacet/wire/detail/stream_object.hpp>
#include <tacet/wire/event_stream.hpp>
#include <tacet/wire/reply.hpp>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tacet::detail {

/// The escapes at the edges of JSON strings that are half a pair, made harmless: a server that cuts its text
/// in UTF-16 sends one half in each of two events, and only together they are a character.
[[nodiscard]] inline std::string without_edge_halves(std::string_view text) {
  std::string out(text);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i] != '"') continue;
    const std::size_t begin = ++i;
    while (i < out.size() && out[i] != '"') i += out[i] == '\\' ? std::size_t{2} : std::size_t{1};
    const std::string_view inner = std::string_view(out).substr(begin, std::min(i, out.size()) - begin);
    const bool first = begins_in_pair(inner);
    const bool last = ends_in_pair(inner);
    if (first) out[begin + 2] = '0';
    if (last) out[begin + inner.size() - 4] = '0';
  }
  return out;
}

/// Puts the events of one format together to the JSON text of the whole reply. Each step answers whether it
/// went well; the first that did not leaves `error` or `refused`.
class stream_assembler {
 public:
  std::optional<decode_error> error{};
  /// The text of a reply that says what the provider reported; the dialect's decoder refuses it.
  std::string refused{};

  explicit stream_assembler(const reply_options& options) noexcept : options_(options) {}

  /// Whether the end was seen that the format has.
  [[nodiscard]] bool ended() const noexcept { return ended_; }
  /// Whether there was an event.
  [[nodiscard]] bool begun() const noexcept { return events_ != 0; }
  [[nodiscard]] bool failed() const noexcept { return error.has_value() || !refused.empty(); }

  bool fail(decode_failure reason, std::string message, const char* at = nullptr) {
    const std::size_t offset = at == nullptr ? 0 : static_cast<std::size_t>(at - data_.data());
    message = "event " + std::to_string(events_) + ": " + std::move(message);
    if (at != nullptr) message += " (byte " + std::to_string(offset) + " of its data)";
    error = decode_error{reason, std::move(message), offset, {}, {}};
    return false;
  }

 protected:
  struct wanted {
    std::string_view name;
    std::string_view* into;
  };
  static constexpr auto ignored = [](std::string_view, std::string_view) { return true; };

  /// Takes the data of an event, which must be one JSON object, and picks from it as `pick` does. `object()`
  /// is that object then. `other` may be given a member twice.
  template <class Other> bool open(std::string_view data, std::initializer_list<wanted> all, Other&& other) {
    ++events_;
    // A field without a colon has no characters at all: a null pointer is no place to tell of.
    sent_ = data_ = data.data() == nullptr ? std::string_view("", 0) : data;
    json::context c;
    if (walk(c, all, other)) return true;
    if (error.has_value()) return false;
    if (c.fault != json::fault_code::unpaired_surrogate) return not_json(c);
    mended_ = without_edge_halves(data);
    data_ = mended_;
    for (const wanted& one : all) *one.into = {};
    json::context again;
    return walk(again, all, other) || (!error.has_value() && not_json(again));
  }
  [[nodiscard]] std::string_view object() const noexcept { return object_; }
  /// A part of the event as it was sent; a text that is no part of it as it is.
  [[nodiscard]] std::string_view sent(std::string_view part) const noexcept {
    const std::less<> before;
    const char* const begin = data_.data();
    if (sent_.data() == begin || before(part.data(), begin) || !before(part.data(), begin + data_.size()))
      return part;
    return sent_.substr(static_cast<std::size_t>(part.data() - begin), part.size());
  }

  /// Finds members by name; null is as good as absent. `other(name as spelled, value)` gets the rest.
  template <class Other>
  bool pick(std::string_view object, std::initializer_list<wanted> all, Other&& other) {
    if (object.front() != '{') return fail(decode_failure::wrong_shape, "expected an object", object.data());
    bool good = true;
    for_each_member(object, [&](std::string_view key, std::string_view spelled, std::string_view value) {
      good = good && picked(key, spelled, value, all, other);
    });
    return good;
  }

  bool set(stream_object& in, std::string_view spelled, std::string_view value) {
    return in.set(sent(spelled), sent(value), total_) || too_many_members(spelled.data());
  }
  bool merge(stream_object& in, std::string_view spelled, std::string_view value) {
    return merged(in.merge(sent(spelled), sent(value), total_), value.data());
  }
  bool merged(stream_object::merged how, const char* at) {
    if (how == stream_object::merged::well) return true;
    if (how == stream_object::merged::too_many) return too_many_members(at);
    return fail(decode_failure::invalid_json, "not valid JSON: a string has half a pair of surrogates", at);
  }
  /// The text of a string that is well formed; a view of the event where it has no escapes.
  bool string(std::string_view value, std::string_view& out) {
    out = {};
    if (value.empty()) return true;
    if (value.front() != '"') return fail(decode_failure::wrong_shape, "expected a string", value.data());
    out = plain(value.substr(1, value.size() - 2), scratch_);
    return true;
  }
  /// A whole number from 0 on.
  bool number(std::string_view value, std::uint64_t& out) {
    const auto [end, bad] = std::from_chars(value.data(), value.data() + value.size(), out);
    if (bad == std::errc{} && end == value.data() + value.size()) return true;
    return fail(decode_failure::wrong_shape, "an index is a whole number from 0 on", value.data());
  }
  bool array(std::string_view value) {
    return value.front() == '[' || fail(decode_failure::wrong_shape, "expected an array", value.data());
  }

  /// Where counting starts so that the limit of nesting is that of json.
  [[nodiscard]] int depth_around() const noexcept {
    return json::most_depth - std::clamp(options_.most_depth, 1, json::most_depth);
  }
  /// The bound of everything that is kept.
  bool bounded() {
    if (total_ <= options_.most_bytes) return true;
    return fail(decode_failure::too_large, "the reply has more than " + std::to_string(options_.most_bytes) +
                                               " bytes; no more are read");
  }
  bool room_for_call(std::size_t calls, const char* at) {
    if (calls < options_.most_calls) return true;
    return fail(decode_failure::too_many_calls,
                "the reply has more than " + std::to_string(options_.most_calls) + " calls", at);
  }
  /// The provider reports an error, as JSON.
  bool provider_failed(std::string_view value) {
    refused = R"({"error":)" + std::string(value) + "}";
    return false;
  }

  /// Whether the event is an error that is no JSON object.
  bool reported(const server_event& event) {
    if (event.name != "error" || event.data.starts_with('{')) return false;
    text_room room;
    text_writer quoted(room);
    json::append_string(quoted, event.data);
    return !provider_failed(quoted.finish(R"("")"));
  }

  template <class Listener> static constexpr bool listens = !std::same_as<Listener, no_listener>;

  template <class Listener>
  void tell(Listener& to, delta_kind kind, std::size_t position, std::string_view text) {
    if constexpr (listens<Listener>) to(reply_delta{kind, position, text});
  }
  /// Tells what is new in a member that is a string. The first half of a pair waits for the second.
  template <class Listener>
  void tell_new(Listener& to, delta_kind kind, std::size_t position, stream_object::member* one) {
    if constexpr (listens<Listener>) {
      if (one == nullptr || one->is != stream_object::form::string) return;
      std::string_view fresh = std::string_view(one->text).substr(one->told);
      if (ends_in_pair(fresh)) fresh.remove_suffix(6);
      one->told += fresh.size();
      if (!fresh.empty()) to(reply_delta{kind, position, plain(fresh, scratch_)});
    }
  }
  static std::string_view plain(std::string_view inner, std::string& scratch) {
    if (inner.find('\\') == std::string_view::npos) return inner;
    scratch.resize(inner.size());
    const json::string_token token{inner.data(), inner.data() + inner.size(), false};
    return {scratch.data(),
            static_cast<std::size_t>(json::decode_string(token, scratch.data()) - scratch.data())};
  }

  reply_options options_;
  std::string scratch_{};
  std::size_t total_ = 0;
  bool ended_ = false;

 private:
  template <class Other>
  bool picked(std::string_view key, std::string_view spelled, std::string_view value,
              const std::initializer_list<wanted>& all, Other& other) {
    for (const wanted& one : all) {
      if (key != one.name) continue;
      if (value == "null") return true;
      if (!one.into->empty())
        return fail(decode_failure::wrong_shape, "\"" + std::string(one.name) + "\" stands twice",
                    spelled.data());
      *one.into = value;
      return true;
    }
    return other(spelled, value);
  }

  // Checks the whole text and picks at once: each event is read here, and its depths are read again.
  template <class Other> bool walk(json::context& c, const std::initializer_list<wanted>& all, Other& other) {
    c.depth = depth_around();
    c.begin = data_.data();
    c.end = c.begin + data_.size();
    const char* const first = json::skip_blanks(c.begin, c.end);
    if (first == c.end || *first != '{')
      return json::scan_document(data_, c) && fail(decode_failure::wrong_shape, "expected an object", first);
    const char* p = json::detail::enter(first, c);
    bool closed = p != nullptr && p != c.end && *p == '}';
    if (closed) ++p;
    while (p != nullptr && !closed) {
      if (p == c.end || *p != '"')
        return json::fail(
                   c, p,
                   p == c.end ? json::fault_code::unexpected_end : json::fault_code::unexpected_character),
               false;
      const json::string_token key = json::scan_string(p + 1, c);
      if (key.close == nullptr) return false;
      const std::string_view spelled(p, static_cast<std::size_t>(key.close + 1 - p));
      const char* const value = json::detail::past_colon(key.close + 1, c);
      const char* const end = value == nullptr ? nullptr : json::scan_value(value, c);
      if (end == nullptr) return false;
      char decoded[name_most];
      if (!picked(name_of(key, decoded), spelled, {value, static_cast<std::size_t>(end - value)}, all, other))
        return false;
      p = json::detail::next_in(end, c, '}', closed);
    }
    if (p == nullptr) return false;
    object_ = {first, static_cast<std::size_t>(p - first)};
    p = json::skip_blanks(p, c.end);
    return p == c.end || (json::fail(c, p, json::fault_code::trailing_text), false);
  }
  // As `for_each_member` has it.
  static constexpr std::size_t name_most = 256;
  static std::string_view name_of(const json::string_token& key, char (&decoded)[name_most]) noexcept {
    const std::string_view inner(key.begin, static_cast<std::size_t>(key.close - key.begin));
    if (key.plain || inner.size() > name_most) return inner;
    return {decoded, static_cast<std::size_t>(json::decode_string(key, decoded) - decoded)};
  }

  bool not_json(const json::context& c) {
    const bool deep = c.fault == json::fault_code::too_deep;
    return fail(deep ? decode_failure::too_deep : decode_failure::invalid_json,
                (deep ? "" : "not valid JSON: ") + std::string(json::grammar_text(c.fault)), c.at);
  }
  bool too_many_members(const char* at) {
    return fail(decode_failure::too_large,
                "an object has more than " + std::to_string(stream_object::most_members) + " members", at);
  }

  std::string_view sent_{};
  std::string_view data_{};
  std::string mended_{};
  std::string_view object_{};
  std::size_t events_ = 0;
};

}  // namespace tacet::detail
