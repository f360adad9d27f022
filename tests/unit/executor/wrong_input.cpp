// SPDX-License-Identifier: MIT
// Every kind of wrong input, one call each: all are answered, in order, each with its kind and with words.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

using tacet::outcome_kind;
using tacet::outcome_reason;
using tacet::tool_call;

namespace {

using answer = std::optional<tacet::precondition_verdict>;
enum class mood { calm, tense };
struct inner_args {
  int deep = 0;
};
struct all_args {
  std::int8_t small;
  std::string text;
  std::optional<mood> how;
  std::optional<std::vector<inner_args>> list;
  std::optional<double> ratio;
};
// Fails in the n-th way.
struct fail_args {
  int way = 0;
};
int fail(const fail_args& how, tacet::tool_context& context);

const auto all_tools = [] {
  return tacet::tools{
      tacet::tool<"all">([](const all_args& x) { return x.small; }),
      tacet::tool<"none">([] {}),
      tacet::tool<"fail">(&fail),
      tacet::tool<"fail_again">(&fail, tacet::idempotent),
      tacet::tool<"dear">([] {}, tacet::max_calls<0>),
      tacet::tool<"closed">([] {}),
      tacet::tool<"unchecked">([] {}),
      tacet::tool<"advised">([] {}),
      tacet::tool<"unguarded">([] {}),
      tacet::tool<"denied">([] {}),
      tacet::tool<"unasked">([] {}),
      tacet::tool<"silent">([] {}),
      tacet::tool<"value">([]() -> tacet::tool_result<int> { return tacet::tool_error("own words"); })};
};

struct row {
  tool_call call;
  outcome_kind kind;
  outcome_reason reason = outcome_reason::none;
};

const std::string deep =
    R"({"small":1,"text":"x","list":)" + std::string(5'000, '[') + std::string(5'000, ']') + "}";
const std::string huge = R"({"small":1,"text":")" + std::string(1'000'000, 'x') + "\"";

#if defined(__cpp_exceptions)
struct no_exception_at_all {
  const char* what() const { throw 1; }
};
int fail(const fail_args& how, tacet::tool_context& context) {
  context.progress(how.way);
  switch (how.way) {
    case 0:
      throw std::runtime_error("hunter2");
    case 1:
      throw 1;
    case 2:
      throw "hunter2";
    case 3:
      throw no_exception_at_all{};
    case 4:
      throw std::bad_alloc{};
    case 5:
      throw tacet::tool_error("own words");
    case 6:
      throw tacet::tool_error("own words", tacet::permanence::permanent);
    case 7:
      throw tacet::not_applied("own words");
    case 8:
      throw std::system_error(std::make_error_code(std::errc::timed_out));
    case 9:
      throw std::string("hunter2");
    case 10:
      throw std::vector<int>(3);
    default:
      return 0;
  }
}
void broken() { throw std::runtime_error("hunter2"); }
const std::vector<row> thrown{
    {{"r3", "unchecked"}, outcome_kind::refused, outcome_reason::check_failed},
    {{"r7", "unasked"}, outcome_kind::refused, outcome_reason::approval_failed},
    {{"t0", "fail", R"({"way":0})"}, outcome_kind::failed, outcome_reason::exception},
    {{"t1", "fail", R"({"way":1})"}, outcome_kind::failed, outcome_reason::exception},
    {{"t2", "fail", R"({"way":2})"}, outcome_kind::failed, outcome_reason::exception},
    {{"t3", "fail", R"({"way":3})"}, outcome_kind::failed, outcome_reason::exception},
    {{"t4", "fail", R"({"way":4})"}, outcome_kind::failed, outcome_reason::exception},
    {{"t5", "fail", R"({"way":5})"}, outcome_kind::failed, outcome_reason::tool_error},
    {{"t6", "fail", R"({"way":6})"}, outcome_kind::failed, outcome_reason::permanent_error},
    {{"t7", "fail", R"({"way":7})"}, outcome_kind::failed, outcome_reason::not_applied},
    {{"t8", "fail", R"({"way":8})"}, outcome_kind::outcome_unknown, outcome_reason::exception},
    {{"t9", "fail", R"({"way":9})"}, outcome_kind::failed, outcome_reason::exception},
    {{"t10", "fail", R"({"way":10})"}, outcome_kind::failed, outcome_reason::exception},
    {{"t11", "fail_again", R"({"way":8})"}, outcome_kind::timed_out, outcome_reason::exception},
    {{"t12", "fail_again", R"({"way":0})"}, outcome_kind::failed, outcome_reason::exception},
};
#else
// Nothing can be thrown: the same tools and callbacks do nothing, and no call asks them for more.
int fail(const fail_args& how, tacet::tool_context& context) { return context.progress(how.way), 0; }
void broken() {}
const std::vector<row> thrown;
#endif

const std::vector<row> rows = [] {
  std::vector<row> all{
      // Names.
      {{"n1", "nosuch", "{}"}, outcome_kind::unknown_tool, outcome_reason::unknown_tool},
      {{"n2", "", "{}"}, outcome_kind::unknown_tool, outcome_reason::unknown_tool},
      {{"n3", "none ", "{}"}, outcome_kind::unknown_tool, outcome_reason::unknown_tool},
      {{"n4", "functions.", "{}"}, outcome_kind::unknown_tool, outcome_reason::unknown_tool},
      {{"n5", std::string_view("no\0ne", 5), "{}"}, outcome_kind::unknown_tool, outcome_reason::unknown_tool},
      {{"n6", "nosuch", "{"}, outcome_kind::unknown_tool, outcome_reason::unknown_tool},
      // Ids are kept as they are.
      {{"", "nosuch"}, outcome_kind::unknown_tool, outcome_reason::unknown_tool},
      {{"n1", "none"}, outcome_kind::succeeded},
      {{"", "none"}, outcome_kind::succeeded},
      {{{}, "none", {}}, outcome_kind::succeeded},
      // Texts that are no object.
      {{"j1", "all", ""}, outcome_kind::bad_arguments, outcome_reason::missing_member},
      {{"j2", "all", "{"}, outcome_kind::bad_arguments, outcome_reason::invalid_json},
      {{"j3", "all", R"({"small":1,"text":"x"}x)"},
       outcome_kind::bad_arguments,
       outcome_reason::invalid_json},
      {{"j4", "all", R"({"small":1,"text":"x"}{})"},
       outcome_kind::bad_arguments,
       outcome_reason::invalid_json},
      {{"j5", "all", "[1]"}, outcome_kind::bad_arguments, outcome_reason::not_an_object},
      {{"j6", "all", "42"}, outcome_kind::bad_arguments, outcome_reason::not_an_object},
      {{"j7", "none", "true"}, outcome_kind::bad_arguments, outcome_reason::not_an_object},
      {{"j8", "all", "null"}, outcome_kind::bad_arguments, outcome_reason::missing_member},
      {{"j9", "all", "{\"small\":1,\"text\":\"a\nb\"}"},
       outcome_kind::bad_arguments,
       outcome_reason::invalid_json},
      {{"j10", "all", "{\"small\":1,\"text\":\"\xff\"}"},
       outcome_kind::bad_arguments,
       outcome_reason::invalid_json},
      {{"j11", "all", "{'small':1}"}, outcome_kind::bad_arguments, outcome_reason::invalid_json},
      {{"j12", "all", R"({"small":NaN,"text":"x"})"},
       outcome_kind::bad_arguments,
       outcome_reason::invalid_json},
      {{"j13", "none", std::string_view("{}\0", 3)},
       outcome_kind::bad_arguments,
       outcome_reason::invalid_json},
      {{"j14", "all", huge}, outcome_kind::bad_arguments, outcome_reason::invalid_json},
      {{"j15", "all", deep}, outcome_kind::bad_arguments, outcome_reason::none},
      // Members and values.
      {{"v1", "all", R"({"small":1})"}, outcome_kind::bad_arguments, outcome_reason::missing_member},
      {{"v2", "all", R"({"small":1,"text":"x","more":1})"},
       outcome_kind::bad_arguments,
       outcome_reason::unknown_member},
      {{"v3", "none", R"({"more":1})"}, outcome_kind::bad_arguments, outcome_reason::unknown_member},
      {{"v4", "all", R"({"small":1,"small":1,"text":"x"})"},
       outcome_kind::bad_arguments,
       outcome_reason::duplicate_member},
      {{"v5", "all", R"({"small":[1],"text":"x"})"}, outcome_kind::bad_arguments, outcome_reason::wrong_type},
      {{"v6", "all", R"({"small":128,"text":"x"})"},
       outcome_kind::bad_arguments,
       outcome_reason::out_of_range},
      {{"v7", "all", R"({"small":true,"text":"x"})"},
       outcome_kind::bad_arguments,
       outcome_reason::wrong_type},
      {{"v8", "all", R"({"small":1,"text":null})"}, outcome_kind::bad_arguments, outcome_reason::wrong_type},
      {{"v9", "all", R"({"small":1,"text":"x","how":"wild"})"},
       outcome_kind::bad_arguments,
       outcome_reason::none},
      {{"v10", "all", R"({"small":1,"text":"x","list":[{"deep":"x"}]})"},
       outcome_kind::bad_arguments,
       outcome_reason::wrong_type},
      {{"v11", "all", R"({"small":1,"text":"x","ratio":1e999})"},
       outcome_kind::bad_arguments,
       outcome_reason::out_of_range},
      {{"v12", "all", R"({"small":1,"text":"x"})", true},
       outcome_kind::bad_arguments,
       outcome_reason::output_limit},
      // Phases that refuse.
      {{"r1", "dear"}, outcome_kind::refused, outcome_reason::budget_spent},
      {{"r2", "closed"}, outcome_kind::refused, outcome_reason::policy},
      {{"r4", "advised"}, outcome_kind::refused, outcome_reason::advice},
      {{"r5", "unguarded"}, outcome_kind::succeeded},
      {{"r6", "denied"}, outcome_kind::refused, outcome_reason::approval_denied},
      {{"r8", "silent"}, outcome_kind::refused, outcome_reason::approval_missing},
      // Tools that fail or do not.
      {{"t13", "value"}, outcome_kind::failed, outcome_reason::tool_error},
      {{"t14", "fail", R"({"way":99})"}, outcome_kind::succeeded},
  };
  all.insert(all.end(), thrown.begin(), thrown.end());
  return all;
}();

void check(const tacet::execution_report& report, const std::vector<row>& expected) {
  REQUIRE(report.outcomes.size() == expected.size());
  CHECK(report.status == tacet::execution_status::completed);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const tacet::tool_outcome& outcome = report.outcomes[i];
    INFO("call " << i << " id " << outcome.call_id << ": " << outcome.content);
    CHECK(outcome.position == i);
    CHECK(outcome.call_id == expected[i].call.id);
    CHECK(outcome.name == expected[i].call.name);
    CHECK(outcome.kind == expected[i].kind);
    if (expected[i].reason != outcome_reason::none) CHECK(outcome.reason == expected[i].reason);
    const bool good = expected[i].kind == outcome_kind::succeeded;
    CHECK(outcome.is_error == !good);
    if (!good) CHECK_FALSE(outcome.content.empty());
    CHECK(outcome.content.size() < 4'000);
    CHECK(outcome.content.find("hunter2") == std::string_view::npos);
    const bool ran = good || outcome.kind == outcome_kind::failed ||
                     outcome.kind == outcome_kind::timed_out || outcome.kind == outcome_kind::outcome_unknown;
    CHECK((outcome.attempts > 0) == ran);
  }
}

}  // namespace

TEST_CASE("every kind of wrong input is answered in order, with its kind and with words") {
  const auto is = [](const tacet::pending_call& call, std::string_view name) { return call.name() == name; };
  const tacet::tool_executor executor{
      all_tools(),
      tacet::preconditions{tacet::call_budget{},
                           [is](const tacet::pending_call& call) -> answer {
                             if (is(call, "closed")) return tacet::precondition_verdict::block("");
                             if (is(call, "unchecked")) broken();
                             return {};
                           }},
      tacet::steering_gate{[is](const tacet::pending_call& call) -> std::optional<tacet::skip> {
        if (is(call, "advised")) return tacet::skip{""};
        if (is(call, "unguarded")) broken();
        return {};
      }},
      tacet::approval_gate{
          [is](const tacet::approval_request& request) -> std::optional<tacet::approval_decision> {
            if (is(request.call(), "denied")) return request.deny("");
            if (is(request.call(), "unasked")) broken();
            if (is(request.call(), "silent")) return {};
            return request.approve();
          }},
      tacet::progress{[](const tacet::tool_progress&) { broken(); }},
      tacet::retries<tacet::retry_schedule{.max_attempts = 3}>{},
      tacet::diagnostics{[](const tacet::diagnosis&) { broken(); }},
      tacet::trace_to{[](const tacet::phase_record&) { broken(); }},
      tacet::failure_text{[](const tacet::failure&) { return broken(), std::string(); }}};
  std::vector<tool_call> calls;
  for (const row& r : rows) calls.push_back(r.call);
  check(executor.execute(calls), rows);
  tacet::execution_report reused;
  for (int round = 0; round < 3; ++round) {
    executor.execute(calls, reused);
    check(reused, rows);
  }
  // Each alone, into a slot, is answered the same way.
  tacet::text_room room;
  for (const row& r : rows) {
    tacet::tool_outcome slot;
    executor.execute_one(r.call, slot, room);
    INFO(r.call.id);
    CHECK(slot.kind == r.kind);
    CHECK(slot.call_id == r.call.id);
    if (r.kind != outcome_kind::succeeded) CHECK_FALSE(slot.content.empty());
  }
}

TEST_CASE("an executor of tools alone answers wrong input the same way") {
  const tacet::tool_executor executor{all_tools()};
  std::vector<row> expected;
  std::vector<tool_call> calls;
  for (row r : rows) {
    if (r.kind == outcome_kind::refused) {
      r.kind = outcome_kind::succeeded;  // nobody is there to refuse
      r.reason = outcome_reason::none;
    }
    expected.push_back(r);
    calls.push_back(r.call);
  }
  check(executor.execute(calls), expected);
  CHECK(executor.execute({}).outcomes.empty());
}
