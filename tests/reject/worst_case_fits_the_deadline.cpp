// SPDX-License-Identifier: MIT
// Four attempts of two seconds and their waits, within five seconds.
// RULE: worst_case_fits_the_deadline
// TYPE: shop::send_mail
// EXPECT: tacet: the worst case of a tool must not take longer than the deadline; lower max_attempts, the waits or the timeout, or raise the deadline
#include <tacet/tacet.hpp>

namespace shop {
struct look_up {
  int operator()() const { return 1; }
};
struct send_mail {
  int operator()(tacet::tool_context&) const { return 1; }
};
using namespace std::chrono_literals;
constexpr tacet::retry_schedule schedule{.max_attempts = 4, .backoff = 50ms};
#ifdef REPAIRED
using limit = tacet::deadline<10s>;
#else
using limit = tacet::deadline<5s>;
#endif
}  // namespace shop

using namespace std::chrono_literals;
constexpr auto look_up = tacet::tool<"look_up">(shop::look_up{}, tacet::read_only);
constexpr auto send_mail = tacet::tool<"send_mail">(shop::send_mail{}, tacet::timeout<2s>);

const tacet::tool_executor executor{tacet::tools{look_up, send_mail}, tacet::retries<shop::schedule>{}, shop::limit{}};
int main() { return static_cast<int>(executor.execute({}).outcomes.size()); }
