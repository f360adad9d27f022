// SPDX-License-Identifier: MIT
// Counts and refuses what this thread asks of operator new. One definition serves all unit tests of the
// program.
#pragma once

#include <cstddef>

namespace tacet_test {

// Requests of this thread so far.
extern thread_local std::size_t allocations;
// How many further requests are granted; negative: all.
extern thread_local int granted;

// While one lives, `after` requests are granted and then none.
struct refusing {
  explicit refusing(int after) { granted = after; }
  refusing(const refusing&) = delete;
  refusing& operator=(const refusing&) = delete;
  ~refusing() { granted = -1; }
};

}  // namespace tacet_test
