// SPDX-License-Identifier: MIT
// Escaped pairs of surrogates are one character, and half a pair is refused, never half a character.
#include "streams.hpp"
#include "support/catch.hpp"
#include "support.hpp"

#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/tacet.hpp>

#include <boost/json/object.hpp>

#include <string>

using namespace tacet;
using tacet_case::ask;
using tacet_case::says;

namespace {
struct words {
  std::string t;
};
}  // namespace

TEST_CASE("case 136: a pair is one character for every kind of tool, and half a pair is an error") {
  tool_registry registry;
  REQUIRE(registry.add({.name = "echo", .input_schema = R"({"type":"object","properties":{"t":{"type":"string","maxLength":1}},"required":["t"]})"},
                       [](const boost::json::object& o) { return std::string(o.at("t").as_string()); }));
  const tool_executor executor{tools{tool<"typed">([](const words& w) { return w.t; })}, dynamic_tools{std::move(registry)}};
  for (const char* const name : {"typed", "echo"}) {
    CHECK(ask(executor, name, R"({"t":"\ud83c\udf78"})").content == "\xF0\x9F\x8D\xB8");
    CHECK(ask(executor, name, R"({"t":"\uD83C\uDF78"})").content == "\xF0\x9F\x8D\xB8");
    for (const char* const half : {R"({"t":"\ud83c"})", R"({"t":"\udf78"})", R"({"t":"\udf78\ud83c"})", R"({"t":"\ud83cx"})", R"({"t":"\ud83c\n"})",
                                   R"({"t":"\ud83c\u0041"})", R"({"t\ud83c":""})"}) {
      INFO(half);
      const auto given = ask(executor, name, half);
      CHECK(given.kind == outcome_kind::bad_arguments);
      CHECK(given.reason == outcome_reason::invalid_json);
      CHECK(says(given, "unpaired surrogate"));
    }
    // Pieces that were cut between the halves are joined before anything is decoded.
    const std::string first = R"({"t":"\ud83c)", second = R"(\udf78"})";
    CHECK(ask(executor, name, first + second).content == "\xF0\x9F\x8D\xB8");
  }
}

TEST_CASE("case 136: a pair whose halves come in two pieces of a streamed reply is one character") {
  const tool_executor executor{tools{tool<"typed">([](const words& w) { return w.t; })}};
  const auto said = [&](const std::string& first, const std::string& second) -> std::string {
    const std::string bytes = tacet_case::chat_stream({R"({"index":0,"id":"A","function":{"name":"typed","arguments":"{\"t\":\")" + first + R"("}})",
                                                       R"({"index":0,"function":{"arguments":")" + second + R"(\"}"}})"});
    const auto got = tacet_case::read(bytes, 1);
    if (!got) return std::string(to_text(got.error().reason));
    const tacet_case::answer given = ask(executor, got->calls()[0].name, got->calls()[0].arguments);
    return given.kind == outcome_kind::succeeded ? given.content : std::string(to_text(given.reason));
  };
  // The escape of the model, in the arguments, and that of the server, around them.
  CHECK(said(R"(\\ud83c)", R"(\\udf78)") == "\xF0\x9F\x8D\xB8");
  CHECK(said(R"(\ud83c)", R"(\udf78)") == "\xF0\x9F\x8D\xB8");
  CHECK(said(R"(\\ud83c)", "") == to_text(outcome_reason::invalid_json));
  CHECK(said(R"(\\udf78)", R"(\\ud83c)") == to_text(outcome_reason::invalid_json));
  CHECK(said(R"(\ud83c)", "") == to_text(decode_failure::invalid_json));
  CHECK(said(R"(\ud83c)", "x") == to_text(decode_failure::invalid_json));
  CHECK(said("", R"(\udf78)") == to_text(decode_failure::invalid_json));
}
