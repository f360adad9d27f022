// SPDX-License-Identifier: MIT
// Where the recorded calls of a real model are, if they are: beside the project, not in it.
#pragma once

#include <filesystem>
#include <system_error>

namespace bench {

inline std::filesystem::path recorded_calls() {
  return std::filesystem::path(TACET_SHARED_DATA) / "tau_bench" / "gpt-4o-airline.json";
}
inline bool recorded_calls_are_there() {
  std::error_code ignored;
  return std::filesystem::exists(recorded_calls(), ignored);
}

}  // namespace bench
