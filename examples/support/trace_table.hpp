// SPDX-License-Identifier: MIT
// The trace of a report as a table for people.
#pragma once

#include "support/terminal.hpp"

#include <tacet/values/execution_report.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace support {

[[nodiscard]] inline std::string paint(const terminal& t, tacet::phase_action action, std::string_view text) {
  switch (action) {
    case tacet::phase_action::succeeded:
      return t.green(text);
    case tacet::phase_action::rejected:
    case tacet::phase_action::blocked:
    case tacet::phase_action::failed:
    case tacet::phase_action::cancelled:
      return t.red(text);
    case tacet::phase_action::adjusted:
    case tacet::phase_action::unavailable:
    case tacet::phase_action::skipped:
    case tacet::phase_action::guard_failed:
    case tacet::phase_action::retried:
      return t.yellow(text);
    default:
      return std::string(text);
  }
}

/// One line for each record; records of one phase and call that say the same are counted.
[[nodiscard]] inline std::string trace_table(const tacet::execution_report& report, const terminal& t) {
  const std::size_t fixed = 5 + 16 + 15 + 16;
  const std::size_t last = t.width > fixed + 10 ? t.width - fixed : 10;
  std::string table =
      t.faint(cell("call", 5) + cell("tool", 16) + cell("phase", 15) + cell("what it did", 16) + "detail") +
      "\n";
  std::uint32_t before = 0;
  for (std::size_t i = 0; i < report.trace.size();) {
    const tacet::phase_record& one = report.trace[i];
    std::size_t same = i + 1;
    while (same < report.trace.size() && report.trace[same].position == one.position &&
           report.trace[same].phase == one.phase && report.trace[same].action == one.action &&
           report.trace[same].detail == one.detail)
      ++same;
    const bool first = i == 0 || one.position != before;
    before = one.position;
    std::string detail = show(one.detail, last).text;
    if (same - i > 1) detail += (detail.empty() ? "" : " ") + std::to_string(same - i) + " times";
    table += cell(first ? std::to_string(one.position) : "", 5) + cell(first ? one.tool_name : "", 15) + ' ' +
             cell(to_text(one.phase), 15) + paint(t, one.action, cell(to_text(one.action), 16)) + detail;
    table.erase(table.find_last_not_of(' ') + 1);
    table += '\n';
    i = same;
  }
  return table;
}

}  // namespace support
