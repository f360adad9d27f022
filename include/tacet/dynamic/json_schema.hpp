// SPDX-License-Identifier: MIT
// A JSON Schema, compiled once, that checks and repairs JSON values which come at run time.
#pragma once

#include <tacet/dynamic/detail/schema_adjust.hpp>
#include <tacet/dynamic/detail/schema_compile_structure.hpp>
#include <tacet/dynamic/detail/schema_compile_values.hpp>
#include <tacet/dynamic/detail/schema_depth.hpp>
#include <tacet/dynamic/detail/schema_handlers.hpp>
#include <tacet/dynamic/detail/schema_sendable.hpp>
#include <tacet/dynamic/pointed_fault.hpp>

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tacet {

/// The limits of a compiled schema. A schema comes from outside, and so does what it is held against.
struct schema_options {
  std::size_t most_nodes = 16'384;  ///< schemas in one document, subschemas and `true` and `false` counted
  /// Objects and arrays in each other, in the schema; and schemas applied in each other during a check, where
  /// a reference and an alternative count one each.
  std::size_t most_depth = 256;
  /// Work of one check: about one step for each schema applied, each member and element, each value compared
  /// and each 64 bytes of text; for a pattern about one for 2 bytes, and more where a state of its search may
  /// have to be made at every byte: the text times RE2's program, or 20 for a character of the pattern,
  /// by 32. `adjust` may do half as much.
  std::size_t most_steps = 2'000'000;
  std::size_t most_faults = 64;  ///< faults, and notes, that `compile` lists
  /// The schema of a tool's arguments: a top level that allows no object is a fault, and only objects are
  /// accepted.
  bool for_arguments = true;
};

/// A schema of draft 2020-12 or draft-07, ready to check. Immutable: any number of threads may use it at
/// once, and a copy shares what it holds. One that was moved from may only be assigned to and destroyed.
class json_schema {
 public:
  struct compiled;

  /// Reads a schema. All its faults are listed at once, each with the pointer of the keyword: what is no
  /// schema, what leads to another document or nowhere, what would never end, and what is known but not
  /// supported. Notes are about what is read otherwise than written. The value is copied. Allocates, and may
  /// throw `std::bad_alloc`.
  [[nodiscard]] static compiled compile(const boost::json::value& schema, const schema_options& options = {});

  /// Whether the value fits. It allocates nothing, except for a pattern (RE2 builds its states as it goes),
  /// `propertyNames` with long names, `uniqueItems` over more than 8 elements, and unevaluated keywords over
  /// more than 256. A value too costly or too deep to check does not fit.
  [[nodiscard]] bool accepts(const boost::json::value& instance) const noexcept {
    detail::schema_budget budget(program_->most_steps, program_->most_depth);
    return fits(instance, budget);
  }

  /// As `accepts`; when the answer is no, adds at least one and at most `most` faults, each with its pointer
  /// into the instance. No value of the instance is shown, only names of members. Without a fault it costs
  /// what `accepts` costs; the search for the faults has what is left of `most_steps`.
  bool check(const boost::json::value& instance, std::vector<pointed_fault>& faults,
             std::size_t most = 8) const;

  /// Repairs along `properties`, `items`, `prefixItems` and references, never in alternatives; whether
  /// anything changed:
  /// - `"true"` and `"false"` where a boolean is declared and no string,
  /// - a string that is a plain decimal integer of 64 bits, where an integer is declared and no string,
  /// - null for a declared member that is not required and may not be null: the member is removed, when the
  ///   whole value fits once all such members are gone.
  /// 5.0 for a declared integer becomes 5 too; that is the same value, and not counted as a change.
  bool adjust(boost::json::value& instance) const {
    detail::schema_budget budget(program_->most_steps / 2, program_->most_depth);
    return detail::schema_adjustment(*program_, budget).run(instance);
  }

  /// The schema as providers take it: `dict`, `float` and `tuple` by their standard names, `any` left out,
  /// `items` of an array added when it is absent (unless the document has `unevaluatedItems`, which would
  /// then ask nothing); for arguments also `"type":"object"` and `properties` at the top. All else is kept.
  /// It accepts what this schema accepts.
  [[nodiscard]] std::string sendable_text() const {
    boost::json::value copy = program_->document;
    detail::send_schemas(*program_, program_->document, copy, detail::may_add_items(*program_));
    if (program_->for_arguments) detail::send_arguments(copy);
    return boost::json::serialize(copy);
  }

 private:
  explicit json_schema(std::shared_ptr<const detail::schema_program> program) noexcept
      : program_(std::move(program)) {}

  bool fits(const boost::json::value& instance, detail::schema_budget& budget) const noexcept {
    if (program_->for_arguments && !instance.is_object()) return false;
    return detail::schema_walk<false>(*program_, budget).visit(program_->root, instance);
  }

  std::shared_ptr<const detail::schema_program> program_;
};

/// What came of a schema.
struct json_schema::compiled {
  std::optional<json_schema> schema;  ///< present when there is no fault
  std::vector<pointed_fault> faults;
  std::vector<pointed_fault> notes;
};

inline json_schema::compiled json_schema::compile(const boost::json::value& schema,
                                                  const schema_options& options) {
  compiled result;
  detail::fault_list faults(result.faults, options.most_faults == 0 ? 1 : options.most_faults);
  detail::fault_list notes(result.notes, options.most_faults);
  if (detail::deeper_than(schema, options.most_depth)) {
    faults.add("", "nested deeper than " + std::to_string(options.most_depth));
    return result;
  }
  const auto program = std::make_shared<detail::schema_program>();
  program->document = boost::json::value(schema, boost::json::storage_ptr{});
  program->most_steps = options.most_steps;
  program->most_depth = options.most_depth;
  detail::schema_compiler compiler(*program, faults, notes, options.most_nodes);
  compiler.run();
  if (options.for_arguments) compiler.require_arguments();
  if (result.faults.empty()) result.schema = json_schema(program);
  return result;
}

inline bool json_schema::check(const boost::json::value& instance, std::vector<pointed_fault>& faults,
                               std::size_t most) const {
  detail::schema_budget budget(program_->most_steps, program_->most_depth);
  if (fits(instance, budget)) return true;
  if (most == 0) return false;
  const std::size_t before = faults.size();
  detail::fault_list to(faults, before + most);
  if (program_->for_arguments && !instance.is_object()) {
    to.add("", detail::sentence::wrong_type(detail::schema_type::object, instance));
    return false;
  }
  if (budget.exhausted()) {
    to.add("", budget.too_deep() ? "too deep to check" : "too costly to check");
    return false;
  }
  (void)detail::schema_walk<true>(*program_, budget, &to).visit(program_->root, instance);
  if (faults.size() == before) to.add("", "the value does not fit, and why is too costly to tell");
  return false;
}

}  // namespace tacet
