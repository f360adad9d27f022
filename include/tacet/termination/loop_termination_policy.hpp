// SPDX-License-Identifier: MIT
// When a tool loop counts as repeating itself: the thresholds, and reading them from settings.
#pragma once

#include <tacet/rule/rules.hpp>
#include <tacet/termination/detail/settings.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tacet {

/// A threshold that may be absent, as a template argument, which std::optional cannot be.
struct optional_threshold {
  int value = 0;
  bool given = false;

  constexpr optional_threshold() noexcept = default;
  constexpr optional_threshold(int threshold) noexcept : value(threshold), given(true) {}
  constexpr optional_threshold(std::nullopt_t) noexcept {}
  [[nodiscard]] constexpr bool has_value() const noexcept { return given; }
  [[nodiscard]] constexpr int operator*() const noexcept { return value; }
  friend constexpr bool operator==(const optional_threshold&, const optional_threshold&) = default;
};

/// A loop repeats itself when, within the last `window` calls, one signature stands `signature_threshold`
/// times or one name `name_only_threshold` times. A threshold of 0 or less is off. A window of 0 or less
/// looks at no call, so nothing repeats. As a template argument see `termination`, which refuses what could
/// never trip.
struct loop_termination_policy {
  int window = 10;
  int signature_threshold = 3;
  optional_threshold name_only_threshold{};
  /// Counts the latest calls of one signature (or name) that all gave the same result: a changed result
  /// begins the count again, so that polling is not cut.
  bool result_aware = false;

  /// The settings of these names in `settings`: JSON text, a map or range of pairs with text keys, a value or
  /// object of a JSON library, a struct, or an optional of or pointer to one of these. Lenient: what is
  /// absent, no object, of the wrong type, beyond an int or given twice has its default; other names are
  /// passed over. A bool is no integer, nor is 5.0. Costs one pass over the settings.
  template <class Settings>
  [[nodiscard]] static constexpr loop_termination_policy from_mapping(const Settings& settings);

  /// Whether each threshold that is on can trip at all.
  [[nodiscard]] constexpr bool fits() const noexcept {
    return fits(signature_threshold) && fits(name_threshold());
  }
  /// The first threshold that cannot, 0 when there is none.
  [[nodiscard]] constexpr int too_large() const noexcept {
    if (!fits(signature_threshold)) return signature_threshold;
    return fits(name_threshold()) ? 0 : name_threshold();
  }
  /// The threshold of names, 0 for none.
  [[nodiscard]] constexpr int name_threshold() const noexcept {
    return name_only_threshold.given ? name_only_threshold.value : 0;
  }
  /// What can never trip; empty when nothing is wrong. For a policy that came from a configuration.
  [[nodiscard]] std::vector<std::string> notes() const {
    std::vector<std::string> all;
    const auto look = [&](std::string_view name, int threshold) {
      if (!fits(threshold))
        all.push_back(std::string(name) + " " + std::to_string(threshold) + " is larger than the window " +
                      std::to_string(window) + "; it can never trip");
    };
    look("signature_threshold", signature_threshold);
    look("name_only_threshold", name_threshold());
    return all;
  }

  friend constexpr bool operator==(const loop_termination_policy&, const loop_termination_policy&) = default;

 private:
  [[nodiscard]] constexpr bool fits(int threshold) const noexcept {
    return threshold <= 0 || threshold <= window;
  }
};

/// The policy as a constant. Does not compile when a threshold is larger than the window.
template <loop_termination_policy Policy>
inline constexpr loop_termination_policy termination =
    rule::threshold_fits_the_window<rule::threshold_of<Policy.too_large()>, rule::window_of<Policy.window>,
                                    Policy.fits()>()
        ? Policy
        : loop_termination_policy{};

namespace detail {

template <class T> struct one_setting {
  std::optional<T> value{};
  bool seen = false;

  constexpr void take(std::optional<T> given) {
    value = seen ? std::nullopt : given;
    seen = true;
  }
};

struct termination_settings {
  one_setting<int> window{}, signature{}, name_only{};
  one_setting<bool> result_aware{};

  template <class V> constexpr void operator()(std::string_view name, const V& value) {
    if (name == "window") window.take(setting_as<int>(value));
    else if (name == "signature_threshold") signature.take(setting_as<int>(value));
    else if (name == "name_only_threshold") name_only.take(setting_as<int>(value));
    else if (name == "result_aware") result_aware.take(setting_as<bool>(value));
  }
};

}  // namespace detail

template <class Settings>
constexpr loop_termination_policy loop_termination_policy::from_mapping(const Settings& settings) {
  using unreadable = typename detail::unreadable_settings<Settings>::type;
  static_assert(rule::settings_are_readable<unreadable, std::is_void_v<unreadable>>());
  detail::termination_settings given;
  detail::each_setting(settings, given);
  loop_termination_policy made;
  if (given.window.value.has_value()) made.window = *given.window.value;
  if (given.signature.value.has_value()) made.signature_threshold = *given.signature.value;
  if (given.name_only.value.has_value()) made.name_only_threshold = *given.name_only.value;
  if (given.result_aware.value.has_value()) made.result_aware = *given.result_aware.value;
  return made;
}

}  // namespace tacet
