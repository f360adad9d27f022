// SPDX-License-Identifier: MIT
// The recorded calls of a real model, and the texts of the JSON test suite, in histories of both kinds.
#include "support/catch.hpp"

#include <tacet/json/canonical.hpp>
#include <tacet/termination/fixed_call_history.hpp>
#include <tacet/values/signature.hpp>

#include <boost/json.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace json = boost::json;

namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}
std::string_view text(const json::value& value) {
  return value.is_string() ? value.get_string() : std::string_view{};
}

// Of all texts that were taken: whether one digest belongs to one key, and one key to one digest.
struct pairing {
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> by_key{};
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::string> by_digest{};

  bool take(const std::string& key, const tacet::json::digest128& digest) {
    const std::pair both{digest.high, digest.low};
    return by_key.emplace(key, both).first->second == both &&
           by_digest.emplace(both, key).first->second == key;
  }
};

}  // namespace

TEST_CASE("recorded calls have one digest for one signature, and both histories judge their runs alike") {
  const std::string recorded =
      read(std::filesystem::path(TACET_SHARED_DATA) / "tau_bench" / "gpt-4o-airline.json");
  if (recorded.empty()) TACET_SKIP("the recorded runs are not there");
  const json::value runs = json::parse(recorded);
  pairing all;
  std::size_t calls = 0;
  int ended = 0;
  for (const json::value& run : runs.as_array()) {
    constexpr tacet::loop_termination_policy policy{
        .window = 10, .signature_threshold = 3, .name_only_threshold = 8};
    tacet::call_history kept{policy};
    tacet::policy_call_history<policy> fixed;
    for (const json::value& message : run.at("traj").as_array()) {
      const json::value* const asked = message.as_object().if_contains("tool_calls");
      if (asked == nullptr || !asked->is_array()) continue;
      for (const json::value& one : asked->get_array()) {
        const json::value& function = one.at("function");
        const tacet::tool_call call{"", text(function.at("name")), text(function.at("arguments"))};
        INFO(call.arguments);
        CHECK(all.take(tacet::signature(call), tacet::signature_digest(call)));
        kept.record(call);
        fixed.record(call);
        const auto a = fixed.judge({.calls = 1});
        const auto b = kept.judge({.calls = 1});
        CHECK(a.terminate == b.terminate);
        CHECK(a.reason == b.reason);
        ended += a.terminate;
        ++calls;
      }
    }
  }
  CHECK(calls == 1164);
  CHECK(ended > 0);
}

TEST_CASE("the texts of the JSON test suite have a digest where they have a canonical form, one for one") {
  const std::filesystem::path folder =
      std::filesystem::path(TACET_SHARED_DATA) / "json_test_suite" / "test_parsing";
  if (!std::filesystem::is_directory(folder)) TACET_SKIP("the test suite is not there");
  pairing forms;
  pairing keys;
  std::size_t good = 0;
  std::size_t bad = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string content = read(entry.path());
    INFO(entry.path().filename().string());
    std::string form;
    tacet::json::context c;
    tacet::json::context d;
    tacet::json::digest128 made;
    const bool has_form = tacet::json::canonical(content, form, c);
    CHECK(tacet::json::digest(content, made, d) == has_form);
    CHECK(d.fault == c.fault);
    if (has_form) CHECK(forms.take(form, made));
    ++(has_form ? good : bad);
    const tacet::tool_call call{"", "t", content};
    CHECK(keys.take(tacet::signature(call), tacet::signature_digest(call)));
  }
  CHECK(good > 90);
  CHECK(bad > 180);
}
