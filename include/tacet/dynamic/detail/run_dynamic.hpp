// SPDX-License-Identifier: MIT
// One call of a dynamic tool: the arguments are read, repaired and held against the schema, and the phases do the rest.
#pragma once

#include <tacet/dynamic/detail/registered_tool.hpp>
#include <tacet/dynamic/pointed_fault.hpp>
#include <tacet/executor/run_call.hpp>
#include <tacet/json/pointer.hpp>

#include <boost/json/value.hpp>

#include <string>
#include <vector>

namespace tacet::detail {

/// Says every way in which the arguments do not keep to the schema. May throw std::bad_alloc.
template <class Policies>
[[gnu::noinline]] void refuse_by_schema(call_frame<Policies>& frame, const std::vector<pointed_fault>& faults) {
  std::string all;
  for (const pointed_fault& one : faults) {
    if (!all.empty()) all += "; ";
    all += one.message;
    if (!one.pointer.empty()) all += " (at " + one.pointer + ")";
  }
  all += '.';
  frame.note(call_phase::decoding, phase_action::rejected, to_text(outcome_reason::schema_mismatch));
  frame.answer_failure(outcome_kind::bad_arguments, call_phase::decoding, outcome_reason::schema_mismatch, all);
}

template <class Policies> void run_dynamic(call_frame<Policies>& frame, const void* at) {
  const registered_tool& tool = *static_cast<const registered_tool*>(at);
  boost::json::value arguments;
  json::context fault;
  fault.room = &frame.room();
  if (!read_arguments(frame.call.arguments, arguments, fault, tool.limits)) return refuse_arguments(frame, fault);
  bool repaired = tool.schema.adjust(arguments);
  std::vector<pointed_fault> faults;  // holds nothing as long as there is none
  if (!tool.schema.check(arguments, faults)) [[unlikely]] {
    repaired = tool.drop_nulls(arguments);
    if (!repaired) return refuse_by_schema(frame, faults);
  }
  // A timeout is known only at run time as well.
  run_decoded<dynamic_callable, tool_mark::timed, nothing>(frame, &tool.callable, arguments, fault.adjusted || repaired);
}

}  // namespace tacet::detail
