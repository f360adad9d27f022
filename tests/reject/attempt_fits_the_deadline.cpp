// SPDX-License-Identifier: MIT
// By a schedule that is not known yet, one attempt is known, and it alone takes too long.
// RULE: worst_case_fits_the_deadline
// TYPE: worst_case_ms<10000>
// EXPECT: tacet: the worst case of a tool must not take longer than the deadline; lower max_attempts, the waits or the timeout, or raise the deadline
#include <tacet/tacet.hpp>

namespace shop {
struct look_up {
  int operator()(tacet::tool_context&) const { return 1; }
};
using namespace std::chrono_literals;
#ifdef REPAIRED
using limit = tacet::deadline<10s>;
#else
using limit = tacet::deadline<1s>;
#endif
}  // namespace shop

using namespace std::chrono_literals;
constexpr auto look_up = tacet::tool<"look_up">(shop::look_up{}, tacet::read_only, tacet::timeout<10s>);

const tacet::tool_executor executor{tacet::tools{look_up}, tacet::run_time_retries<>{{.max_attempts = 3}}, shop::limit{}};
// To ask for the figures of an executor that is refused is no second error.
static_assert(tacet::worst_case<decltype(executor)>.attempts != 1);
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
