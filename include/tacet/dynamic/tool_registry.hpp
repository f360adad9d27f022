// SPDX-License-Identifier: MIT
// Tools that are known only when the program runs: each a description, a JSON Schema and a callable.
#pragma once

#include <tacet/dynamic/detail/registered_tool.hpp>
#include <tacet/dynamic/json_schema.hpp>
#include <tacet/dynamic/pointed_fault.hpp>
#include <tacet/dynamic/read_value.hpp>
#include <tacet/json/explain.hpp>
#include <tacet/rule/rules.hpp>
#include <tacet/tool/provider_name.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tacet {

/// What is said about a tool: by a server, a configuration, a program.
struct dynamic_tool {
  std::string name{};         ///< any UTF-8 text of 1 to 256 bytes without control characters
  std::string description{};
  std::string input_schema{};  ///< a JSON Schema in JSON; empty: any object is taken
  std::string prefix{};       ///< stands in front of the name, so that two servers may have tools of one name
  /// What is not known to be harmless is taken to have an effect that must not be repeated.
  tool_effect effect = tool_effect::once;
  std::string required_capability{};  ///< by its name; empty: none
  std::optional<std::uint32_t> max_calls_per_invocation{};
  std::optional<std::chrono::nanoseconds> timeout{};  ///< of one attempt
};

/// What became of a tool that was to be added: there, or every reason why not. A `note` says what was read otherwise than it is
/// written, or is worth a look. Pointers lead into a `dynamic_tool`: `/name`, `/input_schema/properties/a/type`.
struct [[nodiscard]] registration {
  std::vector<pointed_fault> faults{};
  std::vector<pointed_fault> notes{};

  explicit operator bool() const noexcept { return faults.empty(); }
  /// All faults in one text, or nothing.
  [[nodiscard]] std::string message() const {
    std::string all;
    for (const pointed_fault& one : faults) all += (all.empty() ? "" : "; ") + to_text(one);
    return all;
  }
};

/// Limits of what a registry takes from others.
struct registry_limits {
  value_limits arguments{};       ///< of each call
  value_limits schema{};          ///< of the text of a schema
  std::size_t tools = 10'000;
  std::size_t description = std::size_t{1} << 16;  ///< bytes
};

/// Tools by name. Built by one thread; then given to `dynamic_tools`, which shares it and only reads.
class tool_registry {
 public:
  tool_registry() = default;
  explicit tool_registry(const registry_limits& limits) : limits_(limits) {}
  tool_registry(tool_registry&&) noexcept = default;
  tool_registry& operator=(tool_registry&&) noexcept = default;

  /// Adds a tool, or says why not and leaves the registry as it was: the name is taken, also in the spelling in which a
  /// provider is given it; the name or the description is no UTF-8; the schema is broken or cannot be checked. The callable
  /// takes a `const boost::json::value&` or `const boost::json::object&` and then a `tool_context&`, or less; it is called
  /// when const, and from any thread that executes. It may return what a typed tool may, and a `boost::json::value`. Compiles
  /// the schema. Throws std::bad_alloc.
  template <class F> registration add(dynamic_tool about, F callable) {
    constexpr bool takes = detail::takes_json<F>;
    static_assert(rule::dynamic_tool_takes_json<F, takes>());
    if constexpr (takes) {
      constexpr bool gives = detail::gives_dynamic_value<detail::dynamic_result_of<F>>();
      static_assert(rule::dynamic_tool_takes_json<F, gives>());
      if constexpr (gives) return add_callable(std::move(about), detail::make_callable(std::move(callable)));
    }
    return {};
  }

  [[nodiscard]] std::size_t size() const noexcept { return tools_.size(); }
  /// The index of the tool that is called so: by its name, or by that under which it is offered. `size()`: there is none.
  [[nodiscard]] std::size_t find(std::string_view name) const noexcept {
    const auto found = index_.find(name);
    return found != index_.end() ? found->second : tools_.size();
  }
  /// What is known of the tool at `i`. `input_schema` is as providers take it (`json_schema::sendable_text`). The texts live
  /// as long as the registry.
  [[nodiscard]] const tool_descriptor& descriptor(std::size_t i) const noexcept { return tools_[i]->about; }
  /// The name under which the tool is offered to providers, which calls may have too.
  [[nodiscard]] std::string_view offered_name(std::size_t i) const noexcept { return tools_[i]->offered; }
  /// The schema that arguments are held against.
  [[nodiscard]] const json_schema& schema(std::size_t i) const noexcept { return tools_[i]->schema; }
  /// The prefixes of the tools, each once.
  [[nodiscard]] const std::vector<std::string>& prefixes() const noexcept { return prefixes_; }
  [[nodiscard]] const detail::registered_tool& tool(std::size_t i) const noexcept { return *tools_[i]; }

  /// Changes the limits of a tool after the fact, as a configuration does. False: there is no such tool.
  bool set_timeout(std::string_view name, std::chrono::nanoseconds timeout) noexcept {
    const std::size_t i = find(name);
    if (i != size()) tools_[i]->about.timeout = timeout;
    return i != size();
  }
  bool set_max_calls(std::string_view name, std::uint32_t most) noexcept {
    const std::size_t i = find(name);
    if (i != size()) tools_[i]->about.max_calls_per_invocation = most;
    return i != size();
  }
  /// The limits of the arguments of each call from now on.
  void set_argument_limits(const value_limits& limits) noexcept {
    limits_.arguments = limits;
    for (const auto& one : tools_) one->limits = limits;
  }

 private:
  registration add_callable(dynamic_tool about, detail::dynamic_callable callable);

  registry_limits limits_{};
  std::vector<std::unique_ptr<detail::registered_tool>> tools_;
  std::unordered_map<std::string_view, std::size_t> index_;  // of names and offered names, which stand in the tools
  std::vector<std::string> prefixes_;
};

namespace detail {

inline bool is_plain_text(std::string_view text, bool one_line) noexcept {
  if (well_formed_size(text) != text.size()) return false;
  return !one_line || std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

// A sentence about a text that is no JSON, without the text.
inline std::string explained(const json::context& fault) {
  text_room room;
  text_writer to(room);
  json::explain(fault, to);
  return std::string(to.finish("there was no memory"));
}

// The compiled schema of a text; faults and notes are told with their pointers below `/input_schema`.
inline std::optional<json_schema> read_schema(std::string_view text, const value_limits& limits, registration& told) {
  boost::json::value parsed = boost::json::object();
  json::context fault;
  if (!text.empty() && !read_value(text, parsed, fault, limits)) {
    told.faults.push_back({"/input_schema", explained(fault)});
    return std::nullopt;
  }
  json_schema::compiled made = json_schema::compile(parsed);
  const auto move_to = [](std::vector<pointed_fault>& from, std::vector<pointed_fault>& to) {
    for (pointed_fault& one : from) to.push_back({"/input_schema" + one.pointer, std::move(one.message)});
  };
  move_to(made.faults, told.faults);
  move_to(made.notes, told.notes);
  return std::move(made.schema);
}

}  // namespace detail

inline registration tool_registry::add_callable(dynamic_tool about, detail::dynamic_callable callable) {
  constexpr std::size_t most_name = 256;
  registration told;
  const auto object = [&](std::string pointer, std::string message) {
    told.faults.push_back({std::move(pointer), std::move(message)});
  };
  const std::string name = about.prefix + about.name;
  if (about.name.empty()) object("/name", "must not be empty");
  else if (name.size() > most_name) object("/name", "is longer than 256 bytes");
  else if (!detail::is_plain_text(name, true)) object("/name", "must be UTF-8 without control characters");
  else if (find(name) != size()) object("/name", "there is a tool `" + name + "` already; give the tools of one server a prefix");
  const std::string offered(provider_name(name).view());
  if (told.faults.empty() && offered != name && find(offered) != size())
    object("/name", "would be offered as `" + offered + "`, as `" + std::string(descriptor(find(offered)).name) + "` is; give it a prefix");
  if (about.description.size() > limits_.description) object("/description", "is longer than " + std::to_string(limits_.description) + " bytes");
  else if (!detail::is_plain_text(about.description, false)) object("/description", "must be UTF-8");
  if (about.timeout.has_value() && about.timeout->count() <= 0) object("/timeout", "must be longer than nothing");
  if (size() >= limits_.tools) object("", "there are " + std::to_string(size()) + " tools, and no more are taken");
  std::optional<json_schema> schema = detail::read_schema(about.input_schema, limits_.schema, told);
  if (!told || !schema.has_value()) return told;

  auto made = std::make_unique<detail::registered_tool>(std::move(*schema), std::move(callable), limits_.arguments);
  made->describe(name, offered, std::move(about.description), std::move(about.required_capability));
  made->about.effect = about.effect;
  made->about.max_calls_per_invocation = about.max_calls_per_invocation;
  made->about.timeout = about.timeout;
  // Whatever throws from here on leaves the registry as it was.
  const bool is_new_prefix = !about.prefix.empty() && std::find(prefixes_.begin(), prefixes_.end(), about.prefix) == prefixes_.end();
  if (is_new_prefix) prefixes_.reserve(prefixes_.size() + 1);
  tools_.reserve(tools_.size() + 1);
  const auto by_name = index_.emplace(made->name, tools_.size()).first;
  try {
    if (offered != name) index_.emplace(made->offered, tools_.size());
  } catch (...) {
    index_.erase(by_name);
    throw;
  }
  if (is_new_prefix) prefixes_.push_back(std::move(about.prefix));
  tools_.push_back(std::move(made));
  return told;
}

}  // namespace tacet
