// SPDX-License-Identifier: MIT
// From the text of a model's reply to the messages that answer it.
#include <tacet/tacet.hpp>
#include <tacet/wire/openai_chat.hpp>

#include <cstdio>
#include <string>
#include <string_view>

namespace {

struct route {
  std::string from;
  std::string to;
  int passengers = 1;
  static constexpr auto notes =
      tacet::notes(tacet::note("passengers", "How many travel", tacet::between(1, 9), tacet::defaulted));
};

constexpr auto fare = tacet::tool<"fare">(
    [](const route& r) {
      if (r.from == r.to) throw tacet::tool_error("There is nothing to pay for staying.");
      return r.passengers * 12;
    },
    tacet::describe<"Price of a journey in euros">, tacet::read_only, tacet::max_calls<3>);

constexpr std::string_view text = R"({"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[
  {"id":"call_1","type":"function","function":{"name":"fare","arguments":"{\"from\":\"Bonn\",\"to\":\"Ulm\",\"passengers\":2}"}},
  {"id":"call_1","type":"function","function":{"name":"fare","arguments":"{\"from\":\"Bonn\",\"to\":\"Bonn\"}"}},
  {"id":"call_3","type":"function","function":{"name":"fare","arguments":"{\"from\":\"Bonn\"}"}}]},"finish_reason":"tool_calls"}]})";

}  // namespace

int main() {
  const auto reply = tacet::openai_chat::decode(text);
  if (!reply) return std::puts(reply.error().message.c_str()), 1;

  const tacet::tool_executor executor{tacet::tools{fare}, tacet::preconditions{tacet::call_budget{}}};
  const tacet::execution_report report = executor.execute(reply->calls());

  // The turn with unique ids, and behind it one answer for each call.
  std::puts(tacet::openai_chat::exchange(*reply, report).c_str());
  const bool as_expected = report.outcomes.size() == 3 && report.outcomes[0].content == "24" &&
                           report.outcomes[1].content == "There is nothing to pay for staying." &&
                           report.outcomes[2].kind == tacet::outcome_kind::bad_arguments;
  return as_expected ? 0 : 1;
}
