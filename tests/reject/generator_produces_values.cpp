// SPDX-License-Identifier: MIT
// A generator of constants.
// RULE: generator_produces_values
// TYPE: const int
// EXPECT: tacet: a generator must produce values of a plain type; leave out const and the reference
#include <tacet/tacet.hpp>

#include <tacet/tool/generator.hpp>

#ifdef REPAIRED
tacet::generator<int> count();
#else
tacet::generator<const int> count();
#endif
int main() {
  for (int i : count()) return i;
}
