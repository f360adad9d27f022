// SPDX-License-Identifier: MIT
// Tools that are known only when the program runs: each a description, a JSON Schema and a callable.
#pragma once

// First, so that the errors that it words stand close to the user's file.
#include <tacet/rule/rules.hpp>

#include <tacet/dynamic/detail/distinct_name.hpp>
#include <tacet/dynamic/detail/registered_text.hpp>
#include <tacet/dynamic/detail/registered_tool.hpp>
#include <tacet/dynamic/json_schema.hpp>
#include <tacet/dynamic/pointed_fault.hpp>
#include <tacet/dynamic/read_value.hpp>
#include <tacet/tool/name_prefixes.hpp>
#include <tacet/tool/provider_name.hpp>

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tacet {

/// A JSON Schema as whoever has it: as text, or as a value that was read already.
class schema_source {
 public:
  schema_source() noexcept = default;
  schema_source(const char* text) : text_(text) {}
  schema_source(std::string text) noexcept : text_(std::move(text)) {}
  explicit schema_source(std::string_view text) : text_(text) {}
  schema_source(const boost::json::value& value) : text_(boost::json::serialize(value)) {}
  schema_source(const boost::json::object& value) : text_(boost::json::serialize(value)) {}
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
};

/// What is said about a tool: by a server, a configuration, a program.
struct dynamic_tool {
  std::string name{};         ///< any UTF-8 text of 1 to 256 bytes without control characters
  std::string description{};
  schema_source input_schema{};  ///< a JSON Schema; nothing: any object is taken
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
  std::size_t prefixes = 256;                      ///< a name that no tool has is looked for behind each
  std::size_t description = std::size_t{1} << 16;  ///< bytes
};

/// Tools by name. Built by one thread; then given to `dynamic_tools`, which shares it and only reads.
class tool_registry {
 public:
  tool_registry() = default;
  explicit tool_registry(const registry_limits& limits) : limits_(limits) {}
  tool_registry(tool_registry&&) noexcept = default;
  tool_registry& operator=(tool_registry&&) noexcept = default;

  /// Adds a tool, or says why not and leaves the registry as it was: the name is taken, or would take the calls of another tool that a model writes with a usual prefix; a text is no UTF-8,
  /// or a name has invisible characters; the schema is broken or cannot be checked; there is a timeout of which the callable
  /// cannot know. The callable
  /// takes a `const boost::json::value&` or `const boost::json::object&` and then a `tool_context&`, or less; it is called
  /// when const, and from any thread that executes. It may return what a typed tool may, and a `boost::json::value`. Compiles
  /// the schema. Throws std::bad_alloc.
  template <class F> registration add(dynamic_tool about, F callable) {
    constexpr bool takes = detail::takes_json<F>;
    static_assert(rule::dynamic_tool_takes_json<F, takes>());
    if constexpr (takes) {
      using result = detail::dynamic_result_of<F>;
      constexpr bool gives = detail::gives_dynamic_value<result>();
      static_assert(rule::dynamic_result_is_json<result, gives>());
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
  /// The one tool whose name is one of the prefixes and `name`; `size()`: there is none, or there are several.
  [[nodiscard]] std::size_t find_without_prefix(std::string_view name) const noexcept;
  /// The tool that gets calls of `name`, also with one of the usual prefixes in front; `size()`: nobody does.
  [[nodiscard]] std::size_t taker_of(std::string_view name) const;
  /// What is known of the tool at `i`. `input_schema` is as providers take it (`json_schema::sendable_text`). The texts live
  /// as long as the registry.
  [[nodiscard]] const tool_descriptor& descriptor(std::size_t i) const noexcept { return tools_[i]->about; }
  /// The name under which the tool is offered to providers, which calls may have too: `provider_name`, unless that is another
  /// tool's name, or several would get it, when each of these gets a hash of its own behind it. It depends on which tools there
  /// are and not on their order, and so is known when all are added.
  [[nodiscard]] std::string_view offered_name(std::size_t i) const noexcept { return tools_[i]->offered; }
  /// The schema that arguments are held against.
  [[nodiscard]] const json_schema& schema(std::size_t i) const noexcept { return tools_[i]->schema; }
  /// The prefixes of the tools, each once.
  [[nodiscard]] const std::vector<std::string>& prefixes() const noexcept { return prefixes_; }
  [[nodiscard]] const detail::registered_tool& tool(std::size_t i) const noexcept { return *tools_[i]; }

  /// Changes the limits of a tool after the fact, as a configuration does. False: there is no such tool, or it takes no
  /// `tool_context&`, by which alone it could know of a timeout.
  bool set_timeout(std::string_view name, std::chrono::nanoseconds timeout) noexcept {
    const std::size_t i = find(name);
    const bool kept = i != size() && tools_[i]->callable.takes_context;
    if (kept) tools_[i]->about.timeout = timeout;
    return kept;
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
  static constexpr std::size_t most_name = 256;

  registration add_callable(dynamic_tool about, detail::dynamic_callable callable);
  std::size_t rival_of(std::string_view name, std::string_view offered, std::size_t except) const;
  void offer_otherwise(std::size_t i, std::string& fresh, std::size_t taken_by) noexcept;

  registry_limits limits_{};
  std::vector<std::unique_ptr<detail::registered_tool>> tools_;
  std::unordered_map<std::string_view, std::size_t> index_;  // of names and offered names, which stand in the tools
  std::vector<std::string> prefixes_;
  std::unordered_set<std::string> shared_;  // names that several tools would be offered under, and so nobody is
};

inline registration tool_registry::add_callable(dynamic_tool about, detail::dynamic_callable callable) {
  registration told;
  const auto object = [&](std::string pointer, std::string message) {
    told.faults.push_back({std::move(pointer), std::move(message)});
  };
  const std::string name = about.prefix + about.name;
  const std::size_t at = size(), named = find(name);
  std::string offered(provider_name(name).view());
  const std::string plain = offered;
  // A tool that is offered under this name, which is not its own.
  std::size_t displaced = named != at && descriptor(named).name != name ? named : at;
  const std::size_t rival = plain == name ? at : find(plain);
  const bool is_shared = rival != at && descriptor(rival).name != plain;
  if (rival != at || (plain != name && shared_.contains(plain))) offered = detail::distinct_name(name);
  if (is_shared) displaced = rival;
  std::string fresh = displaced == at ? std::string() : detail::distinct_name(descriptor(displaced).name);
  const auto would_be = [&](const std::string& spelled, std::string_view as) {
    object("/name", "would be offered as `" + spelled + "`, as `" + std::string(as) + "` is; give it a prefix");
  };
  if (about.name.empty()) object("/name", "must not be empty");
  else if (name.size() > most_name) object("/name", "is longer than 256 bytes");
  else if (!detail::is_visible_text(name)) object("/name", "must be UTF-8 without control and invisible characters");
  else if (named != at && descriptor(named).name == name) object("/name", "there is a tool `" + name + "` already; give the tools of one server a prefix");
  else if (offered != name && find(offered) != at) would_be(offered, descriptor(find(offered)).name);
  else if (displaced != at && (fresh == offered || find(fresh) != at)) would_be(plain, descriptor(displaced).name);
  else if (const std::size_t i = std::min(rival_of(name, offered, displaced), displaced == at ? at : rival_of(fresh, fresh, displaced)); i != at)
    object("/name", "a call with a usual prefix could mean `" + name + "` or `" + std::string(descriptor(i).name) + "`; give one of them a prefix");
  const bool is_new_prefix = !about.prefix.empty() && std::find(prefixes_.begin(), prefixes_.end(), about.prefix) == prefixes_.end();
  if (is_new_prefix && prefixes_.size() >= limits_.prefixes)
    object("/prefix", "there are " + std::to_string(prefixes_.size()) + " prefixes, and no more are taken");
  if (about.description.size() > limits_.description) object("/description", "is longer than " + std::to_string(limits_.description) + " bytes");
  else if (well_formed_size(about.description) != about.description.size()) object("/description", "must be UTF-8");
  if (!detail::is_visible_text(about.required_capability))
    object("/required_capability", "must be UTF-8 without control and invisible characters");
  if (about.timeout.has_value() && about.timeout->count() <= 0) object("/timeout", "must be longer than nothing");
  else if (about.timeout.has_value() && !callable.takes_context)
    object("/timeout", "cannot be kept: the callable takes no tool_context&, by which it would know of it");
  if (size() >= limits_.tools) object("", "there are " + std::to_string(size()) + " tools, and no more are taken");
  std::optional<json_schema> schema = detail::read_schema(about.input_schema.text(), limits_.schema, told.faults, told.notes);
  if (!told || !schema.has_value()) return told;

  auto made = std::make_unique<detail::registered_tool>(std::move(*schema), std::move(callable), limits_.arguments);
  made->describe(name, offered, std::move(about.description), std::move(about.required_capability));
  made->about.effect = about.effect;
  made->about.max_calls_per_invocation = about.max_calls_per_invocation;
  made->about.timeout = about.timeout;
  // Whatever throws from here on leaves the registry as it was.
  const std::size_t prefixes_before = prefixes_.size();
  tools_.push_back(std::move(made));
  try {
    if (is_new_prefix) prefixes_.push_back(std::move(about.prefix));
    if (is_shared) shared_.insert(plain);
    if (displaced != at) index_.emplace(fresh, displaced);
    if (named == at) index_.emplace(tools_.back()->name, at);
    if (offered != name) index_.emplace(tools_.back()->offered, at);
  } catch (...) {
    if (named == at) index_.erase(tools_.back()->name);
    if (displaced != at) index_.erase(fresh);
    if (is_shared) shared_.erase(plain);
    prefixes_.resize(prefixes_before);
    tools_.pop_back();
    throw;
  }
  if (displaced != at) offer_otherwise(displaced, fresh, named == at ? size() : at);
  return told;
}

// `fresh` is in the index already. The old name becomes that of the tool `taken_by`, or nobody's. Nodes are moved: nothing is
// allocated.
inline void tool_registry::offer_otherwise(std::size_t i, std::string& fresh, std::size_t taken_by) noexcept {
  auto old = index_.extract(tools_[i]->offered), now = index_.extract(fresh);
  tools_[i]->offered.swap(fresh);
  now.key() = tools_[i]->offered;
  index_.insert(std::move(now));
  if (taken_by == size()) return;
  old.key() = tools_[taken_by]->name;
  old.mapped() = taken_by;
  index_.insert(std::move(old));
}

inline std::size_t tool_registry::find_without_prefix(std::string_view name) const noexcept {
  char joined[2 * most_name];
  std::size_t found = size();
  if (name.size() > most_name) return found;
  for (const std::string& prefix : prefixes_) {
    std::copy_n(name.data(), name.size(), std::copy_n(prefix.data(), prefix.size(), joined));
    const std::size_t i = find({joined, prefix.size() + name.size()});
    if (i == size() || i == found) continue;
    if (found != size()) return size();
    found = i;
  }
  return found;
}

inline std::size_t tool_registry::taker_of(std::string_view name) const {
  if (const std::size_t i = find(name); i != size()) return i;
  for (const std::string_view prefix : usual_prefixes)
    if (const std::size_t i = find(std::string(prefix) + std::string(name)); i != size()) return i;
  return size();
}

// A tool that would take calls of this one, or whose calls this one would take; not `except`, whose name changes.
inline std::size_t tool_registry::rival_of(std::string_view name, std::string_view offered, std::size_t except) const {
  for (const std::string_view spelled : {name, offered}) {
    if (const std::size_t i = taker_of(spelled); i != size() && i != except) return i;
    for (const std::string_view prefix : usual_prefixes)
      if (spelled.starts_with(prefix))
        if (const std::size_t i = find(spelled.substr(prefix.size())); i != size() && i != except) return i;
  }
  return size();
}

}  // namespace tacet
