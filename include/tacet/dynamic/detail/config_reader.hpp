// SPDX-License-Identifier: MIT
// Reads the text of a configuration by the table of settings, and lists all that is wrong with it.
#pragma once

#include <tacet/dynamic/detail/config_faults.hpp>
#include <tacet/dynamic/detail/config_table.hpp>
#include <tacet/dynamic/detail/near_miss.hpp>
#include <tacet/json/canonical.hpp>
#include <tacet/json/explain.hpp>
#include <tacet/json/scan.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace tacet::detail {

/// Made for one text that is well formed; `read` is called once.
class config_reader {
 public:
  config_reader(std::string_view text, config_faults& faults) noexcept : faults_(faults) {
    c_.begin = text.data();
    c_.end = text.data() + text.size();
  }

  /// What could be read is in the result, whatever faults there are.
  [[nodiscard]] executor_config read() {
    object(json::skip_blanks(c_.begin, c_.end), "", "");
    return std::move(made_);
  }

 private:
  // `place` is where the object stands in the table, `pointer` where it stands in the text.
  void object(const char* p, std::string_view place, const std::string& pointer) {
    if (*p != '{') return faults_.add(pointer, expected("an object", p));
    std::set<std::string> seen;
    for (p = json::skip_blanks(p + 1, c_.end); *p != '}';) {
      const json::string_token key = json::scan_string(p + 1, c_);
      const std::string name = json::detail::decoded(key);
      const char* const value = json::detail::past_colon(key.close + 1, c_);
      const bool is_new = seen.insert(name).second;
      if (is_new) member(value, place, name, pointer);
      else faults_.add(pointer_to(pointer, name), "stands here again, at byte " + number_text(p - c_.begin));
      p = json::skip_blanks(json::scan_value(value, c_), c_.end);
      if (*p == ',') p = json::skip_blanks(p + 1, c_.end);
    }
  }

  void member(const char* value, std::string_view place, const std::string& name, const std::string& outer) {
    const std::string pointer = pointer_to(outer, name);
    const config_setting* found = find_setting(std::string(place) + "/*");
    if (found == nullptr && name != "*") found = find_setting(std::string(place) + '/' + name);
    // A key with a slash in it is not the way to the member of a member.
    if (found == nullptr || found->section() != place)
      return faults_.add(pointer, faults_.full() ? std::string() : unknown(place, name));
    if (name.empty()) return faults_.add(pointer, "expected the name of a tool, got an empty string");
    if (found->type == setting_type::object) return object(value, found->pointer, pointer);
    setting_value made;
    if (taken(*found, value, pointer, made) && found->store != nullptr)
      found->store(made_, name, std::move(made));
  }

  bool taken(const config_setting& of, const char* p, const std::string& pointer, setting_value& made) {
    switch (of.type) {
      case setting_type::integer:
        return integer(of, p, pointer, made.whole);
      case setting_type::number:
        return number(of, p, pointer, made.real);
      case setting_type::boolean:
        made.truth = *p == 't';
        return (*p == 't' || *p == 'f') || wrong(pointer, expected("a boolean", p));
      case setting_type::text:
        return *p == '"' || wrong(pointer, expected("a string", p));
      case setting_type::choice:
        return choice(p, pointer, made.whole);
      case setting_type::names:
        return names(p, pointer, made.names);
      case setting_type::object:
        break;
    }
    return false;
  }

  bool integer(const config_setting& of, const char* p, const std::string& pointer, std::int64_t& made) {
    if (json::kind_of_value(*p) != "a number") return wrong(pointer, expected("an integer", p));
    json::number_parts parts;
    const char* const end = json::scan_number(p, c_, parts);
    std::uint64_t magnitude = 0;
    const json::fault_code code = json::exact_magnitude(parts, magnitude);
    if (code == json::fault_code::not_an_integer)
      return wrong(pointer, "expected an integer, got " + spelled(p, end));
    const bool held = code == json::fault_code::none && magnitude <= static_cast<std::uint64_t>(no_most);
    made = held ? static_cast<std::int64_t>(magnitude) : no_most;
    if (parts.negative) made = -made;
    return (held && made >= of.least && made <= of.most) ||
           wrong(pointer, "expected " + range_text(of) + ", got " + spelled(p, end));
  }

  bool number(const config_setting& of, const char* p, const std::string& pointer, double& made) {
    if (json::kind_of_value(*p) != "a number") return wrong(pointer, expected("a number", p));
    const char* const end = number_end(p);
    if (std::from_chars(p, end, made).ec != std::errc{})
      return wrong(pointer, "expected a number that a double can hold, got " + spelled(p, end));
    return (made >= static_cast<double>(of.least) &&
            (of.most == no_most || made <= static_cast<double>(of.most))) ||
           wrong(pointer, "expected " + range_text(of) + ", got " + spelled(p, end));
  }

  bool choice(const char* p, const std::string& pointer, std::int64_t& made) {
    if (*p != '"') return wrong(pointer, expected("a string", p));
    const std::string word = text(p);
    const auto found = std::find(retried_errors_texts.begin(), retried_errors_texts.end(), word);
    made = found - retried_errors_texts.begin();
    if (found != retried_errors_texts.end()) return true;
    // What was written is not repeated: it may be anything.
    std::string message = "expected one of ";
    for (const std::string_view one : retried_errors_texts)
      message.append(one.data() == retried_errors_texts.front().data() ? "\"" : ", \"").append(one) += '"';
    return wrong(pointer, message + meant(nearest_word(word, retried_errors_texts)));
  }

  bool names(const char* p, const std::string& pointer, std::vector<std::string>& made) {
    if (*p != '[') return wrong(pointer, expected("an array of names", p));
    std::set<std::string> seen;
    bool whole = true;
    std::size_t i = 0;
    for (p = json::skip_blanks(p + 1, c_.end); *p != ']'; ++i) {
      const std::string at = pointer + '/' + number_text(i);
      if (*p != '"') {
        whole = wrong(at, expected("a name", p));
      } else if (made.emplace_back(text(p)).empty()) {
        whole = wrong(at, "expected a name, got an empty string");
      } else if (!seen.insert(made.back()).second) {
        whole = wrong(at, "stands in this list before");
      }
      p = json::skip_blanks(json::scan_value(p, c_), c_.end);
      if (*p == ',') p = json::skip_blanks(p + 1, c_.end);
    }
    return whole;
  }

  // --- words ----------------------------------------------------------------------------------------------

  static std::string expected(std::string_view what, const char* p) {
    return "expected " + std::string(what) + ", got " + std::string(json::kind_of_value(*p));
  }
  static std::string meant(std::string_view word) {
    return word.empty() ? "" : "; did you mean \"" + std::string(word) + "\"?";
  }
  static std::string unknown(std::string_view place, const std::string& name) {
    std::vector<std::string_view> known;
    std::string message = "unknown key; known here: ";
    std::string_view elsewhere;
    for (const config_setting& one : config_settings) {
      if (one.section() == place) {
        message.append(known.empty() ? "" : ", ").append(one.key());
        known.push_back(one.key());
      } else if (one.key() == name && name != "*") {
        elsewhere = one.section();
      }
    }
    if (elsewhere.data() != nullptr)
      return message + "; it stands " +
             (elsewhere.empty() ? std::string("at the top") : "in " + std::string(elsewhere));
    return message + meant(nearest_word(name, known));
  }
  // A number as it is written, clipped.
  static std::string spelled(const char* p, const char* end) {
    constexpr std::ptrdiff_t most = 40;
    return end - p <= most ? std::string(p, end) : std::string(p, p + most) + "\xE2\x80\xA6";
  }

  bool wrong(const std::string& pointer, std::string message) {
    faults_.add(pointer, std::move(message));
    return false;
  }
  std::string text(const char* p) { return json::detail::decoded(json::scan_string(p + 1, c_)); }
  const char* number_end(const char* p) {
    json::number_parts parts;
    return json::scan_number(p, c_, parts);
  }

  config_faults& faults_;
  json::context c_{};
  executor_config made_{};
};

/// What is well formed in each place and cannot be true together, as far as its parts could be read.
inline void check_config(const executor_config& config, config_faults& faults) {
  const auto read = [&](std::string_view pointer) { return !faults.has(pointer); };
  if (config.allow.has_value()) {
    const std::set<std::string_view> allowed(config.allow->begin(), config.allow->end());
    for (std::size_t i = 0; i < config.deny.size(); ++i)
      if (allowed.count(config.deny[i]) != 0)
        faults.add("/deny/" + number_text(i), "stands in /allow too; a tool is allowed or denied");
  }
  const auto fits = [&](const std::string& pointer, int threshold) {
    if (threshold > config.termination.window && read("/termination/window") && read(pointer))
      faults.add(pointer, number_text(threshold) + " is larger than the window " +
                              number_text(config.termination.window) + "; it can never trip");
  };
  fits("/termination/signature_threshold", config.termination.signature_threshold);
  fits("/termination/name_only_threshold", config.termination.name_threshold());
  if (!config.timeouts.call.has_value()) {
    // Whoever answers the tool could hold the call for years.
    const retry_schedule& schedule = config.retries.schedule;
    if (schedule.heeds_retry_after && schedule.longest == retry_schedule{}.longest && read("/retries/max_delay_ms") &&
        read("/timeouts/call_ms"))
      faults.add("/retries/heeds_retry_after", "has no end without max_delay_ms or call_ms; set one of them");
    return;
  }
  const auto in_time = [&](const std::string& pointer, std::chrono::milliseconds limit) {
    if (limit > *config.timeouts.call)
      faults.add(pointer, number_text(limit.count()) + " is longer than call_ms " +
                              number_text(config.timeouts.call->count()) + "; it can never pass");
  };
  if (config.timeouts.attempt.has_value()) in_time("/timeouts/attempt_ms", *config.timeouts.attempt);
  for (const auto& [tool, limit] : config.timeouts.tools) in_time(pointer_to("/timeouts/tools", tool), limit);
}

}  // namespace tacet::detail
