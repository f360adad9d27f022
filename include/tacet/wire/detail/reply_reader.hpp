// SPDX-License-Identifier: MIT
// What the decoders of all dialects share: reading with a bound and a place, provider errors, unique ids.
#pragma once

#include <tacet/json/decode.hpp>
#include <tacet/json/explain.hpp>
#include <tacet/text/utf8.hpp>
#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/text_index.hpp>
#include <tacet/wire/detail/walk.hpp>
#include <tacet/wire/reply.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tacet::detail {

using wire_member = std::optional<known_value>;

/// The error object of a provider.
struct wire_error {
  static constexpr bool allow_unknown_members = true;
  wire_member type{};
  wire_member code{};
  wire_member message{};
};

/// Reads one reply. Each step answers whether it went well; the first that did not leaves `error`.
class reply_reader {
 public:
  reply_parts parts{};
  std::optional<decode_error> error{};

  reply_reader(std::string_view dialect, const reply_options& options) noexcept : options_(options) {
    parts.dialect = dialect;
  }

  /// Takes the text and checks that it is one JSON object, or an array where that may be.
  bool open(std::string_view text, bool or_array = false) {
    if (text.size() > options_.most_bytes)
      return refuse(decode_failure::too_large, "the text has " + std::to_string(text.size()) +
                                                   " bytes; at most " + std::to_string(options_.most_bytes) +
                                                   " are read");
    parts.source = parts.room.store(text);
    if (parts.source.data() == nullptr)
      return refuse(decode_failure::no_memory, "there is no memory for the text");
    json::context c;
    // A lower limit is reached sooner when counting starts higher.
    c.depth = json::most_depth - std::clamp(options_.most_depth, 1, json::most_depth);
    if (!json::scan_document(parts.source, c)) return not_json(c);
    const char* const first = json::skip_blanks(c.begin, c.end);
    if (*first != '{' && !(or_array && *first == '[')) return expected(first, or_array ? "an array or an object" : "an object");
    const char* last = c.end;
    while (json::is_blank(last[-1])) --last;
    whole_ = {first, static_cast<std::size_t>(last - first)};
    index_.build(parts.source);
    return true;
  }
  [[nodiscard]] std::string_view whole() const noexcept { return whole_; }

  /// Decodes the object in `text`; what `T` does not name is passed over.
  template <class T> bool object(std::string_view text, T& out) {
    if (text.front() != '{') return expected(text.data(), "an object");
    indexed_context c(index_);
    c.room = &parts.room;
    return json::decode<T, true>(text, out, c) || explained(c);
  }
  /// As the functions of these names, in less time.
  template <class Visit> void for_each_element(std::string_view array, Visit&& visit) const {
    visit_elements(array, [this](const char* p) { return index_.behind(p); }, visit);
  }
  template <class Visit> void for_each_member(std::string_view object, Visit&& visit) const {
    visit_members(object, [this](const char* p) { return index_.behind(p); }, visit);
  }
  bool array(const wire_member& value) {
    return value->text.front() == '[' || expected(value->text.data(), "an array");
  }
  /// A string; absent and null leave `out` empty.
  bool string(const wire_member& value, std::string_view& out) {
    out = {};
    if (!value.has_value()) return true;
    const std::string_view text = value->text;
    if (text.front() != '"') return expected(text.data(), "a string");
    // It was checked with the whole text, so that it needs no more than to be written out.
    const std::string_view inner = text.substr(1, text.size() - 2);
    if (inner.find('\\') == std::string_view::npos) return out = inner, true;
    char* const to = parts.room.reserve(inner.size());
    if (to == nullptr) return refuse(decode_failure::no_memory, "there is no memory for a text");
    char* const end = json::decode_string({inner.data(), inner.data() + inner.size(), false}, to);
    parts.room.commit(end);
    out = {to, static_cast<std::size_t>(end - to)};
    return true;
  }
  bool is_string(const wire_member& value, std::string_view wanted) {
    std::string_view text;
    return value.has_value() && value->text.front() == '"' && string(value, text) && text == wanted;
  }

  /// One more call. False when there are too many.
  bool add(const tool_call& call, const char* at) {
    if (parts.calls.size() >= options_.most_calls)
      return refuse(decode_failure::too_many_calls,
                    "the reply has more than " + std::to_string(options_.most_calls) + " calls", at);
    parts.calls.push_back(call);
    return true;
  }
  void note(reply_note_kind kind, std::size_t position = 0, std::string_view before = {}) {
    parts.notes.push_back({kind, static_cast<std::uint32_t>(position), before});
  }

  /// The reply carries an error: `{"type":...,"code":...,"message":...}` or a text.
  bool provider_failed(const wire_member& value) {
    wire_error what;
    std::string type;
    std::string message;
    if (value->text.front() == '{') {
      if (!object(value->text, what)) return false;
      type = plain(what.type.has_value() ? what.type : what.code);
      message = plain(what.message);
      if (message.empty()) message = "without a message";
    } else {
      message = plain(value);
    }
    // As much as people read.
    for (std::string* const text : {&type, &message})
      if (text->size() > most_told) text->resize(well_formed_size(*text, most_told));
    refuse(decode_failure::provider_error,
           "the provider answered with an error: " + (type.empty() ? "" : type + ": ") + message,
           value->text.data());
    error->provider_type = std::move(type);
    error->provider_message = std::move(message);
    return false;
  }

  bool expected(const char* at, std::string_view what) {
    json::context c;
    (void)json::fail(c, at, json::fault_code::wrong_type, what);
    return explained(c);
  }
  bool refuse(decode_failure reason, std::string message, const char* at = nullptr) {
    const std::size_t offset = at == nullptr ? 0 : static_cast<std::size_t>(at - parts.source.data());
    if (at != nullptr) message += " (byte " + std::to_string(offset) + ")";
    error = decode_error{reason, std::move(message), offset, {}, {}};
    return false;
  }

  /// The assistant's text from its pieces.
  void join(const std::vector<std::string_view>& pieces) {
    if (pieces.size() == 1) {
      parts.text = pieces.front();
      return;
    }
    text_writer to(parts.room);
    for (const std::string_view piece : pieces) to.append(piece);
    if (to.failed()) refuse(decode_failure::no_memory, "there is no memory for the text");
    else parts.text = to.finish({});
  }

  /// Ends the decoding: marks what was cut and makes the ids unique.
  decoded<reply> finish(finish_reason why, std::string_view spelled) {
    if (error.has_value()) return *std::move(error);
    parts.finish = why;
    parts.finish_text = spelled;
    parts.cut = why == finish_reason::length || why == finish_reason::filtered;
    if (parts.cut && !parts.calls.empty()) {
      parts.calls.back().cut = true;
      note(reply_note_kind::call_cut, parts.calls.size() - 1);
    }
    make_ids_unique();
    if (error.has_value()) return *std::move(error);
    return reply(std::move(parts));
  }

 private:
  static constexpr std::size_t most_told = 1000;

  std::string plain(const wire_member& value) {
    if (!value.has_value()) return {};
    std::string_view text;
    if (value->text.front() == '"' && string(value, text)) return std::string(text);
    return std::string(value->text);
  }

  bool not_json(const json::context& c) {
    const bool deep = c.fault == json::fault_code::too_deep;
    const char* const first = json::skip_blanks(parts.source.data(), c.end);
    const std::string_view start(first, static_cast<std::size_t>(c.end - first));
    std::string message(first == c.end ? std::string_view("the text is empty") : json::grammar_text(c.fault));
    if (start.starts_with("data:") || start.starts_with("event:"))
      message = "this is a stream of events; a whole reply is needed";
    else if (first != c.end && !deep) message = "not valid JSON: " + message;
    return refuse(deep ? decode_failure::too_deep : decode_failure::invalid_json, std::move(message), c.at);
  }
  bool explained(json::context& c) {
    c.begin = parts.source.data();
    c.end = c.begin + parts.source.size();
    text_room room;
    text_writer to(room);
    json::explain(c, to);
    error = decode_error{
        c.fault == json::fault_code::no_memory ? decode_failure::no_memory : decode_failure::wrong_shape,
        std::string(to.finish("the text has the wrong shape")),
        static_cast<std::size_t>(c.at - c.begin),
        {},
        {}};
    return false;
  }

  // An id of nine letters and digits, which every provider takes, from the text of the reply, the position
  // and the try: the same reply always gets the same ids, another one others.
  std::string made_id(std::uint64_t seed, std::size_t position, std::uint64_t attempt) const {
    std::uint64_t x = seed ^ (position * 0x9E3779B97F4A7C15U) ^ (attempt * 0xD6E8FEB86659FD93U);
    for (int i = 0; i < 2; ++i) x = (x ^ (x >> 31)) * 0xBF58476D1CE4E5B9U;
    std::string id = "t";
    for (int i = 0; i < 8; ++i, x /= 36) id += "0123456789abcdefghijklmnopqrstuvwxyz"[x % 36];
    return id;
  }

  // Without a set where there are few calls, which is nearly always.
  [[nodiscard]] bool ids_are_unique() const {
    constexpr std::size_t few = 16;
    if (parts.calls.size() > few || !options_.taken_ids.empty()) return false;
    for (std::size_t i = 0; i < parts.calls.size(); ++i) {
      if (parts.calls[i].id.empty()) return false;
      for (std::size_t other = 0; other < i; ++other)
        if (parts.calls[other].id == parts.calls[i].id) return false;
    }
    return true;
  }

  void make_ids_unique() {
    if (ids_are_unique()) return;
    // All ids that were sent count as used, also those of later calls.
    std::unordered_set<std::string_view> used(options_.taken_ids.begin(), options_.taken_ids.end());
    std::unordered_set<std::string_view> kept = used;
    std::vector<std::size_t> without;
    for (std::size_t i = 0; i < parts.calls.size(); ++i) {
      const std::string_view id = parts.calls[i].id;
      used.insert(id);
      if (id.empty() || !kept.insert(id).second) without.push_back(i);
    }
    if (without.empty()) return;
    std::uint64_t seed = 0xCBF29CE484222325U;  // FNV-1a
    for (const char c : parts.source) seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    for (const std::size_t i : without) {
      std::string id;
      for (std::uint64_t attempt = 0; id.empty() || used.contains(id); ++attempt)
        id = made_id(seed, i, attempt);
      tool_call& call = parts.calls[i];
      note(call.id.empty() ? reply_note_kind::id_made : reply_note_kind::id_replaced, i, call.id);
      call.id = parts.room.store(id);
      if (call.id.data() == nullptr) {
        refuse(decode_failure::no_memory, "there is no memory for an id");
        return;
      }
      used.insert(call.id);
    }
  }

  reply_options options_;
  std::string_view whole_{};
  text_index index_{};
};

}  // namespace tacet::detail
