// SPDX-License-Identifier: MIT
// A dynamic tool that wants its arguments as a number.
// RULE: dynamic_tool_takes_json
// TYPE: shop::look_up
// EXPECT: tacet: the callable of a dynamic tool must be callable, const, with a const boost::json::value& or object& and then a tool_context&, or with less; change the parameters, or leave out mutable
#include <tacet/tacet.hpp>

#include <tacet/dynamic/tool_registry.hpp>

#include <boost/json/object.hpp>

namespace shop {
struct look_up {
#ifdef REPAIRED
  int operator()(const boost::json::object& arguments) const { return static_cast<int>(arguments.size()); }
#else
  int operator()(int number, int other) const { return number + other; }
#endif
};
}  // namespace shop

int main() {
  tacet::tool_registry registry;
  return registry.add({.name = "look_up"}, shop::look_up{}) ? 0 : 1;
}
