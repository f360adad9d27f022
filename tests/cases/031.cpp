// SPDX-License-Identifier: MIT
// Pieces of several calls that come in turns go to the call of their index, not to the last one.
#include "streams.hpp"
#include "support/catch.hpp"

#include <algorithm>

using namespace tacet_case;

TEST_CASE("case 031: interleaved pieces give each call its own arguments, in the order of the indexes") {
  const lines pieces{R"({"index":0,"id":"A","type":"function","function":{"name":"look"}})",
                     R"({"index":1,"id":"B","type":"function","function":{"name":"go"}})",
                     R"({"index":0,"function":{"arguments":"{\"x\":"}})",
                     R"({"index":1,"function":{"arguments":"{\"y\":"}})",
                     R"({"index":0,"function":{"arguments":"1}"}})",
                     R"({"index":1,"function":{"arguments":"2}"}})"};
  const lines wanted{R"(A look({"x":1}))", R"(B go({"y":2}))"};
  CHECK(calls_of(read(chat_stream(pieces))) == wanted);
  // Whichever turns they take, as long as the pieces of one call stay in order.
  std::vector<std::size_t> whose{0, 0, 0, 1, 1, 1};
  int turns = 0;
  do {
    std::size_t next[] = {0, 1};
    lines mixed;
    for (const std::size_t one : whose) {
      mixed.push_back(pieces[next[one]]);
      next[one] += 2;
    }
    CHECK(calls_of(read(chat_stream(mixed))) == wanted);
    ++turns;
  } while (std::ranges::next_permutation(whose).found);
  CHECK(turns == 20);
}
