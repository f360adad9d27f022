// SPDX-License-Identifier: MIT
// Streams of the mock provider: the same replies as whole ones, for every cut of their bytes, and nothing
// where they die.
#include "conversation.hpp"

#include <random>

namespace {

using namespace peers;
namespace bj = boost::json;

constexpr const char* users[] = {"Tell me nine hundred ways to say no",
                                 "What is the weather in three cities?",
                                 "Do everything that can go wrong",
                                 "Make eight calls at once",
                                 "Make one call after another",
                                 "Please think before you call",
                                 "Please stop in the middle"};

// The first is cut between the halves of a character that is two units of UTF-16. Such halves come together
// in the strings of the other formats, but in Gemini's each is a part of its own.
template <class Dialect> std::span<const char* const> users_of() {
  const std::span<const char* const> all = users;
  return std::is_same_v<Dialect, tacet::google_gemini> ? all.subspan(1) : all;
}

// What a reply says, without what differs between two answers to the same request: made ids and the spelling
// of JSON.
bj::value said(const tacet::reply& one) {
  bj::array calls;
  for (const tacet::tool_call& call : one.calls())
    calls.push_back({{"id", bj::string_view(call.id.data(), call.id.size())},
                     {"name", bj::string_view(call.name.data(), call.name.size())},
                     {"arguments", bj::parse(bj::string_view(call.arguments.data(), call.arguments.size()))},
                     {"cut", call.cut}});
  return {{"text", bj::string_view(one.text().data(), one.text().size())},
          {"finish", bj::string_view(one.finish_text().data(), one.finish_text().size())},
          {"cut", one.cut()},
          {"calls", calls}};
}

template <class Dialect> tacet::decoded<tacet::reply> streamed(const std::vector<std::string_view>& pieces) {
  tacet::reply_stream<Dialect> stream;
  for (const std::string_view piece : pieces) (void)stream.feed(piece);
  return stream.finish();
}
template <class Dialect> tacet::decoded<tacet::reply> streamed(const http_answer& answer) {
  return streamed<Dialect>(std::vector<std::string_view>(answer.pieces.begin(), answer.pieces.end()));
}

// Registers one more answer, which is cut after so many events.
void prepare_cut(const std::string& user, std::size_t events) {
  const bj::value fixture = {
      {"match", {{"userMessage", user}}},
      {"response",
       {{"content", "Before it dies."},
        {"toolCalls",
         {{{"id", "dying_1"}, {"name", "sum"}, {"arguments", R"({"a":1,"b":2})"}},
          {{"id", "dying_2"}, {"name", "weather"}, {"arguments", R"({"city":"Ulm"})"}}}}}},
      {"chunkSize", 6},
      {"latency", 5}};  // in milliseconds between events: what is written at once is lost with the connection
  bj::object made = fixture.as_object();
  if (events != 0) made["truncateAfterChunks"] = events;
  const http_answer added =
      ask_provider("/__aimock/fixtures", bj::serialize(bj::object{{"fixtures", bj::array{made}}}));
  INFO(added.body());
  REQUIRE(added.status == 200);
}

}  // namespace

TEMPLATE_TEST_CASE("a stream is the reply that the provider sends whole", "", PEER_DIALECTS) {
  for (const char* const user : users_of<TestType>()) {
    INFO(user);
    conversation<TestType> talk(user);
    const tacet::reply whole = talk.next();
    const tacet::reply stream = talk.next_streamed();
    CHECK(said(stream) == said(whole));
  }
}

TEMPLATE_TEST_CASE("a stream gives the same reply for every cut of its bytes", "", PEER_DIALECTS) {
  std::mt19937 random(7);
  for (const char* const user : users_of<TestType>()) {
    INFO(user);
    conversation<TestType> talk(user);
    talk.asked.stream = true;
    const std::string bytes = talk.ask().body();
    const auto uncut = streamed<TestType>({bytes});
    REQUIRE(uncut);
    std::vector<std::string_view> single;
    for (std::size_t i = 0; i < bytes.size(); ++i) single.push_back(std::string_view(bytes).substr(i, 1));
    const auto bytewise = streamed<TestType>(single);
    REQUIRE(bytewise);
    CHECK(bytewise->source() == uncut->source());
    for (int times = 0; times < 20; ++times) {
      std::vector<std::string_view> pieces;
      for (std::string_view rest = bytes; !rest.empty();) {
        pieces.push_back(rest.substr(0, 1 + random() % 90));
        rest.remove_prefix(pieces.back().size());
      }
      const auto cut = streamed<TestType>(pieces);
      REQUIRE(cut);
      CHECK(cut->source() == uncut->source());
    }
  }
}

TEMPLATE_TEST_CASE("the official client makes the same reply of the stream", "", PEER_OFFICIAL_DIALECTS) {
  for (const bool stream : {false, true})
    for (const char* const user : users_of<TestType>()) {
      INFO(user << (stream ? ", streamed" : ", whole"));
      conversation<TestType> talk(user);
      talk.asked.stream = stream;
      const http_answer official = official_reply({std::string(TestType::name), talk.body()});
      INFO(official.body());
      REQUIRE(official.status == 200);
      const auto theirs = TestType::decode(official.body());
      REQUIRE(theirs);
      const tacet::reply ours = stream ? talk.next_streamed() : talk.next();
      CHECK(said(ours) == said(*theirs));
      // Everything else that the message holds too: thinking, signatures, what is redacted.
      if constexpr (std::is_same_v<TestType, tacet::anthropic_messages>)
        CHECK(bj::parse(std::string(ours.message())).at("content") ==
              bj::parse(official.body()).at("content"));
    }
}

TEMPLATE_TEST_CASE("streamed turns lead to one another as whole ones do", "", PEER_DIALECTS) {
  conversation<TestType> talk("Make one call after another");
  std::string contents;
  tacet::reply last;
  for (int turns = 0; turns < 8; ++turns) {
    last = talk.next_streamed();
    if (last.calls().empty()) break;
    for (const tacet::tool_outcome& outcome : talk.answer(last).outcomes)
      contents += std::string(outcome.content) + "; ";
  }
  CHECK(contents == "2; 4; 8; Ulm: 20 degrees; ");
  CHECK(last.text() == "Done: 2, 4, 8.");
  talk.check_understood();
}

TEST_CASE("signed thinking that was streamed goes back as it came, and a strict provider takes it") {
  conversation<tacet::anthropic_messages> talk("Please think before you call");
  talk.asked.thinking_tokens = 1024;
  const tacet::reply first = talk.next_streamed();
  REQUIRE(first.calls().size() == 1);
  (void)talk.answer(first);
  talk.asked.stream = true;
  const http_answer answer = talk.ask({{"X-AIMock-Strict", "true"}});
  INFO(answer.body());
  REQUIRE(answer.status == 200);
  const auto second = streamed<tacet::anthropic_messages>(answer);
  REQUIRE(second);
  CHECK(second->text() == "21, as I thought.");
}

TEMPLATE_TEST_CASE("a stream that dies is no reply, wherever that happens", "", PEER_DIALECTS) {
  prepare_cut("Nothing is cut here", 0);
  conversation<TestType> unharmed("Nothing is cut here");
  const tacet::reply whole = unharmed.next_streamed();
  REQUIRE(whole.calls().size() == 2);

  std::size_t refused = 0;
  std::size_t events = 1;
  for (; events < 200; ++events) {
    const std::string user = "This dies after event number " + std::to_string(events) + ".";
    prepare_cut(user, events);
    conversation<TestType> talk(user);
    talk.asked.stream = true;
    const http_answer answer = talk.ask();
    INFO(events << " events\n" << answer.body());
    // Where it dies at once, it has not even said that it will answer.
    REQUIRE((answer.status == 200 || (answer.status == 0 && events <= 2)));
    const auto decoded = streamed<TestType>(answer);
    if (answer.whole) {
      REQUIRE(decoded);
      CHECK(said(*decoded) == said(whole));
      break;
    }
    if (decoded) {
      // It died behind the last thing that matters.
      CHECK(said(*decoded) == said(whole));
      continue;
    }
    CHECK(decoded.error().reason == tacet::decode_failure::interrupted);
    ++refused;
  }
  CHECK(events < 200);
  CHECK(refused >= 2);
  CHECK(refused + 4 >= events);
}

TEMPLATE_TEST_CASE("a slow stream that is disconnected is no reply", "", PEER_DIALECTS) {
  const bj::value fixture = {{"match", {{"userMessage", "Slowly now"}}},
                             {"response", {{"content", std::string(200, 'x')}}},
                             {"chunkSize", 2},
                             {"latency", 20},
                             {"disconnectAfterMs", 150}};
  REQUIRE(ask_provider("/__aimock/fixtures", bj::serialize(bj::object{{"fixtures", bj::array{fixture}}}))
              .status == 200);
  conversation<TestType> talk("Slowly now");
  talk.asked.stream = true;
  const http_answer answer = talk.ask();
  CHECK_FALSE(answer.whole);
  CHECK(answer.pieces.size() > 1);
  const auto decoded = streamed<TestType>(answer);
  REQUIRE_FALSE(decoded);
  CHECK(decoded.error().reason == tacet::decode_failure::interrupted);
}
