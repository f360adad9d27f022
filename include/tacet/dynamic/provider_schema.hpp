// SPDX-License-Identifier: MIT
// A JSON Schema that is known only at run time, in the words that one provider takes.
#pragma once

#include <tacet/dynamic/detail/distinct_name.hpp>
#include <tacet/dynamic/detail/provider_schema_parts.hpp>
#include <tacet/dynamic/pointed_fault.hpp>
#include <tacet/dynamic/tool_registry.hpp>
#include <tacet/json/degradation.hpp>
#include <tacet/json/dialect.hpp>
#include <tacet/values/tool_descriptor.hpp>

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet {

/// Limits of what is made of one schema, which comes from outside.
struct provider_schema_limits {
  value_limits schema{.bytes = std::size_t{4} << 20, .depth = 96};  ///< of its text
  /// Schemas that are written; what a reference leads to counts wherever it is written out.
  std::size_t schemas = 2'000;
  std::size_t depth = 48;         ///< schemas in each other that are written
  std::size_t steps = 2'000'000;  ///< about one for each value read, compared or copied
  std::size_t notes = 64;         ///< that are listed; what is refused first
};

/// A schema for a provider, and what became of it. Calls are held against the original all the same.
struct [[nodiscard]] sent_schema {
  /// Always a schema of an object that the provider takes.
  std::string text = R"({"type":"object","properties":{}})";
  /// False: the provider's strict mode would refuse the schema, or would keep a part of the arguments from
  /// being sent at all. `text` is then the schema without strict mode, to be sent with `"strict": false`.
  /// Always true of the dialects without.
  bool expressible = true;
  json::degradation_set degradations{};  ///< those of `notes` that have a name
  /// What is not told, or otherwise than it is written; pointers lead into `text`, as it is where that is
  /// possible.
  std::vector<pointed_fault> notes{};
  std::vector<pointed_fault>
      faults{};  ///< of a text that is no schema of arguments: `text` is that of any object
};

namespace detail {

// Without strict mode all of JSON Schema is taken, but for alternatives at the top. OpenAI's message: "schema
// must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level".
inline json_value loose_schema(const local_schema& source, const json_value& flat, fault_list& notes,
                               bool for_openai) {
  json_value made = flat;
  boost::json::object& to = made.get_object();
  if (for_openai)
    for (const char* const key : {"enum", "const", "not"})
      if (to.contains(key))
        to.stable_erase(to.find(key)), notes.add('/' + std::string(key), "is left out at the top");
  // The definitions that something still refers to.
  boost::json::object defs;
  std::vector<std::string> found;
  const auto find = [&](const json_value& from) {
    std::vector<const json_value*> open{&from};
    while (!open.empty()) {
      const json_value* const at = open.back();
      open.pop_back();
      if (const boost::json::array* const list = at->if_array())
        for (const json_value& one : *list) open.push_back(&one);
      if (const boost::json::object* const members = at->if_object())
        for (const auto& one : *members) {
          open.push_back(&one.value());
          const bool leads = one.key() == "$ref" && one.value().is_string();
          if (leads && view_of(one.value().get_string()).starts_with(defs_prefix))
            found.emplace_back(view_of(one.value().get_string()));
        }
    }
  };
  find(made);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const json_value* const target = source.target(found[i]);
    const std::string name = found[i].substr(defs_prefix.size());
    if (target == nullptr || defs.contains(boost_view(name))) continue;
    defs[boost_view(name)] = *target;
    find(*target);
  }
  if (!defs.empty()) to["$defs"] = std::move(defs);
  return made;
}

// `document` was compiled, and `sendable` is its text for all dialects that take JSON Schema.
inline void write_provider_schema(const json_value& document, std::string sendable,
                                  json::schema_dialect dialect, const provider_schema_limits& limits,
                                  sent_schema& out) {
  out.text = std::move(sendable);
  out.expressible = true;
  const bool is_strict =
      dialect == json::schema_dialect::openai_strict || dialect == json::schema_dialect::anthropic_strict;
  const bool for_openai = dialect == json::schema_dialect::openai_strict;
  if (dialect == json::schema_dialect::plain ||
      (dialect == json::schema_dialect::anthropic && !needs_flat(document)))
    return;
  std::vector<pointed_fault> told;
  fault_list notes(told, limits.notes), refusals(out.notes, limits.notes);
  constexpr std::size_t most_depth = 300;  // of a document and what is joined of it
  schema_budget budget(limits.steps, most_depth);
  const local_schema source = schema_localiser(document, budget).run();
  const json_value flat = flat_root(source, budget, notes);
  json_value made;
  if (!budget.exhausted() && dialect != json::schema_dialect::anthropic) {
    const provider_rules rules = provider_rules_of(dialect);
    out.expressible = provider_writer(source, rules, limits.schemas, limits.depth, budget, notes, refusals,
                                      out.degradations)
                          .run(flat, made);
  }
  if (budget.exhausted()) {
    out.degradations.add(json::degradation::too_large);
    out.notes = {{"", "too large to be told: any object"}};
    out.expressible = !is_strict;
    out.text = sent_schema().text;
    return;
  }
  if (dialect == json::schema_dialect::anthropic || !out.expressible)
    made = loose_schema(source, flat, notes, for_openai);
  out.text = boost::json::serialize(made);
  for (pointed_fault& one : told)
    if (!refusals.full()) out.notes.push_back(std::move(one));
}

}  // namespace detail

/// The schema in one dialect: by the rules of `json::rules_of`, so that the provider takes the request. A
/// total function: a text that is no schema, or one that cannot be told, is answered with what can be sent,
/// and said. Costs compiling the schema and a walk over it; meant to be made once for each tool. Throws
/// std::bad_alloc.
inline sent_schema provider_schema(const schema_source& schema, json::schema_dialect dialect,
                                   const provider_schema_limits& limits = {}) {
  sent_schema made;
  const bool is_strict =
      dialect == json::schema_dialect::openai_strict || dialect == json::schema_dialect::anthropic_strict;
  made.expressible = !is_strict;  // as long as it is that of any object
  boost::json::value document = boost::json::object();
  json::context fault;
  if (!schema.text().empty() && !read_value(schema.text(), document, fault, limits.schema)) {
    made.faults.push_back({"", detail::explained(fault)});
    return made;
  }
  json_schema::compiled compiled = json_schema::compile(document);
  made.faults = std::move(compiled.faults);
  if (!compiled.schema.has_value()) return made;
  detail::write_provider_schema(document, compiled.schema->sendable_text(), dialect, limits, made);
  return made;
}

/// Descriptors whose texts it owns, for the request of one provider: a range that `append_tools` takes.
/// Moving it keeps the texts where they are.
class provider_tools {
 public:
  [[nodiscard]] auto begin() const noexcept { return descriptors_.begin(); }
  [[nodiscard]] auto end() const noexcept { return descriptors_.end(); }
  [[nodiscard]] std::size_t size() const noexcept { return descriptors_.size(); }
  [[nodiscard]] const tool_descriptor& operator[](std::size_t i) const noexcept { return descriptors_[i]; }
  /// What became of the schema of the tool at `i`.
  [[nodiscard]] const sent_schema& schema(std::size_t i) const noexcept { return texts_[i]->schema; }

  void add(tool_descriptor one, std::string offered, sent_schema schema) {
    texts_.push_back(std::make_unique<held>(held{std::move(offered), std::move(schema)}));
    one.name = texts_.back()->name;
    one.input_schema = texts_.back()->schema.text;
    descriptors_.push_back(one);
  }

 private:
  struct held {
    std::string name;
    sent_schema schema;
  };
  std::vector<std::unique_ptr<held>> texts_;
  std::vector<tool_descriptor> descriptors_;
};

/// The tools of a catalogue (an executor, `tools`, a registry), or of a range of descriptors, typed or not,
/// for one provider: schemas by `provider_schema`, and the names under which the tools are offered, each its
/// own: as `tool_registry::offered_name` says. Only the other texts are still the catalogue's.
template <class Catalog>
[[nodiscard]] provider_tools descriptors_in(const Catalog& catalog, json::schema_dialect dialect,
                                            const provider_schema_limits& limits = {}) {
  std::vector<tool_descriptor> all;
  const auto take = [&](const auto& range) {
    for (const tool_descriptor& one : range) all.push_back(one);
  };
  if constexpr (requires { catalog.descriptor(std::size_t{}); }) {
    for (std::size_t i = 0; i < catalog.size(); ++i) all.push_back(catalog.descriptor(i));
  } else if constexpr (requires { catalog.descriptors(); }) take(catalog.descriptors());
  else take(catalog);
  std::vector<std::string_view> names;
  for (const tool_descriptor& one : all) names.push_back(one.name);
  std::vector<std::string> offered = detail::offered_names(names);
  provider_tools made;
  for (std::size_t i = 0; i < all.size(); ++i)
    made.add(all[i], std::move(offered[i]),
             provider_schema(schema_source(all[i].input_schema), dialect, limits));
  return made;
}

}  // namespace tacet
