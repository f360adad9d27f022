// SPDX-License-Identifier: MIT
// What Boost calls instead of throwing, where there are no exceptions: a program has to bring it.
#include <boost/config.hpp>

#if defined(BOOST_NO_EXCEPTIONS)

#include <boost/throw_exception.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>

namespace boost {

BOOST_NORETURN void throw_exception(const std::exception& error) {
  std::fprintf(stderr, "Boost would throw: %s\n", error.what());
  std::abort();
}
BOOST_NORETURN void throw_exception(const std::exception& error, const source_location&) {
  throw_exception(error);
}

}  // namespace boost

#endif
