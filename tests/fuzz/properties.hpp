// SPDX-License-Identifier: MIT
// What must hold of a decoder for any bytes, held against Boost.JSON, the encoders and the decoder itself.
#pragma once

#include <tacet/tool/provider_name.hpp>
#include <tacet/wire/anthropic_messages.hpp>
#include <tacet/wire/google_gemini.hpp>
#include <tacet/wire/openai_chat.hpp>
#include <tacet/wire/openai_responses.hpp>
#include <tacet/wire/pairing.hpp>

#include <boost/json/error.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tacet_fuzz {

// Ends the program, which the fuzzer takes for a crash, and says why.
inline void expect(bool holds, const char* what, std::string_view text = {}) {
  if (holds) return;
  std::fprintf(stderr, "tacet: does not hold: %s\n%.*s\n", what, static_cast<int>(text.size()), text.data());
  std::abort();
}

// Text that ends where its memory does, so that a read beyond it is seen.
inline std::vector<char> exactly(std::string_view text) { return {text.begin(), text.end()}; }
inline std::string_view view(const std::vector<char>& text) { return {text.data(), text.size()}; }

// The other parser's value. Nothing for numbers that it has no room for.
inline std::optional<boost::json::value> parsed(std::string_view text, const char* what) {
  boost::json::error_code error;
  boost::json::parse_options options;
  options.max_depth = 4096;
  boost::json::value value = boost::json::parse(text, error, {}, options);
  if (error == boost::json::error::exponent_overflow) return std::nullopt;
  expect(!error, what, text);
  return value;
}

inline bool is_well_named(std::string_view name) {
  return !name.empty() && tacet::provider_name(name).view() == name;
}

// The whole reply that holds this turn: as a bare message, one with a member `choices` would be another
// reply.
template <class Dialect> std::string reply_around(const std::string& turn) {
  switch (Dialect::profile.format) {
    case tacet::wire_format::openai_chat:
      return R"({"choices":[{"message":)" + turn + "}]}";
    case tacet::wire_format::openai_responses:
      return R"({"object":"response","status":"completed","output":[)" + turn + "]}";
    case tacet::wire_format::google_gemini:
      return R"({"candidates":[{"content":)" + turn + R"(,"finishReason":"STOP"}]})";
    case tacet::wire_format::anthropic_messages:
      break;
  }
  return turn;
}

// The object that arguments are as a model's history holds them.
inline std::optional<boost::json::value> object_of(std::string_view arguments) {
  tacet::text_room room;
  tacet::text_writer to(room);
  tacet::detail::append_object(to, arguments);
  expect(!to.failed(), "there is memory for the arguments");
  const std::optional<boost::json::value> value = parsed(to.text(), "arguments in a history are JSON");
  expect(!value || value->is_object(), "arguments in a history are an object", to.text());
  return value;
}

inline bool was_made(const tacet::reply& from, std::size_t call) {
  for (const tacet::reply_note& note : from.notes())
    if ((note.kind == tacet::reply_note_kind::id_made || note.kind == tacet::reply_note_kind::id_replaced) &&
        note.position == call)
      return true;
  return false;
}

// What `Dialect` writes of a reply, whoever sent it, is a reply with the same calls, and written again it is
// the same.
template <class Dialect> void check_turn(const tacet::reply& from) {
  const std::string turn = reply_around<Dialect>(Dialect::turn(from));
  (void)parsed(turn, "a turn is JSON");
  const tacet::decoded<tacet::reply> again = Dialect::decode(turn);
  if (!again) {
    // An object that was in a string has moved into the reply.
    expect(again.error().reason == tacet::decode_failure::too_deep, again.error().message.c_str(), turn);
    return;
  }
  expect(again->calls().size() == from.calls().size(), "a turn has the calls of its reply", turn);
  for (std::size_t i = 0; i < from.calls().size(); ++i) {
    const tacet::tool_call& before = from.calls()[i];
    const tacet::tool_call& after = again->calls()[i];
    if (Dialect::profile.format != tacet::wire_format::google_gemini || !was_made(from, i))
      expect(before.id == after.id, "a turn has the ids of its reply", turn);
    expect(is_well_named(after.name), "a name is one that providers take", turn);
    if (Dialect::profile.format != tacet::wire_format::google_gemini)
      expect(after.name == tacet::provider_name(before.name).view(), "a name is mapped as everywhere", turn);
    const std::optional<boost::json::value> meant = object_of(before.arguments);
    const std::optional<boost::json::value> there = parsed(after.arguments, "arguments of a turn are JSON");
    expect(!meant || !there || *meant == *there, "a turn has the arguments of its reply", turn);
  }
  const std::string twice = reply_around<Dialect>(Dialect::turn(*again));
  expect(twice == turn, "a turn that was read is written as it was", turn + "\n" + twice);
}

inline void check_reply(const tacet::reply& got) {
  std::set<std::string_view> ids;
  for (std::size_t i = 0; i < got.calls().size(); ++i) {
    const tacet::tool_call& call = got.calls()[i];
    expect(!call.id.empty() && ids.insert(call.id).second, "ids are there and unique", got.source());
    expect(!call.cut || got.cut() || got.dialect() == "openai_responses", "no call is cut in a whole reply",
           got.source());
  }
  expect(!got.cut() || got.calls().empty() || got.calls().back().cut, "the last call of a cut reply is cut",
         got.source());
  check_turn<tacet::openai_chat>(got);
  check_turn<tacet::openai_responses>(got);
  check_turn<tacet::anthropic_messages>(got);
  check_turn<tacet::google_gemini>(got);
}

inline void check_error(const tacet::decode_error& error, std::string_view text) {
  expect(!error.message.empty(), "an error says something", text);
  expect(error.offset <= text.size(), "an error is in the text", text);
}

// A whole reply.
template <class Dialect> void check_decoder(std::string_view text) {
  const tacet::decoded<tacet::reply> got = Dialect::decode(text);
  if (!got) return check_error(got.error(), text);
  expect(got->source() == text, "a reply keeps its text", text);
  (void)parsed(text, "what is decoded is JSON");
  check_reply(*got);
  const std::string results = Dialect::results(got->calls(), {});
  (void)parsed(results, "results are JSON");
}

// A history: paired and written it is read again, and written again it is the same.
template <class Dialect> void check_history(std::string_view text) {
  tacet::decoded<std::vector<tacet::chat_message>> got = Dialect::read_messages(text);
  if (!got) return check_error(got.error(), text);
  (void)parsed(text, "what is decoded is JSON");
  (void)parsed(Dialect::messages(*got), "a history that is not paired is written as JSON");
  tacet::pair_up(*got);
  expect(tacet::unpaired(*got).empty(), "a history that was paired is paired", text);
  const std::string once = Dialect::messages(*got);
  (void)parsed(once, "a history is written as JSON");
  tacet::decoded<std::vector<tacet::chat_message>> again = Dialect::read_messages(once);
  if (!again) {
    expect(again.error().reason == tacet::decode_failure::too_deep, again.error().message.c_str(), once);
    return;
  }
  expect(tacet::unpaired(*again).empty(), "a paired history is paired when it is read", once);
  const std::string twice = Dialect::messages(*again);
  expect(once == twice, "a history that was read is written as it was", once + "\n" + twice);
}

}  // namespace tacet_fuzz
