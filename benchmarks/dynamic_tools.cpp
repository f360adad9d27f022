// SPDX-License-Identifier: MIT
// Tools that come at run time, their schemas checked, beside maps that check nothing; and typed tools beside them.
#include "baselines/function_map.hpp"
#include "measure.hpp"
#include "numbered_tools.hpp"
#include "searches.hpp"

#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/erased/any_executor.hpp>
#include <tacet/tacet.hpp>

#include <boost/json/object.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace bench {
namespace {

void must(const tacet::registration& told) {
  if (!told) throw std::runtime_error(told.message());
}

constexpr const char* two_integers =
    R"({"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"],)"
    R"("additionalProperties":false})";

tacet::tool_registry numbered_registry(std::size_t count, const char* prefix = "") {
  tacet::tool_registry registry;
  for (std::size_t i = 0; i < count; ++i) {
    tacet::dynamic_tool about{.name = name_of(i), .input_schema = two_integers, .prefix = prefix};
    about.effect = tacet::tool_effect::read_only;
    must(registry.add(std::move(about), [i](const boost::json::object& args) {
      return compute(i, args.at("a").to_number<int>(), args.at("b").to_number<int>());
    }));
  }
  return registry;
}

template <class Executor> void run(benchmark::State& state, const workload& work, const Executor& executor) {
  tacet::execution_report report;
  measure(state, work, [&](std::size_t i) -> const tacet::tool_outcome& {
    executor.execute({&work.call(i), 1}, report);
    return report.outcomes[0];
  });
}

template <class Map> void numbered_map(benchmark::State& state) {
  const workload work = numbered_calls(16, 4);
  Map map;
  add_numbered<16>(map);
  measure(state, work, [&](std::size_t i) { return map.run(work.asked(i)); });
}

// --- five members, about 150 characters -------------------------------------------------------------------

template <class Json> int weigh(const Json& args) {
  std::size_t characters = 0;
  for (const char* const text : {"query", "cursor"}) {
    const auto& value = args.at(text);
    if constexpr (std::is_same_v<Json, nlohmann::json>) characters += value.template get_ref<const std::string&>().size();
    else characters += value.as_string().size();
  }
  if constexpr (std::is_same_v<Json, nlohmann::json>) {
    for (const auto& tag : args.at("tags")) characters += tag.template get_ref<const std::string&>().size();
    return static_cast<int>(characters) + 1000 * args.at("limit").template get<int>() +
           (args.at("urgent").template get<bool>() ? 1'000'000 : 0);
  } else {
    for (const auto& tag : args.at("tags").as_array()) characters += tag.as_string().size();
    return static_cast<int>(characters) + 1000 * args.at("limit").template to_number<int>() +
           (args.at("urgent").as_bool() ? 1'000'000 : 0);
  }
}

tacet::tool_registry search_registry() {
  tacet::tool_registry registry;
  must(registry.add(
      {.name = "search_tickets",
       .input_schema =
           R"({"type":"object","properties":{"query":{"type":"string","minLength":1,"maxLength":200},"tags":{"type":"array",)"
           R"("items":{"type":"string"},"maxItems":10},"limit":{"type":"integer","minimum":1,"maximum":100},)"
           R"("urgent":{"type":"boolean"},"cursor":{"type":"string"}},"required":["query","tags","limit","urgent"],)"
           R"("additionalProperties":false})"},
      [](const boost::json::object& args) { return weigh(args); }));
  return registry;
}

void medium_boost(benchmark::State& state) {
  const workload work = searches();
  boost_map map;
  map.add("search_tickets", [](boost::json::value args) -> boost::json::value { return weigh(args.as_object()); });
  measure(state, work, [&](std::size_t i) { return map.run(work.asked(i)); });
}
void medium_nlohmann(benchmark::State& state) {
  const workload work = searches();
  nlohmann_map map;
  map.add("search_tickets", [](nlohmann::json args) -> nlohmann::json { return weigh(args); });
  measure(state, work, [&](std::size_t i) { return map.run(work.asked(i)); });
}

const bool added = [] {
  add("dynamic/one_call/tacet", [](benchmark::State& state) {
    run(state, numbered_calls(16, 4), tacet::tool_executor{tacet::dynamic_tools{numbered_registry(16)}});
  });
  add("dynamic/one_call/boost_map", &numbered_map<boost_map>);
  add("dynamic/one_call/nlohmann_map", &numbered_map<nlohmann_map>);
  add("dynamic/medium/tacet", [](benchmark::State& state) {
    run(state, searches(), tacet::tool_executor{tacet::dynamic_tools{search_registry()}});
  });
  add("dynamic/medium/boost_map", &medium_boost);
  add("dynamic/medium/nlohmann_map", &medium_nlohmann);
  // Typed tools in an executor with as many that come at run time.
  add("dynamic/typed_beside/tacet", [](benchmark::State& state) {
    run(state, numbered_calls(16, 4), numbered_executor<16>(tacet::dynamic_tools{numbered_registry(16, "more__")}));
  });
  add("dynamic/typed_alone/tacet", [](benchmark::State& state) {
    static constexpr auto executor = numbered_executor<16>();
    run(state, numbered_calls(16, 4), executor);
  });
  add("dynamic/erased/tacet", [](benchmark::State& state) {
    const tacet::any_executor executor{numbered_executor<16>()};
    run(state, numbered_calls(16, 4), executor);
  });
  return true;
}();

}  // namespace
}  // namespace bench
