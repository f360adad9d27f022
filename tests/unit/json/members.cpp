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
  const char* const end = json::decode_members(exact.data() + 1, c, all, into, 0);
  out.fault = c.fault;
  out.missing = c.missing;
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
