// SPDX-License-Identifier: MIT
// An executor of nothing but tools: from argument text to result text, one call and a batch, good and bad.
#include "cases.hpp"

namespace codegen {

namespace {

constexpr tacet::tool_executor made{sixteen_tools()};

constexpr tacet::tool_call call(std::string_view arguments, std::string_view name = "add_numbers") {
  return {"call_1", name, arguments};
}
constexpr tacet::tool_call blank = call(R"({"a": 1, "b": 2})");
constexpr tacet::tool_call loose = call(R"({ "b" : 2, "a" : 1 })");
constexpr tacet::tool_call short_numbers[] = {
    call(R"({"a":1,"b":2})"), call(R"({"a":3,"b":4})"), call(R"({"a":5,"b":1})"), call(R"({"a":6,"b":2})"),
    call(R"({"a":7,"b":1})"), call(R"({"a":0,"b":9})"), call(R"({"a":2,"b":2})"), call(R"({"a":4,"b":3})")};
constexpr tacet::tool_call longer_numbers[] = {call(R"({"a":1,"b":2})"),   call(R"({"a":13,"b":4})"),
                                               call(R"({"a":125,"b":1})"), call(R"({"a":6,"b":52})"),
                                               call(R"({"a":77,"b":10})"), call(R"({"a":100,"b":99})"),
                                               call(R"({"a":2,"b":302})"), call(R"({"a":411,"b":123})")};

constexpr tacet::tool_call unknown_tool = call(R"({"a":1,"b":2})", "add_number");
constexpr tacet::tool_call missing_member = call(R"({"a":1})");
constexpr tacet::tool_call wrong_type = call(R"({"a":true,"b":2})");
constexpr tacet::tool_call unknown_member = call(R"({"a":1,"b":2,"c":3})");
constexpr tacet::tool_call duplicate_member = call(R"({"a":1,"b":2,"a":3})");
constexpr tacet::tool_call out_of_range = call(R"({"a":4294967297,"b":2})");
constexpr tacet::tool_call trailing_comma = call(R"({"a":1,"b":2,})");
constexpr tacet::tool_call cut_text = call(R"({"a":1,"b":)");

constexpr measured rows[] = {
    {"text/expected", &into_slot<made>, &slot_answer, "3", {&add_call, 1}},
    {"text/blank", &into_slot<made>, &slot_answer, "3", {&blank, 1}},
    {"text/loose", &into_slot<made>, &slot_answer, "3", {&loose, 1}},
    {"report/expected", &into_report<made>, &report_answer, "3", {&add_call, 1}},
    {"report/blank", &into_report<made>, &report_answer, "3", {&blank, 1}},
    {"report/loose", &into_report<made>, &report_answer, "3", {&loose, 1}},
    {"batch/short", &into_report<made>, &report_answer, "3 7 6 8 8 9 4 7", short_numbers},
    {"batch/longer", &into_report<made>, &report_answer, "3 17 126 58 87 199 304 534", longer_numbers},
    {"refused/unknown_tool", &into_slot<made>, &slot_answer, "unknown tool", {&unknown_tool, 1}},
    {"refused/missing_member",
     &into_slot<made>,
     &slot_answer,
     "missing member (at /b, byte 6).",
     {&missing_member, 1}},
    {"refused/wrong_type", &into_slot<made>, &slot_answer, "wrong type (at /a, byte 5).", {&wrong_type, 1}},
    {"refused/unknown_member",
     &into_slot<made>,
     &slot_answer,
     "unknown member (at /c, byte 13).",
     {&unknown_member, 1}},
    {"refused/duplicate_member",
     &into_slot<made>,
     &slot_answer,
     "duplicate member (at /a, byte 13).",
     {&duplicate_member, 1}},
    {"refused/out_of_range",
     &into_slot<made>,
     &slot_answer,
     "out of range (at /a, byte 5).",
     {&out_of_range, 1}},
    {"refused/trailing_comma",
     &into_slot<made>,
     &slot_answer,
     "invalid JSON (at byte 13).",
     {&trailing_comma, 1}},
    {"refused/cut_text", &into_slot<made>, &slot_answer, "invalid JSON (at /b, byte 11).", {&cut_text, 1}},
    {"report/unknown_tool", &into_report<made>, &report_answer, "unknown tool", {&unknown_tool, 1}},
    {"report/missing_member",
     &into_report<made>,
     &report_answer,
     "missing member (at /b, byte 6).",
     {&missing_member, 1}},
    {"report/wrong_type",
     &into_report<made>,
     &report_answer,
     "wrong type (at /a, byte 5).",
     {&wrong_type, 1}},
    {"report/unknown_member",
     &into_report<made>,
     &report_answer,
     "unknown member (at /c, byte 13).",
     {&unknown_member, 1}},
    {"report/duplicate_member",
     &into_report<made>,
     &report_answer,
     "duplicate member (at /a, byte 13).",
     {&duplicate_member, 1}},
    {"report/out_of_range",
     &into_report<made>,
     &report_answer,
     "out of range (at /a, byte 5).",
     {&out_of_range, 1}},
    {"report/trailing_comma",
     &into_report<made>,
     &report_answer,
     "invalid JSON (at byte 13).",
     {&trailing_comma, 1}},
    {"report/cut_text", &into_report<made>, &report_answer, "invalid JSON (at /b, byte 11).", {&cut_text, 1}},
};

}  // namespace

const std::span<const measured> plain_rows = rows;

}  // namespace codegen
