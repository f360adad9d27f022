// SPDX-License-Identifier: MIT
// Of a tool without a timeout the waits are known, and they alone take too long.
// RULE: worst_case_fits_the_deadline
// TYPE: worst_case_ms<350>
// EXPECT: tacet: the worst case of a tool must not take longer than the deadline; lower max_attempts, the waits or the timeout, or raise the deadline
#include <tacet/tacet.hpp>

namespace shop {
struct look_up {
  int operator()() const { return 1; }
};
using namespace std::chrono_literals;
#ifdef REPAIRED
constexpr tacet::retry_schedule schedule{.max_attempts = 3, .backoff = 50ms};
#else
constexpr tacet::retry_schedule schedule{.max_attempts = 4, .backoff = 50ms};
#endif
}  // namespace shop

using namespace std::chrono_literals;
constexpr auto look_up = tacet::tool<"look_up">(shop::look_up{}, tacet::read_only);

const tacet::tool_executor executor{tacet::tools{look_up}, tacet::retries<shop::schedule>{}, tacet::deadline<200ms>{}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
