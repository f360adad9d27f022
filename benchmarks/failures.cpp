// SPDX-License-Identifier: MIT
// What goes wrong: no such tool, arguments that do not fit, a guard that refuses, a tool that throws.
#include "numbered_tools.hpp"

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace bench {
namespace {

constexpr std::size_t tools = 16;
constexpr std::string_view quiet_hours = "Not now: the desk is closed from 22:00 to 6:00.";
constexpr std::string_view no_seat = "there is no seat left on flight 12";

// Two calls with the same fault, so that the loop sees no single constant. `said` is what ours or a baseline
// says.
workload faulty(std::string_view name, std::string_view arguments, std::string_view said) {
  std::vector<task> tasks;
  for (const char* const id : {"call_1", "call_2"})
    tasks.push_back({{id, std::string(name), std::string(arguments)}, std::string(said), true});
  return workload(std::move(tasks));
}

template <class Executor> void ours(benchmark::State& state, const Executor& executor, const workload& work) {
  tacet::execution_report report;
  measure(state, work, [&](std::size_t i) -> const tacet::tool_outcome& {
    executor.execute({&work.call(i), 1}, report);
    return report.outcomes[0];
  });
}
template <class Map> void theirs(benchmark::State& state, const Map& map, const workload& work) {
  measure(state, work, [&](std::size_t i) { return map.run(work.asked(i)); });
}

int member_a(const nlohmann::json& args) { return args.at("a").get<int>(); }
int member_a(const boost::json::value& args) { return args.at("a").to_number<int>(); }

constexpr auto plain = numbered_executor<tools>();

bool add_fault(const std::string& fault, const std::string& name, const std::string& arguments,
               const std::string& we_say, const std::string& they_say) {
  const std::string subject = "failures/" + fault;
  add(subject + "/tacet",
      [=](benchmark::State& state) { ours(state, plain, faulty(name, arguments, we_say)); });
  const auto add_map = [&]<class Map>(const char* who, std::type_identity<Map>) {
    add(subject + who, [=](benchmark::State& state) {
      Map map;
      add_numbered<tools>(map);
      theirs(state, map, faulty(name, arguments, they_say));
    });
  };
  add_map("/virtual_tools", std::type_identity<virtual_tools>{});
  add_map("/boost_map", std::type_identity<boost_map>{});
  return add_map("/nlohmann_map", std::type_identity<nlohmann_map>{}), true;
}

// --- refused by a guard -----------------------------------------------------------------------------------

bool add_refusal() {
  add("failures/refused/tacet", [](benchmark::State& state) {
    const auto guarded = numbered_executor<tools>(
        tacet::steering_gate{[](const tacet::pending_call& call) -> std::optional<tacet::skip> {
          const pair_args* const args = call.arguments_as<pair_args>();
          if (args != nullptr && args->a == 1) return tacet::skip{tacet::message::constant(quiet_hours)};
          return std::nullopt;
        }});
    ours(state, guarded, faulty(name_of(3), R"({"a":1,"b":2})", quiet_hours));
  });
  const auto add_map = [&]<class Map>(const char* who, std::type_identity<Map>) {
    add(who, [](benchmark::State& state) {
      Map map([](const std::string&, const typename Map::json& args) -> std::optional<std::string> {
        if (member_a(args) == 1) return std::string(quiet_hours);
        return std::nullopt;
      });
      add_numbered<tools>(map);
      theirs(state, map, faulty(name_of(3), R"({"a":1,"b":2})", quiet_hours));
    });
  };
  add_map("failures/refused/boost_map", std::type_identity<boost_map>{});
  return add_map("failures/refused/nlohmann_map", std::type_identity<nlohmann_map>{}), true;
}

// --- a tool that fails ------------------------------------------------------------------------------------

bool add_throw() {
  add("failures/throws/tacet", [](benchmark::State& state) {
    const tacet::tool_executor executor{tacet::tools{tacet::tool<"book_flight">(
        [](const pair_args& args) -> int {
          if (args.a == 1) throw tacet::tool_error(std::string(no_seat));
          return args.b;
        },
        tacet::read_only)}};
    ours(state, executor, faulty("book_flight", R"({"a":1,"b":2})", no_seat));
  });
  // The same failure returned instead of thrown.
  add("failures/returns_error/tacet", [](benchmark::State& state) {
    const tacet::tool_executor executor{tacet::tools{tacet::tool<"book_flight">(
        [](const pair_args& args) -> tacet::tool_result<int> {
          if (args.a == 1) return tacet::tool_error(std::string(no_seat));
          return args.b;
        },
        tacet::read_only)}};
    ours(state, executor, faulty("book_flight", R"({"a":1,"b":2})", no_seat));
  });
  const auto add_map = [&]<class Map>(const char* who, std::type_identity<Map>) {
    add(who, [](benchmark::State& state) {
      Map map;
      map.add("book_flight", [](typename Map::json args) -> typename Map::json {
        if (member_a(args) == 1) throw std::runtime_error(std::string(no_seat));
        return compute_dynamic(1, args);
      });
      theirs(state, map, faulty("book_flight", R"({"a":1,"b":2})", no_seat));
    });
  };
  add_map("failures/throws/boost_map", std::type_identity<boost_map>{});
  return add_map("failures/throws/nlohmann_map", std::type_identity<nlohmann_map>{}), true;
}

const bool added = add_fault("unknown_tool", "get_weather_of_yesterday", R"({"a":1,"b":2})",
                             "There is no tool", "there is no tool") &&
                   add_fault("missing_member", name_of(3), R"({"a":1})", "b", "Error: ") &&
                   add_fault("wrong_type", name_of(3), R"({"a":1,"b":"two"})", "/b", "Error: ") &&
                   add_refusal() && add_throw();

}  // namespace
}  // namespace bench
