// SPDX-License-Identifier: MIT
// Each wire has its own rule for ids; what does not fit is shortened, always alike.
#include "wire.hpp"

using namespace tacet_case;

TEST_CASE("case 025: an id that is too long for a provider, or of the wrong form, is shortened with a hash") {
  const std::string long_id(94, 'x');
  const auto history = exchange({{long_id, "do", "{}"}, {long_id + "y", "do", "{}"}, {"short", "do", "{}"}});

  const bj::object responses = body<tacet::openai_responses>(history);
  std::vector<std::string> calls, results;
  for (const bj::value& item : responses.at("input").as_array()) {
    const bj::value* const type = item.as_object().if_contains("type");
    if (type != nullptr && *type == "function_call") calls.emplace_back(item.at("call_id").get_string());
    if (type != nullptr && *type == "function_call_output") results.emplace_back(item.at("call_id").get_string());
  }
  REQUIRE(calls.size() == 3);
  CHECK(calls == results);
  CHECK((calls[0].size() <= 64 && calls[1].size() <= 64));
  CHECK(calls[0] != calls[1]);
  CHECK(calls[2] == "short");

  const bj::object mistral = body<tacet::mistral_chat>(history);
  std::vector<std::string> nine;
  for (const bj::value& call : mistral.at("messages").at(1).at("tool_calls").as_array()) nine.emplace_back(call.at("id").get_string());
  REQUIRE(nine.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(nine[i].size() == 9);
    CHECK(nine[i].find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == std::string::npos);
    CHECK(mistral.at("messages").at(2 + i).at("tool_call_id").get_string() == nine[i]);
  }
  CHECK((nine[0] != nine[1] && nine[1] != nine[2] && nine[0] != nine[2]));

  const bj::object chat = body<tacet::openai_chat>(history);
  for (const bj::value& call : chat.at("messages").at(1).at("tool_calls").as_array()) CHECK(call.at("id").get_string().size() <= 40);
}
