// SPDX-License-Identifier: MIT
// The executor of exec: every phase is there.
#pragma once

#include "support/builtin_tools.hpp"
#include "support/progress_line.hpp"

#include <tacet/tacet.hpp>

#include <chrono>
#include <cstdio>
#include <utility>

namespace exec {

using namespace std::chrono_literals;

/// Sinks that keep a reference to `bar`.
inline auto progress_to(const support::progress_line& bar) {
  return [&bar](const tacet::tool_progress& value) { bar(value); };
}
inline auto diagnoses_to(const support::progress_line& bar) {
  return [&bar](const tacet::diagnosis& one) {
    // What a tool says itself is in its answer; the rest is for people only.
    if (one.reason == tacet::outcome_reason::tool_error ||
        one.reason == tacet::outcome_reason::permanent_error)
      return;
    bar.clear();
    std::fprintf(stderr, "exec: %s: %s\n", support::show(one.call.name).text.c_str(),
                 support::show(one.text).text.c_str());
  };
}

/// The built-in tools. Keeps references to `files` and `bar`.
inline auto make_executor(const support::workspace& files, const support::progress_line& bar,
                          bool file_access) {
  tacet::capability_set available;
  if (file_access) available.grant<support::file_access>();
  return tacet::tool_executor{
      tacet::tools{support::list_files(files), support::search_text(files), support::read_file(files),
                   support::count_lines(files), support::calculate(), support::clock()},
      tacet::preconditions{tacet::capability_requirement{std::move(available)}, support::inside_root(files),
                           tacet::call_budget{}},
      support::spare_the_model(files),
      tacet::retries<tacet::retry_schedule{.max_attempts = 3, .backoff = 20ms}>{},
      tacet::progress{progress_to(bar)},
      tacet::diagnostics{diagnoses_to(bar)},
      tacet::collect_trace{}};
}

}  // namespace exec
