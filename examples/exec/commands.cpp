// SPDX-License-Identifier: MIT
// The executor of exec for --tools: programs as tools, under the limits of --config.
#include "commands.hpp"

#include "pipeline.hpp"
#include "read_all.hpp"
#include "tools_file.hpp"

#include <tacet/dynamic/configured_executor.hpp>
#include <tacet/dynamic/executor_config.hpp>
#include <tacet/dynamic/tool_registry.hpp>
#include <tacet/tacet.hpp>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace exec {

namespace {

constexpr std::chrono::milliseconds without_timeout{30'000};
constexpr std::size_t most_notes = 100;

void tell(std::vector<std::string>& all, const std::string& file,
          const std::vector<tacet::pointed_fault>& told) {
  for (const tacet::pointed_fault& one : told)
    all.push_back(file + (one.pointer.empty() ? ": " + one.message : ": " + to_text(one)));
}

}  // namespace

command_tools make_command_tools(const options& options, const support::progress_line& bar) {
  command_tools made;
  tacet::executor_config config;
  if (!options.config.empty()) {
    tacet::config_reading read = tacet::executor_config::read_file(options.config);
    tell(made.complaints, options.config, read.faults);
    if (read.config.has_value()) config = *std::move(read.config);
  }

  tacet::tool_registry registry;
  std::string text;
  std::string error;
  std::error_code no_folder;
  const std::filesystem::path folder = std::filesystem::absolute(options.tools, no_folder).parent_path();
  if (!read_all(options.tools, most_tools_bytes + 1, text, error)) {
    made.complaints.push_back(error);
  } else if (no_folder) {
    made.complaints.push_back("the working directory cannot be told: " + no_folder.message());
  } else {
    // What the configuration says of all attempts counts for a tool of which nothing else is said.
    std::optional<std::chrono::milliseconds> timeout;
    if (!config.timeouts.attempt.has_value()) timeout = without_timeout;
    const tacet::registration added = register_tools(read_tools(text, folder), registry, timeout);
    tell(made.complaints, options.tools, added.faults);
    tell(made.notes, options.tools, added.notes);
  }
  if (made.complaints.empty()) {
    made.times = {config.timeouts.attempt, config.timeouts.call};
    tacet::configured_executor configured =
        tacet::make_executor(config, std::move(registry), tacet::progress{progress_to(bar)},
                             tacet::diagnostics{diagnoses_to(bar)}, tacet::collect_trace{});
    tell(made.complaints, options.config, configured.faults);
    tell(made.notes, options.config.empty() ? options.tools : options.config, configured.notes);
    made.executor = std::move(configured.executor);
    made.offered = std::move(configured.offered);
  }
  if (const std::size_t count = made.notes.size(); count > most_notes) {
    made.notes.resize(most_notes);
    made.notes.push_back("there are " + std::to_string(count - most_notes) + " more notes");
  }
  return made;
}

}  // namespace exec
