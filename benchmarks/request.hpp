// SPDX-License-Identifier: MIT
// The calls of a benchmark as a program has them in hand, and what it gets back, for the baselines.
#pragma once

#include <string>

namespace bench {

/// A call as a reply decoder of a user's own hands it over: the strings are there already, so a map of
/// strings is asked without a copy.
struct request {
  std::string id, name, arguments;
};

/// What a baseline answers. It does not copy the id: the caller has it.
struct answer {
  std::string content;
  bool is_error = false;
};

}  // namespace bench
