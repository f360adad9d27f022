// SPDX-License-Identifier: MIT
// Calls whose arguments are typed already: no text is read or written.
#include "cases.hpp"

namespace codegen {

namespace {

constexpr auto add = weighted<"add_numbers", 1>();
constexpr auto all = sixteen_tools();

void by_name(work& w) { w.found = all.invoke(w.calls[0].name, w.arguments, w.number); }

constexpr measured rows[] = {
    {"typed/library", &library_typed_call, &number_answer, "3", {&add_call, 1}},
    {"named/library", &by_name, &number_answer, "3", {&add_call, 1}},
};

}  // namespace

// A section of its own: the linker says where it begins and ends.
[[gnu::section("typed_library")]] void library_typed_call(work& w) {
  w.number = add(w.arguments);
  w.found = true;
}

const std::span<const measured> typed_rows = rows;

}  // namespace codegen
