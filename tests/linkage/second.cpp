// SPDX-License-Identifier: MIT
// The second of two translation units with every header.
#include <every_header.hpp>

int second();

int second() { return 0; }
