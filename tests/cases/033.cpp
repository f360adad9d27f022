// SPDX-License-Identifier: MIT
// An empty id in a later piece is no id: it opens no call and replaces none.
#include "streams.hpp"
#include "support/catch.hpp"

using namespace tacet_case;

TEST_CASE("case 033: a piece with an empty id goes on with its call, which keeps its id") {
  const lines pieces[] = {
      {R"({"index":0,"id":"A","type":"function","function":{"name":"look","arguments":""}})",
       R"({"index":0,"id":"","function":{"arguments":"{}"}})"},
      {R"({"id":"A","type":"function","function":{"name":"look","arguments":""}})",
       R"({"id":"","type":"","function":{"name":"","arguments":"{}"}})"},
      {R"({"index":0,"id":"A","function":{"name":"look","arguments":"{"}})",
       R"({"index":0,"id":null,"function":{"name":null,"arguments":"}"}})"},
  };
  for (const lines& one : pieces) {
    const auto got = read(chat_stream(one));
    CHECK(calls_of(got) == lines{"A look({})"});
    CHECK_FALSE(got->ids_changed());
  }
}
