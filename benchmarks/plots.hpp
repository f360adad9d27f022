// SPDX-License-Identifier: MIT
// Pictures of what was measured.
#pragma once

#include "results.hpp"

#include <filesystem>
#include <vector>

namespace bench {

/// Draws with gnuplot, as SVG, into `folder`, and returns the files. What needs the recorded calls is left
/// out when they are not there. Throws std::runtime_error when a benchmark did not run or gnuplot failed.
std::vector<std::filesystem::path> draw(const results& measured, const std::filesystem::path& folder);

}  // namespace bench
