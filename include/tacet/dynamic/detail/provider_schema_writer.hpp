// SPDX-License-Identifier: MIT
// Writes a schema in a dialect that takes a part of JSON Schema: one walk for all of them.
#pragma once

#include <tacet/dynamic/detail/provider_schema_words.hpp>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

class provider_writer {
 public:
  using object = boost::json::object;
  using degradation = json::degradation;

  provider_writer(const local_schema& source, const provider_rules& rules, std::size_t most_schemas,
                  std::size_t most_depth, schema_budget& budget, fault_list& notes, fault_list& refusals,
                  json::degradation_set& lost)
      : source_(source),
        rules_(rules),
        most_schemas_(most_schemas),
        most_depth_(most_depth),
        budget_(budget),
        merge_(source, budget, notes),
        keywords_{rules, notes, refusals, lost} {}

  /// `root` is flat. False: a provider would refuse what was written, or a part of the arguments could not be
  /// sent.
  [[nodiscard]] bool run(const json_value& root, json_value& out) {
    if (!rules_.references) inside_.emplace_back("#");
    object made = write(root, {}, false, 0);
    if (!made.contains("properties")) made["properties"].emplace_object();
    if (!waiting_.empty()) {
      object defs;
      for (std::size_t i = 0; i < waiting_.size(); ++i) {
        const std::string reference = waiting_[i];
        const std::string name = reference.substr(defs_prefix.size());
        defs[boost_view(name)] = write(*source_.target(reference), "/$defs/" + name, false, 0);
      }
      made["$defs"] = std::move(defs);
    }
    if (members_ > rules_.members || enumerators_ > rules_.enumerators || name_bytes_ > rules_.name_bytes ||
        optionals_ > rules_.optionals || unions_ > rules_.unions)
      refuse(degradation::too_large, {});
    out = std::move(made);
    return expressible_;
  }

 private:
  struct here {
    const std::string& at;
    std::size_t level;
    bool null;
  };

  void lose(degradation what, const std::string& at) { keywords_.lose(what, at); }
  void refuse(degradation what, const std::string& at) {
    keywords_.refuse(what, at);
    if (is_strict()) expressible_ = false;
  }
  [[nodiscard]] bool is_strict() const noexcept { return !rules_.open_objects && rules_.closed_objects; }

  // provider_schema_parts.hpp
  object stub(schema_types types);
  object reference(std::string_view to, bool null);
  object any(const here& where, told_words words);
  object of_type(const object& m, schema_types type, const here& where, told_words& words);
  void object_keywords(const object& m, object& to, const here& where);
  void array_keywords(const object& m, object& to, const here& where, told_words& words);
  bool enumeration(const object& m, schema_types type, object& to, const here& where, told_words& words);
  object alternatives(object& m, const here& where, told_words& words, bool& null);
  object several_types(object& m, schema_types types, const here& where, told_words& words, bool& null);
  void distinct_first_members(boost::json::array& parts, const std::string& at);
  object take_null(object made);

  static bool is_only_reference(const json_value& v) {
    const object* const schema = v.if_object();
    if (schema == nullptr || !schema->contains("$ref")) return false;
    return std::all_of(schema->begin(), schema->end(), [](const auto& one) {
      return one.key() == "$ref" ||
             (is_annotation(view_of(one.key())) && one.key() != "description" && one.key() != "default");
    });
  }

  object write(const json_value& v, const std::string& at, bool null, std::size_t level,
               bool in_place = false) {
    if (++schemas_ > most_schemas_ || budget_.exhausted()) return refuse(degradation::too_large, at), stub(0);
    if (depth_ >= most_depth_) return refuse(degradation::too_deep, at), stub(0);
    if (rules_.references && !in_place && is_only_reference(v))
      return reference(view_of(v.get_object().at("$ref").as_string()), null);
    ++depth_;
    const std::size_t outside = inside_.size();
    object made;
    const here where{at, level, null};
    if (v == json_value(false)) {
      keywords_.notes.add(at, "no value fits; this cannot be told");
      made = any(where, {});
    } else {
      object m;
      std::string circle;
      expand(v, m, at, circle);
      if (circle.empty()) made = keywords(m, where);
      else made = rules_.references ? reference(circle, null) : ended(circle, m, where);
    }
    inside_.resize(outside);
    --depth_;
    return made;
  }

  // What holds itself ends here, as a value of its type without more.
  object ended(const std::string& circle, const object& m, const here& where) {
    (is_strict() ? keywords_.refusals : keywords_.notes)
        .add(where.at, "holds itself; from here on its members are not told");
    if (is_strict()) expressible_ = false;
    const json_value* const to = source_.target(circle);
    const object* const schema = to == nullptr ? nullptr : to->if_object();
    object made = stub(schema == nullptr ? schema_types{0} : declared_types(*schema));
    if (const json_value* const text = m.if_contains("description"); text != nullptr && text->is_string())
      made["description"] = *text;
    return where.null ? take_null(std::move(made)) : made;
  }

  // The schema with what its references and `allOf` ask. `circle`: a reference leads to where this stands.
  void expand(const json_value& v, object& m, const std::string& at, std::string& circle) {
    const object* const from = v.if_object();
    if (from == nullptr || !budget_.enter()) return;
    json_value own = object();
    for (const auto& [key, one] : *from)
      if (key != "$ref" && key != "allOf" && budget_.take(1)) own.get_object()[key] = paid_copy(one, budget_);
    const_to_enum(own.get_object());
    merge_.both(m, std::move(own), at);
    if (const json_value* const to = merge_.referred(*from)) {
      const std::string name(view_of(from->at("$ref").as_string()));
      if (std::find(inside_.begin(), inside_.end(), name) != inside_.end()) {
        circle = name;
      } else {
        inside_.push_back(name);
        expand(*to, m, at, circle);
      }
    }
    if (const json_value* const list = from->if_contains("allOf"); list != nullptr && list->is_array())
      for (const json_value& one : list->get_array()) {
        if (one == json_value(false))
          keywords_.notes.add(at + "/allOf", "no value fits; this cannot be told");
        expand(one, m, at, circle);
      }
    budget_.leave();
  }

  object keywords(object& m, const here& where) {
    told_words words;
    if (const json_value* const text = m.if_contains("description"); text != nullptr && text->is_string())
      words.text = view_of(text->get_string());
    keywords_.leave_out(m, where.at);
    schema_types types = declared_types(m);
    if (types == 0 && !m.contains("anyOf") && !m.contains("oneOf")) types = inferred(m, where.at);
    const json_value* const list = m.if_contains("enum");
    bool null = where.null || (types & schema_type::null) != 0;
    if (list != nullptr && list->is_array()) {
      const auto& values = list->get_array();
      null = where.null ||
             (null && std::find(values.begin(), values.end(), json_value(nullptr)) != values.end());
    }
    const bool is_known = types != 0;
    types = static_cast<schema_types>(types & ~schema_type::null);
    const bool is_one = (types & (types - 1)) == 0 || types == schema_type::number;
    const here inner{where.at, where.level, null};
    object made;
    if (m.contains("anyOf") || m.contains("oneOf")) {
      made = alternatives(m, inner, words, null);
    } else if (!is_known) {
      // Without a type: any value.
      tell_default(m, words, where.at);
      return any(where, std::move(words));
    } else if (types == 0) {
      made = rules_.null_type ? object{{"type", "null"}} : object{{"type", "string"}};
    } else if (is_one) {
      made = of_type(m, types, inner, words);
    } else {
      made = several_types(m, types, inner, words, null);
    }
    if (null) made = take_null(std::move(made));
    finish(m, made, words, where.at);
    return made;
  }

  void tell_default(const object& m, told_words& words, const std::string& at) {
    const json_value* const initial = m.if_contains("default");
    if (initial == nullptr || rules_.defaults) return;
    words.add("default: " + keyword_writer::shown_short(*initial));
    lose(degradation::default_dropped, at);
  }

  // Title, description and default, beside the rest or, where nothing may stand there, in the first
  // alternative.
  void finish(const object& m, object& made, told_words& words, const std::string& at) {
    const bool is_union = made.contains("anyOf");
    tell_default(m, words, at);
    if (is_union && rules_.any_of_alone) {
      if (words.text.empty()) return;
      object& first = made["anyOf"].as_array().front().get_object();
      const json_value* const own = first.if_contains("description");
      if (own != nullptr && own->is_string()) words.text += "; " + std::string(view_of(own->get_string()));
      first["description"] = boost_view(words.text);
      return;
    }
    if (const json_value* const title = m.if_contains("title"); title != nullptr && title->is_string())
      made["title"] = *title;
    if (!words.text.empty()) made["description"] = boost_view(words.text);
    if (const json_value* const initial = m.if_contains("default"); initial != nullptr && rules_.defaults)
      made["default"] = *initial;
  }

  schema_types inferred(const object& m, const std::string& at) {
    const auto has = [&](std::initializer_list<const char*> keys) {
      return std::any_of(keys.begin(), keys.end(), [&](const char* key) { return m.contains(key); });
    };
    schema_types types = 0;
    if (const json_value* const list = m.if_contains("enum"); list != nullptr && list->is_array()) {
      for (const json_value& one : list->get_array()) types = static_cast<schema_types>(types | type_of(one));
      if ((types & schema_type::fraction) != 0)
        types = static_cast<schema_types>(types | schema_type::number);
      return types;
    }
    if (has({"properties", "required", "additionalProperties", "patternProperties", "minProperties",
             "maxProperties"}))
      types = schema_type::object;
    else if (has({"items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"}))
      types = schema_type::array;
    else if (has({"minLength", "maxLength", "pattern"})) types = schema_type::string;
    else if (has({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}))
      types = schema_type::number;
    if (types != 0) keywords_.notes.add(at, "no type is written; told as " + type_list(types));
    return types;
  }

  const local_schema& source_;
  const provider_rules& rules_;
  std::size_t most_schemas_;
  std::size_t most_depth_;
  schema_budget& budget_;
  schema_merger merge_;
  keyword_writer keywords_;
  bool expressible_ = true;
  std::size_t schemas_ = 0, depth_ = 0;
  std::size_t members_ = 0, enumerators_ = 0, name_bytes_ = 0, optionals_ = 0, unions_ = 0;
  std::vector<std::string> inside_;   // the references that were followed to here
  std::vector<std::string> waiting_;  // the definitions that are referred to
  std::set<std::string> known_;
};

}  // namespace tacet::detail
