// SPDX-License-Identifier: MIT
// Pieces of calls without an index are not all pieces of call 0, and a stream that mixes both kinds is
// refused.
#include "streams.hpp"
#include "support/catch.hpp"

using namespace tacet_case;

TEST_CASE("case 029: without an index an id opens a call, and arguments alone go to the last one") {
  const lines pieces{R"({"id":"A","type":"function","function":{"name":"look","arguments":""}})",
                     R"({"function":{"arguments":"{\"at\":1}"}})",
                     R"({"id":"B","type":"function","function":{"name":"go","arguments":"{}"}})"};
  const std::string bytes = chat_stream(pieces);
  for (const std::size_t size : {std::size_t{1}, std::size_t{10}, bytes.size()})
    CHECK(calls_of(read(bytes, size)) == lines{R"(A look({"at":1}))", "B go({})"});
  // All in one chunk.
  CHECK(calls_of(read(chat_stream({pieces[0] + "," + pieces[1] + "," + pieces[2]}))) ==
        lines{R"(A look({"at":1}))", "B go({})"});
}

TEST_CASE("case 029: where only some pieces have an index the stream is an error, never a wrong call") {
  const lines mixed[] = {
      {R"({"id":"A","function":{"name":"look","arguments":""}})",
       R"({"function":{"arguments":"{\"at\":1}"}})",
       R"({"index":1,"id":"B","function":{"name":"go","arguments":"{}"}})"},
      {R"({"id":"A","function":{"name":"look","arguments":""}})",
       R"({"index":0,"function":{"arguments":"{}"}})"},
      {R"({"index":0,"id":"A","function":{"name":"look","arguments":""}})",
       R"({"function":{"arguments":"{}"}})"},
  };
  for (const lines& pieces : mixed) {
    const auto got = read(chat_stream(pieces));
    REQUIRE_FALSE(got);
    CHECK(got.error().reason == tacet::decode_failure::wrong_shape);
    CHECK(got.error().message.find("some pieces of calls have an index and others have none") !=
          std::string::npos);
  }
}
