// SPDX-License-Identifier: MIT
// The hand-written twin from argument text to result text, for these tools and two spellings.
#include "by_hand.hpp"

#include <charconv>
#include <climits>
#include <cstdint>

namespace codegen {

namespace {

// An integer as JSON spells it and an int holds it; null when it is none.
const char* read_int(const char* p, const char* end, int& to) {
  const bool negative = p != end && *p == '-';
  if (negative) ++p;
  const char* const first = p;
  std::int64_t value = 0;
  for (; p != end && *p >= '0' && *p <= '9'; ++p) {
    value = value * 10 + (*p - '0');
    if (value > std::int64_t{INT_MAX} + 1) return nullptr;
  }
  if (p == first || (*first == '0' && p - first > 1)) return nullptr;
  if (negative) value = -value;
  if (value > INT_MAX) return nullptr;
  to = static_cast<int>(value);
  return p;
}

const char* read_text(const char* p, const char* end, std::string_view text) {
  if (static_cast<std::size_t>(end - p) < text.size() || std::memcmp(p, text.data(), text.size()) != 0)
    return nullptr;
  return p + text.size();
}
const char* pass_blank(const char* p, const char* end) { return p != end && *p == ' ' ? p + 1 : p; }

// {"a":1,"b":2} with an optional blank behind each colon and comma, and nothing else: so nothing is unknown,
// missing or twice.
bool read_pair(std::string_view text, pair_args& to) {
  const char* p = text.data();
  const char* const end = p + text.size();
  if ((p = read_text(p, end, R"({"a":)")) == nullptr) return false;
  if ((p = read_int(pass_blank(p, end), end, to.a)) == nullptr) return false;
  if (p == end || *p != ',') return false;
  if ((p = read_text(pass_blank(p + 1, end), end, R"("b":)")) == nullptr) return false;
  if ((p = read_int(pass_blank(p, end), end, to.b)) == nullptr) return false;
  return p != end && *p == '}' && p + 1 == end;
}

// From a call to an outcome with its text. It tells less of what went wrong than the library does.
void by_text(work& w) {
  const tacet::tool_call& call = w.calls[0];
  w.slot = {.call_id = call.id, .name = call.name};
  pair_args x;
  int result = 0;
  if (!read_pair(call.arguments, x) || !by_hand::run(by_hand::index_of(call.name), x, result)) {
    w.slot.content = "The call cannot be run.";
    w.slot.is_error = true;
    return;
  }
  const char* const end = std::to_chars(w.text.data(), w.text.data() + w.text.size(), result).ptr;
  w.slot.content = {w.text.data(), static_cast<std::size_t>(end - w.text.data())};
  w.slot.attempts = 1;
}

constexpr tacet::tool_call blank_call{"call_1", "add_numbers", R"({"a": 1, "b": 2})"};
constexpr tacet::tool_call lucky_call{"call_1", "try_to_add", R"({"a":1,"b":2})"};

constexpr measured rows[] = {
    {"text/expected/by_hand", &by_text, &slot_answer, "3", {&add_call, 1}},
    {"text/blank/by_hand", &by_text, &slot_answer, "3", {&blank_call, 1}},
    {"text/third_attempt/by_hand", &by_text, &slot_answer, "303", {&lucky_call, 1}},
};

}  // namespace

const std::span<const measured> by_hand_text_rows = rows;

}  // namespace codegen
