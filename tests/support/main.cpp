// SPDX-License-Identifier: MIT
// Runs the test cases, where the installed Catch2 brings no compiled main of its own.
#define CATCH_CONFIG_RUNNER
#include "support/catch.hpp"

int main(int argc, char** argv) { return Catch::Session().run(argc, argv); }
