// SPDX-License-Identifier: MIT
// Settings with a base class.
// RULE: settings_are_readable
// TYPE: shop::settings
// EXPECT: tacet: a settings struct must be default constructible and must not have base classes, C arrays or more than 32 members; give the settings as a map
#include <tacet/tacet.hpp>

namespace shop {
#ifdef REPAIRED
struct settings {
  int window;
  int signature_threshold;
};
#else
struct base {
  int window;
};
struct settings : base {
  int signature_threshold;
};
#endif
}  // namespace shop

int main() { return tacet::loop_termination_policy::from_mapping(shop::settings{}).window; }
