// SPDX-License-Identifier: MIT
// The table-driven decoder by itself: one function that knows no struct.
#include "support/catch.hpp"

#include <tacet/json/members.hpp>

#include <string>

using namespace tacet;
using json::fault_code;

namespace {

const char* read_digit(const char* p, json::context& c, void* into) {
  if (*p < '0' || *p > '9') return json::fail(c, p, fault_code::wrong_type, "a digit");
  *static_cast<int*>(into) = *p - '0';
  return p + 1;
}
constexpr json::member rows[] = {{"\"a\":", 4, &read_digit}, {"\"bc\":", 5, &read_digit}};

struct result {
  int a = -1, bc = -1;
  fault_code fault = fault_code::none;
  std::uint64_t missing = 0;
};
result run(const std::string& text, std::uint64_t required = 3, bool open = false) {
  const std::string exact(text);
  const json::members all{rows, 2, open, required};
  result out;
  void* const into[] = {&out.a, &out.bc};
  json::context c;
  c.begin = exact.data();
  c.end = exact.data() + exact.size();
  const char* const end = json::decode_members(exact.data() + 1, c, all, into);
  out.fault = c.fault;
  if (c.fault != fault_code::none) out.missing = c.missing;
  if (end != nullptr) CHECK(end == c.end);
  CHECK((end == nullptr) == (c.fault != fault_code::none));
  return out;
}

}  // namespace

TEST_CASE("a table reads its members and says what is missing, doubled or unknown") {
  CHECK(rows[1].name() == "bc");
  for (const char* text : {R"({"a":1,"bc":2})", R"({"bc":2,"a":1})", R"({ "\u0062c" : 2 , "a":1 })"}) {
    const result r = run(text);
    CHECK(r.a == 1);
    CHECK(r.bc == 2);
  }
  CHECK(run("{}").missing == 3);
  CHECK(run(R"({"a":1})").missing == 2);
  CHECK(run(R"({"a":1})", 1).fault == fault_code::none);
  CHECK(run(R"({"a":null})", 0).a == -1);
  CHECK(run(R"({"a":null})", 1).fault == fault_code::wrong_type);
  CHECK(run(R"({"a":1,"a":2})").fault == fault_code::duplicate_member);
  CHECK(run(R"({"b":1})").fault == fault_code::unknown_member);
  CHECK(run(R"({"bcd":1})").fault == fault_code::unknown_member);
  CHECK(run(R"({"b":[{}],"a":1,"bc":2})", 3, true).bc == 2);
  CHECK(run(R"({"b":1,"b":1,"a":1,"bc":2})", 3, true).fault == fault_code::duplicate_member);
  CHECK(run(R"({"a":1,})").fault == fault_code::unexpected_character);
  CHECK(run(R"({"a":1 "bc":2})").fault == fault_code::unexpected_character);
}

TEST_CASE("members that may be left out are, in their order and out of it") {
  constexpr std::uint64_t bc_only = 2;
  const result without = run(R"({"bc":2})", bc_only);
  CHECK(without.fault == fault_code::none);
  CHECK((without.a == -1 && without.bc == 2));
  for (const char* text : {R"({"bc":2,"a":1})", R"({"bc":2, "a" :1})", R"({"a":1,"bc":2})"}) {
    const result r = run(text, bc_only);
    CHECK(r.fault == fault_code::none);
    CHECK((r.a == 1 && r.bc == 2));
  }
  CHECK(run(R"({"bc":2,"bc":2})", bc_only).fault == fault_code::duplicate_member);
  CHECK(run(R"({"bc":2,"a":1,"a":1})", bc_only).fault == fault_code::duplicate_member);
  CHECK(run(R"({"bc":2,})", bc_only).fault == fault_code::unexpected_character);
  CHECK(run(R"({"bc":2 "a":1})", bc_only).fault == fault_code::unexpected_character);
  CHECK(run(R"({"bc":2,"a":x})", bc_only).fault == fault_code::wrong_type);
  CHECK(run(R"({"a":1})", bc_only).missing == bc_only);
  CHECK(run("{}", 0).fault == fault_code::none);
}

TEST_CASE("a reader that has just refused a value is not asked again, and one that was asked in vain is") {
  static int asked = 0;
  constexpr json::decoder counted = [](const char* p, json::context& c, void* into) {
    ++asked;
    return read_digit(p, c, into);
  };
  static constexpr json::member counted_rows[] = {{"\"a\":", 4, counted}, {"\"b\":", 4, counted}};
  static constexpr json::members all{counted_rows, 2, false, 3};
  const struct {
    std::string_view text;
    std::size_t refused;  // where the reader was asked before
    int asked;
    fault_code fault;
  } rows_of_text[] = {{R"(,"b":x})", 5, 0, fault_code::wrong_type},
                      {R"(,"b":  2})", 5, 1, fault_code::none},  // it was asked at the first blank
                      {R"(,"b":  x})", 5, 1, fault_code::wrong_type},
                      {R"(,"c":x})", 5, 0, fault_code::unknown_member}};
  for (const auto& row : rows_of_text) {
    INFO(row.text);
    int a = 1, b = 0;
    void* const into[] = {&a, &b};
    json::context c;
    c.begin = row.text.data();
    c.end = row.text.data() + row.text.size();
    (void)json::fail(c, row.text.data() + row.refused, fault_code::wrong_type, "a digit");
    asked = 0;
    const char* const end = json::decode_any_order(row.text.data(), c, all, into, 1, 2);
    CHECK(asked == row.asked);
    CHECK(c.fault == row.fault);
    CHECK((end == nullptr) == (row.fault != fault_code::none));
    if (row.fault == fault_code::wrong_type) CHECK(c.expected == "a digit");
  }
}
