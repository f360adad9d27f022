// SPDX-License-Identifier: MIT
// A tool's own schedule is known, whatever the executor's is; its waits have no end in 64 bits.
// RULE: worst_case_fits_the_deadline
// TYPE: shop::look_up
// EXPECT: tacet: the worst case of a tool must not take longer than the deadline; lower max_attempts, the waits or the timeout, or raise the deadline
#include <tacet/tacet.hpp>

namespace shop {
struct look_up {
  int operator()() const { return 1; }
};
using namespace std::chrono_literals;
#ifdef REPAIRED
constexpr tacet::retry_schedule schedule{.max_attempts = 100, .backoff = 1ms, .multiplier = 1};
#else
constexpr tacet::retry_schedule schedule{.max_attempts = 100, .backoff = 1s};
#endif
}  // namespace shop

using namespace std::chrono_literals;
constexpr auto look_up = tacet::tool<"look_up">(shop::look_up{}, tacet::read_only, tacet::retry<shop::schedule>);

const tacet::tool_executor executor{tacet::tools{look_up}, tacet::run_time_retries<>{}, tacet::deadline<1s>{}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
