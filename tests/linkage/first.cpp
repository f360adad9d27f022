// SPDX-License-Identifier: MIT
// The first of two translation units with every header.
#include <every_header.hpp>

int second();

int main() { return second(); }
