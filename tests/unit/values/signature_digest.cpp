// SPDX-License-Identifier: MIT
// The repeat key as a digest, against the repeat key as a text.
#include "support/catch.hpp"
#include "unit/json/spelled.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/values/signature.hpp>
#include <tacet/values/signature_digest.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#if defined(TACET_HAS_RAPIDCHECK) && defined(__cpp_exceptions)
#include <rapidcheck.h>
#endif

using namespace tacet;

namespace {

// A JSON string whose value is `text`, in as few escapes as there may be.
std::string wrapped(std::string_view text) {
  std::string out;
  json::detail::append_canonical_string(text, out);
  return out;
}

}  // namespace

TEST_CASE("two calls have one digest exactly where they have one signature") {
  const std::string broken_long = "{\"x\":\"" + std::string(3000, 'y');
  const std::string arguments[] = {"",
                                   " \n\t",
                                   "{}",
                                   " { } ",
                                   "null",
                                   " null",
                                   "nul",
                                   "nullx",
                                   R"("null")",
                                   "[]",
                                   "[null]",
                                   R"("{}")",
                                   R"(" { } ")",
                                   R"("{")",
                                   R"("[]")",
                                   R"("{}x")",
                                   R"("\"{}\"")",
                                   R"({"a":1})",
                                   R"({ "a" : 1.0 })",
                                   R"("{\"a\":1}")",
                                   R"(" {\"\\u0061\":1e0} ")",
                                   R"("{\"a\":1,\"a\":1}")",
                                   R"({"a":1,"a":1})",
                                   R"({"a":1,"a":2})",
                                   R"({"a":2,"a":1})",
                                   R"({"a":1,"a":1} )",
                                   R"({"a":"1"})",
                                   R"({"a":"{}"})",
                                   R"({"a":{}})",
                                   R"({"a":{"b":1}})",
                                   R"({"a.b":1})",
                                   "1",
                                   "\"1\"",
                                   "[1,[2]]",
                                   "[[1],2]",
                                   "\"\"",
                                   "\" \"",
                                   "!",
                                   "{",
                                   "{}{}",
                                   broken_long,
                                   broken_long + " ",
                                   R"({"a":1)",
                                   R"({"a":"x\ny"})",
                                   "{\"a\":\"x\ny\"}",
                                   "\"\\ud800\"",
                                   std::string(200, '['),
                                   std::string(201, '['),
                                   "{\"a\":" + std::string(126, '[') + std::string(126, ']') + "}",
                                   wrapped("{\"a\":" + std::string(126, '[') + std::string(126, ']') + "}")};
  const std::string names[] = {"",  "a",     "a\n", "a\n{}", "{}",
                               "!", "a\n!{", "\n",  "aa",    std::string(500, 'a')};
  std::vector<std::string> keys;
  std::vector<json::digest128> digests;
  for (const std::string& name : names)
    for (const std::string& text : arguments) {
      const tool_call call{"id", name, text};
      keys.push_back(signature(call));
      digests.push_back(signature_digest(call));
    }
  std::size_t equal = 0;
  for (std::size_t i = 0; i < keys.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      if ((keys[i] == keys[k]) == (digests[i] == digests[k])) {
        equal += keys[i] == keys[k];
        continue;
      }
      INFO(keys[i] << " and " << keys[k]);
      CHECK(false);
    }
  CHECK(equal > 100);
  CHECK(signature_digest({"1", "a", "{}"}) == signature_digest({"2", "a", "{}", true}));
}

TEST_CASE("an object in a string is that object up to the bound, and the string behind it") {
  for (const std::size_t size : {std::size_t{20}, most_unwrapped - 1, most_unwrapped, most_unwrapped + 1}) {
    INFO(size);
    const std::string inner = "{\"a\":\"" + std::string(size - 12, 'x') + "\"}";  // and 4 backslashes
    const std::string text = wrapped(inner);
    REQUIRE(text.size() - 2 == size);
    const bool same = signature_digest({"", "t", text}) == signature_digest({"", "t", inner});
    CHECK(same == (size <= most_unwrapped));
    CHECK(signature_digest({"", "t", text}) == signature_digest({"", "t", " " + text}));
    CHECK(signature({"", "t", text}) == signature({"", "t", inner}));
  }
}

TEST_CASE("a digest of a call asks for no memory") {
  const std::string texts[] = {R"({"a":[1,2,{"b":"\u0041"}]})", R"("{\"a\":1}")", "{broken", ""};
  const std::size_t before = tacet_test::allocations;
  std::uint64_t all = 0;
  for (const std::string& text : texts)
    all ^= signature_digest({"", "a name that is longer than a small text", text}).low;
  CHECK(tacet_test::allocations == before);
  CHECK(all != 0);
}

#if defined(TACET_HAS_RAPIDCHECK) && defined(__cpp_exceptions)
TEST_CASE("for all arguments: one digest exactly where there is one signature") {
  int equal = 0;
  CHECK(rc::check([&](const std::vector<std::uint32_t>& values, const std::vector<std::uint32_t>& spellings) {
    tacet_test::choices by(values);
    tacet_test::choices way(spellings);
    std::string texts[2];
    for (std::string& text : texts) {
      text = tacet_test::spelled(tacet_test::made_value(by), way);
      if (way.one_in(4)) text = wrapped(text);
      if (way.one_in(8)) text.pop_back();
    }
    const char* const names[] = {"a", "b"};
    const tool_call one{"", names[way.below(2)], texts[0]};
    const tool_call other{"", names[way.below(2)], texts[1]};
    const bool same = signature(one) == signature(other);
    equal += same;
    RC_ASSERT((signature_digest(one) == signature_digest(other)) == same);
  }));
  CHECK(equal > 0);
}
#endif
