// SPDX-License-Identifier: MIT
// The demo from outside: it goes as scripted, and what is no terminal gets plain text.
#include "program.hpp"
#include "support/catch.hpp"

#include <cstdlib>
#include <string>

namespace {

using tacet_test::contains;
using tacet_test::finished;

const std::string root = "--root '" TACET_SOURCE "'";

}  // namespace

TEST_CASE("the demo goes as scripted and shows every kind of answer") {
  const finished done = tacet_test::run(TACET_DEMO, root, {}, "LC_ALL=C");
  INFO(done.out << done.err);
  CHECK(done.status == 0);
  CHECK(done.err.empty());
  for (const std::string wanted :
       {"// Results that come as a sequence", "it leads out of the root", "budget of calls is used up",
        "There is no tool \"grep\"", "expected an integer, got a string (at", "calculate: 42", "2 attempts",
        "##############################", "the call had no id", "the loop ends, repetition: \"list_files\"",
        "inside_root blocked", "call_budget blocked", "ratio "})
    CHECK_THAT(done.out, contains(wanted));
  CHECK(done.out.find("never asked for") == std::string::npos);
  for (const char c : done.out)
    if (static_cast<unsigned char>(c) > 0x7E || (static_cast<unsigned char>(c) < 0x20 && c != '\n'))
      FAIL("byte " << int(c));
}

TEST_CASE("a terminal gets colours and a bar that moves, unless it says otherwise") {
  if (std::system("command -v script >/dev/null && script -qec true /dev/null >/dev/null 2>&1") != 0)
    TACET_SKIP("no script(1)");
  const auto in_terminal = [](const std::string& environment) {
    return tacet_test::run("script", "-qec \"stty cols 80; env " + environment + " '" TACET_DEMO "' " + root +
                                         "\" /dev/null")
        .out;
  };
  const std::string coloured = in_terminal("TERM=xterm LC_ALL=C.UTF-8");
  CHECK_THAT(coloured, contains("\x1b[32m") && contains("\r\x1b[K") && contains("\u2588"));
  const std::string plain = in_terminal("TERM=xterm LC_ALL=C NO_COLOR=1");
  CHECK_THAT(plain, contains("\r\x1b[K") && contains("#") && !contains("\x1b[3"));
  const std::string dumb = in_terminal("TERM=dumb LC_ALL=C");
  CHECK_THAT(dumb, contains("repetition") && !contains("\x1b"));
}

TEST_CASE("a root that is none, and an unknown option, are told and end with 2") {
  const finished lost = tacet_test::run(TACET_DEMO, "--root /nowhere");
  CHECK(lost.status == 2);
  CHECK(lost.out.empty());
  CHECK_THAT(lost.err, contains("--root says where it is"));
  CHECK(tacet_test::run(TACET_DEMO, "--what").status == 2);
  CHECK(tacet_test::run(TACET_DEMO, "--help").status == 0);
  const std::string full = "'" TACET_DEMO "' " + root + " >/dev/full 2>/dev/null";
  CHECK(WEXITSTATUS(std::system(full.c_str())) == 1);
}
