// SPDX-License-Identifier: MIT
// The names of members, wherever the type stands.
#include "support/catch.hpp"

#include <tacet/reflect/member_names.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

using namespace tacet::reflect;

namespace {
struct hidden {
  int first;
  std::string second_;
  std::optional<std::vector<std::map<std::string, int>>> third3;
  std::variant<int, std::string> CamelCase;
  std::chrono::milliseconds _leading;
  std::string_view view;
  std::unique_ptr<int> owner;
  bool a;
  double a_very_long_name_with_more_than_sixty_four_characters_in_it_so_that_nothing_is_cut;
};
template <class T, int N = 3> struct over {
  T value;
  std::vector<T> values;
};
}  // namespace
namespace deep::inner {
enum class kind { x };
struct open {
  kind k;
  hidden* self;
  void (*callback)(int, char);
  int string_view;
};
struct outer {
  struct nested {
    int in;
  } member;
};
}  // namespace deep::inner
struct global {
  int x;
  const int y = 1;
  int \u00fcber;
};
struct of_32 {
  int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad, ae, af;
};

template <class T> static std::string joined() {
  std::string all;
  for (const std::string_view name : member_names<T>) all += (all.empty() ? "" : " ") + std::string(name);
  return all;
}

TEST_CASE("names are read in order from types of every kind and place") {
  struct local {
    int inside_a_function;
    std::string and_another;
  };
  const auto lambda = [] {
    struct innermost {
      bool in_a_lambda;
    };
    return joined<innermost>();
  };
  CHECK(joined<hidden>() ==
        "first second_ third3 CamelCase _leading view owner a "
        "a_very_long_name_with_more_than_sixty_four_characters_in_it_so_that_nothing_is_cut");
  CHECK(joined<over<int>>() == "value values");
  CHECK(joined<over<over<hidden*>, -1>>() == "value values");
  CHECK(joined<deep::inner::open>() == "k self callback string_view");
  CHECK(joined<deep::inner::outer>() == "member");
  CHECK(joined<deep::inner::outer::nested>() == "in");
  CHECK(joined<global>() == "x y \u00fcber");
  CHECK(joined<local>() == "inside_a_function and_another");
  CHECK(lambda() == "in_a_lambda");
  CHECK(joined<of_32>() == "a b c d e f g h i j k l m n o p q r s t u v w x y z aa ab ac ad ae af");
  STATIC_REQUIRE(member_names<global>[0] == "x");
}
