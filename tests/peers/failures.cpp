// SPDX-License-Identifier: MIT
// What a provider says when it does not answer: too many requests, overload, no such thing, and no JSON at
// all.
#include "conversation.hpp"

namespace {

using namespace peers;
using tacet::decode_failure;

// The reply decoded as the error that it must be: no call of it can run.
template <class Dialect> tacet::decode_error error_in(const http_answer& answer) {
  INFO(answer.body());
  const auto decoded = Dialect::decode(answer.body());
  REQUIRE_FALSE(decoded);
  return decoded.error();
}

}  // namespace

TEMPLATE_TEST_CASE("too many requests are an error with the provider's own words", "", PEER_DIALECTS) {
  conversation<TestType> talk("These are too many requests");
  for (const bool stream : {false, true}) {
    talk.asked.stream = stream;
    const http_answer answer = talk.ask();
    CHECK(answer.status == 429);
    CHECK(answer.header("retry-after") == "7");
    const tacet::decode_error error = error_in<TestType>(answer);
    CHECK(error.reason == decode_failure::provider_error);
    CHECK(error.provider_message == "Slow down, please.");
    CHECK_FALSE(error.provider_type.empty());
  }
}

TEMPLATE_TEST_CASE("a request that was refused once can be sent again as it is", "", PEER_DIALECTS) {
  conversation<TestType> talk("What is the weather in three cities?");
  const http_answer queued =
      ask_provider("/__aimock/error",
                   R"({"status":429,"body":{"message":"Once.","type":"rate_limit_error","code":"once"}})");
  REQUIRE(queued.status == 200);
  const http_answer refused = talk.ask();
  CHECK(refused.status == 429);
  CHECK(error_in<TestType>(refused).provider_message == "Once.");
  const tacet::reply reply = talk.next();
  CHECK(reply.calls().size() == 3);
}

TEMPLATE_TEST_CASE("an overloaded provider is an error with its own words", "", PEER_DIALECTS) {
  conversation<TestType> talk("You are overloaded");
  const http_answer answer = talk.ask();
  CHECK(answer.status == 529);
  const tacet::decode_error error = error_in<TestType>(answer);
  CHECK(error.reason == decode_failure::provider_error);
  CHECK(error.provider_message == "Overloaded");
}

TEMPLATE_TEST_CASE("injected failures are errors and no replies", "", PEER_DIALECTS) {
  conversation<TestType> talk("What is the weather in three cities?");
  struct injected {
    const char* header;
    unsigned status;
    decode_failure reason;
  };
  for (const auto& [header, status, reason] :
       {injected{"X-AIMock-Chaos-Ratelimit", 429, decode_failure::provider_error},
        injected{"X-AIMock-Chaos-Drop", 500, decode_failure::provider_error},
        injected{"X-AIMock-Chaos-Malformed", 200, decode_failure::invalid_json}}) {
    INFO(header);
    const http_answer answer = talk.ask({{header, "1"}});
    CHECK(answer.status == status);
    CHECK(error_in<TestType>(answer).reason == reason);
  }
  // And without them it answers.
  const tacet::reply reply = talk.next();
  CHECK(reply.calls().size() == 3);
}

TEMPLATE_TEST_CASE("a connection that ends before the reply leaves nothing to decode", "", PEER_DIALECTS) {
  conversation<TestType> talk("What is the weather in three cities?");
  const http_answer answer = talk.ask({{"X-AIMock-Chaos-Disconnect", "1"}});
  INFO(answer.body());
  CHECK_FALSE(answer.whole);
  CHECK_FALSE(TestType::decode(answer.body()));
}

TEMPLATE_TEST_CASE("what the provider does not know is an error", "", PEER_DIALECTS) {
  conversation<TestType> talk("Nobody has prepared this");
  const http_answer answer = talk.ask();
  CHECK(answer.status == 404);
  CHECK(error_in<TestType>(answer).reason == decode_failure::provider_error);
}

TEMPLATE_TEST_CASE("every beginning of a reply that was sent as a whole is refused", "", PEER_DIALECTS) {
  conversation<TestType> talk("What is the weather in three cities?");
  const std::string whole = talk.ask().body();
  REQUIRE(TestType::decode(whole));
  std::size_t end = whole.size();
  while (whole[end - 1] != '}') --end;
  for (std::size_t size = 0; size < end; ++size)
    if (TestType::decode(whole.substr(0, size))) FAIL("a reply of " << size << " of " << end << " bytes");
}
