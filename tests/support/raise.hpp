// SPDX-License-Identifier: MIT
// A throw that can also be written where exceptions are switched off, and must not be reached there.
#pragma once

#include <cstdlib>

namespace tacet_test {

// Throws `what`. A helper that several cases share says this where only some of them get to the throw; the
// others then run without exceptions too.
template <class T> [[noreturn]] void raise([[maybe_unused]] T what) {
#if defined(__cpp_exceptions)
  throw what;
#else
  std::abort();
#endif
}

}  // namespace tacet_test
