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
constexpr std::size_t most_complaints = 100;

void tell(std::vector<std::string>& all, const std::string& file,
          const std::vector<tacet::pointed_fault>& faults) {
  for (const tacet::pointed_fault& one : faults)
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
    tell(made.complaints, options.tools, register_tools(read_tools(text, folder), registry, timeout));
  }
  if (made.complaints.empty()) {
    for (std::size_t i = 0; i < registry.size(); ++i) made.offered.emplace_back(registry.offered_name(i));
    tacet::configured_executor configured =
        tacet::make_executor(config, std::move(registry), tacet::progress{progress_to(bar)},
                             tacet::diagnostics{diagnoses_to(bar)}, tacet::collect_trace{});
    tell(made.complaints, options.config, configured.faults);
    made.executor = std::move(configured.executor);
  }
  if (const std::size_t count = made.complaints.size(); count > most_complaints) {
    made.complaints.resize(most_complaints);
    made.complaints.push_back("there are " + std::to_string(count - most_complaints) + " more faults");
  }
  return made;
}

}  // namespace exec
