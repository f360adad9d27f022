// SPDX-License-Identifier: MIT
// A tool of a registry, with everything that a call of it needs in one place.
#pragma once

#include <tacet/dynamic/detail/dynamic_callable.hpp>
#include <tacet/dynamic/json_schema.hpp>
#include <tacet/dynamic/read_value.hpp>
#include <tacet/values/tool_descriptor.hpp>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace tacet::detail {

/// Stays where it is: the descriptor looks at the texts beside it.
struct registered_tool {
  tool_descriptor about;
  dynamic_callable callable;
  json_schema schema;
  value_limits limits;
  std::string name;
  std::string offered;
  std::string description;
  std::string schema_text;
  std::string capability_name;
  capability_id capability{{}, true};

  registered_tool(json_schema checked, dynamic_callable function, const value_limits& most)
      : callable(std::move(function)), schema(std::move(checked)), limits(most), schema_text(schema.sendable_text()) {}
  registered_tool(const registered_tool&) = delete;
  registered_tool& operator=(const registered_tool&) = delete;

  void describe(std::string called, std::string offered_as, std::string described, std::string needs) {
    name = std::move(called);
    offered = std::move(offered_as);
    description = std::move(described);
    capability_name = std::move(needs);
    capability.name = capability_name;
    about.name = name;
    about.description = description;
    about.input_schema = schema_text;
    about.required_capability = capability_name.empty() ? nullptr : &capability;
  }

  /// Takes null as absent for all arguments at once, when they fit so. For what `json_schema::adjust` does not look into: where
  /// a schema has alternatives at its top, a strict mode has a model send null for the members of the others.
  [[nodiscard]] bool drop_nulls(boost::json::value& arguments) const {
    const boost::json::object* const all = arguments.if_object();
    if (all == nullptr) return false;
    boost::json::value without(boost::json::object_kind, arguments.storage());
    for (const auto& one : *all)
      if (!one.value().is_null()) without.get_object().emplace(one.key(), one.value());
    if (without.get_object().size() == all->size() || !schema.accepts(without)) return false;
    arguments = std::move(without);
    return true;
  }
};

}  // namespace tacet::detail
