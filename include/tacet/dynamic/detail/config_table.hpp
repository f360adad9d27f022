// SPDX-License-Identifier: MIT
// The one table of all settings: where each stands, its type, range and default, and what it says.
#pragma once

#include <tacet/dynamic/detail/config_values.hpp>
#include <tacet/json/fault.hpp>

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

enum class setting_type : std::uint8_t { object, integer, number, boolean, text, choice, names };

/// What a setting holds, once it was read; which member depends on its type.
struct setting_value {
  std::int64_t whole = 0;  ///< an integer, or the place of a choice
  double real = 0;
  bool truth = false;
  std::vector<std::string> names{};
};

inline constexpr std::int64_t no_most = std::numeric_limits<std::int64_t>::max();

/// A row of the table. `*` in a pointer stands for the name of any tool.
struct config_setting {
  std::string_view pointer;
  setting_type type;
  std::string_view says;
  std::int64_t least = 0;  ///< of integers and numbers
  std::int64_t most = no_most;
  void (*store)(executor_config& to, std::string_view tool, setting_value&& value) = nullptr;
  std::string (*standard)() =
      nullptr;  ///< the default as JSON; empty: what an absent setting is, cannot be written

  /// The pointer of the object it stands in.
  [[nodiscard]] constexpr std::string_view section() const noexcept {
    return pointer.substr(0, pointer.rfind('/'));
  }
  [[nodiscard]] constexpr std::string_view key() const noexcept {
    return pointer.substr(pointer.rfind('/') + 1);
  }
};

/// The words of a choice, in the order of the enumeration.
inline constexpr std::array<std::string_view, 3> retried_errors_texts{"any", "tool_errors", "not_applied"};

// --- from what was read to the member ---------------------------------------------------------------------

template <std::integral I> void put_setting(I& to, setting_value&& from) {
  if constexpr (std::same_as<I, bool>) to = from.truth;
  else to = static_cast<I>(from.whole);
}
inline void put_setting(double& to, setting_value&& from) { to = from.real; }
inline void put_setting(duration& to, setting_value&& from) { to = std::chrono::milliseconds(from.whole); }
inline void put_setting(std::chrono::milliseconds& to, setting_value&& from) {
  to = std::chrono::milliseconds(from.whole);
}
inline void put_setting(optional_threshold& to, setting_value&& from) { to = static_cast<int>(from.whole); }
inline void put_setting(retried_errors& to, setting_value&& from) {
  to = static_cast<retried_errors>(from.whole);
}
inline void put_setting(std::vector<std::string>& to, setting_value&& from) { to = std::move(from.names); }
template <class T> void put_setting(std::optional<T>& to, setting_value&& from) {
  put_setting(to.emplace(), std::move(from));
}

template <class N> std::string number_text(N number) {
  char digits[32];
  return std::string(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}
template <class T> std::string default_text(const T& value) {
  if constexpr (std::same_as<T, bool>) return value ? "true" : "false";
  else if constexpr (std::integral<T> || std::floating_point<T>) return number_text(value);
  else if constexpr (std::same_as<T, retried_errors>)
    return '"' + std::string(retried_errors_texts[static_cast<std::size_t>(value)]) + '"';
  else if constexpr (std::same_as<T, duration>)
    return value == duration(std::chrono::nanoseconds::max()) ? "" : number_text(value.count / 1'000'000);
  else if constexpr (std::same_as<T, std::vector<std::string>>) return "[]";  // all lists are empty at first
  else return "";  // an optional, which is empty at first
}

// The member that a path of pointers to members leads to.
template <auto... Path>
constexpr config_setting setting(std::string_view pointer, setting_type type, std::string_view says,
                                 std::int64_t least = 0, std::int64_t most = no_most) {
  return {pointer,
          type,
          says,
          least,
          most,
          [](executor_config& to, std::string_view, setting_value&& value) {
            put_setting((to.*....*Path), std::move(value));
          },
          [] {
            const executor_config standard;
            return default_text((standard.*....*Path));
          }};
}
// The same of a map by the names of tools.
template <auto... Path>
constexpr config_setting by_tool(std::string_view pointer, std::string_view says, std::int64_t least,
                                 std::int64_t most) {
  return {pointer,
          setting_type::integer,
          says,
          least,
          most,
          [](executor_config& to, std::string_view tool, setting_value&& value) {
            put_setting((to.*....*Path)[std::string(tool)], std::move(value));
          }};
}
constexpr config_setting section(std::string_view pointer, std::string_view says) {
  return {pointer, setting_type::object, says};
}

/// 31 days: what is longer was meant in another unit.
inline constexpr std::int64_t most_ms = std::int64_t{31} * 24 * 60 * 60 * 1000;
inline constexpr std::int64_t most_int = std::numeric_limits<int>::max();
inline constexpr std::int64_t most_size = std::int64_t{1} << 30;

inline constexpr std::array config_settings{
    config_setting{"/$schema", setting_type::text, "The address of a schema, for editors; it is not read."},
    section("/limits", "How large a batch, and the arguments of one call, may be."),
    setting<&executor_config::limits, &limit_settings::argument_bytes>(
        "/limits/argument_bytes", setting_type::integer,
        "The longest argument text of one call; absent, what the program has set, else 1 MiB.", 2, most_size),
    setting<&executor_config::limits, &limit_settings::argument_depth>(
        "/limits/argument_depth", setting_type::integer,
        "How deep the arguments of one call may be nested; absent, what the program has set, else 64.", 1,
        json::most_depth),
    setting<&executor_config::limits, &limit_settings::batch_calls>(
        "/limits/batch_calls", setting_type::integer,
        "How many calls of one batch run, the others are refused; absent, there is no limit.", 1, most_int),
    section("/budgets", "How often each tool may be called in one invocation, by its name."),
    by_tool<&executor_config::budgets>("/budgets/*",
                                       "The calls of this tool in one invocation; 0 means none.", 0,
                                       std::numeric_limits<std::uint32_t>::max()),
    section("/retries", "How often a failed attempt is repeated, and after which errors."),
    setting<&executor_config::retries, &retry_settings::schedule, &retry_schedule::max_attempts>(
        "/retries/max_attempts", setting_type::integer, "The attempts of one call, the first included.", 1,
        most_int),
    setting<&executor_config::retries, &retry_settings::schedule, &retry_schedule::backoff>(
        "/retries/backoff_ms", setting_type::integer, "The wait before the second attempt.", 0, most_ms),
    setting<&executor_config::retries, &retry_settings::schedule, &retry_schedule::multiplier>(
        "/retries/multiplier", setting_type::number, "Each further wait is so many times longer.", 0),
    setting<&executor_config::retries, &retry_settings::schedule, &retry_schedule::longest>(
        "/retries/max_delay_ms", setting_type::integer, "The longest wait; absent, there is no cap.", 0,
        most_ms),
    setting<&executor_config::retries, &retry_settings::schedule, &retry_schedule::jitter>(
        "/retries/jitter", setting_type::number, "Each wait is by chance up to this share longer or shorter.", 0,
        1),
    setting<&executor_config::retries, &retry_settings::schedule, &retry_schedule::heeds_retry_after>(
        "/retries/heeds_retry_after", setting_type::boolean,
        "Whether a wait is as long as the error asks for; if that is longer than `max_delay_ms`, the call is "
        "not repeated."),
    setting<&executor_config::retries, &retry_settings::retry_on>(
        "/retries/retry_on", setting_type::choice,
        "After which errors a tool that may be repeated is; a tool that runs once only after `not_applied`."),
    section("/timeouts", "How long an attempt may take, and by when a call is answered."),
    setting<&executor_config::timeouts, &timeout_settings::attempt>(
        "/timeouts/attempt_ms", setting_type::integer,
        "How long each attempt at a tool may take; absent, there is no limit.", 1, most_ms),
    setting<&executor_config::timeouts, &timeout_settings::call>(
        "/timeouts/call_ms", setting_type::integer,
        "How long after its first attempt began a call is to be answered; absent, there is no deadline.", 1,
        most_ms),
    section("/timeouts/tools",
            "How long each attempt at these tools may take, by name, instead of `attempt_ms`."),
    by_tool<&executor_config::timeouts, &timeout_settings::tools>(
        "/timeouts/tools/*", "How long each attempt at this tool may take.", 1, most_ms),
    setting<&executor_config::allow>(
        "/allow", setting_type::names,
        "The tools that may be called; absent, all may, and an empty list allows none."),
    setting<&executor_config::deny>("/deny", setting_type::names, "The tools that may not be called."),
    setting<&executor_config::capabilities>("/capabilities", setting_type::names,
                                            "The capabilities that are there, by name."),
    section("/results", "What the result of a tool may be."),
    setting<&executor_config::results, &result_settings::max_bytes>(
        "/results/max_bytes", setting_type::integer,
        "The longest text that the model is given for one call; absent, there is no limit.", 256, most_size),
    section("/termination", "When a loop of calls counts as repeating itself."),
    setting<&executor_config::termination, &loop_termination_policy::window>(
        "/termination/window", setting_type::integer, "How many of the latest calls are looked at.", 1,
        most_int),
    setting<&executor_config::termination, &loop_termination_policy::signature_threshold>(
        "/termination/signature_threshold", setting_type::integer,
        "So many calls of one tool with equal arguments end the loop; 0 is off.", 0, most_int),
    setting<&executor_config::termination, &loop_termination_policy::name_only_threshold>(
        "/termination/name_only_threshold", setting_type::integer,
        "So many calls of one tool end the loop; 0 or absent is off.", 0, most_int),
    setting<&executor_config::termination, &loop_termination_policy::result_aware>(
        "/termination/result_aware", setting_type::boolean,
        "Whether only calls with the same result are counted, so that polling is not cut."),
};

[[nodiscard]] constexpr const config_setting* find_setting(std::string_view pointer) noexcept {
  for (const config_setting& one : config_settings)
    if (one.pointer == pointer) return &one;
  return nullptr;
}

/// `1 to 128`, `1 or more`, or empty where the type says it all.
[[nodiscard]] inline std::string range_text(const config_setting& of) {
  if (of.type != setting_type::integer && of.type != setting_type::number) return "";
  if (of.most == no_most) return number_text(of.least) + " or more";
  return number_text(of.least) + " to " + number_text(of.most);
}

}  // namespace tacet::detail
