// SPDX-License-Identifier: MIT
// The command line of exec.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace exec {

enum class provider { told_from_text, openai, anthropic };
enum class output { results, exchange, report, list, offer, schema };

struct options {
  provider dialect = provider::told_from_text;
  output what = output::results;
  bool trace = false;
  bool files = true;
  bool help = false;
  std::string root{};      ///< empty: the working directory
  std::string tools{};     ///< empty: the built-in ones
  std::string config{};    ///< empty: none
  std::string file = "-";  ///< "-" is the standard input
};

/// The options, or nothing with `error` set.
std::optional<options> parse(int argc, const char* const* argv, std::string& error);

extern const std::string_view help_text;

}  // namespace exec
