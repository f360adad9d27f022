// SPDX-License-Identifier: MIT
// The part of the schema writer that knows no types: keywords, descriptions, and what could not be said.
#pragma once

#include <tacet/json/degradation.hpp>
#include <tacet/json/dialect.hpp>
#include <tacet/json/text_builder.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tacet::json::detail {

// An initialiser, whatever its type is: one function writes all.
struct scalar_value {
  enum class form : std::uint8_t { absent, boolean, whole, positive, real, single, text } is = form::absent;
  bool boolean = false;
  std::int64_t whole = 0;
  std::uint64_t positive = 0;
  double real = 0;
  float single = 0;
  std::string_view text{};
};

inline constexpr scalar_value no_scalar{};

// What the keywords of one member could not say, for its description.
struct unsaid {
  member_bound minimum{};
  member_bound maximum{};
  std::size_t least = 0;
  std::size_t most = SIZE_MAX;
  std::string_view counted{};

  [[nodiscard]] constexpr bool is_empty() const noexcept {
    return counted.empty() && minimum.is == member_bound::form::absent &&
           maximum.is == member_bound::form::absent;
  }
};

struct path_step {
  const path_step* outer;
  std::string_view name;
  bool open;  // whether the object in which it stands does
};

// One degradation, its path as a part of all paths.
struct lost_place {
  std::size_t at;
  std::size_t size;
  degradation what;
};

struct schema_writer : text_builder {
  dialect_rules rules{};
  bool open = false;      // whether the object that is being written takes unknown members
  bool null_too = false;  // whether the next type takes null
  degradation_set found{};
  std::size_t level = 0;
  std::size_t members = 0;
  std::size_t enumerators = 0;
  std::size_t name_bytes = 0;
  std::size_t optionals = 0;
  std::size_t unions = 0;
  const path_step* path = nullptr;
  bool endless = false;  // whether an object that holds itself was met
  // The list of what was lost where is made only on request: once to measure, once to write.
  bool listing = false;
  text_builder paths{};
  lost_place* list = nullptr;
  std::size_t listed = 0;

  constexpr void put_path(const path_step* step) {
    if (step == nullptr) return;
    put_path(step->outer);
    paths.put('/');
    paths.put(step->name);
  }
  constexpr void lose(degradation what) {
    found.add(what);
    if (!listing) return;
    const std::size_t from = paths.size;
    put_path(path);
    if (list != nullptr) list[listed] = {from, paths.size - from, what};
    ++listed;
  }

  template <std::size_t N> constexpr void put_kind(const char (&name)[N]) {
    if (null_too && rules.null_type) put("\"type\":[\"");
    else put("\"type\":\"");
    put(name);
    put('"');
    if (null_too) put(rules.null_type ? ",\"null\"]" : ",\"nullable\":true");
    null_too = false;
  }

  static constexpr bool is_told(const member_bound& bound) {
    if (bound.is == member_bound::form::real) return is_finite(bound.real);
    return bound.is == member_bound::form::whole;
  }
  constexpr void put_bounds(const member_bound& low, const member_bound& high, unsaid& rest) {
    if (rules.bounds) {
      put_bound(",\"minimum\":", low);
      put_bound(",\"maximum\":", high);
    } else if (is_told(low) || is_told(high)) {
      lose(degradation::bounds_dropped);
      rest.minimum = low;
      rest.maximum = high;
    }
  }
  constexpr void put_lengths(std::size_t least, std::size_t most, unsaid& rest) {
    if (least == 0 && most == SIZE_MAX) return;
    if (rules.lengths) {
      if (least != 0) put(",\"minLength\":"), put_unsigned(least);
      if (most != SIZE_MAX) put(",\"maxLength\":"), put_unsigned(most);
    } else {
      lose(degradation::lengths_dropped);
      rest.least = least, rest.most = most, rest.counted = "characters";
    }
  }
  constexpr void put_counts(std::size_t least, std::size_t most, bool both, unsaid& rest) {
    if (rules.counts) {
      if (both || least != 0) put(",\"minItems\":"), put_unsigned(least);
      if (both || most != SIZE_MAX) put(",\"maxItems\":"), put_unsigned(most);
      return;
    }
    if (least != 0) put(",\"minItems\":1");
    if (least <= 1 && most == SIZE_MAX) return;
    lose(degradation::lengths_dropped);
    rest.least = least, rest.most = most, rest.counted = "elements";
  }

  constexpr void put_scalar(const scalar_value& value) {
    using form = scalar_value::form;
    if (value.is == form::boolean) put(value.boolean ? "true" : "false");
    else if (value.is == form::whole) put_signed(value.whole);
    else if (value.is == form::positive) put_unsigned(value.positive);
    else if (value.is == form::real) put_real(value.real);
    else if (value.is == form::single) put_real(value.single);
    else if (value.is == form::text) put_escaped(value.text);
  }

  // The description, and behind it what has no keyword. `alone`: nothing stands in front of it in its object.
  constexpr void put_description(bool alone, std::string_view text, std::string_view unit, const unsaid& rest,
                                 const scalar_value& initial) {
    const bool has_default = initial.is != scalar_value::form::absent;
    if (text.empty() && unit.empty() && !has_default && rest.is_empty()) return;
    bool begun = false;
    const auto part = [&](std::string_view words) {
      put(begun ? ", " : alone ? "\"description\":\"" : ",\"description\":\"");
      begun = true;
      put(words);
    };
    if (!text.empty()) part(""), put_escaped(text);
    if (!unit.empty()) part(unit);
    if (is_told(rest.minimum)) part("at least "), put_bound("", rest.minimum);
    if (is_told(rest.maximum)) part("at most "), put_bound("", rest.maximum);
    if (!rest.counted.empty()) {
      part(rest.counted);
      put(": ");
      const bool exact = rest.least == rest.most;
      if (rest.least != 0 || exact) put(exact ? "" : "at least "), put_unsigned(rest.least);
      if (rest.least != 0 && rest.most != SIZE_MAX && !exact) put(", ");
      if (rest.most != SIZE_MAX && !exact) put("at most "), put_unsigned(rest.most);
    }
    if (has_default && !rules.defaults) {
      lose(degradation::default_dropped);
      part("default: ");
      put_scalar(initial);
    }
    if (begun) put('"');
    if (has_default && rules.defaults) {
      const bool quoted = initial.is == scalar_value::form::text;
      put(quoted ? ",\"default\":\"" : ",\"default\":");
      put_scalar(initial);
      if (quoted) put('"');
    }
  }

  // The closest to any value: what needs no further declaration.
  constexpr void put_any_scalar(std::string_view description) {
    lose(degradation::any_not_expressible);
    ++unions;
    put("\"anyOf\":[{");
    null_too = !rules.null_type;
    put_kind("string");
    if (rules.any_of_alone) put_description(false, description, {}, {}, no_scalar);
    put("},{\"type\":\"number\"},{\"type\":\"boolean\"}");
    put(rules.null_type ? ",{\"type\":\"null\"}]" : "]");
  }

  constexpr void begin_member(const path_step& step, bool first, bool required) {
    ++members;
    name_bytes += step.name.size();
    optionals += required ? 0U : 1U;
    if (!first) put(',');
    put_name(step.name);
    put(":{");
    open = false;
    path = &step;
  }
  constexpr void end_member(const path_step& step) {
    put('}');
    open = step.open;
    path = step.outer;
  }

  constexpr void enter() {
    if (++level == rules.levels + 1) lose(degradation::too_deep);
  }
  constexpr void finish() {
    if (members > rules.members || enumerators > rules.enumerators || name_bytes > rules.name_bytes ||
        optionals > rules.optionals || unions > rules.unions)
      lose(degradation::too_large);
  }
};

}  // namespace tacet::json::detail
