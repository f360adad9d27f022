// SPDX-License-Identifier: MIT
// The one signature of a callable, where there is one.
#include "support/catch.hpp"

#include <tacet/tool/signature_of.hpp>

#include <functional>
#include <string>

using namespace tacet::detail;

namespace {
int function(const std::string& text, int more) { return static_cast<int>(text.size()) + more; }
struct overloaded {
  int operator()(int) const;
  int operator()(double) const;
};
struct changes {
  int operator()(int);
};
template <class F, class... T> constexpr bool is = std::is_same_v<signature_of<F>, type_list_of<T...>>;
}  // namespace

TEST_CASE("functions, pointers, lambdas and objects have their signature") {
  const auto plain = [](int, const std::string&) { return 1.5; };
  const auto quiet = []() noexcept {};
  int held = 0;
  const auto capturing = [&held](int& x) -> int& { return held = x; };
  STATIC_REQUIRE(is<decltype(&function), int, const std::string&, int>);
  STATIC_REQUIRE(is<int(char), int, char>);
  STATIC_REQUIRE(is<int (*)(char) noexcept, int, char>);
  STATIC_REQUIRE(is<std::remove_const_t<decltype(plain)>, double, int, const std::string&>);
  STATIC_REQUIRE(is<std::remove_const_t<decltype(quiet)>, void>);
  STATIC_REQUIRE(is<std::remove_const_t<decltype(capturing)>, int&, int&>);
  STATIC_REQUIRE(is<std::function<int(long)>, int, long>);
  int value = 3;
  CHECK(capturing(value) == 3);
  CHECK(function("ab", 1) == 3);
}

TEST_CASE("what has several signatures, or changes itself, has none") {
  const auto generic = [](auto x) { return x; };
  const auto counting = [n = 0]() mutable { return ++n; };
  STATIC_REQUIRE_FALSE(has_signature<std::remove_const_t<decltype(generic)>>);
  STATIC_REQUIRE_FALSE(has_signature<std::remove_const_t<decltype(counting)>>);
  STATIC_REQUIRE_FALSE(has_signature<overloaded>);
  STATIC_REQUIRE_FALSE(has_signature<changes>);
  STATIC_REQUIRE_FALSE(has_signature<int>);
}
