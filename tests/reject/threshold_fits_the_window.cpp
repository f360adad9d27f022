// SPDX-License-Identifier: MIT
// Three of the same within two.
// RULE: threshold_fits_the_window
// TYPE: threshold_of<3>
// TYPE: window_of<2>
// EXPECT: tacet: a repetition threshold must not be larger than the window; lower it, or it never trips
#include <tacet/tacet.hpp>

#ifdef REPAIRED
constexpr tacet::loop_termination_policy wanted{.window = 4, .signature_threshold = 3};
#else
constexpr tacet::loop_termination_policy wanted{.window = 2, .signature_threshold = 3};
#endif
int main() { return tacet::termination<wanted>.window; }
