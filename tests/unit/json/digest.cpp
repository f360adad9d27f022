// SPDX-License-Identifier: MIT
// Digests of JSON values, against their canonical forms: equal for equal ones, and different for all others.
#include "support/catch.hpp"
#include "unit/json/spelled.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/json/canonical.hpp>
#include <tacet/json/digest.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#if defined(TACET_HAS_RAPIDCHECK) && defined(__cpp_exceptions)
#include <rapidcheck.h>
#endif

using namespace tacet::json;

namespace {

struct answer {
  bool good = false;
  fault_code fault = fault_code::none;
  std::ptrdiff_t where = 0;
  digest128 made{7, 7};
};
answer digested(std::string_view text) {
  answer a;
  context c;
  a.good = digest(text, a.made, c);
  a.fault = c.fault;
  if (!a.good) a.where = c.at - text.data();
  return a;
}

// The form of the oracle, and that both agree on whether there is one, and on what is wrong and where.
std::string form(std::string_view text, bool& good) {
  std::string out;
  context c;
  good = canonical(text, out, c);
  const answer a = digested(text);
  CHECK(a.good == good);
  CHECK(a.fault == c.fault);
  if (!good && !a.good) {
    CHECK(a.where == c.at - text.data());
    CHECK(a.made == digest128{7, 7});
  }
  return out;
}

void compare(const std::string& a, const std::string& b) {
  INFO(a << "\n" << b);
  bool a_good = false;
  bool b_good = false;
  const std::string one = form(a, a_good);
  const std::string other = form(b, b_good);
  if (a_good && b_good) CHECK((digested(a).made == digested(b).made) == (one == other));
}

std::vector<std::uint32_t> random_choices(std::mt19937& random, std::size_t n) {
  std::vector<std::uint32_t> list(n);
  for (auto& one : list) one = static_cast<std::uint32_t>(random());
  return list;
}

}  // namespace

TEST_CASE("spellings of one value have one digest, and what only looks alike has another") {
  const std::vector<std::string> classes[] = {
      {"1", "1.0", "1e0", "10e-1", " 0.1E+1 "},
      {"-1"},
      {"10", "1e1"},
      {"0", "-0", "0.0", "-0e7", "0e99999999999999999999"},
      {"\"1\"", R"("\u0031")"},
      {"\"0\""},
      {"\"\""},
      {"\"null\""},
      {"null"},
      {"true"},
      {"false"},
      {"[]", "[ ]"},
      {"{}", "{ }"},
      {"[[]]"},
      {"[{}]"},
      {"[null]"},
      {"[1,[2]]"},
      {"[[1],2]"},
      {"[1,2]", "[1.0,2e0]"},
      {"[2,1]"},
      {"[12]"},
      {"[1,2,null]"},
      {R"({"a":{"b":1}})"},
      {R"({"a.b":1})"},
      {R"({"a":1,"b":2})", R"({"b":2,"\u0061":1})"},
      {R"({"a":2,"b":1})"},
      {R"({"a":"b"})"},
      {R"({"b":"a"})"},
      {R"({"a":1,"b":1})"},
      {R"(["a",1])"},
      {R"({"":0})"},
      {R"({"":{"":0}})"},
      {R"({"a":[{"b":1},{"c":1}]})"},
      {R"({"a":[{"c":1},{"b":1}]})"},
      {R"({"a":{"x":1},"b":{"y":1}})"},
      {R"({"a":{"y":1},"b":{"x":1}})"},
      {R"("{}")"},
      {"\"abcdefgh\"", "\"\\u0061bcdefg\\u0068\""},
      {"\"abcdefghi\""},
      {"\"abcdefg\\u0000\""},
      {"\"abcdefg\""},
      {"9007199254740993", "9007199254740993.0", "9.007199254740993e15"},
      {"9007199254740992"},
      {"1" + std::string(400, '0'), "1e400"},
      {std::string(400, '9')},
      {std::string(399, '9') + "8"},
      {"1e281474976710655"},  // beyond this exponents are all far
      {"1e281474976710654"},
      {R"("\ud800\udc00\uDBFF\uDFFF\ud7ff\ue000")",
       "\"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\xED\x9F\xBF\xEE\x80\x80\""},
      {R"("\ud83d\ude00\u00fc/")", "\"\xF0\x9F\x98\x80\xC3\xBC\\/\""},
  };
  std::vector<std::pair<std::string, digest128>> all;
  for (const auto& spellings : classes) {
    for (const auto& [other, made] : all) {
      INFO(spellings.front() << " and " << other);
      CHECK_FALSE(made == digested(spellings.front()).made);
    }
    all.emplace_back(spellings.front(), digested(spellings.front()).made);
    for (const std::string& one : spellings) compare(one, spellings.front());
  }
}

TEST_CASE("what has no canonical form has no digest, for the same reason at the same place") {
  for (const std::string& text : std::vector<std::string>{"",
                                                          " ",
                                                          "{",
                                                          "[",
                                                          "[1",
                                                          "[1,",
                                                          "[1,]",
                                                          "{\"a\"",
                                                          "{\"a\":",
                                                          "{\"a\":1",
                                                          "{\"a\":1,",
                                                          "{\"a\":1,}",
                                                          "{1:2}",
                                                          "{\"a\" 1}",
                                                          "1 2",
                                                          "{}x",
                                                          "nul",
                                                          "nulL",
                                                          "tru",
                                                          "-",
                                                          "01",
                                                          "1.",
                                                          "1e",
                                                          "+1",
                                                          "\"",
                                                          "\"\\x\"",
                                                          "\"\\ud800\"",
                                                          "\"\n\"",
                                                          "\"\xFF\"",
                                                          "{\"\xFF\":1}",
                                                          "[\"\\u12\"]",
                                                          "'a'",
                                                          "NaN",
                                                          R"({"a":1,"a":1})",
                                                          R"({"a":1,"\u0061":2})",
                                                          R"([{"x":{"b":1,"c":2,"b":3}}])",
                                                          R"({"a":{"a":1},"b":1,"a":2})",
                                                          std::string(129, '['),
                                                          std::string(100000, '['),
                                                          std::string(128, '[') + std::string(127, ']')}) {
    INFO(text.substr(0, 200));
    bool good = true;
    (void)form(text, good);
    CHECK_FALSE(good);
  }
  bool good = false;
  (void)form(std::string(128, '[') + std::string(128, ']'), good);
  CHECK(good);
  // The same name in another object is no duplicate, also behind an object that was closed.
  (void)form(R"({"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]})", good);
  CHECK(good);
}

TEST_CASE("a duplicate key is found among as many keys as are kept, and behind that both members count") {
  const auto object = [](std::size_t before, const std::string& last) {
    std::string text = "{";
    for (std::size_t i = 0; i < before; ++i) text += "\"k" + std::to_string(i) + "\":0,";
    return text + last + "}";
  };
  for (const std::size_t n : {std::size_t{1}, most_digested_keys - 1, most_digested_keys}) {
    INFO(n);
    CHECK(digested(object(n, "\"k0\":1")).fault == fault_code::duplicate_member);
    CHECK(digested(object(n, "\"k" + std::to_string(n - 1) + "\":1")).fault == fault_code::duplicate_member);
    CHECK(digested(object(n, "\"x\":1")).good);
  }
  const std::string late = "\"x\":1,\"x\":2";
  CHECK(digested(object(most_digested_keys - 1, late)).fault == fault_code::duplicate_member);
  const answer kept = digested(object(most_digested_keys, late));
  REQUIRE(kept.good);
  CHECK(kept.made == digested(object(most_digested_keys, "\"x\":2,\"x\":1")).made);
  CHECK_FALSE(kept.made == digested(object(most_digested_keys, "\"x\":1")).made);
  CHECK_FALSE(kept.made == digested(object(most_digested_keys, "\"x\":2,\"x\":2")).made);
  // What an object has closed again does not count against those behind it.
  const std::string closed = "{\"a\":" + object(most_digested_keys - 1, "\"x\":1") + ",\"b\":1,\"b\":1}";
  CHECK(digested(closed).fault == fault_code::duplicate_member);
  // Without duplicates any number of members is one value in any order.
  std::string forth = "{\"z\":0";
  std::string back = "}";
  for (int i = 0; i < 1000; ++i) {
    const std::string one = "\"n" + std::to_string(i) + "\":" + std::to_string(i);
    forth += "," + one;
    back = "," + one + back;
  }
  compare(forth + "}", "{\"z\":0" + back);
}

TEST_CASE("a digest is the same however the text comes in pieces, and tells pieces of other sizes apart") {
  const std::string text = "a text of several words, and then a tail";
  const digest128 whole = digest_text(text);
  for (std::size_t i = 0; i <= text.size(); ++i)
    for (std::size_t k = i; k <= text.size(); ++k) {
      digester made('t');
      made.add(std::string_view(text).substr(0, i));
      made.add(std::string_view(text).substr(i, k - i));
      made.add(std::string_view(text).substr(k));
      REQUIRE(made.end_text() == whole);
    }
  for (std::size_t i = 0; i < text.size(); ++i) CHECK_FALSE(digest_text(text.substr(0, i)) == whole);
  for (std::size_t n = 0; n < 20; ++n)
    for (std::size_t k = 0; k < n; ++k)
      CHECK_FALSE(digest_text(std::string(n, '\0')) == digest_text(std::string(k, '\0')));
  CHECK_FALSE(digest_text(text, 'u') == whole);
  static_assert(digest_text("known at compile time") == digest_text("known at compile time"));
  static constexpr digest128 constant = digest_text("known at compile time, more than a word");
  CHECK(digest_text(std::string("known at compile time, more than a word")) == constant);
}

TEST_CASE("each bit of a text changes about half of the bits of its digest") {
  std::mt19937_64 random(11);
  double least = 64;
  double most = 64;
  for (const std::size_t size : {std::size_t{1}, std::size_t{5}, std::size_t{8}, std::size_t{20}}) {
    for (std::size_t bit = 0; bit < size * 8; ++bit) {
      double changed = 0;
      constexpr int rounds = 400;
      for (int i = 0; i < rounds; ++i) {
        std::string text(size, '\0');
        for (char& c : text) c = static_cast<char>(random());
        const digest128 before = digest_text(text);
        text[bit / 8] = static_cast<char>(text[bit / 8] ^ (1 << bit % 8));
        const digest128 after = digest_text(text);
        changed += std::popcount(before.high ^ after.high) + std::popcount(before.low ^ after.low);
      }
      least = std::min(least, changed / rounds);
      most = std::max(most, changed / rounds);
    }
  }
  // 64 of 128; a mean of 400 has a deviation of 0.28.
  CHECK(least > 62);
  CHECK(most < 66);
}

TEST_CASE("a hundred thousand near values have as many digests, in each half alone") {
  std::vector<std::uint64_t> high;
  std::vector<std::uint64_t> low;
  const auto take = [&](const std::string& text) {
    const answer a = digested(text);
    REQUIRE(a.good);
    high.push_back(a.made.high);
    low.push_back(a.made.low);
  };
  for (int i = 0; i < 20000; ++i) {
    const std::string n = std::to_string(i);
    take(n);
    take("\"" + n + "\"");
    take("[" + n + "]");
    take("{\"a\":" + n + "}");
    take("{\"" + n + "\":\"a\"}");
  }
  for (auto* half : {&high, &low}) {
    std::sort(half->begin(), half->end());
    CHECK(std::adjacent_find(half->begin(), half->end()) == half->end());
  }
}

TEST_CASE("digests of random values agree with canonical forms") {
  std::mt19937 random(20241);
  for (int i = 0; i < 4000; ++i) {
    tacet_test::choices one(random_choices(random, 40));
    tacet_test::choices other(random_choices(random, 40));
    const auto value = tacet_test::made_value(one);
    tacet_test::choices spelling(random_choices(random, 400));
    compare(tacet_test::spelled(value, spelling), tacet_test::spelled(value, spelling));
    compare(tacet_test::spelled(value, spelling),
            tacet_test::spelled(tacet_test::made_value(other), spelling));
  }
}

TEST_CASE("a digest asks for no memory") {
  std::string text = "[";
  for (int i = 0; i < 200; ++i) text += R"({"a\n\u0041":[1.50,"x\u00fc",{"b":null}],"c":true},)";
  text += "1]";
  digest128 made;
  const std::size_t before = tacet_test::allocations;
  context c;
  const bool good = digest(text, made, c);
  CHECK(tacet_test::allocations == before);
  CHECK(good);
}

#if defined(TACET_HAS_RAPIDCHECK) && defined(__cpp_exceptions)
TEST_CASE("for all values and spellings: one digest exactly where there is one canonical form") {
  int equal = 0;
  int different = 0;
  int refused = 0;
  CHECK(rc::check([&](const std::vector<std::uint32_t>& values, const std::vector<std::uint32_t>& spellings) {
    tacet_test::choices by(values);
    tacet_test::choices way(spellings);
    const std::string texts[] = {tacet_test::spelled(tacet_test::made_value(by), way),
                                 tacet_test::spelled(tacet_test::made_value(by), way)};
    std::string forms[2];
    digest128 made[2];
    bool good[2];
    for (int i : {0, 1}) {
      context c;
      good[i] = canonical(texts[i], forms[i], c);
      context d;
      RC_ASSERT(digest(texts[i], made[i], d) == good[i]);
      RC_ASSERT(d.fault == c.fault);
    }
    if (!good[0] || !good[1]) return (void)++refused;
    ++(forms[0] == forms[1] ? equal : different);
    RC_ASSERT((made[0] == made[1]) == (forms[0] == forms[1]));
  }));
  CHECK(equal > 0);
  CHECK(different > 0);
  CAPTURE(refused);

  // A text that was cut, or in which a byte was changed, is refused by both or by none.
  CHECK(rc::check([](const std::vector<std::uint32_t>& values, const std::vector<std::uint32_t>& spellings,
                     std::size_t at, char byte, bool cut) {
    tacet_test::choices by(values);
    tacet_test::choices way(spellings);
    std::string text = tacet_test::spelled(tacet_test::made_value(by), way);
    at %= text.size();
    if (cut) text.resize(at);
    else text[at] = byte;
    std::string ignored;
    context c;
    context d;
    digest128 made;
    RC_ASSERT(digest(text, made, d) == canonical(text, ignored, c));
    RC_ASSERT(d.fault == c.fault);
    if (c.fault != fault_code::none) RC_ASSERT(c.at == d.at);
  }));
}
#endif

TEST_CASE("what is taken first and what is taken next are not exchangeable") {
  const auto of = [](std::string_view text) {
    tacet::json::digest128 made;
    tacet::json::context c;
    REQUIRE(tacet::json::digest(text, made, c));
    return made;
  };
  // All different, each with each.
  const char* const texts[] = {"[1,[2]]", "[2,[1]]", "[[1],2]", "[[2],1]", "[0,[]]", "[[0]]",     "[[],0]",   "[[[]]]", "[[],[]]",
                               "[]",      "[[]]",    "[1,2]",   "[2,1]",   "[12]",   "[\"1\",2]", "[1,[2],3]", "{}",     "[{}]",
                               "{\"a\":[]}", "{\"a\":{}}", "[\"a\",[]]", "[[\"a\"]]", "{\"a\":1}", "[\"a\",1]"};
  for (std::size_t i = 0; i < std::size(texts); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      INFO(texts[i] << ' ' << texts[j]);
      CHECK_FALSE(of(texts[i]) == of(texts[j]));
    }
}
