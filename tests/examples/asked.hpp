// SPDX-License-Identifier: MIT
// Calls as a model asks for them, in the spelling of OpenAI chat completions.
#pragma once

#include <boost/json.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace tacet_test {

struct asked {
  std::string name;
  boost::json::value arguments;
};

/// The assistant's message that asks for these calls, with the ids c0, c1, ...
inline boost::json::value message_of(const std::vector<asked>& calls) {
  boost::json::array list;
  for (std::size_t i = 0; i < calls.size(); ++i)
    list.push_back({{"id", "c" + std::to_string(i)},
                    {"type", "function"},
                    {"function", {{"name", calls[i].name}, {"arguments", boost::json::serialize(calls[i].arguments)}}}});
  return {{"role", "assistant"}, {"content", nullptr}, {"tool_calls", list}};
}

}  // namespace tacet_test
