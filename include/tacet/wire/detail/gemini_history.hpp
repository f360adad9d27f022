// SPDX-License-Identifier: MIT
// Reads the system instruction and contents of a Gemini request into a history.
#pragma once

#include <tacet/wire/chat_message.hpp>
#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/gemini_reader.hpp>
#include <tacet/wire/detail/walk.hpp>
#include <tacet/wire/reply.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tacet::detail {

/// A request, of which the history alone is read.
struct gemini_request {
  static constexpr bool allow_unknown_members = true;
  wire_member systemInstruction{};
  wire_member contents{};
};
struct gemini_user_part {
  static constexpr bool allow_unknown_members = true;
  wire_member text{};
  wire_member functionResponse{};
};
struct gemini_response {
  static constexpr bool allow_unknown_members = true;
  wire_member id{};
  wire_member name{};
  wire_member response{};
};

class gemini_history_reader : public gemini_reader {
 public:
  using gemini_reader::gemini_reader;

  decoded<std::vector<chat_message>> read_messages(std::string_view text) {
    if (!open(text, true) || !read_list()) return *std::move(error);
    pair_by_place();
    return std::move(made_);
  }

 private:
  bool read_list() {
    std::string_view list = whole();
    if (list.front() == '{') {
      gemini_request body;
      if (!object(list, body) ||
          (body.systemInstruction.has_value() && !system(body.systemInstruction->text)))
        return false;
      if (!body.contents.has_value())
        return refuse(decode_failure::wrong_shape, "the request has no contents", list.data());
      if (!array(body.contents)) return false;
      list = body.contents->text;
    }
    for_each_element(list, [&](std::string_view one) { return add_content(one); });
    return !error.has_value();
  }

  bool system(std::string_view text) {
    gemini_content c;
    if (!object(text, c)) return false;
    if (!c.parts.has_value()) return true;
    if (!array(c.parts)) return false;
    for_each_element(c.parts->text, [&](std::string_view one) {
      gemini_user_part part;
      std::string_view said;
      if (!object(one, part) || !string(part.text, said)) return false;
      return made_.push_back(chat_message::system(std::string(said))), true;
    });
    return !error.has_value();
  }

  bool add_content(std::string_view text) {
    gemini_content c;
    std::string_view role;
    if (!object(text, c) || !string(c.role, role)) return false;
    if (role == "model") return model(text);
    if (!role.empty() && role != "user" && role != "function")
      return refuse(decode_failure::unsupported, "a content has the role \"" + std::string(role) + "\"",
                    text.data());
    if (!c.parts.has_value())
      return refuse(decode_failure::wrong_shape, "a content has no parts", text.data());
    return array(c.parts) && user(c.parts->text);
  }

  bool model(std::string_view text) {
    parts.text = {};
    parts.calls.clear();
    if (!content(text)) return false;
    made_.push_back(chat_message::assistant(parts.text, parts.calls, parts.dialect, text));
    return true;
  }

  // Results become a message of their own, which stands in front; what else there is stays one of the user.
  bool user(std::string_view list) {
    chat_message results{chat_role::results, {}, {}, {}, {}, {}};
    chat_message said = chat_message::user({});
    std::string others;
    bool plain = true;
    for_each_element(list, [&](std::string_view one) {
      gemini_user_part part;
      std::string_view text;
      if (!object(one, part) || !string(part.text, text)) return false;
      if (part.functionResponse.has_value()) return result(part.functionResponse->text, results);
      std::size_t members = 0;
      for_each_member(one, [&](std::string_view, std::string_view, std::string_view) { ++members; });
      plain = plain && others.empty() && part.text.has_value() && members == 1;
      others += (others.empty() ? "" : ",") + std::string(one);
      return said.text += text, true;
    });
    if (error.has_value()) return false;
    const bool answers = !results.results.empty();
    if (answers) made_.push_back(std::move(results));
    if (others.empty() && answers) return true;
    if (!plain) {
      said.dialect = parts.dialect;
      said.native = R"({"role":"user","parts":[)" + others + "]}";
    }
    made_.push_back(std::move(said));
    return true;
  }

  bool result(std::string_view text, chat_message& to) {
    gemini_response one;
    std::string_view id, name;
    if (!object(text, one) || !string(one.id, id) || !string(one.name, name)) return false;
    chat_result made{std::string(id), std::string(gemini_parts::called_name(name)), {}, false};
    if (one.response.has_value()) {
      wire_member value = one.response;
      if (value->text.front() == '{') only_member(value->text, value, made.is_error);
      std::string_view content = value->text;
      if (content.front() == '"' && !string(value, content)) return false;
      made.content = content;
    }
    to.results.push_back(std::move(made));
    return true;
  }

  // "output" and "error" are the members that Google documents, "result" the one that its examples use.
  static void only_member(std::string_view object, wire_member& value, bool& is_error) {
    std::size_t members = 0;
    std::string_view name, held;
    detail::for_each_member(object, [&](std::string_view key, std::string_view, std::string_view one) {
      ++members;
      name = key;
      held = one;
    });
    if (members != 1 || (name != "output" && name != "error" && name != "result")) return;
    value->text = held;
    is_error = name == "error";
  }

  // Calls without an id get one by their place in the history, and so does the result at the same place
  // behind them.
  void pair_by_place() {
    std::unordered_set<std::string> used;
    for (const chat_message& one : made_)
      for (const chat_call& call : one.calls) used.insert(call.id);
    std::uint64_t made = 0;
    std::unordered_set<std::string_view> asked;
    const std::vector<chat_call>* calls = nullptr;
    std::size_t place = 0;
    for (chat_message& one : made_) {
      if (!one.calls.empty()) {
        asked.clear();
        for (chat_call& call : one.calls) {
          if (call.id.empty()) {
            do call.id = id_of(made++);
            while (!used.insert(call.id).second);
          }
          asked.insert(call.id);
        }
        calls = &one.calls;
        place = 0;
      }
      if (calls == nullptr) continue;
      for (chat_result& answer : one.results) {
        const std::size_t at = place++;
        if (at >= calls->size() || asked.contains(answer.call_id)) continue;
        const chat_call& call = (*calls)[at];
        if (answer.name.empty() || answer.name == call.name) answer.call_id = call.id;
      }
    }
  }
  static std::string id_of(std::uint64_t number) {
    std::string id = "t00000000";
    for (std::size_t i = id.size(); --i != 0; number /= 36)
      id[i] = "0123456789abcdefghijklmnopqrstuvwxyz"[number % 36];
    return id;
  }

  std::vector<chat_message> made_{};
};

}  // namespace tacet::detail
