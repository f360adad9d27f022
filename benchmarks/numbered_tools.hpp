// SPDX-License-Identifier: MIT
// As many tools as wanted, with the mixed names that tool servers have, for tacet and for each baseline.
#pragma once

#include "baselines/by_hand.hpp"
#include "baselines/function_map.hpp"
#include "baselines/virtual_tools.hpp"
#include "measure.hpp"

#include <tacet/tacet.hpp>

#include <charconv>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bench {

struct pair_args {
  int a;
  int b;
};

// --- the names --------------------------------------------------------------------------------------------

inline constexpr std::string_view servers[] = {"", "mcp__desk__", "", "github-"};
inline constexpr std::string_view verbs[] = {"get",    "search", "create", "list",
                                             "update", "cancel", "send",   "read"};
inline constexpr std::string_view nouns[] = {"user",    "flight",       "reservation", "file",
                                             "issue",   "pull_request", "message",     "calendar_event",
                                             "invoice", "document",     "contact",     "commit",
                                             "branch",  "payment",      "order",       "weather_forecast",
                                             "ticket",  "note",         "task",        "customer",
                                             "address", "product",      "channel",     "page",
                                             "record",  "image",        "route",       "booking",
                                             "report",  "alert",        "job",         "translation"};

/// The parts of name `i` of at most 256; all differ.
constexpr auto name_parts(std::size_t i) {
  struct parts {
    std::string_view server, verb, noun;
  };
  return parts{servers[i % 4], verbs[i % 8], nouns[(i / 8 + i % 8 * 5) % 32]};
}
constexpr std::size_t name_length(std::size_t i) {
  return name_parts(i).server.size() + name_parts(i).verb.size() + 1 + name_parts(i).noun.size();
}
template <std::size_t I> consteval auto name_literal() {
  char text[name_length(I) + 1]{};
  std::size_t at = 0;
  for (const std::string_view part :
       {name_parts(I).server, name_parts(I).verb, std::string_view("_"), name_parts(I).noun})
    for (const char c : part) text[at++] = c;
  return tacet::text_literal<sizeof text>(text);
}
template <std::size_t I> inline constexpr auto name_text = name_literal<I>();
inline std::string name_of(std::size_t i) {
  std::string name(name_parts(i).server);
  return name.append(name_parts(i).verb).append("_").append(name_parts(i).noun);
}

/// What tool `i` computes.
constexpr int compute(std::size_t i, int a, int b) { return a + b * static_cast<int>(i + 1); }

// --- tacet ------------------------------------------------------------------------------------------------

template <std::size_t I>
inline constexpr auto numbered_tool = tacet::tool<name_text<I>>(
    [](const pair_args& args) { return compute(I, args.a, args.b); }, tacet::read_only);

/// `N` tools and any further parts of an executor.
template <std::size_t N, class... Part> constexpr auto numbered_executor(Part... part) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return tacet::tool_executor{tacet::tools{numbered_tool<I>...}, std::move(part)...};
  }
  (std::make_index_sequence<N>{});
}

// --- the baselines ----------------------------------------------------------------------------------------

inline nlohmann::json compute_dynamic(std::size_t i, const nlohmann::json& args) {
  return compute(i, args.at("a").get<int>(), args.at("b").get<int>());
}
inline boost::json::value compute_dynamic(std::size_t i, const boost::json::value& args) {
  const boost::json::object& members = args.as_object();
  return compute(i, members.at("a").to_number<int>(), members.at("b").to_number<int>());
}

// (Not inlined: g++ takes a minute for one function that adds 256.)
template <std::size_t I, class Map> [[gnu::noinline]] void add_one(Map& map) {
  map.add(name_of(I), [](typename Map::json args) -> typename Map::json { return compute_dynamic(I, args); });
}

template <std::size_t I> class numbered_virtual final : public virtual_tool {
 public:
  [[nodiscard]] std::string name() const override { return name_of(I); }
  [[nodiscard]] boost::json::value run(const boost::json::object& args) const override {
    return compute(I, args.at("a").to_number<int>(), args.at("b").to_number<int>());
  }
};
template <std::size_t I> [[gnu::noinline]] void add_one(virtual_tools& map) {
  map.add(std::make_unique<numbered_virtual<I>>());
}
template <std::size_t N, class Map> void add_numbered(Map& map) {
  [&]<std::size_t... I>(std::index_sequence<I...>) { (add_one<I>(map), ...); }
  (std::make_index_sequence<N>{});
}

/// Compares one name after the other, as `if (name == "...") ... else if` does, and writes into a string that
/// is used again.
template <std::size_t N> [[gnu::noinline]] const answer& run_by_hand(const request& asked, answer& to) {
  pair_args args{};
  bool has_a = false;
  bool has_b = false;
  cursor text(asked.arguments);
  const bool whole = text.object([&](std::string_view key) {
    if (key == "a" && !has_a) return has_a = text.integer(args.a);
    if (key == "b" && !has_b) return has_b = text.integer(args.b);
    return false;
  });
  to.is_error = true;
  if (!whole || !has_a || !has_b) {
    to.content = "Error: bad arguments";
    return to;
  }
  int result = 0;
  const bool known = [&]<std::size_t... I>(std::index_sequence<I...>) {
    return ((asked.name == name_text<I>.view() && (result = compute(I, args.a, args.b), true)) || ...);
  }
  (std::make_index_sequence<N>{});
  if (!known) {
    to.content = "Error: there is no such tool";
    return to;
  }
  char digits[16];
  to.content.assign(digits, std::to_chars(digits, digits + sizeof digits, result).ptr);
  to.is_error = false;
  return to;
}

// --- the work ---------------------------------------------------------------------------------------------

/// `calls` calls, spread over `tools` tools, with the arguments `{"a":1,"b":2}`.
inline workload numbered_calls(std::size_t tools, std::size_t calls) {
  std::vector<task> tasks;
  for (std::size_t i = 0; i < calls; ++i) {
    const std::size_t at = i * tools / calls + tools / calls / 2;
    tasks.push_back({{"call_" + std::to_string(i), name_of(at), R"({"a":1,"b":2})"},
                     std::to_string(compute(at, 1, 2)),
                     false});
  }
  return workload(std::move(tasks));
}

}  // namespace bench
