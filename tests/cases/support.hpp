// SPDX-License-Identifier: MIT
// What the cases share: one call through an executor, with everything of the answer that a case looks at.
#pragma once

#include <tacet/tacet.hpp>

#include <string>
#include <string_view>

namespace tacet_case {

struct answer {
  tacet::outcome_kind kind;
  tacet::outcome_reason reason;
  std::string content;
  int attempts;
  bool is_error;
  bool adjusted;
};

/// The answer to one call; the text is copied, so the report may go.
template <class Executor> answer ask(const Executor& executor, std::string_view name, std::string_view arguments, bool cut = false) {
  const tacet::tool_call call{"c1", name, arguments, cut};
  const tacet::execution_report report = executor.execute({&call, 1});
  const tacet::tool_outcome& one = report.outcomes.at(0);
  return {one.kind, one.reason, std::string(one.content), one.attempts, one.is_error, one.adjusted};
}

inline bool says(const answer& given, std::string_view part) { return given.content.find(part) != std::string::npos; }

}  // namespace tacet_case
