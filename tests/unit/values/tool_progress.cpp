// SPDX-License-Identifier: MIT
// The defaults of a progress value.
#include "support/catch.hpp"

#include <tacet/values/tool_progress.hpp>

using namespace tacet;

TEST_CASE("progress carries its payload by type and as text") {
  const int done = 7;
  const tool_progress value{"id", "copy", 3, value_view::written(done), 2};
  CHECK(*value.payload.get_if<int>() == 7);
  CHECK(value.payload.text() == "7");
  constexpr tool_progress none{};
  STATIC_REQUIRE(none.sequence == 0);
  STATIC_REQUIRE(none.attempt == 1);
  CHECK(none.payload.text() == "null");
}
