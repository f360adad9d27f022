// SPDX-License-Identifier: MIT
// The rules of arguments on types that keep and that break them; the errors are tested in tests/reject.
#include "support/catch.hpp"

#include <tacet/rule/argument_rules.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <deque>
#include <map>
#include <string>
#include <type_traits>
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

struct base {
  int b;
};
struct derived : base {
  int d;
};
struct referring {
  int& r;
};
struct c_array {
  int all[3];
};
struct endless {
  std::vector<endless> more;
};
enum class far { away = 1000 };
struct pointing {
  int* p;
};
struct misnamed {
  int limit;
  static constexpr auto notes = tacet::notes(note("limits", ""));
};
struct twice_noted {
  int limit;
  static constexpr auto notes = tacet::notes(note("limit", ""), note("limit", ""));
};
struct misfit {
  std::string name;
  static constexpr auto notes = tacet::notes(note("name", "", between(1, 2)));
};
struct closed {
  int limit;
  static constexpr auto notes = tacet::notes(note("limit", "", between(2, 1)));
};
// A broken type behind each way in.
template <class T> struct within {
  int first;
  T second;
};
template <class T> struct beyond {
  std::map<std::string, std::vector<std::optional<within<T>>>> deep;
};
struct two_faults {
  derived first;
  int* second;
};
struct other_order {
  int* first;
  derived second;
};

template <class T, rule::argument_rule Rule, class About = T>
constexpr bool breaks = rule::argument_finding<T>::broken == Rule &&
                        std::is_same_v<typename rule::argument_finding<T>::about, About>;
}  // namespace
BOOST_HANA_ADAPT_STRUCT(hidden, a);

TEST_CASE("what can be decoded keeps every rule") {
  STATIC_REQUIRE(rule::are_arguments<empty>);
  STATIC_REQUIRE(rule::are_arguments<nested>);
  STATIC_REQUIRE(rule::are_arguments<hidden>);
}

TEST_CASE("the rule that is broken is found, with the type that breaks it") {
  using rule::argument_rule;
  STATIC_REQUIRE(breaks<nested, argument_rule::none, void>);
  STATIC_REQUIRE(breaks<int, argument_rule::is_a_struct>);
  STATIC_REQUIRE(breaks<std::vector<int>, argument_rule::is_a_struct>);
  STATIC_REQUIRE(breaks<std::array<int, 2>, argument_rule::is_a_struct>);
  STATIC_REQUIRE(breaks<derived, argument_rule::has_no_base>);
  STATIC_REQUIRE(breaks<referring, argument_rule::is_default_made>);
  STATIC_REQUIRE(breaks<c_array, argument_rule::has_no_c_array>);
  STATIC_REQUIRE(breaks<endless, argument_rule::is_finite>);
  STATIC_REQUIRE(breaks<pointing, argument_rule::member_is_readable, int*>);
  STATIC_REQUIRE(breaks<within<far>, argument_rule::enumerators_are_known, far>);
  STATIC_REQUIRE(breaks<misnamed, argument_rule::notes_name_members>);
  STATIC_REQUIRE(breaks<twice_noted, argument_rule::notes_name_members>);
  STATIC_REQUIRE(breaks<misfit, argument_rule::notes_fit_members>);
  STATIC_REQUIRE(breaks<closed, argument_rule::notes_leave_a_value>);
  STATIC_REQUIRE(breaks<within<char>, argument_rule::member_is_readable, char>);
  STATIC_REQUIRE(breaks<within<std::map<int, int>>, argument_rule::member_is_readable, std::map<int, int>>);
}

TEST_CASE("a rule that is broken deep within is found there") {
  using rule::argument_rule;
  STATIC_REQUIRE(breaks<beyond<leaf>, argument_rule::none, void>);
  STATIC_REQUIRE(breaks<beyond<derived>, argument_rule::has_no_base, derived>);
  STATIC_REQUIRE(breaks<beyond<endless>, argument_rule::is_finite, endless>);
  STATIC_REQUIRE(breaks<within<std::variant<leaf, pointing>>, argument_rule::member_is_readable, int*>);
  STATIC_REQUIRE(breaks<within<std::array<closed, 2>>, argument_rule::notes_leave_a_value, closed>);
}

TEST_CASE("of two broken rules the one of the earlier member is told") {
  using rule::argument_rule;
  STATIC_REQUIRE(breaks<two_faults, argument_rule::has_no_base, derived>);
  STATIC_REQUIRE(breaks<other_order, argument_rule::member_is_readable, int*>);
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

TEST_CASE("a note leaves a value unless its bounds are the wrong way round") {
  using rule::detail::note_leaves_a_value;
  CHECK(note_leaves_a_value(note("x", "")));
  CHECK(note_leaves_a_value(note("x", "", between(1, 1))));
  CHECK(note_leaves_a_value(note("x", "", between(-1, 0.5))));
  CHECK(note_leaves_a_value(note("x", "", from(3))));
  CHECK(note_leaves_a_value(note("x", "", up_to(-3))));
  CHECK(note_leaves_a_value(note("x", "", length(0, 0))));
  CHECK_FALSE(note_leaves_a_value(note("x", "", between(1, 0))));
  CHECK_FALSE(note_leaves_a_value(note("x", "", between(0.5, 0))));
  CHECK_FALSE(note_leaves_a_value(note("x", "", between(9007199254740993, 9007199254740992))));
  CHECK_FALSE(note_leaves_a_value(note("x", "", length(2, 1))));
}
