// SPDX-License-Identifier: MIT
// What is wrong with one place of a JSON document that was read whole: a schema, a configuration, arguments.
#pragma once

#include <string>

namespace tacet {

/// One fault and where it stands. All faults of a document are listed at once where that is possible.
struct pointed_fault {
  std::string pointer;  ///< RFC 6901; empty: the document itself
  std::string message;  ///< a phrase without the place: `expected an integer, got a string`

  bool operator==(const pointed_fault&) const = default;
};

/// `at /limits/depth: expected an integer, got a string`. Allocates.
[[nodiscard]] inline std::string to_text(const pointed_fault& fault) {
  return (fault.pointer.empty() ? std::string("at the top") : "at " + fault.pointer) + ": " + fault.message;
}

}  // namespace tacet
