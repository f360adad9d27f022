// SPDX-License-Identifier: MIT
// How many members there are, and what cannot be read member by member.
#include "support/catch.hpp"

#include <tacet/reflect/member_count.hpp>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

using namespace tacet::reflect;

namespace {

struct none {};
struct pair {
  int a, b;
};
struct rich {
  std::string text;
  std::optional<pair> perhaps{};
  std::optional<std::vector<std::optional<int>>> deep{};
  std::variant<int, std::string, pair> either{};
  std::map<std::string, pair> table{};
  std::array<int, 4> four{};
  std::unique_ptr<int> owner{};
  pair nested{};
  const char* view = nullptr;
  enum class kind { x } k{};
};
struct based : pair {
  int c;
};
struct based_on_nothing : none {
  int c;
};
struct based_twice : none, pair {};
struct array_inside {
  int before;
  int list[3];
  int after;
};
struct array_alone {
  int list[2];
};
struct grid {
  int cells[2][2];
};
struct text_array {
  char text[8];
};
struct array_of_structs {
  pair list[2];
};
struct array_inside_a_member {
  array_inside one;
};
struct referring {
  int& r;
};
struct needs_value {
  struct no_default {
    explicit no_default(int) {}
  } n;
};
struct m32 {
  int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad, ae, af;
};
struct m33 {
  int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad, ae, af,
      ag;
};
struct m40 {
  m32 first;
  int a, b, c, d, e, f, g;
};
template <class T> struct over {
  T a;
  T* b;
};

}  // namespace

TEST_CASE("members are counted, those of members are not") {
  struct local {
    int a;
    std::string b;
    local* next;
  };
  STATIC_REQUIRE(member_count<none> == 0);
  STATIC_REQUIRE(member_count<pair> == 2);
  STATIC_REQUIRE(member_count<rich> == 10);
  STATIC_REQUIRE(member_count<local> == 3);
  STATIC_REQUIRE(member_count<over<std::string>> == 2);
  STATIC_REQUIRE(member_count<over<pair>> == 2);
  STATIC_REQUIRE(member_count<m40> == 8);
  STATIC_REQUIRE(member_count<m32> == most_members);
  STATIC_REQUIRE(member_count<m33> > most_members);
  STATIC_REQUIRE(member_count<array_inside_a_member> == 1);
}

TEST_CASE("what cannot be read is told apart") {
  STATIC_REQUIRE(has_base<based>);
  STATIC_REQUIRE(has_base<based_on_nothing>);
  STATIC_REQUIRE(has_base<based_twice>);
  STATIC_REQUIRE_FALSE(has_base<rich>);
  STATIC_REQUIRE_FALSE(has_base<pair>);
  STATIC_REQUIRE_FALSE(has_base<none>);
  STATIC_REQUIRE(has_c_array<array_inside>);
  STATIC_REQUIRE(has_c_array<array_alone>);
  STATIC_REQUIRE(has_c_array<grid>);
  STATIC_REQUIRE(has_c_array<text_array>);
  STATIC_REQUIRE(has_c_array<array_of_structs>);
  STATIC_REQUIRE_FALSE(has_c_array<rich>);
  STATIC_REQUIRE_FALSE(has_c_array<none>);
  STATIC_REQUIRE_FALSE(has_c_array<m32>);
  STATIC_REQUIRE_FALSE(has_c_array<array_inside_a_member>);
  STATIC_REQUIRE_FALSE(default_made<referring>);
  STATIC_REQUIRE_FALSE(default_made<needs_value>);
  STATIC_REQUIRE(default_made<rich>);
  STATIC_REQUIRE(default_made<m33>);
}
