// SPDX-License-Identifier: MIT
// What one call through an executor without policies costs next to the same call written by hand.
#pragma once

namespace demo {

struct cost {
  double executor_ns = 0;
  double by_hand_ns = 0;
  bool equal = false;  ///< both gave the same answers to the same calls, the wrong ones too
};

/// Measured now: the least of several turns that alternate.
[[nodiscard]] cost measure();

}  // namespace demo
