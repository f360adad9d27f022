// SPDX-License-Identifier: MIT
// A consumer of tacet::dynamic, which links what that needs.
#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/tacet.hpp>

#include <utility>

int main() {
  tacet::tool_registry registry;
  if (!registry.add({.name = "x", .input_schema = R"({"properties":{"a":{"pattern":"^a+$"}}})"}, [] {})) return 1;
  const tacet::tool_executor executor{tacet::dynamic_tools{std::move(registry)}};
  const tacet::tool_call call{"1", "x", R"({"a":"aa"})"};
  return executor.execute({&call, 1}).outcomes[0].kind == tacet::outcome_kind::succeeded ? 0 : 1;
}
