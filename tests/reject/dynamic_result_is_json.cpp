// SPDX-License-Identifier: MIT
// A dynamic tool that returns a pointer to what nobody can write.
// RULE: dynamic_result_is_json
// TYPE: shop::handle
// EXPECT: tacet: the result of a dynamic tool must be writable as JSON; return a boost::json::value, a text, or what a typed tool may return
#include <tacet/tacet.hpp>

#include <tacet/dynamic/tool_registry.hpp>

#include <boost/json/object.hpp>

namespace shop {
class handle {
  int secret_ = 0;
};
struct look_up {
#ifdef REPAIRED
  int operator()(const boost::json::object& arguments) const { return static_cast<int>(arguments.size()); }
#else
  handle operator()(const boost::json::object&) const { return {}; }
#endif
};
}  // namespace shop

int main() {
  tacet::tool_registry registry;
  return registry.add({.name = "look_up"}, shop::look_up{}) ? 0 : 1;
}
