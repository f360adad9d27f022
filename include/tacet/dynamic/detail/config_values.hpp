// SPDX-License-Identifier: MIT
// The configuration of an executor as plain values, with the defaults of the library.
#pragma once

#include <tacet/dynamic/pointed_fault.hpp>
#include <tacet/erased/any_retry_schedule.hpp>
#include <tacet/phase/retry_schedule.hpp>
#include <tacet/termination/loop_termination_policy.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tacet {

/// How large a batch, and the arguments of one call, may be.
struct limit_settings {
  std::optional<std::size_t> argument_bytes{};  ///< empty: what the registry of the tools has, else 1 MiB
  std::optional<int> argument_depth{};          ///< the same, else 64
  std::optional<std::uint32_t> batch_calls{};   ///< empty: no limit

  friend bool operator==(const limit_settings&, const limit_settings&) = default;
};

/// How often a failed attempt is repeated, and after which errors.
struct retry_settings {
  retry_schedule schedule{};
  retried_errors retry_on = retried_errors::any;

  friend bool operator==(const retry_settings&, const retry_settings&) = default;
};

/// How long an attempt may take, and by when a call is answered.
struct timeout_settings {
  std::optional<std::chrono::milliseconds> attempt{};                     ///< empty: no limit
  std::optional<std::chrono::milliseconds> call{};                        ///< empty: no deadline
  std::map<std::string, std::chrono::milliseconds, std::less<>> tools{};  ///< instead of `attempt`, by tool

  friend bool operator==(const timeout_settings&, const timeout_settings&) = default;
};

/// What a result may be.
struct result_settings {
  std::optional<std::size_t> max_bytes{};  ///< of the text for the model; empty: no limit

  friend bool operator==(const result_settings&, const result_settings&) = default;
};

struct config_reading;

/// Everything that can be said about an executor without a program. The defaults change nothing and allow
/// every tool.
struct executor_config {
  limit_settings limits{};
  std::map<std::string, std::uint32_t, std::less<>> budgets{};  ///< calls per invocation, by tool
  retry_settings retries{};
  timeout_settings timeouts{};
  std::optional<std::vector<std::string>> allow{};  ///< the tools that may be called; empty optional: all
  std::vector<std::string> deny{};                  ///< the tools that may not; stands above `allow`
  std::vector<std::string> capabilities{};          ///< the names of those that are there
  result_settings results{};
  loop_termination_policy termination{};

  /// Reads a JSON text. Strict: unknown keys, repeated keys, wrong types and values out of range are faults,
  /// all listed at once. Refuses text of more than 1 MiB. Throws nothing for bad input, only what allocating
  /// throws.
  [[nodiscard]] static config_reading parse(std::string_view text);
  /// The same of a file, which is read to its end, or to the limit.
  [[nodiscard]] static config_reading read_file(const std::filesystem::path& path);
  /// A JSON Schema (2020-12) of the text that `parse` takes, for editors. Made of the table that `parse`
  /// reads by.
  [[nodiscard]] static std::string schema_text();

  friend bool operator==(const executor_config&, const executor_config&) = default;
};

/// What came of a text: a configuration, or all that is wrong with it.
struct config_reading {
  std::optional<executor_config> config{};  ///< empty when there are faults
  /// In the order of the text, then what does not go together; at most 100, and a last one that says how
  /// many more there are.
  std::vector<pointed_fault> faults{};
};

}  // namespace tacet
