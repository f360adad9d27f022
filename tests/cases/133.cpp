// SPDX-License-Identifier: MIT
// Case 133: no limit is an empty optional, and nought means none.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

TEST_CASE("133 a limit that is unset, nought, one or the largest") {
  using limit = decltype(tacet::tool_descriptor::max_calls_per_invocation);
  static_assert(std::is_same_v<limit, std::optional<std::uint32_t>>);  // no negative number can be said
  CHECK_FALSE(tacet::tool_descriptor{}.max_calls_per_invocation.has_value());
  const std::vector<tacet::tool_call> three(3, {"c", "probe"});
  const auto runs = [&three](const limit& most) {
    int ran = 0;
    const tacet::tool_executor executor{
        tacet::tools{tacet::tool<"probe">([&ran] { ++ran; })},
        tacet::preconditions{tacet::call_budget{
            tacet::descriptor_map{{"probe", {.name = "probe", .max_calls_per_invocation = most}}}}}};
    CHECK(executor.execute(three).outcomes.size() == 3);
    return ran;
  };
  CHECK(runs({}) == 3);
  CHECK(runs(0) == 0);
  CHECK(runs(1) == 1);
  CHECK(runs(std::numeric_limits<std::uint32_t>::max()) == 3);

  int ran = 0;
  const auto body = [&ran] { ++ran; };
  const tacet::tool_executor typed{
      tacet::tools{tacet::tool<"probe">(body, tacet::max_calls<0>), tacet::tool<"free">(body),
                   tacet::tool<"single">(body, tacet::max_calls<1>)},
      tacet::preconditions{tacet::call_budget{}}};
  const tacet::tool_call calls[] = {
      {"1", "probe"}, {"2", "free"}, {"3", "free"}, {"4", "single"}, {"5", "single"}};
  CHECK(typed.execute(calls).outcomes.size() == 5);
  CHECK(ran == 3);
}
