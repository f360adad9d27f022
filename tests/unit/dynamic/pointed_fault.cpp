// SPDX-License-Identifier: MIT
// A fault in words.
#include "support/catch.hpp"

#include <tacet/dynamic/pointed_fault.hpp>

TEST_CASE("a fault says its place, also when that is the whole document") {
  CHECK(to_text(tacet::pointed_fault{"/a/0", "expected null"}) == "at /a/0: expected null");
  CHECK(to_text(tacet::pointed_fault{"", "expected null"}) == "at the top: expected null");
  CHECK(tacet::pointed_fault{"/a", "b"} == tacet::pointed_fault{"/a", "b"});
  CHECK_FALSE(tacet::pointed_fault{"/a", "b"} == tacet::pointed_fault{"", "b"});
}
