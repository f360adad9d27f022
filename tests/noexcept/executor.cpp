// SPDX-License-Identifier: MIT
// The executor without exceptions and RTTI: tools return their errors, and every call is answered all the
// same.
#include <tacet/tacet.hpp>

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#if defined(__cpp_exceptions) || defined(__GXX_RTTI)
#error "this test is of a build without exceptions and RTTI"
#endif

namespace {

int failures = 0;
void check(bool holds, const char* what, int line) {
  if (holds) return;
  ++failures;
  std::fprintf(stderr, "line %d: %s\n", line, what);
}
#define CHECK(...) check((__VA_ARGS__), #__VA_ARGS__, __LINE__)

using tacet::outcome_kind;
using tacet::outcome_reason;
using tacet::tool_call;

struct row_args {
  int row;
  std::optional<std::string> note;
};
// An error type of one's own, in a type of the shape of std::expected.
struct looked_up {
  std::optional<int> value;
  bool has_value() const { return value.has_value(); }
  int operator*() const { return *value; }
  std::string error() const { return "no such row"; }
};

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

void outcomes() {
  int ran = 0;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"get">([&ran](const row_args& x) -> tacet::tool_result<int> {
                     ++ran;
                     if (x.row == 0) return tacet::tool_error("no row 0");
                     if (x.row == 1) return tacet::tool_error("never a row 1", tacet::permanence::permanent);
                     if (x.row == 2) return tacet::not_applied("the table is locked");
                     return x.row * 10;
                   }),
                   tacet::tool<"look">([](const row_args& x) {
                     return looked_up{x.row > 0 ? std::optional(x.row) : std::nullopt};
                   }),
                   tacet::tool<"text">([](const row_args& x) { return x.note.value_or("none"); })},
      tacet::collect_trace{}};
  const tool_call calls[] = {{"0", "get", R"({"row":0})"},
                             {"1", "get", R"({"row":1})"},
                             {"2", "get", R"({"row":2})"},
                             {"3", "get", R"({"row":3})"},
                             {"4", "look", R"({"row":0})"},
                             {"5", "look", R"({"row":5})"},
                             {"6", "text", R"({"row":0,"note":"a\u00e4"})"},
                             {"7", "nosuch"},
                             {"8", "get", "{"},
                             {"9", "get", R"({"row":1.5})"},
                             {"10", "get", R"({"row":1})", true},
                             {"", "get", "null"}};
  const auto report = executor.execute(calls);
  CHECK(report.outcomes.size() == 12);
  CHECK(ran == 4);
  const auto& o = report.outcomes;
  for (std::size_t i = 0; i < 12; ++i) {
    CHECK(o[i].position == i && o[i].call_id == calls[i].id);
    CHECK(!o[i].content.empty());
    CHECK(o[i].is_error == (o[i].kind != outcome_kind::succeeded));
  }
  CHECK(o[0].reason == outcome_reason::tool_error && o[0].content == "no row 0");
  CHECK(o[1].reason == outcome_reason::permanent_error);
  CHECK(o[2].reason == outcome_reason::not_applied && o[2].content == "the table is locked");
  CHECK(o[3].content == "30" && o[3].value.get_if<int>() != nullptr && *o[3].value.get_if<int>() == 30);
  CHECK(o[4].content == "no such row" && o[4].kind == outcome_kind::failed);
  CHECK(o[5].content == "5");
  CHECK(o[6].content == "a\xC3\xA4");
  CHECK(o[7].kind == outcome_kind::unknown_tool && has(o[7].content, "look"));
  CHECK(o[8].reason == outcome_reason::invalid_json);
  CHECK(o[9].kind == outcome_kind::bad_arguments && has(o[9].content, "/row"));
  CHECK(o[10].reason == outcome_reason::output_limit);
  CHECK(o[11].reason == outcome_reason::missing_member);
  CHECK(!report.trace.empty());
  const auto owned = report.to_owned();
  CHECK(owned.outcomes[0].content == "no row 0");
}

template <class Retries, class Error, class... Option>
int attempts(Retries retries, Error error, Option... option) {
  int ran = 0;
  const tacet::tool_executor executor{
      tacet::tools{
          tacet::tool<"get">([&ran, error]() -> tacet::tool_result<int> { return ++ran, error; }, option...)},
      retries};
  const tool_call call{"1", "get"};
  const auto report = executor.execute({&call, 1});
  CHECK(report.outcomes[0].attempts == ran);
  return ran;
}

void retries() {
  constexpr tacet::retries<tacet::retry_schedule{.max_attempts = 3}> three;
  const tacet::not_applied early("locked");
  const tacet::tool_error failed("failed");
  const tacet::tool_error permanent("never", tacet::permanence::permanent);
  CHECK(attempts(three, early) == 3);
  CHECK(attempts(three, failed) == 1);
  CHECK(attempts(three, failed, tacet::read_only) == 3);
  CHECK(attempts(three, permanent, tacet::read_only) == 1);
  CHECK(attempts(tacet::no_retries{}, early) == 1);
  CHECK(attempts(tacet::run_time_retries<>{{.max_attempts = 2, .backoff = std::chrono::milliseconds(1)}},
                 failed, tacet::idempotent) == 2);
  CHECK(attempts(tacet::no_retries{}, early,
                 tacet::retry<tacet::retry_schedule{.max_attempts = 4}, tacet::not_applied>) == 4);
  constexpr tacet::retries<tacet::retry_schedule{.max_attempts = 3}, tacet::not_applied> listed;
  CHECK(attempts(listed, early, tacet::read_only) == 3);
  CHECK(attempts(listed, failed, tacet::read_only) == 1);
}

void refusals() {
  int ran = 0;
  tacet::tool_executor executor{
      tacet::tools{tacet::tool<"get">([&ran](const row_args&) { ++ran; }, tacet::max_calls<2>)},
      tacet::preconditions{tacet::call_budget{},
                           [](const tacet::pending_call& call) -> std::optional<tacet::precondition_verdict> {
                             if (call.arguments_as<row_args>()->row < 0)
                               return tacet::precondition_verdict::block("no negative rows");
                             return {};
                           }},
      tacet::steering_gate{[](const tacet::pending_call& call) -> std::optional<tacet::skip> {
        if (call.id() == "skip") return tacet::skip{"later"};
        return {};
      }},
      tacet::approval_gate{[](const tacet::approval_request& r) {
        return r.call().id() == "deny" ? r.deny("no") : r.approve();
      }},
      tacet::failure_text{
          [](const tacet::failure& f) { return std::string(f.tool_name) + " is not there"; }}};
  const tool_call calls[] = {{"1", "get", R"({"row":-1})"},
                             {"skip", "get", R"({"row":1})"},
                             {"deny", "get", R"({"row":1})"},
                             {"4", "get", R"({"row":1})"},
                             {"5", "get", R"({"row":1})"},
                             {"6", "get", R"({"row":1})"},
                             {"7", "nosuch"}};
  for (int round = 1; round <= 2; ++round) {
    const auto report = executor.execute(calls);
    const auto& o = report.outcomes;
    CHECK(o.size() == 7);
    CHECK(o[0].content == "no negative rows");
    CHECK(o[1].content == "later" && o[1].reason == outcome_reason::advice);
    CHECK(o[2].reason == outcome_reason::approval_denied);
    CHECK(o[3].kind == outcome_kind::succeeded && o[4].kind == outcome_kind::succeeded);
    CHECK(o[5].reason == outcome_reason::budget_spent);
    CHECK(o[6].content == "nosuch is not there");
    CHECK(ran == 2 * round);
    executor.reset();
  }
}

void stops() {
  std::stop_source stop;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"get">([&stop](tacet::tool_context& c) {
                                        stop.request_stop();
                                        c.progress(1);
                                        return c.stop_requested();
                                      })},
                                      tacet::progress{[](const tacet::tool_progress&) {}}};
  const std::vector<tool_call> calls(3, {"1", "get"});
  tacet::execution_report report;
  CHECK(executor.execute(calls, report, {.stop = stop.get_token()}) == tacet::execution_status::cancelled);
  CHECK(report.outcomes.size() == 3);
  CHECK(report.outcomes[0].content == "true");
  CHECK(report.outcomes[1].kind == outcome_kind::cancelled &&
        report.outcomes[2].kind == outcome_kind::cancelled);
}

}  // namespace

int main() {
  outcomes();
  retries();
  refusals();
  stops();
  return failures == 0 ? 0 : 1;
}
