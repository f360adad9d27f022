// SPDX-License-Identifier: MIT
// What the model asked for: three views over a reply that the caller keeps.
#pragma once

#include <string_view>

namespace tacet {

/// One call of a tool. The views borrow from whoever decoded the reply.
///
/// `id` may be empty: the call runs like any other and gets an outcome. The core never alters an id.
struct tool_call {
  std::string_view id{};
  std::string_view name{};
  std::string_view arguments = "{}";  ///< JSON text, as the model wrote it
  bool cut = false;                   ///< the reply was cut in this call; it is answered and never run
};

}  // namespace tacet
