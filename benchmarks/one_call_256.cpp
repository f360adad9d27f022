// SPDX-License-Identifier: MIT
// One call with 256 tools: a file of its own, because it takes as long to compile as the smaller ones
// together.
#include "one_call.hpp"

namespace {
const bool added = bench::add_one_call<256>();
}  // namespace
