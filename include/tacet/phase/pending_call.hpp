// SPDX-License-Identifier: MIT
// A call that is being judged, as checks and guards see it, and the driver's own view of the same.
#pragma once

#include <tacet/values/tool_call.hpp>
#include <tacet/values/tool_descriptor.hpp>
#include <tacet/values/tool_outcome.hpp>

#include <cstddef>
#include <string_view>

namespace tacet {

/// All const: a check or guard reads what will run and cannot edit it. The name is the resolved one.
struct pending_call {
  const tool_call& call;
  const tool_descriptor& tool;
  value_view arguments{};      ///< the decoded arguments that the tool will get
  std::size_t tool_index = 0;  ///< of the tool in its executor

  [[nodiscard]] std::string_view id() const noexcept { return call.id; }
  [[nodiscard]] std::string_view name() const noexcept { return call.name; }
  /// The decoded arguments if they are a `T`, else null.
  template <class T> [[nodiscard]] const T* arguments_as() const noexcept { return arguments.template get_if<T>(); }
  operator const tool_call&() const noexcept { return call; }
};

namespace detail {
/// The same with the slot that the phases write to.
struct call_state : pending_call {
  tool_outcome& out;
};
}  // namespace detail

}  // namespace tacet
