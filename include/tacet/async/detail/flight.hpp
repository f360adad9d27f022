// SPDX-License-Identifier: MIT
// What the user code of one call may look at for as long as it runs, also when the call has been answered.
#pragma once

#include <tacet/phase/approval_gate.hpp>
#include <tacet/phase/pending_call.hpp>
#include <tacet/text/text_room.hpp>
#include <tacet/values/tool_call.hpp>

#include <cstddef>
#include <string>

namespace tacet::detail {

/// A copy of the call, and the view of it that checks and gates get.
struct call_copy {
  call_copy(const tool_call& from, const tool_descriptor& about, std::size_t index)
      : text_(std::string(from.id).append(from.name).append(from.arguments)), call(from), pending{call, about, {}, index} {
    const std::string_view all = text_;
    call.id = all.substr(0, from.id.size());
    call.name = all.substr(from.id.size(), from.name.size());
    call.arguments = all.substr(from.id.size() + from.name.size());
  }
  call_copy(const call_copy&) = delete;
  call_copy& operator=(const call_copy&) = delete;

 private:
  std::string text_;

 public:
  tool_call call;
  pending_call pending;
  const approval_request request{pending};
};

/// The same with the arguments that the tool gets.
template <class A> struct flight : call_copy {
  using call_copy::call_copy;
  text_room room{};  ///< for texts of the arguments that are not in the call as they are: the report's goes earlier
  A arguments{};
};

}  // namespace tacet::detail
