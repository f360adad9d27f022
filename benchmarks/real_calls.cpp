// SPDX-License-Identifier: MIT
// The 1,164 calls that a real model made of an airline's tools, decoded into the tools' argument structs.
#include "baselines/function_map.hpp"
#include "measure.hpp"
#include "recorded_calls.hpp"

#include <tacet/tacet.hpp>

#include <boost/describe.hpp>
#include <boost/mp11.hpp>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace bench {
namespace airline {

// --- the arguments, as the recorded calls spell them ------------------------------------------------------

struct user {
  std::string user_id;
};
struct flight_search {
  std::string origin, destination, date;
};
struct expression {
  std::string expression;
};
struct thought {
  std::string thought;
};
struct reservation {
  std::string reservation_id;
};
struct summary {
  std::string summary;
};
struct nothing {};
struct flight {
  std::string flight_number, date;
  std::optional<std::string> origin, destination;
};
struct passenger {
  std::string first_name, last_name, dob;
};
struct payment {
  std::string payment_id;
  double amount;
};
struct booking {
  std::string user_id, origin, destination, flight_type, cabin;
  std::vector<flight> flights;
  std::vector<passenger> passengers;
  std::vector<payment> payment_methods;
  int total_baggages, nonfree_baggages;
  std::string insurance;
};
struct flight_change {
  std::string reservation_id, cabin;
  std::vector<flight> flights;
  std::string payment_id;
};
struct baggage_change {
  std::string reservation_id;
  int total_baggages, nonfree_baggages;
  std::string payment_id;
};
struct passenger_change {
  std::string reservation_id;
  std::vector<passenger> passengers;
};
struct certificate {
  std::string user_id;
  double amount;
};

// For the baselines and the digest only; tacet reads the structs as they stand.
BOOST_DESCRIBE_STRUCT(user, (), (user_id))
BOOST_DESCRIBE_STRUCT(flight_search, (), (origin, destination, date))
BOOST_DESCRIBE_STRUCT(expression, (), (expression))
BOOST_DESCRIBE_STRUCT(thought, (), (thought))
BOOST_DESCRIBE_STRUCT(reservation, (), (reservation_id))
BOOST_DESCRIBE_STRUCT(summary, (), (summary))
BOOST_DESCRIBE_STRUCT(nothing, (), ())
BOOST_DESCRIBE_STRUCT(flight, (), (flight_number, date, origin, destination))
BOOST_DESCRIBE_STRUCT(passenger, (), (first_name, last_name, dob))
BOOST_DESCRIBE_STRUCT(payment, (), (payment_id, amount))
BOOST_DESCRIBE_STRUCT(booking, (),
                      (user_id, origin, destination, flight_type, cabin, flights, passengers, payment_methods,
                       total_baggages, nonfree_baggages, insurance))
BOOST_DESCRIBE_STRUCT(flight_change, (), (reservation_id, cabin, flights, payment_id))
BOOST_DESCRIBE_STRUCT(baggage_change, (), (reservation_id, total_baggages, nonfree_baggages, payment_id))
BOOST_DESCRIBE_STRUCT(passenger_change, (), (reservation_id, passengers))
BOOST_DESCRIBE_STRUCT(certificate, (), (user_id, amount))

}  // namespace airline

namespace {

template <class T, class F> void each_member(T& object, F f) {
  using members = boost::describe::describe_members<std::remove_const_t<T>, boost::describe::mod_public>;
  boost::mp11::mp_for_each<members>([&](auto member) { f(member.name, object.*member.pointer); });
}

template <class T> inline constexpr bool is_vector = false;
template <class T> inline constexpr bool is_vector<std::vector<T>> = true;
template <class T> inline constexpr bool is_optional = false;
template <class T> inline constexpr bool is_optional<std::optional<T>> = true;

// --- what the tools answer: a sum in which every leaf counts ----------------------------------------------

std::int64_t digest(std::string_view text) {
  if (text.empty()) return 0;
  return static_cast<std::int64_t>(text.size()) * 31 + text.front() + text.back();
}
template <class T> std::int64_t digest(const T& value) {
  if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<std::int64_t>(value);
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    return digest(std::string_view(value));
  } else if constexpr (is_optional<T>) {
    return value.has_value() ? digest(*value) : 0;
  } else if constexpr (is_vector<T>) {
    std::int64_t sum = 0;
    for (const auto& one : value) sum += digest(one);
    return sum;
  } else {
    std::int64_t sum = 0;
    each_member(value, [&sum](const char*, const auto& member) { sum += digest(member); });
    return sum;
  }
}

// The same from the recorded text without any struct: what must come back.
std::int64_t digest_of_text(const boost::json::value& value) {
  std::int64_t sum = 0;
  if (value.is_string()) return digest(std::string_view(value.get_string()));
  if (value.is_number()) return value.to_number<std::int64_t>();
  if (value.is_array())
    for (const boost::json::value& one : value.get_array()) sum += digest_of_text(one);
  if (value.is_object())
    for (const auto& [key, one] : value.get_object()) sum += digest_of_text(one);
  return sum;
}

workload recorded() {
  std::ifstream file(recorded_calls(), std::ios::binary);
  const boost::json::value runs = boost::json::parse(std::string(std::istreambuf_iterator<char>(file), {}));
  std::vector<task> tasks;
  for (const boost::json::value& run : runs.as_array()) {
    for (const boost::json::value& message : run.at("traj").as_array()) {
      const boost::json::value* const calls = message.as_object().if_contains("tool_calls");
      if (calls == nullptr || !calls->is_array()) continue;
      for (const boost::json::value& call : calls->get_array()) {
        const boost::json::object& function = call.at("function").as_object();
        task made{{std::string(call.at("id").as_string()), std::string(function.at("name").as_string()),
                   std::string(function.at("arguments").as_string())},
                  {},
                  false};
        made.expected = std::to_string(digest_of_text(boost::json::parse(made.asked.arguments)));
        tasks.push_back(std::move(made));
      }
    }
  }
  return workload(std::move(tasks));
}

// One iteration is all calls, one after the other, as they were recorded.
template <class Run> void measure_all(benchmark::State& state, Run run) {
  static const workload work = recorded();
  for (std::size_t i = 0; i < work.size(); ++i)
    if (const auto& given = run(work, i); !work.is_right(i, given))
      return state.SkipWithError("wrong answer");
  for (auto _ : state) {
    for (std::size_t i = 0; i < work.size(); ++i) {
      const auto& given = run(work, i);
      benchmark::DoNotOptimize(given.content.data());
    }
  }
  if (work.size() != 1164) state.SkipWithError("there are not 1,164 calls");
  per_item(state, work.size());
}

// --- tacet ------------------------------------------------------------------------------------------------

template <tacet::text_literal Name, class Arguments>
constexpr auto airline_tool = tacet::tool<Name>([](const Arguments& args) { return digest(args); },
                                                tacet::idempotent);

void ours(benchmark::State& state) {
  using namespace airline;
  const tacet::tool_executor executor{tacet::tools{
      airline_tool<"get_user_details", user>, airline_tool<"get_reservation_details", reservation>,
      airline_tool<"search_direct_flight", flight_search>,
      airline_tool<"search_onestop_flight", flight_search>, airline_tool<"list_all_airports", nothing>,
      airline_tool<"calculate", expression>, airline_tool<"think", thought>,
      airline_tool<"book_reservation", booking>, airline_tool<"cancel_reservation", reservation>,
      airline_tool<"update_reservation_flights", flight_change>,
      airline_tool<"update_reservation_baggages", baggage_change>,
      airline_tool<"update_reservation_passengers", passenger_change>,
      airline_tool<"send_certificate", certificate>, airline_tool<"transfer_to_human_agents", summary>}};
  tacet::execution_report report;
  measure_all(state, [&](const workload& work, std::size_t i) -> const tacet::tool_outcome& {
    executor.execute({&work.call(i), 1}, report);
    return report.outcomes[0];
  });
}

// --- the baselines ----------------------------------------------------------------------------------------

const nlohmann::json* find(const nlohmann::json& in, const char* name) {
  const auto found = in.find(name);
  return found == in.end() || found->is_null() ? nullptr : &*found;
}
const boost::json::value* find(const boost::json::value& in, const char* name) {
  const boost::json::value* const found = in.as_object().if_contains(name);
  return found == nullptr || found->is_null() ? nullptr : found;
}
const auto& elements(const nlohmann::json& in) { return in.get_ref<const nlohmann::json::array_t&>(); }
const auto& elements(const boost::json::value& in) { return in.as_array(); }
void read_leaf(const nlohmann::json& from, auto& to) { from.get_to(to); }
void read_leaf(const boost::json::value& from, std::string& to) { to = from.as_string(); }
template <class Number> void read_leaf(const boost::json::value& from, Number& to) {
  to = from.to_number<Number>();
}

// What a from_json for each struct would do, written once.
template <class Json, class T> void read(const Json& from, T& to) {
  if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    read_leaf(from, to);
  } else if constexpr (is_vector<T>) {
    const auto& all = elements(from);
    to.reserve(all.size());
    for (const auto& one : all) read(one, to.emplace_back());
  } else {
    each_member(to, [&from](const char* name, auto& member) {
      if constexpr (is_optional<std::remove_reference_t<decltype(member)>>) {
        if (const Json* const found = find(from, name)) read(*found, member.emplace());
      } else {
        read(from.at(name), member);
      }
    });
  }
}

template <class Arguments, class Map> void add_tool(Map& map, const char* name) {
  map.add(name, [](typename Map::json from) -> typename Map::json {
    Arguments args{};
    read(from, args);
    return digest(args);
  });
}

template <class Map> void theirs(benchmark::State& state) {
  using namespace airline;
  Map map;
  add_tool<user>(map, "get_user_details");
  add_tool<reservation>(map, "get_reservation_details");
  add_tool<flight_search>(map, "search_direct_flight");
  add_tool<flight_search>(map, "search_onestop_flight");
  add_tool<nothing>(map, "list_all_airports");
  add_tool<expression>(map, "calculate");
  add_tool<thought>(map, "think");
  add_tool<booking>(map, "book_reservation");
  add_tool<reservation>(map, "cancel_reservation");
  add_tool<flight_change>(map, "update_reservation_flights");
  add_tool<baggage_change>(map, "update_reservation_baggages");
  add_tool<passenger_change>(map, "update_reservation_passengers");
  add_tool<certificate>(map, "send_certificate");
  add_tool<summary>(map, "transfer_to_human_agents");
  measure_all(state, [&](const workload& work, std::size_t i) { return map.run(work.asked(i)); });
}

const bool added = recorded_calls_are_there() && add("real_calls/tacet", ours) &&
                   add("real_calls/boost_map", theirs<boost_map>) &&
                   add("real_calls/nlohmann_map", theirs<nlohmann_map>);

}  // namespace
}  // namespace bench
