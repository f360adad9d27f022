// SPDX-License-Identifier: MIT
// A consumer of the library: it includes it and prints one word.
#include <tacet/tacet.hpp>

#include <cstdio>

int main() { std::puts("linked"); }
