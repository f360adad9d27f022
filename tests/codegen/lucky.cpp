// SPDX-License-Identifier: MIT
// The tool that succeeds at its third attempt, where neither twin can see into it.
#include "cases.hpp"

namespace codegen {

tacet::tool_result<int> third_time_lucky(const pair_args& x) {
  static int attempts = 0;
  if (++attempts < 3) return tacet::tool_error("not yet");  // short enough to need no allocation
  attempts = 0;
  return 300 + x.a + x.b;
}

}  // namespace codegen
