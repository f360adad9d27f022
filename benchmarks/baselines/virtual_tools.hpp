// SPDX-License-Identifier: MIT
// The baseline of a framework: tools are objects with a virtual function, kept in a map.
#pragma once

#include "../request.hpp"

#include <boost/json.hpp>

#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace bench {

class virtual_tool {
 public:
  virtual_tool() = default;
  virtual_tool(const virtual_tool&) = delete;
  virtual_tool& operator=(const virtual_tool&) = delete;
  virtual ~virtual_tool() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual boost::json::value run(const boost::json::object& arguments) const = 0;
};

/// The arguments are parsed into a buffer on the stack, which is the quick way to use Boost.JSON.
class virtual_tools {
 public:
  void add(std::unique_ptr<virtual_tool> tool) {
    std::string name = tool->name();
    tools_.emplace(std::move(name), std::move(tool));
  }

  answer run(const request& asked) const {
    const auto found = tools_.find(asked.name);
    if (found == tools_.end()) return {"Error: there is no tool \"" + asked.name + "\"", true};
    try {
      std::byte buffer[2048];
      boost::json::monotonic_resource memory(buffer);
      const boost::json::value arguments = boost::json::parse(asked.arguments, &memory);
      return {boost::json::serialize(found->second->run(arguments.as_object())), false};
    } catch (const std::exception& error) {
      return {std::string("Error: ") + error.what(), true};
    }
  }

 private:
  std::map<std::string, std::unique_ptr<virtual_tool>> tools_;
};

}  // namespace bench
