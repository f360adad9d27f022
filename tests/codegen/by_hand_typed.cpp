// SPDX-License-Identifier: MIT
// The hand-written twins of calls whose arguments are typed already, and the row of a body that does nothing.
#include "by_hand.hpp"

namespace codegen {

namespace {

int add(const pair_args& x) { return x.a + x.b; }

void by_name(work& w) { w.found = by_hand::run(by_hand::index_of(w.calls[0].name), w.arguments, w.number); }

void nothing(work&) {}
std::string no_answer(const work&) { return {}; }

constexpr measured rows[] = {
    {"harness", &nothing, &no_answer, "", {}},
    {"typed/by_hand", &by_hand_typed_call, &number_answer, "3", {&add_call, 1}},
    {"named/by_hand", &by_name, &number_answer, "3", {&add_call, 1}},
};

}  // namespace

[[gnu::section("typed_by_hand")]] void by_hand_typed_call(work& w) {
  w.number = add(w.arguments);
  w.found = true;
}

const std::span<const measured> by_hand_typed_rows = rows;

}  // namespace codegen
