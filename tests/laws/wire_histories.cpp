// SPDX-License-Identifier: MIT
// Laws over random histories: what a dialect writes it reads back, up to its normal form, and it writes nothing that its
// provider documents as invalid.
#include "support/catch.hpp"

#if defined(TACET_HAS_RAPIDCHECK)
#include <tacet/wire/anthropic_messages.hpp>
#include <tacet/wire/compatible_servers.hpp>
#include <tacet/wire/google_gemini.hpp>
#include <tacet/wire/openai_chat.hpp>
#include <tacet/wire/openai_responses.hpp>
#include <tacet/wire/pairing.hpp>

#include <boost/json.hpp>
#include <rapidcheck.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace tacet;
namespace bj = boost::json;
using namespace std::string_literals;

// As it is given, and as it is read back.
struct spelled {
  std::string given, wanted;
};
const std::vector<spelled> texts{{"plain", "plain"}, {"", ""}, {" \n", " \n"}, {"caf\xC3\xA9 \xF0\x9F\x8D\xB8", "caf\xC3\xA9 \xF0\x9F\x8D\xB8"}, {"\xFF broken", "\xEF\xBF\xBD broken"},
                                 {"\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"}, {"say \"it\" \\ \x01\x7F"s, "say \"it\" \\ \x01\x7F"s}, {"nul\0 in it"s, "nul\0 in it"s},
                                 {R"({"json":true})", R"({"json":true})"}, {"[1]", "[1]"}, {"null", "null"}, {std::string(3000, 'x'), std::string(3000, 'x')}};
const std::vector<spelled> arguments{{"{}", "{}"}, {R"({"a": 1.0, "b":"\u00e9"})", R"({"a": 1.0, "b":"\u00e9"})"}, {"", "{}"}, {"null", "{}"}, {R"("{\"a\":1}")", R"({"a":1})"},
                                     {"[1]", R"({"unparsed_arguments":"[1]"})"}, {R"({"a":)", R"({"unparsed_arguments":"{\"a\":"})"}, {" {\"a\":1} \n", R"({"a":1})"}};
const std::vector<std::string> ids{"a", "b", "call_1", "f.do:0", "f_do_0", "", std::string(94, 'i'), std::string(41, 'j'), "a|b", "\xC3\xA9", "123456789"};
const std::vector<std::string> names{"probe", "a.b", "two words", "1st", "-x", "_7up", "__8", "", std::string(100, 'n'), "gr\xC3\xB6\xC3\x9F" "e"};

template <class T> const T& one_of(const std::vector<T>& all) { return all[*rc::gen::inRange<std::size_t>(0, all.size())]; }

std::vector<chat_message> any_history() {
  std::vector<chat_message> made;
  const int size = *rc::gen::inRange(1, 9);
  for (int i = 0; i < size; ++i) {
    const bool after_assistant = !made.empty() && made.back().role == chat_role::assistant;
    switch (*rc::gen::inRange(0, 5)) {
      case 0: made.push_back(chat_message::system(one_of(texts).given)); break;
      case 1: made.push_back(chat_message::user(one_of(texts).given)); break;
      case 2:
        if (!after_assistant) made.push_back(chat_message::assistant(one_of(texts).given));
        break;
      default: {
        if (after_assistant) break;
        chat_message turn = chat_message::assistant(one_of(texts).given);
        chat_message answers{chat_role::results, {}, {}, {}, {}, {}};
        for (int c = 0, n = *rc::gen::inRange(1, 4); c < n; ++c) {
          turn.calls.push_back({one_of(ids), one_of(names), one_of(arguments).given});
          answers.results.push_back({turn.calls.back().id, turn.calls.back().name, one_of(texts).given, *rc::gen::arbitrary<bool>()});
        }
        made.push_back(std::move(turn));
        made.push_back(std::move(answers));
      }
    }
  }
  // A system text between a turn and the next would part what is one turn where the system stands in front.
  std::vector<chat_message> kept;
  for (chat_message& one : made) {
    std::size_t before = kept.size();
    while (before != 0 && kept[before - 1].role == chat_role::system) --before;
    if (one.role == chat_role::assistant && before != 0 && kept[before - 1].role == chat_role::assistant) kept.push_back(chat_message::user("and?"));
    kept.push_back(std::move(one));
  }
  pair_up(kept);
  bool only_system = true;
  for (const chat_message& one : kept) only_system = only_system && one.role == chat_role::system;
  if (only_system) kept.push_back(chat_message::user("hello"));
  return kept;
}

std::string find(const std::vector<spelled>& all, const std::string& given) {
  for (const spelled& one : all)
    if (one.given == given) return one.wanted;
  return given;
}
bool blank(const std::string& text) { return text.find_first_not_of(" \t\r\n\f\v") == std::string::npos; }

template <class D> std::string offered(const std::string& name) {
  const tool_descriptor about{.name = name, .description = "", .input_schema = R"({"type":"object","properties":{}})"};
  const bj::value tools = bj::parse(D::tools(std::span(&about, 1)));
  if constexpr (D::profile.format == wire_format::openai_chat) return std::string(tools.at(0).at("function").at("name").get_string());
  else if constexpr (D::profile.format == wire_format::google_gemini) return std::string(tools.at(0).at("functionDeclarations").at(0).at("name").get_string());
  else return std::string(tools.at(0).at("name").get_string());
}

// The name that comes back for one that was sent: at Gemini a digit in front has an underscore more on the wire.
template <class D> std::string returned(const std::string& name) {
  const std::string sent = offered<D>(name);
  if constexpr (D::profile.names_begin_with_letter)
    if (const std::size_t first = sent.find_first_not_of('_'); first != 0 && first != std::string::npos && std::string_view("-0123456789").find(sent[first]) != std::string_view::npos)
      return sent.substr(1);
  return sent;
}

// The normal form of a dialect, declared in its documentation.
template <class D> std::vector<chat_message> normal(const std::vector<chat_message>& messages) {
  constexpr wire_format format = D::profile.format;
  constexpr bool system_in_front = format == wire_format::anthropic_messages || format == wire_format::google_gemini;
  constexpr bool fills_blanks = format != wire_format::openai_chat;
  constexpr bool marks_errors = system_in_front;
  const wire_ids mapped(D::profile.ids, messages);
  std::vector<chat_message> front, made;
  std::span<const std::string> answered;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    chat_message one = messages[i];
    one.text = find(texts, one.text);
    for (std::size_t c = 0; c < one.calls.size(); ++c)
      one.calls[c] = {mapped.of(i)[c], returned<D>(one.calls[c].name), find(arguments, one.calls[c].arguments)};
    if (one.role == chat_role::assistant) answered = mapped.of(i);
    for (std::size_t r = 0; r < one.results.size(); ++r) {
      chat_result& result = one.results[r];
      result.call_id = answered[r];
      result.name = format == wire_format::google_gemini ? returned<D>(result.name) : "";
      result.content = blank(result.content) ? "(no output)" : find(texts, result.content);
      result.is_error = result.is_error && marks_errors;
    }
    if (one.role == chat_role::assistant && blank(one.text)) one.text = fills_blanks && one.calls.empty() ? "(no output)" : "";
    if (one.role == chat_role::user && blank(one.text) && system_in_front) one.text = "(no text)";
    if (one.role == chat_role::system && system_in_front) {
      if (!blank(one.text)) front.push_back(std::move(one));
    } else {
      made.push_back(std::move(one));
    }
  }
  front.insert(front.end(), made.begin(), made.end());
  return front;
}

std::vector<chat_message> without_native(std::vector<chat_message> messages) {
  for (chat_message& one : messages) one.dialect = one.native = "";
  return messages;
}

std::string shown(const std::vector<chat_message>& messages) {
  std::string text;
  for (const chat_message& one : messages) {
    text += "\n" + std::string(to_text(one.role)) + " <" + one.text + ">";
    for (const chat_call& call : one.calls) text += " call(" + call.id + "," + call.name + "," + call.arguments + ")";
    for (const chat_result& r : one.results) text += " result(" + r.call_id + "," + r.name + "," + r.content + (r.is_error ? ",error)" : ")");
  }
  return text;
}

template <class D> void is_read_back() {
  const std::vector<chat_message> messages = any_history();
  const encoded_request made = D::request({.model = "m", .messages = messages, .max_tokens = 9});
  RC_ASSERT(made.has_value());
  const auto read = D::read_messages(made->body);
  if (!read) RC_FAIL(read.error().message + "\n" + made->body);
  const std::vector<chat_message> wanted = normal<D>(messages);
  if (without_native(*read) != wanted) RC_FAIL("wanted" + shown(wanted) + "\nread" + shown(*read) + "\nbody " + made->body);
  // And from there on nothing changes, with what was sent and without.
  const std::vector<chat_message> plain = without_native(*read);
  const auto again = D::request({.model = "m", .messages = *read, .max_tokens = 9});
  const auto bare = D::request({.model = "m", .messages = plain, .max_tokens = 9});
  RC_ASSERT(again.has_value());
  RC_ASSERT(bare.has_value());
  RC_ASSERT(bj::parse(again->body) == bj::parse(made->body));
  RC_ASSERT(bj::parse(bare->body) == bj::parse(made->body));
}

bool plain_name(std::string_view name, bool letter_first = false) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", others = "0123456789-";
  if (name.empty() || name.size() > 64) return false;
  if (letter_first && letters.find(name[0]) == std::string_view::npos) return false;
  for (const char c : name)
    if (letters.find(c) == std::string_view::npos && others.find(c) == std::string_view::npos) return false;
  return true;
}
std::string_view text_of(const bj::value& value) { return value.as_string(); }
bool is(const bj::value& object, const char* name, std::string_view wanted) {
  const bj::value* const found = object.as_object().if_contains(name);
  return found != nullptr && found->is_string() && text_of(*found) == wanted;
}

// What each provider documents as invalid, looked for in a body by a reader of its own.
void check_chat(const bj::object& body, const wire_profile& profile) {
  std::set<std::string> seen;
  std::vector<std::string> open;
  for (const bj::value& message : body.at("messages").as_array()) {
    if (is(message, "role", "tool")) {
      RC_ASSERT(!open.empty());
      RC_ASSERT(text_of(message.at("tool_call_id")) == open.front());
      RC_ASSERT(text_of(message.at("content")).size() > 0U);
      open.erase(open.begin());
      continue;
    }
    RC_ASSERT(open.empty());
    if (const bj::value* const calls = message.as_object().if_contains("tool_calls")) {
      RC_ASSERT(calls->as_array().size() > 0U);
      for (const bj::value& call : calls->as_array()) {
        const std::string id(text_of(call.at("id")));
        RC_ASSERT(profile.ids.takes(id));
        RC_ASSERT(seen.insert(id).second);
        RC_ASSERT(plain_name(text_of(call.at("function").at("name"))));
        RC_ASSERT(bj::parse(text_of(call.at("function").at("arguments"))).is_object());
        open.push_back(id);
      }
    } else {
      RC_ASSERT(message.at("content").is_string());
    }
  }
  RC_ASSERT(open.empty());
}
void check_responses(const bj::object& body, const wire_profile& profile) {
  std::set<std::string> calls, results;
  for (const bj::value& item : body.at("input").as_array()) {
    if (is(item, "type", "function_call")) {
      const std::string id(text_of(item.at("call_id")));
      RC_ASSERT(profile.ids.takes(id));
      RC_ASSERT(calls.insert(id).second);
      RC_ASSERT(plain_name(text_of(item.at("name"))));
      RC_ASSERT(bj::parse(text_of(item.at("arguments"))).is_object());
    } else if (is(item, "type", "function_call_output")) {
      const std::string id(text_of(item.at("call_id")));
      RC_ASSERT(calls.contains(id));
      RC_ASSERT(results.insert(id).second);
    }
  }
  RC_ASSERT(calls == results);
}
void check_anthropic(const bj::object& body, const wire_profile& profile) {
  std::set<std::string> seen;
  std::vector<std::string> open;
  RC_ASSERT(body.at("messages").as_array().size() > 0U);
  for (const bj::value& message : body.at("messages").as_array()) {
    RC_ASSERT((is(message, "role", "user") || is(message, "role", "assistant")));
    bool others = false;
    RC_ASSERT(message.at("content").as_array().size() > 0U);
    for (const bj::value& block : message.at("content").as_array()) {
      if (is(block, "type", "tool_result")) {
        RC_ASSERT(!others);  // results stand in front
        RC_ASSERT(!open.empty());
        RC_ASSERT(text_of(block.at("tool_use_id")) == open.front());
        open.erase(open.begin());
        continue;
      }
      if (is(message, "role", "user")) RC_ASSERT(open.empty());
      others = true;
      if (is(block, "type", "text")) RC_ASSERT(!blank(std::string(text_of(block.at("text")))));
      if (is(block, "type", "tool_use")) {
        const std::string id(text_of(block.at("id")));
        RC_ASSERT(profile.ids.takes(id));
        RC_ASSERT(seen.insert(id).second);
        RC_ASSERT(plain_name(text_of(block.at("name"))));
        RC_ASSERT(block.at("input").is_object());
        open.push_back(id);
      }
    }
    if (is(message, "role", "user")) RC_ASSERT(open.empty());
  }
  RC_ASSERT(open.empty());
}
void check_gemini(const bj::object& body) {
  RC_ASSERT(body.at("contents").as_array().size() > 0U);
  std::vector<std::string> open;
  for (const bj::value& content : body.at("contents").as_array()) {
    RC_ASSERT(content.at("parts").as_array().size() > 0U);
    const bool waited = !open.empty();
    std::size_t answered = 0;
    for (const bj::value& part : content.at("parts").as_array()) {
      if (const bj::value* const call = part.as_object().if_contains("functionCall")) {
        RC_ASSERT(plain_name(text_of(call->at("name")), true));
        RC_ASSERT(call->at("args").is_object());
        open.emplace_back(text_of(call->at("name")));
      } else if (const bj::value* const result = part.as_object().if_contains("functionResponse")) {
        RC_ASSERT(answered < open.size());
        RC_ASSERT(text_of(result->at("name")) == open[answered++]);
        RC_ASSERT(result->at("response").is_object());
      } else if (const bj::value* const text = part.as_object().if_contains("text")) {
        RC_ASSERT(text_of(*text).size() > 0U);
      }
    }
    if (waited) {
      RC_ASSERT(answered == open.size());
      open.clear();
    }
  }
  RC_ASSERT(open.empty());
}

template <class D> void is_valid() {
  const std::vector<chat_message> messages = any_history();
  const encoded_request made = D::request({.model = "m", .messages = messages, .max_tokens = 9});
  RC_ASSERT(made.has_value());
  const bj::value body = bj::parse(made->body);
  if constexpr (D::profile.format == wire_format::openai_chat) check_chat(body.as_object(), D::profile);
  else if constexpr (D::profile.format == wire_format::openai_responses) check_responses(body.as_object(), D::profile);
  else if constexpr (D::profile.format == wire_format::anthropic_messages) check_anthropic(body.as_object(), D::profile);
  else check_gemini(body.as_object());
}

}  // namespace

TEST_CASE("law: every dialect reads back what it writes, up to its normal form") {
  CHECK(rc::check("chat completions", is_read_back<openai_chat>));
  CHECK(rc::check("chat completions, ids of nine", is_read_back<mistral_chat>));
  CHECK(rc::check("responses", is_read_back<openai_responses>));
  CHECK(rc::check("messages", is_read_back<anthropic_messages>));
  CHECK(rc::check("contents", is_read_back<google_gemini>));
}

TEST_CASE("law: no dialect writes what its provider documents as invalid") {
  CHECK(rc::check("chat completions", is_valid<openai_chat>));
  CHECK(rc::check("chat completions, ids of nine", is_valid<mistral_chat>));
  CHECK(rc::check("responses", is_valid<openai_responses>));
  CHECK(rc::check("messages", is_valid<anthropic_messages>));
  CHECK(rc::check("contents", is_valid<google_gemini>));
}
#endif
