// SPDX-License-Identifier: MIT
// A typed value without its type: read by the exact type only.
#include "support/catch.hpp"

#include <tacet/values/value_view.hpp>

#include <optional>
#include <string>
#include <vector>

using namespace tacet;

namespace {
struct point {
  int x = 0;
  std::optional<int> y{};
};
struct opaque {
  int* p;
};
}  // namespace

TEST_CASE("a view gives its value to the exact type and to no other") {
  const int number = 7;
  const value_view view = value_view::written(number);
  CHECK(view.get_if<int>() == &number);
  CHECK(view.get_if<unsigned>() == nullptr);
  CHECK(view.get_if<long>() == nullptr);
  CHECK(view.get_if<const char*>() == nullptr);
  CHECK(static_cast<bool>(view));
  CHECK_FALSE(static_cast<bool>(value_view{}));
  CHECK(value_view{}.get_if<int>() == nullptr);
  // A silent and a written view of one type are the same type.
  CHECK(value_view::silent(number).get_if<int>() == &number);
  const opaque hidden{nullptr};
  CHECK(value_view::silent(hidden).get_if<opaque>() == &hidden);
}

TEST_CASE("a written view is JSON, a silent one is null") {
  const std::vector<point> points{{1, 2}, {3, {}}};
  CHECK(value_view::written(points).text() == R"([{"x":1,"y":2},{"x":3}])");
  CHECK(value_view::silent(points).text() == "null");
  CHECK(value_view{}.text() == "null");
  const std::string text(100000, '"');
  CHECK(value_view::written(text).text().size() == 200002);
}

TEST_CASE("a small value may stand in the view itself, whatever becomes of the original") {
  value_view view;
  {
    const double gone = 2.5;
    view = value_view::held(gone);
  }
  const value_view copy = view;
  CHECK(*copy.get_if<double>() == 2.5);
  CHECK(copy.get_if<float>() == nullptr);
  CHECK(static_cast<bool>(copy));
  CHECK(*value_view::held(0).get_if<int>() == 0);
  CHECK(static_cast<bool>(value_view::held<const char*>(nullptr)));
  STATIC_REQUIRE(value_view::holds<int>);
  STATIC_REQUIRE(value_view::holds<opaque>);
  STATIC_REQUIRE_FALSE(value_view::holds<std::string>);
  STATIC_REQUIRE_FALSE(value_view::holds<point>);
}
