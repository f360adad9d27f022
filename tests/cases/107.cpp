// SPDX-License-Identifier: MIT
// Parallel calls of Gemini go back in one content, each part with exactly the signature that it came with.
#include "support/catch.hpp"
#include "support.hpp"

#include <tacet/tacet.hpp>
#include <tacet/wire/google_gemini.hpp>

#include <boost/json.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace tacet;
namespace bj = boost::json;

namespace {
struct city {
  std::string name;
};

// Three calls, of which those at the places in `signed_at` carry a signature.
std::string reply_with(std::string_view signed_at) {
  std::string parts = R"({"text":"Three cities.","thought":true})";
  for (const char place : std::string_view("012")) {
    parts += R"(,{"functionCall":{"name":"tide_at","args":{"name":"c)" + std::string(1, place) + R"("}})";
    if (signed_at.find(place) != std::string_view::npos)
      parts += R"(,"thoughtSignature":"c2ln)" + std::string(1, place) + "\"";
    parts += "}";
  }
  return R"({"candidates":[{"content":{"role":"model","parts":[)" + parts + R"(]},"finishReason":"STOP"}]})";
}
}  // namespace

TEST_CASE("case 107: all parts of a reply stay in one content, each with exactly its own signature") {
  const tool_executor executor{
      tools{tool<"tide_at">([](const city& c) { return "high at " + c.name; }, read_only)}};
  for (const std::string_view signed_at : {"0", "1", "2", "", "012", "02"}) {
    INFO(signed_at);
    const std::string text = reply_with(signed_at);
    const auto got = google_gemini::decode(text);
    REQUIRE(got);
    REQUIRE(got->calls().size() == 3);
    const execution_report report = executor.execute(got->calls());
    const bj::value sent = bj::parse(text).at("candidates").at(0).at("content");

    const bj::value exchange = bj::parse(google_gemini::exchange(*got, report));
    REQUIRE(exchange.as_array().size() == 2);
    CHECK(exchange.at(0) == sent);
    CHECK(exchange.at(1).at("parts").as_array().size() == 3);

    // The same through a history that is stored, sent twice and read back in between.
    std::vector<chat_message> history{chat_message::user("Tides?"), chat_message::assistant(*got),
                                      chat_message::answers(got->calls(), report)};
    for (int turn = 0; turn < 2; ++turn) {
      const auto request = google_gemini::request({.messages = history});
      REQUIRE(request);
      const bj::value contents = bj::parse(request->body).at("contents");
      REQUIRE(contents.as_array().size() == 3);
      CHECK(contents.at(1) == sent);
      CHECK(contents.at(2) == exchange.at(1));
      auto read = google_gemini::read_messages(request->body);
      REQUIRE(read);
      history = *read;
    }
  }
}
