// SPDX-License-Identifier: MIT
// Argument texts as models send them, cut and mutated at every byte, with Boost.JSON as the oracle.
#include "support/catch.hpp"
#include "unit/json/read.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/json/encode.hpp>

#include <boost/json.hpp>

#include <map>
#include <random>
#include <vector>

using namespace tacet;
using tacet_test::decoded;
using tacet_test::fault_code;

namespace {

struct probe {
  std::optional<int> n{};
};
struct two {
  int a;
  int b;
};
enum class color { red, green };
struct point {
  double x = 0;
  double y = 0;
  friend bool operator==(const point&, const point&) = default;
};
struct everything {
  int number;
  std::string text;
  std::optional<bool> flag{};
  std::vector<point> points{};
  std::map<std::string, std::int64_t> counts{};
  std::variant<bool, std::int64_t, std::string> either{};
  color shade = color::red;
  std::array<std::uint8_t, 3> rgb{};
  static constexpr auto notes =
      tacet::notes(note("points", "", defaulted), note("counts", "", defaulted),
                   note("either", "", defaulted), note("shade", "", defaulted), note("rgb", "", defaulted));
  friend bool operator==(const everything&, const everything&) = default;
};
struct flat {
  int a;
  std::uint64_t b;
  double c;
  bool d;
  std::optional<int> e{};
  color f = color::green;
  std::array<int, 4> g{};
  point h{};
  std::string_view i{};
  std::chrono::milliseconds j{};
  static constexpr auto notes = tacet::notes(note("g", "", defaulted), note("h", "", defaulted),
                                             note("i", "", defaulted), note("j", "", defaulted));
};

// Boost.JSON as set up to be as strict as RFC 8259 is; it accepts duplicates, and has a limit of its own for
// exponents.
bool oracle(std::string_view text) {
  boost::json::error_code error;
  boost::json::parse_options options;
  options.max_depth = 128;
  (void)boost::json::parse({text.data(), text.size()}, error, {}, options);
  return !error || error == boost::json::error::exponent_overflow;
}

const std::string samples[] = {
    R"({"number":-12,"text":"a\n\u00e9\uD83D\uDE00 b","flag":true,"points":[{"x":1.5e3,"y":-0},{"y":2,"x":0.25}],"counts":{"a":1,"b":-9223372036854775808},"either":"7","shade":"green","rgb":[0,128,255]})",
    R"( { "text" : "" , "rgb":[1,2,3], "number" : 1.0, "either" : null, "points" : [ ] , "counts":{ } } )",
    "{\"number\":0,\"text\":\"\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80\",\"either\":false}",
    R"({"number":2147483647,"text":"x","flag":null,"shade":null})",
};

}  // namespace

TEST_CASE("no text, blanks and null mean no arguments") {
  for (const char* text : {"", " ", "\n\t \r", "null", " null\n", "{}", " {} "}) {
    decoded<probe> read(text);
    CHECK(read.ok);
    CHECK_FALSE(read.value.n.has_value());
    CHECK_FALSE(read.c.adjusted);
    CHECK(decoded<two>(text).fault() == fault_code::missing_member);
  }
  decoded<two> missing("");
  CHECK_THAT(missing.why(), tacet_test::contains(R"(missing: "a", "b" (at /a, byte 1))"));
}

TEST_CASE("a value that is no object is refused as such, and broken text as broken") {
  for (const char* text :
       {"[1,2]", "42", "true", "false", "\"hi\"", "\"\"", "[]", "-0", "\"null\"", "\"[1]\"", " [ ] "}) {
    INFO(text);
    CHECK(decoded<probe>(text).fault() == fault_code::not_an_object);
  }
  for (const char* text : {"{\"q\"",
                           "{",
                           "}",
                           "[",
                           "nul",
                           "nulll",
                           "{]",
                           "[}",
                           "\"abc",
                           "\"{\\\"n\\\":1}",
                           "{\"n\":1",
                           "{\"n\":1}x",
                           "{\"n\":1},",
                           "x{\"n\":1}",
                           "```json\n{\"n\":1}\n```",
                           "{\"n\":1}{\"n\":2}",
                           "{\"n\":1} {\"n\":2}",
                           "{'n':1}",
                           "{n:1}",
                           "{\"n\":1}//",
                           "\xEF\xBB\xBF{}",
                           "{\"n\":1}\v"}) {
    INFO(text);
    CHECK(is_grammar(decoded<probe>(text).fault()));
  }
  CHECK(decoded<probe>(std::string_view("{}\0", 3)).fault() == fault_code::trailing_text);
  CHECK(decoded<probe>("{\"n\":1}{\"n\":2}").offset() == 7);
  CHECK(decoded<probe>("  {\"n\":1} {\"n\":2} ").offset() == 10);
  CHECK(decoded<probe>("\n{\"m\":1}").offset() == 2);  // counted in what the model sent
}

TEST_CASE("an object inside a string is unwrapped once, and that is recorded") {
  for (const char* text : {R"("{\"n\":1}")", R"(" {\"n\":1}\n")", R"( "{\u0022n\u0022: 1}" )"}) {
    decoded<probe> read(text);
    INFO(text);
    REQUIRE(read.ok);
    CHECK(read.value.n == 1);
    CHECK(read.c.adjusted);
  }
  CHECK(decoded<probe>(R"("{}")").ok);
  CHECK(decoded<probe>(R"("\"{\\\"n\\\":1}\"")").fault() == fault_code::not_an_object);  // twice
  CHECK(decoded<probe>(R"("{\"n\":1,}")").fault() == fault_code::unexpected_character);
  CHECK(decoded<probe>(R"("{\"n\":1}{}")").fault() == fault_code::trailing_text);
  CHECK(decoded<probe>(R"("{\"n\":\"\n\"}")").fault() == fault_code::control_character);
  CHECK(decoded<probe>(R"("{\"m\":1}")").fault() == fault_code::unknown_member);
  decoded<probe> wrong(R"("{\"n\":true}")");
  CHECK_THAT(wrong.why(), tacet_test::contains("expected an integer, got a boolean (at /n, byte 5)"));
  // The text must stay as long as views into it.
  struct words {
    std::string_view w;
  };
  decoded<words> view(R"("{\"w\":\"a view\"}")");
  REQUIRE(view.ok);
  CHECK(view.value.w == "a view");
}

TEST_CASE("nesting to 128 is read and beyond is refused, however deep") {
  const auto deep = [](int n) {
    return "{\"v\":" + std::string(static_cast<std::size_t>(n - 1), '[') +
           std::string(static_cast<std::size_t>(n - 1), ']') + '}';
  };
  for (const int n : {1, 2, 127, 128})
    CHECK(decoded<tacet_test::holder<json::raw_value>>(n == 1 ? "{\"v\":1}" : deep(n)).ok);
  for (const int n : {129, 130, 1000, 100000}) {
    CHECK(decoded<tacet_test::holder<json::raw_value>>(deep(n)).fault() == fault_code::too_deep);
    CHECK(decoded<two>(deep(n)).fault() == fault_code::too_deep);
    CHECK(decoded<two>(std::string(static_cast<std::size_t>(n), '[')).fault() == fault_code::too_deep);
    std::string objects;
    for (int i = 0; i < n; ++i) objects += "{\"a\":";
    CHECK(decoded<two>(objects).fault() == fault_code::too_deep);
  }
}

TEST_CASE("every prefix of a valid text is refused, reading nothing behind it") {
  for (const std::string& text : samples) {
    REQUIRE(decoded<everything>(text).ok);
    const std::size_t end = text.find_last_not_of(' ') + 1;
    const std::size_t begin = text.find_first_not_of(' ');
    for (std::size_t n = begin + 1; n < end; ++n) {
      const decoded<everything> read(std::string_view(text).substr(0, n));
      INFO(text.substr(0, n));
      REQUIRE_FALSE(read.ok);
      REQUIRE(is_grammar(read.fault()));
    }
  }
  const std::string wrapped = R"("{\"number\":1,\"text\":\"x\"}")";
  for (std::size_t n = 1; n < wrapped.size(); ++n)
    REQUIRE_FALSE(decoded<everything>(wrapped.substr(0, n)).ok);
}

TEST_CASE("every mutation of one byte agrees with the oracle about what is JSON") {
  std::size_t accepted = 0, refused = 0;
  const std::string bytes = [] {
    std::string all("\"\\{}[],:0129-+.eE \n\ttfnu/aXx\x7F", 29);
    for (const int b : {0x00, 0x01, 0x1F, 0x80, 0xBF, 0xC0, 0xC3, 0xE2, 0xED, 0xF0, 0xF4, 0xFF})
      all += static_cast<char>(b);
    return all;
  }();
  const auto judge = [&](const std::string& text) {
    decoded<everything> read(text);
    const bool valid = oracle(text);
    INFO(text);
    if (read.ok) {
      REQUIRE(valid);
      ++accepted;
    } else {
      REQUIRE(read.fault() != fault_code::none);
      REQUIRE(is_grammar(read.fault()) == !valid);
      REQUIRE(read.c.at >= read.c.begin);
      REQUIRE(read.c.at <= read.c.end);
      REQUIRE_FALSE(read.why().empty());
      ++refused;
    }
  };
  for (const std::string& text : samples) {
    const std::size_t end = text.find_last_not_of(' ') + 1;
    for (std::size_t i = text.find_first_not_of(' ') + 1; i + 1 < end; ++i) {
      for (const char b : bytes) {
        std::string other = text;
        other[i] = b;
        judge(other);
      }
      judge(text.substr(0, i) + text.substr(i + 1));
      judge(text.substr(0, i) + text[i] + text.substr(i));
    }
  }
  CHECK(accepted > 500);
  CHECK(refused > 10000);
}

TEST_CASE("random structs are written and read back the same") {
  std::mt19937_64 random(11);
  const auto draw = [&](unsigned below) { return static_cast<unsigned>(random() % below); };
  const auto word = [&] {
    std::string text;
    for (unsigned n = draw(12); n-- > 0;) {
      char c[4];
      const std::uint32_t code = draw(3) != 0   ? draw(128)
                                 : draw(2) == 0 ? draw(0xD800)
                                                : 0xE000 + draw(0x110000 - 0xE000);
      text.append(c, write_utf8(c, code));
    }
    return text;
  };
  for (int i = 0; i < 3000; ++i) {
    everything value{};
    value.number = static_cast<int>(random());
    value.text = word();
    if (draw(2) == 0) value.flag = draw(2) == 0;
    for (unsigned n = draw(4); n-- > 0;)
      value.points.push_back({static_cast<double>(static_cast<std::int64_t>(random())) / 1024,
                              std::ldexp(1.0, static_cast<int>(draw(2000)) - 1000)});
    for (unsigned n = draw(4); n-- > 0;) value.counts[word()] = static_cast<std::int64_t>(random());
    if (draw(3) == 0) value.either = word();
    else if (draw(2) == 0) value.either = static_cast<std::int64_t>(random());
    value.shade = draw(2) == 0 ? color::red : color::green;
    for (auto& part : value.rgb) part = static_cast<std::uint8_t>(random());
    text_room room;
    text_writer to(room);
    json::append_value(to, value);
    const std::string text(to.finish(""));
    INFO(text);
    REQUIRE(oracle(text));
    const decoded<everything> read(text);
    REQUIRE(read.ok);
    REQUIRE(read.value == value);
  }
}

TEST_CASE("a struct that owns no memory is decoded without any") {
  for (
      const std::string_view text :
      {std::string_view(
           R"({"a":1,"b":2,"c":1.5,"d":true,"e":null,"f":"red","g":[1,2,3,4],"h":{"x":1,"y":2},"i":"view","j":5})"),
       std::string_view(
           R"( { "d" : "true", "c":1e3 , "b":"18446744073709551615", "\u0061":1.0 , "i" : "plain" } )"),
       std::string_view(R"({"a":1,"b":-1})"), std::string_view(R"({"a":1,"a":1})"),
       std::string_view(R"({"zz":1})"), std::string_view("{\"a\":"), std::string_view("[1]"),
       std::string_view("")}) {
    flat out{};
    json::context c;
    const std::size_t before = tacet_test::allocations;
    const bool ok = json::decode(text, out, c);
    const std::size_t after = tacet_test::allocations;
    CHECK(after == before);
    CHECK(ok == (text.find("\"c\"") != std::string_view::npos));
  }
}

TEST_CASE("a value that is read into keeps what the text does not mention") {
  flat defaults{};
  defaults.e = 77;
  decoded<flat> read(R"({"a":1,"b":2,"c":3,"d":false})", defaults);
  REQUIRE(read.ok);
  CHECK(read.value.e == 77);
  CHECK(read.value.f == color::green);
}
