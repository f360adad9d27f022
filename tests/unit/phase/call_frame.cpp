// SPDX-License-Identifier: MIT
// A phase answers, records and diagnoses through the frame of a call, also when there is nobody to listen.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <string>
#include <type_traits>
#include <vector>

using tacet::call_phase;
using tacet::outcome_kind;
using tacet::outcome_reason;

namespace {

// The frame of one call under the policies of this executor.
template <class Executor> struct framed {
  using policies = typename Executor::policies_type;
  typename policies::checks_type::batch batch{};
  tacet::execution_report report{};
  tacet::tool_outcome out{};
  tacet::tool_call call{"c1", "probe"};
  tacet::tool_descriptor tool{.name = "probe"};
  const policies& parts;
  using log_type = typename tacet::detail::trace_log_of<typename policies::trace_type>::type;
  tacet::detail::job<policies> job{parts, report.room(), log_type(&report), nullptr, batch};
  tacet::detail::call_frame<policies> frame{{{call, tool, {}, 0}, out}, job};
};

constexpr auto probe = tacet::tool<"probe">([] {});
using plain = decltype(tacet::tool_executor{tacet::tools{probe}});

}  // namespace

TEST_CASE("an answer is written into the slot, copied where its text would not last") {
  const plain::policies_type parts{std::type_identity<plain::tools_type>{}, [] {}};
  framed<plain> f{.parts = parts};
  f.frame.answer(outcome_kind::refused, call_phase::steering, outcome_reason::advice, false, "constant");
  CHECK(f.out.kind == outcome_kind::refused);
  CHECK(f.out.phase == call_phase::steering);
  CHECK(f.out.reason == outcome_reason::advice);
  CHECK_FALSE(f.out.is_error);
  CHECK(f.out.content == "constant");
  {
    const std::string gone(200, 'x');
    f.frame.answer_copy(outcome_kind::refused, call_phase::preconditions, outcome_reason::policy, true, gone);
    CHECK(f.out.content.data() != gone.data());
  }
  CHECK(f.out.content == std::string(200, 'x'));
  f.frame.answer_copy(outcome_kind::refused, call_phase::preconditions, outcome_reason::policy, true, {});
  CHECK(f.out.content == "The call was not run.");
  f.frame.answer_failure(outcome_kind::failed, call_phase::dispatch, outcome_reason::tool_error,
                         "no such row");
  CHECK(f.out.content == "no such row");
  CHECK(f.out.is_error);
  f.frame.answer_cancelled(call_phase::decoding);
  CHECK(f.out.kind == outcome_kind::cancelled);
  CHECK(f.out.reason == outcome_reason::stop_requested);
  CHECK_FALSE(f.frame.stop_requested());
  f.frame.note(call_phase::dispatch, tacet::phase_action::attempted);
  CHECK(f.report.trace.empty());
  CHECK(f.frame.kept_text({}).empty());
}

TEST_CASE("records and diagnoses carry the call, its position and its attempt") {
  std::vector<std::string> heard;
  const tacet::diagnostics hook{[&heard](const tacet::diagnosis& d) {
    heard.push_back(std::string(d.call.id) + " " + std::to_string(d.attempt) + " " + std::string(d.text));
  }};
  using loud = decltype(tacet::tool_executor{tacet::tools{probe}, tacet::collect_trace{}, hook});
  auto own_hook = hook;
  const loud::policies_type parts{std::type_identity<loud::tools_type>{}, [] {}, own_hook};
  framed<loud> f{.parts = parts};
  f.out.position = 7;
  f.out.attempts = 2;
  const tacet::tool_error error("full text");
  f.frame.diagnose(call_phase::dispatch, outcome_reason::tool_error, {&error, &error, false});
  f.frame.diagnose(call_phase::dispatch, outcome_reason::exception, {});
  CHECK(heard == std::vector<std::string>{"c1 2 full text", "c1 2 an exception that is no std::exception"});
  f.frame.note(call_phase::dispatch, tacet::phase_action::failed, f.frame.kept_text({&error, &error, false}));
  REQUIRE(f.report.trace.size() == 1);
  CHECK(f.report.trace[0].position == 7);
  CHECK(f.report.trace[0].call_id == "c1");
  CHECK(f.report.trace[0].tool_name == "probe");
  CHECK(f.report.trace[0].detail == "full text");
}
