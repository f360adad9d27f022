// SPDX-License-Identifier: MIT
// The pointer of a place, for every place of a text.
#include "support/catch.hpp"

#include <tacet/json/pointer.hpp>

#include <string>

using namespace tacet;

static std::string pointer(std::string_view text, std::size_t at) {
  text_room room;
  text_writer to(room);
  json::pointer_walk(text, text.data() + at).append_to(to);
  return std::string(to.finish("no memory"));
}

TEST_CASE("a place in a text has a pointer, with its names decoded and escaped") {
  const std::string_view text = R"({"a":[10,{"b/c":true,"~":"x"}],"\u0064":null,"":[[],[7]]})";
  const struct {
    const char* what;
    const char* pointer;
  } rows[] = {{"{", ""},
              {"\"a\"", "/a"},
              {"[10", "/a"},
              {"10", "/a/0"},
              {"{\"b", "/a/1"},
              {"\"b/c\"", "/a/1/b~1c"},
              {"true", "/a/1/b~1c"},
              {"\"x\"", "/a/1/~0"},
              {"\"\\u0064\"", "/d"},
              {"null", "/d"},
              {"[[]", "/"},
              {"[7]", "//1"},
              {"7]", "//1/0"}};
  for (const auto& row : rows) {
    const std::size_t at = text.find(row.what);
    REQUIRE(at != std::string_view::npos);
    CHECK(pointer(text, at) == row.pointer);
  }
  CHECK(json::pointer_walk(text, text.data() + text.find("\"b/c\"")).name_at() == "b/c");
  CHECK(json::pointer_walk(text, text.data() + text.find("true")).name_at().empty());
}

TEST_CASE("a walk through broken, cut or deep text ends somewhere, for every place") {
  const std::string deep = std::string(1000, '[');
  for (const std::string& text :
       {std::string(R"({"a":[1,{"b":"x\u0041"}],"c":tru})"), std::string("{\"a\":[1,2"),
        std::string("{\"a\" 1}"), std::string("{,}"), std::string("]["), deep, std::string(),
        std::string("{\"a\":{\"a\":{\"a\"")})
    for (std::size_t cut = 0; cut <= text.size(); cut += text.size() > 100 ? 37U : 1U) {
      const std::string exact(text.data(), cut);
      for (std::size_t at = 0; at <= cut; at += text.size() > 100 ? 41U : 1U)
        CHECK(pointer(exact, at).size() <= 4 * 128);
    }
}

TEST_CASE("a pointer in a sentence is bounded and clean, whatever the names are") {
  const auto nested = [](const std::string& name, int depth) {
    std::string text;
    for (int i = 0; i < depth; ++i) text += "{\"" + name + "\":";
    return text + "7";
  };
  for (const std::string& name : {std::string(10000, 'x'), std::string(10000, '/'), std::string(50, '~'),
                                  std::string(R"(\u0000\n\uD83D\uDE00)")})
    for (const int depth : {1, 5, 128}) {
      const std::string text = nested(name, depth);
      const std::string made = pointer(text, text.size() - 1);
      CHECK(made.size() < json::most_pointer + 2 * most_quoted + 20);
      for (const char c : made) CHECK(static_cast<unsigned char>(c) >= 0x20);
      const char* p = made.data();
      const char* const end = p + made.size();
      for (std::size_t n = 0; p != end && (n = utf8_length(p, end)) != 0;) p += n;
      CHECK(p == end);
    }
}
