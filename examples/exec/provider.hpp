// SPDX-License-Identifier: MIT
// Tells from the text of a reply whose it is.
#pragma once

#include "options.hpp"

#include <string_view>

namespace exec {

/// Never fails: a text that says nothing is taken for OpenAI's, whose decoder then says what is wrong with
/// it.
[[nodiscard]] provider told_from(std::string_view text);

}  // namespace exec
