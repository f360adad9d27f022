// SPDX-License-Identifier: MIT
// One row for each call: what each phase did to it, and who answered.
#pragma once

#include "support/terminal.hpp"
#include "support/trace_table.hpp"

#include <tacet/values/execution_report.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace demo {

struct phase_row {
  std::string tool;
  std::string decoding;
  std::string checks;
  std::string steering;
  std::string attempts;
  std::string answer;
  bool good = true;
};

/// The rows of one report, in call order.
[[nodiscard]] inline std::vector<phase_row> rows_of(const tacet::execution_report& report) {
  std::vector<phase_row> rows(report.outcomes.size());
  std::vector<std::size_t> admitted(rows.size());
  std::vector<std::size_t> emitted(rows.size());
  for (const tacet::phase_record& record : report.trace) {
    phase_row& row = rows[record.position];
    row.tool = record.tool_name;  // the tool that was meant, which the call may have named with a prefix
    const std::string action(to_text(record.action));
    switch (record.phase) {
      case tacet::call_phase::decoding:
        row.decoding = action;
        break;
      case tacet::call_phase::preconditions:
        if (record.action == tacet::phase_action::admitted)
          row.checks = std::to_string(++admitted[record.position]) + " admitted";
        else row.checks = std::string(record.detail) + " " + action;
        break;
      case tacet::call_phase::steering:
        row.steering = action;
        break;
      case tacet::call_phase::dispatch:
        emitted[record.position] += record.action == tacet::phase_action::emitted;
        break;
      default:
        break;
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const tacet::tool_outcome& outcome = report.outcomes[i];
    phase_row& row = rows[i];
    if (outcome.attempts > 0) row.attempts = std::to_string(outcome.attempts);
    if (emitted[i] > 0) row.attempts += " (" + std::to_string(emitted[i]) + " values)";
    row.answer = to_text(outcome.kind);
    row.good = outcome.kind == tacet::outcome_kind::succeeded;
  }
  return rows;
}

[[nodiscard]] inline std::string phase_table(const std::vector<phase_row>& rows, const support::terminal& t) {
  using support::cell;
  // 80 columns; where there are fewer, two of them give way. The last one is never cut.
  const std::size_t missing = t.width < 80 ? 80 - t.width : 0;
  const std::size_t tool = 15 - std::min<std::size_t>(missing / 2, 7);
  const std::size_t checks = 20 - std::min<std::size_t>(missing - missing / 2, 9);
  const auto line = [&](const phase_row& r, const std::string& answer) {
    const auto shown = [&](const std::string& text, std::size_t width) {
      return cell(text.empty() ? "-" : text, width - 1) + ' ';
    };
    std::string made = shown(r.tool, tool) + shown(r.decoding, 9) + shown(r.checks, checks) +
                       shown(r.steering, 9) + shown(r.attempts, 14);
    return made + answer + "\n";
  };
  std::string table = t.faint(cell("call", tool) + cell("decoding", 9) + cell("preconditions", checks) +
                              cell("steering", 9) + cell("attempts", 14) + "answer") +
                      "\n";
  for (const phase_row& row : rows) table += line(row, row.good ? t.green(row.answer) : t.red(row.answer));
  return table;
}

}  // namespace demo
