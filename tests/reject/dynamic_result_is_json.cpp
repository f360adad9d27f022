// SPDX-License-Identifier: MIT
// A dynamic tool that returns a class that nobody can write.
// RULE: dynamic_result_is_json
// TYPE: shop::handle
// EXPECT: tacet: the result of a dynamic tool must be writable as JSON; return a boost::json::value, a text, or what a typed tool may return
#include <tacet/tacet.hpp>

#include <tacet/dynamic/tool_registry.hpp>

#include <boost/json/object.hpp>

namespace shop {
class handle {
 public:
  explicit handle(int number) : number_(number) {}
  int number() const { return number_; }

 private:
  int number_;
};
struct look_up {
#ifdef REPAIRED
  int operator()(const boost::json::object& arguments) const { return static_cast<int>(arguments.size()); }
#else
  handle operator()(const boost::json::object&) const { return handle(1); }
#endif
};
}  // namespace shop

int main() {
  tacet::tool_registry registry;
  return registry.add({.name = "look_up"}, shop::look_up{}) ? 0 : 1;
}
