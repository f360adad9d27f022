// SPDX-License-Identifier: MIT
// Reads a response of the Responses API into the parts of a reply.
#pragma once

#include <tacet/wire/decoded.hpp>
#include <tacet/wire/detail/reply_reader.hpp>
#include <tacet/wire/reply.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace tacet::detail {

struct responses_whole {
  static constexpr bool allow_unknown_members = true;
  wire_member object{};
  wire_member type{};
  wire_member error{};
  wire_member status{};
  wire_member incomplete_details{};
  wire_member output{};
};
struct responses_why {
  static constexpr bool allow_unknown_members = true;
  wire_member reason{};
};
struct responses_item {
  static constexpr bool allow_unknown_members = true;
  wire_member type{};
  wire_member role{};
  wire_member content{};
  wire_member call_id{};
  wire_member name{};
  wire_member arguments{};
  wire_member status{};
};
struct responses_part {
  static constexpr bool allow_unknown_members = true;
  wire_member type{};
  wire_member text{};
  wire_member refusal{};
};

class responses_reader : public reply_reader {
 public:
  using reply_reader::reply_reader;

  decoded<reply> read(std::string_view text) {
    responses_whole whole_response;
    if (!open(text) || !object(whole(), whole_response) || !checked(whole_response) ||
        !ended(whole_response) || !items(whole_response.output->text))
      return *std::move(error);
    parts.message = whole_response.output->text;
    // There is no word for it on this wire.
    if (finish_ == finish_reason::stop && !parts.calls.empty()) finish_ = finish_reason::tool_calls;
    mark_unfinished();
    return finish(finish_, finish_text_);
  }

 private:
  bool checked(const responses_whole& r) {
    if (r.error.has_value()) return provider_failed(r.error);
    std::string_view kind;
    if (is_string(r.type, "error"))
      return refuse(decode_failure::provider_error, "the provider answered with an error");
    if (r.type.has_value() && r.type->text.front() == '"' && string(r.type, kind) &&
        kind.starts_with("response."))
      return refuse(decode_failure::wrong_shape, "this is one event of a stream; a whole reply is needed");
    if (is_string(r.object, "chat.completion"))
      return refuse(decode_failure::unsupported,
                    "this is a chat completion, not a reply of the Responses API");
    if (r.output.has_value()) return array(r.output);
    return refuse(decode_failure::wrong_shape, "this is no reply of the Responses API: it has no output");
  }

  // Only what has ended is a reply: what is still being made may hold half a call.
  bool ended(const responses_whole& r) {
    if (!string(r.status, finish_text_)) return false;
    if (finish_text_.empty()) return true;
    if (finish_text_ == "completed") return finish_ = finish_reason::stop, true;
    if (finish_text_ == "failed")
      return refuse(decode_failure::provider_error, "the provider ended the reply as failed",
                    r.status->text.data());
    if (finish_text_ != "incomplete")
      return refuse(decode_failure::unsupported,
                    "the reply is not finished: its status is \"" + std::string(finish_text_) +
                        "\"; ask for it again until that is \"completed\"",
                    r.status->text.data());
    responses_why why;
    std::string_view reason;
    if (r.incomplete_details.has_value() &&
        (!object(r.incomplete_details->text, why) || !string(why.reason, reason)))
      return false;
    // Whatever cut it, it is cut.
    finish_ = reason == "content_filter" ? finish_reason::filtered : finish_reason::length;
    if (!reason.empty()) finish_text_ = reason;
    return true;
  }

  bool items(std::string_view output) {
    for_each_element(output, [&](std::string_view one) { return item(one); });
    if (error.has_value()) return false;
    for (const waiting_call& one : waiting_)
      if (!answered_.contains(one.id))
        return refuse(decode_failure::unsupported,
                      "a call is of type \"" + std::string(one.type) + "\"; only functions can be called",
                      one.at);
    return join_said();
  }

 protected:
  /// The texts of the messages so far become that of the reply.
  bool join_said() {
    join(said_);
    said_.clear();
    return !error.has_value();
  }

  bool item(std::string_view text) {
    responses_item one;
    std::string_view type;
    if (!object(text, one) || !string(one.type, type)) return false;
    if (type == "message" || (type.empty() && one.role.has_value())) return message(one);
    if (type == "function_call") return call(text, one);
    // Its call may have been run already, and would be run again.
    if (type == "function_call_output")
      return refuse(decode_failure::unsupported,
                    "the reply holds the result of a call, which is for the program to give", text.data());
    if (!one.call_id.has_value() || one.call_id->text.front() != '"') return true;
    std::string_view id;
    if (!string(one.call_id, id)) return false;
    if (type.ends_with("_output")) answered_.insert(id);
    else if (type.ends_with("_call") && !id.empty()) waiting_.push_back({id, type, one.type->text.data()});
    return true;
  }

  bool message(const responses_item& m) {
    std::string_view role;
    if (!string(m.role, role)) return false;
    if (!role.empty() && role != "assistant")
      return refuse(decode_failure::wrong_shape,
                    "a message is not the assistant's: its role is \"" + std::string(role) + "\"",
                    m.role->text.data());
    return content(m.content);
  }

  /// A text, or a list of parts, of which the texts are taken.
  bool content(const wire_member& value) {
    if (!value.has_value()) return true;
    std::string_view piece;
    if (value->text.front() == '"') {
      if (!string(value, piece)) return false;
      if (!piece.empty()) said_.push_back(piece);
      return true;
    }
    if (value->text.front() != '[') return expected(value->text.data(), "a string, null or an array");
    for_each_element(value->text, [&](std::string_view one) { return part(one); });
    return !error.has_value();
  }

 private:
  bool part(std::string_view text) {
    responses_part one;
    std::string_view type;
    std::string_view piece;
    if (!object(text, one) || !string(one.type, type)) return false;
    if (type == "refusal") {
      if (!string(one.refusal, piece)) return false;
      if (!piece.empty()) parts.refusal = piece;
      return true;
    }
    if (type != "output_text" && type != "input_text") return true;  // what is yet to come
    if (!string(one.text, piece)) return false;
    if (!piece.empty()) said_.push_back(piece);
    return true;
  }

  bool call(std::string_view text, const responses_item& one) {
    tool_call made;
    std::string_view status;
    if (!string(one.call_id, made.id) || !string(one.name, made.name) || !string(one.status, status))
      return false;
    if (one.arguments.has_value()) {
      if (one.arguments->text.front() == '"') {
        if (!string(one.arguments, made.arguments)) return false;
      } else {
        made.arguments = one.arguments->text;
        note(reply_note_kind::arguments_not_text, parts.calls.size());
      }
    }
    made.cut = status == "incomplete" || status == "in_progress";
    return add(made, text.data());
  }

  // `finish` notes the last call of a cut reply itself.
  void mark_unfinished() {
    const bool cut = finish_ == finish_reason::length || finish_ == finish_reason::filtered;
    for (std::size_t i = 0; i < parts.calls.size(); ++i)
      if (parts.calls[i].cut && !(cut && i + 1 == parts.calls.size())) note(reply_note_kind::call_cut, i);
  }

  struct waiting_call {
    std::string_view id, type;
    const char* at;
  };
  finish_reason finish_ = finish_reason::none;
  std::string_view finish_text_{};
  std::vector<std::string_view> said_{};
  std::vector<waiting_call> waiting_{};
  std::unordered_set<std::string_view> answered_{};
};

}  // namespace tacet::detail
