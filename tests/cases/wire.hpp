// SPDX-License-Identifier: MIT
// What the cases of the wire share: requests as JSON values, in every dialect.
#pragma once

#include "support/catch.hpp"

#include <tacet/tacet.hpp>
#include <tacet/wire/anthropic_messages.hpp>
#include <tacet/wire/compatible_servers.hpp>
#include <tacet/wire/google_gemini.hpp>
#include <tacet/wire/openai_chat.hpp>
#include <tacet/wire/openai_responses.hpp>

#include <boost/json.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet_case {

namespace bj = boost::json;

/// The body of a request, which must be written.
template <class Dialect> bj::object body(const tacet::chat_request& asked) {
  const tacet::encoded_request made = Dialect::request(asked);
  INFO(Dialect::name << ": " << (made ? std::string() : made.error().message));
  REQUIRE(made);
  return bj::parse(made->body).as_object();
}
/// Of a history alone.
template <class Dialect> bj::object body(const std::vector<tacet::chat_message>& messages) {
  return body<Dialect>({.model = "m", .messages = messages, .max_tokens = 100});
}

/// A history of one exchange: a word of the user, the calls, their results, a word of the user.
inline std::vector<tacet::chat_message> exchange(std::vector<tacet::chat_call> calls) {
  std::vector<tacet::chat_message> made{tacet::chat_message::user("begin")};
  tacet::chat_message results{tacet::chat_role::results, {}, {}, {}, {}, {}};
  for (const tacet::chat_call& call : calls) results.results.push_back({call.id, call.name, "result of " + call.id, false});
  made.push_back(tacet::chat_message::assistant("", std::move(calls)));
  made.push_back(std::move(results));
  return made;
}

/// Does it once with each dialect that has one of the four formats: `each([]<class D> { ... })`.
template <class Do> void each_format(Do&& what) {
  what.template operator()<tacet::openai_chat>();
  what.template operator()<tacet::openai_responses>();
  what.template operator()<tacet::anthropic_messages>();
  what.template operator()<tacet::google_gemini>();
}

}  // namespace tacet_case
