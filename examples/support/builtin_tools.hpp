// SPDX-License-Identifier: MIT
// Tools that do real work: files below a root, arithmetic, the time.
#pragma once

#include "support/arithmetic.hpp"
#include "support/file_tools.hpp"
#include "support/guards.hpp"

#include <tacet/tacet.hpp>

#include <ctime>
#include <string>

namespace support {

struct expression {
  std::string text;
  static constexpr auto notes = tacet::notes(tacet::note(
      "text", "Numbers, + - * / % ^ and parentheses, for example (1.5 + 2) * 3", tacet::length(1, 1000)));
};

[[nodiscard]] inline auto calculate() {
  return tacet::tool<"calculate">([](const expression& asked) { return arithmetic::evaluate(asked.text); },
                                  tacet::describe<"Evaluate an arithmetic expression">, tacet::read_only);
}

[[nodiscard]] inline auto clock() {
  return tacet::tool<"clock">(
      [] {
        const std::time_t now = std::time(nullptr);
        std::tm utc{};
        ::gmtime_r(&now, &utc);
        char text[32];
        return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc));
      },
      tacet::describe<"Tell the time, UTC, ISO 8601">, tacet::read_only);
}

}  // namespace support
