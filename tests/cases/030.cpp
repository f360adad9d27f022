// SPDX-License-Identifier: MIT
// Calls that share one index are told apart by their ids, or by a name behind complete arguments.
#include "streams.hpp"
#include "support/catch.hpp"

using namespace tacet_case;

TEST_CASE("case 030: two calls with index 0 are two calls, in one chunk and in two") {
  const std::string a =
      R"({"index":0,"id":"A","type":"function","function":{"name":"look","arguments":"{\"at\":1}"}})";
  const std::string b =
      R"({"index":0,"id":"B","type":"function","function":{"name":"look","arguments":"{\"at\":2}"}})";
  const lines wanted{R"(A look({"at":1}))", R"(B look({"at":2}))"};
  CHECK(calls_of(read(chat_stream({a + "," + b}))) == wanted);
  CHECK(calls_of(read(chat_stream({a, b}))) == wanted);
  // In pieces, and with the id in each of them.
  const auto piece = [](const char* id, const char* arguments) {
    return R"({"index":0,"id":")" + std::string(id) + R"(","function":{"arguments":")" + arguments + R"("}})";
  };
  const auto pieces =
      read(chat_stream({piece("A", R"({\"at\")"), piece("A", ":1}"), piece("B", R"({\"at\")"),
                        piece("B", ":2}"), R"({"index":0,"id":"B","function":{"name":"look"}})",
                        R"({"index":0,"id":"A","function":{"name":"look"}})"}));
  CHECK(calls_of(pieces) == wanted);
}

TEST_CASE("case 030: without ids a name behind complete arguments opens a call") {
  const auto got = read(chat_stream({R"({"index":0,"function":{"name":"look","arguments":"{\"at\":"}})",
                                     R"({"index":0,"function":{"arguments":"{}}"}})",
                                     R"({"index":0,"function":{"name":"go","arguments":"{}"}})"}));
  REQUIRE(got);
  REQUIRE(got->calls().size() == 2);
  CHECK(got->calls()[0].name == "look");
  CHECK(got->calls()[0].arguments == R"({"at":{}})");
  CHECK(got->calls()[1].name == "go");
  CHECK(got->calls()[1].arguments == "{}");
  CHECK(got->calls()[0].id != got->calls()[1].id);
}
