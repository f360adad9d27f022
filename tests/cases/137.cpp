// SPDX-License-Identifier: MIT
// Bytes of a stream are decoded when an event is whole, so no cut can destroy a character.
#include "streams.hpp"
#include "support/catch.hpp"

using namespace tacet_case;

TEST_CASE("case 137: an event with characters of three and four bytes is the same for every cut") {
  const std::string said = "\xE2\x82\xAC and \xF0\x9F\x8D\xB8";
  const std::string one =
      chunk(R"({"index":0,"id":"A","type":"function","function":{"name":"say","arguments":"{\"t\":\")" +
            said + R"(\"}"}})");
  const lines wanted{"A say({\"t\":\"" + said + "\"})"};
  for (const std::string line : {"\n", "\r\n", "\r"}) {
    std::string bytes;
    for (const std::string& data : {one, the_end, std::string("[DONE]")})
      bytes += "data: " + data + line + line;
    for (std::size_t first = 0; first <= bytes.size(); ++first) {
      tacet::reply_stream<tacet::openai_chat> stream;
      CHECK(stream.feed(std::string_view(bytes).substr(0, first)));
      CHECK(stream.feed(std::string_view(bytes).substr(first)));
      CHECK(calls_of(stream.finish()) == wanted);
    }
    CHECK(calls_of(read(bytes, 1)) == wanted);
    CHECK(calls_of(read(bytes, 2)) == wanted);
  }
}
