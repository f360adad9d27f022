// SPDX-License-Identifier: MIT
// The baseline most people write: a map from names to functions from a JSON value to a JSON value.
#pragma once

#include "../request.hpp"

#include <boost/json.hpp>
#include <nlohmann/json.hpp>

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace bench {

struct with_nlohmann {
  using value = nlohmann::json;
  static value parse(const std::string& text) { return value::parse(text); }
  static std::string dump(const value& v) { return v.dump(); }
};

struct with_boost {
  using value = boost::json::value;
  static value parse(const std::string& text) { return boost::json::parse(text); }
  static std::string dump(const value& v) { return boost::json::serialize(v); }
};

/// Errors are caught and told to the model, a guard may refuse, a failed attempt may be repeated.
template <class Library> class function_map {
 public:
  using json = typename Library::value;
  using function = std::function<json(json)>;
  using guard = std::function<std::optional<std::string>(const std::string& name, const json& arguments)>;

  function_map() = default;
  explicit function_map(guard g, int attempts = 1) : guard_(std::move(g)), attempts_(attempts) {}

  void add(std::string name, function f) { functions_.emplace(std::move(name), std::move(f)); }

  answer run(const request& asked) const {
    const auto found = functions_.find(asked.name);
    if (found == functions_.end()) return {"Error: there is no tool \"" + asked.name + "\"", true};
    try {
      json arguments = Library::parse(asked.arguments);
      if (guard_)
        if (std::optional<std::string> refusal = guard_(asked.name, arguments))
          return {std::move(*refusal), true};
      return {Library::dump(attempt(found->second, std::move(arguments))), false};
    } catch (const std::exception& error) {
      return {std::string("Error: ") + error.what(), true};
    }
  }

 private:
  json attempt(const function& f, json arguments) const {
    for (int left = attempts_; left > 1; --left) {
      try {
        return f(arguments);
      } catch (const std::exception&) {
      }
    }
    return f(std::move(arguments));
  }

  std::unordered_map<std::string, function> functions_;
  guard guard_;
  int attempts_ = 1;
};

using nlohmann_map = function_map<with_nlohmann>;
using boost_map = function_map<with_boost>;

}  // namespace bench
