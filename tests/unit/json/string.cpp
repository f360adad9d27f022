// SPDX-License-Identifier: MIT
// Strings: where one ends, at every alignment, and what its escapes stand for.
#include "support/catch.hpp"

#include <tacet/json/string.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>

using namespace tacet;
using json::fault_code;

namespace {

struct outcome {
  fault_code fault;
  std::size_t at;  // of the closing quote, or of the fault
  bool plain;
};
// `text` begins behind the opening quote.
outcome scan(std::string_view text) {
  const std::unique_ptr<char[]> bytes(new char[text.size()]);
  std::copy(text.begin(), text.end(), bytes.get());
  json::context c;
  c.end = bytes.get() + text.size();
  const json::string_token token = json::scan_string(bytes.get(), c);
  const char* const at = token.close != nullptr ? token.close : c.at;
  return {c.fault, static_cast<std::size_t>(at - bytes.get()), token.plain};
}

}  // namespace

TEST_CASE("each byte is judged the same wherever it stands in a word") {
  for (unsigned b = 0; b < 256; ++b)
    for (std::size_t before = 0; before < 20; ++before) {
      const std::string text = std::string(before, 'x') + static_cast<char>(b) + "yyyyyyyyyyyyyyyyy\"";
      const outcome got = scan(text);
      fault_code wanted = fault_code::none;
      if (b < 0x20) wanted = fault_code::control_character;
      else if (b == '\\') wanted = fault_code::bad_escape;
      else if (b >= 0x80) wanted = fault_code::bad_utf8;
      const bool fine = got.fault == wanted &&
                        got.at == (wanted != fault_code::none || b == '"' ? before : text.size() - 1);
      if (!fine) FAIL("byte " << b << " behind " << before);
    }
  SUCCEED();
}

TEST_CASE("a string that does not end is found to, at every length") {
  for (std::size_t n = 0; n < 40; ++n) {
    CHECK(scan(std::string(n, 'x')).fault == fault_code::unexpected_end);
    CHECK(scan(std::string(n, 'x') + '\\').fault == fault_code::unexpected_end);
    CHECK(scan(std::string(n, 'x') + "\\u12").fault == fault_code::unexpected_end);
    CHECK(scan(std::string(n, 'x') + '"').at == n);
    CHECK(scan(std::string(n, 'x') + "\\\"").fault == fault_code::unexpected_end);
  }
  CHECK(scan("abc\"").plain);
  CHECK_FALSE(scan("a\\nc\"").plain);
}

TEST_CASE("every code unit that is no surrogate is decoded, in both cases of digits, and never grows") {
  std::size_t faults = 0;
  for (std::uint32_t code = 0; code < 0x10000; ++code) {
    char text[8];
    std::snprintf(text, sizeof text, code % 2 == 0 ? "\\u%04x" : "\\u%04X", code);
    const std::string spelled = std::string(text) + '"';
    const outcome got = scan(spelled);
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (surrogate) {
      faults += got.fault != fault_code::unpaired_surrogate || got.at != 0;
      continue;
    }
    char wanted[4], made[6];
    const char* const wanted_end = write_utf8(wanted, code);
    const char* const made_end = json::decode_string({spelled.data(), spelled.data() + 6, false}, made);
    faults += got.fault != fault_code::none ||
              std::string_view(wanted, wanted_end) != std::string_view(made, made_end);
  }
  CHECK(faults == 0);
}

TEST_CASE("pairs of surrogates are one character") {
  for (const std::uint32_t code : {0x10000U, 0x1F600U, 0x10FFFFU, 0xFFFFFU + 1, 0x12345U}) {
    char text[16];
    std::snprintf(text, sizeof text, "\\u%04x\\u%04x", 0xD800 + ((code - 0x10000) >> 10),
                  0xDC00 + ((code - 0x10000) & 0x3FF));
    char wanted[4], made[12];
    const char* const wanted_end = write_utf8(wanted, code);
    const std::string_view spelled(text, 12);
    const char* const made_end = json::decode_string({spelled.data(), spelled.data() + 12, false}, made);
    CHECK(std::string_view(wanted, wanted_end) == std::string_view(made, made_end));
    CHECK(scan(std::string(spelled) + '"').fault == fault_code::none);
  }
}
