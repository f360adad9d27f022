// SPDX-License-Identifier: MIT
// The decoder without exceptions and RTTI: values arrive exactly or not at all.
#include <tacet/tacet.hpp>

#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <vector>

#if defined(__cpp_exceptions) || defined(__GXX_RTTI)
#error "this test is of a build without exceptions and RTTI"
#endif

namespace {

enum class unit { metre, mile };
struct place {
  std::string name;
  double height;
};
struct all_args {
  std::int64_t id;
  bool flag;
  unit in;
  place at;
  std::vector<int> list;
  std::map<std::string, int> counts;
  std::optional<std::string> note;
};

bool decodes(std::string_view text, all_args& into, tacet::json::context& fault) {
  return tacet::json::decode<all_args, false>(text, into, fault);
}

}  // namespace

int main() {
  int failures = 0;
  const auto check = [&failures](bool holds, const char* what) {
    if (holds) return;
    ++failures;
    std::fprintf(stderr, "failed: %s\n", what);
  };
  const std::string good =
      R"({"list":[1,-2],"id":9223372036854775807,"flag":false,"in":"mile","counts":{"a":1},"at":{"height":1e2,"name":"x\n\u00e4"}})";
  all_args x{};
  tacet::json::context fault;
  check(decodes(good, x, fault), "a good text");
  check(
      x.id == INT64_MAX && !x.flag && x.in == unit::mile && x.at.height == 100 && x.at.name == "x\n\xC3\xA4",
      "its scalars");
  check(x.list == std::vector<int>{1, -2} && x.counts.at("a") == 1 && !x.note.has_value(), "its containers");

  // A text that is cut anywhere is refused and never closed for the model.
  for (std::size_t n = 1; n < good.size(); ++n) {
    all_args cut{};
    tacet::json::context c;
    check(!decodes(std::string_view(good).substr(0, n), cut, c), "a cut text");
  }
  for (const char* const bad :
       {"{}", "[]", "null x", "{\"id\":1", R"({"id":9223372036854775808})", R"({"id":1.5})", R"({"id":true})",
        R"({"id":1,"id":1})", R"({"more":1})", R"({"in":"inch"})", R"({"list":[1,"x"]})", R"({"list":{}})",
        R"({"flag":1})", R"({"at":{"name":1}})", "{\"note\":\"a\nb\"}", "{\"note\":\"\xff\"}",
        R"({"note":"\ud800"})", R"({"id":01})", "{\"id\":NaN}"}) {
    all_args y{};
    tacet::json::context c;
    check(!decodes(bad, y, c), bad);
    tacet::text_room room;
    tacet::text_writer to(room);
    tacet::json::explain(c, to);
    check(!to.finish({}).empty(), "words for it");
  }
  check(tacet::signature({"1", "a", R"({"x":1,"y":[1.0]})"}) ==
            tacet::signature({"2", "a", R"( {"y":[1],"x":1e0})"}),
        "equal signatures");
  check(tacet::signature({"1", "a", "{\"x\":9007199254740993}"}) !=
            tacet::signature({"1", "a", "{\"x\":9007199254740992}"}),
        "other digits");
  return failures == 0 ? 0 : 1;
}
