// SPDX-License-Identifier: MIT
// The rules of arguments on types that keep them; that the others are refused is tested by compiling them.
#include "support/catch.hpp"

#include <tacet/rule/argument_rules.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <deque>
#include <map>
#include <string>
#include <vector>

using namespace tacet;

namespace {
struct empty {};
enum class unit { metric };
struct leaf {
  bool b;
};
struct nested {
  int i;
  std::string s;
  std::string_view v;
  double d;
  unit u;
  leaf l;
  std::optional<leaf> o;
  std::vector<leaf> many;
  std::deque<std::optional<leaf>> more;
  std::array<leaf, 2> two;
  std::map<std::string, leaf> table;
  std::variant<std::monostate, leaf, std::vector<leaf>> either;
  std::chrono::milliseconds wait;
  json::raw_value raw;
};
class hidden {
 public:
  hidden() {}
  int a = 0;
};
}  // namespace
BOOST_HANA_ADAPT_STRUCT(hidden, a);

TEST_CASE("what can be decoded keeps every rule") {
  STATIC_REQUIRE(rule::check_arguments<empty>());
  STATIC_REQUIRE(rule::check_arguments<nested>());
  STATIC_REQUIRE(rule::check_arguments<hidden>());
}

TEST_CASE("provider names are 1 to 64 characters of a small set") {
  for (const char* name : {"a", "Z", "search_text", "get-weather", "0", "_", "-"})
    CHECK(rule::is_provider_name(name));
  CHECK(rule::is_provider_name(std::string(64, 'x')));
  CHECK_FALSE(rule::is_provider_name(std::string(65, 'x')));
  for (const char* name : {"", "a b", "a.b", "a/b", "a:b", "\xC3\xBC", "a\n", "a\"", "tool!"})
    CHECK_FALSE(rule::is_provider_name(name));
  CHECK_FALSE(rule::is_provider_name(std::string_view("a\0", 2)));
}

TEST_CASE("a note fits a member that has what it bounds") {
  static constexpr member_note bounded = note("x", "", between(1, 2));
  static constexpr member_note measured = note("x", "", length(1, 2));
  static constexpr member_note words = note("x", "only words", defaulted);
  using rule::detail::note_fits;
  CHECK(note_fits<int>(bounded));
  CHECK(note_fits<std::optional<double>>(bounded));
  CHECK(note_fits<std::chrono::seconds>(bounded));
  CHECK_FALSE(note_fits<bool>(bounded));
  CHECK_FALSE(note_fits<std::string>(bounded));
  CHECK_FALSE(note_fits<leaf>(bounded));
  CHECK(note_fits<std::string>(measured));
  CHECK(note_fits<std::optional<std::vector<int>>>(measured));
  CHECK(note_fits<std::map<std::string, int>>(measured));
  CHECK_FALSE(note_fits<int>(measured));
  CHECK_FALSE(note_fits<leaf>(measured));
  CHECK(note_fits<leaf>(words));
  CHECK(note_fits<bool>(words));
}
