// SPDX-License-Identifier: MIT
// One call with 4, 16 and 64 tools.
#include "one_call.hpp"

namespace {
const bool added = bench::add_one_call<4>() && bench::add_one_call<16>() && bench::add_one_call<64>();
}  // namespace
