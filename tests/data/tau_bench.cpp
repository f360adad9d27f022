// SPDX-License-Identifier: MIT
// 1,164 recorded calls of a real model, replayed through decoding and an executor that gives the recorded answers.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>
#include <tacet/termination/call_history.hpp>
#include <tacet/wire/openai_chat.hpp>

#include <boost/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace json = boost::json;

namespace {

// The airline desk's tools. Their bodies return what was recorded; what is tested is everything around them.
struct user_args { std::string user_id; };
struct flight_search { std::string origin, destination, date; };
struct expression_args { std::string expression; };
struct thought_args { std::string thought; };
struct reservation_args { std::string reservation_id; };
struct summary_args { std::string summary; };
struct flight_leg {
  std::string date, flight_number;
  std::optional<std::string> origin, destination;
  std::optional<int> price;
};
struct passenger { std::string first_name, last_name, dob; };
struct payment { std::string payment_id; double amount; };
struct booking {
  std::string user_id, origin, destination, flight_type, cabin;
  std::vector<flight_leg> flights;
  std::vector<passenger> passengers;
  std::vector<payment> payment_methods;
  int total_baggages, nonfree_baggages;
  std::string insurance;
};
struct flight_change {
  std::string reservation_id, cabin;
  std::vector<flight_leg> flights;
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

struct recording {
  std::string answer;
  int runs = 0;
};

auto make_executor(recording& now) {
  const auto replay = [&now]<class A>(std::type_identity<A>) {
    return [&now](const A&) {
      ++now.runs;
      return now.answer;
    };
  };
  const auto nothing = [&now] {
    ++now.runs;
    return now.answer;
  };
  using tacet::tool;
  return tacet::tool_executor{tacet::tools{
      tool<"get_user_details">(replay(std::type_identity<user_args>{})),
      tool<"search_direct_flight">(replay(std::type_identity<flight_search>{})),
      tool<"search_onestop_flight">(replay(std::type_identity<flight_search>{})),
      tool<"calculate">(replay(std::type_identity<expression_args>{})),
      tool<"book_reservation">(replay(std::type_identity<booking>{})),
      tool<"think">(replay(std::type_identity<thought_args>{})),
      tool<"get_reservation_details">(replay(std::type_identity<reservation_args>{})),
      tool<"update_reservation_flights">(replay(std::type_identity<flight_change>{})),
      tool<"update_reservation_baggages">(replay(std::type_identity<baggage_change>{})),
      tool<"update_reservation_passengers">(replay(std::type_identity<passenger_change>{})),
      tool<"cancel_reservation">(replay(std::type_identity<reservation_args>{})),
      tool<"send_certificate">(replay(std::type_identity<certificate>{})),
      tool<"transfer_to_human_agents">(replay(std::type_identity<summary_args>{})),
      tool<"list_all_airports">(nothing)}};
}

std::optional<json::value> load() {
  const std::filesystem::path path = std::filesystem::path(TACET_SHARED_DATA) / "tau_bench" / "gpt-4o-airline.json";
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return json::parse(std::string(std::istreambuf_iterator<char>(file), {}));
}

std::string_view text(const json::value& value) { return value.is_string() ? value.get_string() : std::string_view{}; }

}  // namespace

TEST_CASE("every recorded call is answered once, in order, with the recorded text") {
  const std::optional<json::value> runs = load();
  if (!runs.has_value()) TACET_SKIP("the recorded runs are not there");
  recording now;
  const auto executor = make_executor(now);
  tacet::execution_report report;
  int calls = 0;
  for (const json::value& run : runs->as_array()) {
    const json::array& messages = run.at("traj").as_array();
    for (std::size_t i = 0; i < messages.size(); ++i) {
      if (text(messages[i].at("role")) != "assistant") continue;
      // The whole message, as its bytes would come from the provider.
      auto decoded = tacet::openai_chat::decode(json::serialize(messages[i]));
      REQUIRE(decoded.has_value());
      const tacet::reply& reply = *decoded;
      const json::value* const recorded = messages[i].as_object().if_contains("tool_calls");
      const std::size_t wanted = recorded != nullptr && recorded->is_array() ? recorded->get_array().size() : 0;
      REQUIRE(reply.calls().size() == wanted);
      if (wanted == 0) continue;
      REQUIRE(wanted == 1);  // as recorded: this model made no parallel calls
      const json::value& function = recorded->at(0).at("function");
      CHECK(reply.calls()[0].id == text(recorded->at(0).at("id")));
      CHECK(reply.calls()[0].arguments == text(function.at("arguments")));
      // Some chains end in the middle of a call; those were recorded without an answer.
      const bool answered = i + 1 < messages.size() && text(messages[i + 1].at("role")) == "tool";
      now.answer = answered ? std::string(text(messages[i + 1].at("content"))) : std::string("(not recorded)");
      const int before = now.runs;
      executor.execute(reply.calls(), report);
      INFO(reply.calls()[0].arguments);
      REQUIRE(report.outcomes.size() == 1);
      const tacet::tool_outcome& outcome = report.outcomes[0];
      CHECK(outcome.content == now.answer);
      CHECK(outcome.kind == tacet::outcome_kind::succeeded);
      CHECK(outcome.call_id == text(recorded->at(0).at("id")));
      CHECK(outcome.position == 0);
      CHECK(now.runs == before + 1);
      ++calls;
    }
  }
  CHECK(calls == 1164);
}

TEST_CASE("all calls of a run in one batch keep their order although ids repeat") {
  const std::optional<json::value> runs = load();
  if (!runs.has_value()) TACET_SKIP("the recorded runs are not there");
  std::vector<std::string> answers;
  recording now;
  std::size_t next = 0;
  std::size_t total = 0;
  for (const json::value& run : runs->as_array()) {
    std::vector<tacet::tool_call> calls;
    answers.clear();
    const json::array& messages = run.at("traj").as_array();
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const json::value* const recorded = messages[i].as_object().if_contains("tool_calls");
      if (recorded == nullptr || !recorded->is_array()) continue;
      for (const json::value& call : recorded->get_array()) {
        const json::value& function = call.at("function");
        calls.push_back({text(call.at("id")), text(function.at("name")), text(function.at("arguments"))});
        const bool answered = i + 1 < messages.size() && text(messages[i + 1].at("role")) == "tool";
        answers.emplace_back(answered ? text(messages[i + 1].at("content")) : "");
      }
    }
    // The tools take the answers in turn, so an answer that went to another call would show.
    next = 0;
    const auto executor = make_executor(now);
    tacet::execution_report report;
    for (const tacet::tool_call& call : calls) {
      now.answer = answers[next++];
      executor.execute(std::span(&call, 1), report);
      CHECK(report.outcomes.at(0).content == now.answer);
    }
    now.answer = "same";
    executor.execute(calls, report);
    REQUIRE(report.outcomes.size() == calls.size());
    for (std::size_t i = 0; i < calls.size(); ++i) {
      CHECK(report.outcomes[i].call_id == calls[i].id);
      CHECK(report.outcomes[i].name == calls[i].name);
      CHECK(report.outcomes[i].position == i);
    }
    total += calls.size();
  }
  CHECK(total == 1164);
}

// A figure for people, and a law: the default policy cuts a run exactly where a naive count of its signatures does.
TEST_CASE("the default termination policy cuts the recorded runs that repeat a call three times in ten") {
  const std::optional<json::value> runs = load();
  if (!runs.has_value()) TACET_SKIP("the recorded runs are not there");
  std::string cut;
  int cut_runs = 0;
  int longest = 0;
  std::size_t number = 0;
  for (const json::value& run : runs->as_array()) {
    tacet::call_history history;
    std::vector<std::string> signatures;
    int rounds = 0;
    int chain = 0;
    bool stopped = false;
    for (const json::value& message : run.at("traj").as_array()) {
      if (text(message.at("role")) == "user") chain = 0;
      const json::value* const recorded = message.as_object().if_contains("tool_calls");
      if (recorded == nullptr || !recorded->is_array()) continue;
      longest = std::max(longest, ++chain);
      const json::value& function = recorded->at(0).at("function");
      const tacet::tool_call call{"", text(function.at("name")), text(function.at("arguments"))};
      history.record(call);
      signatures.push_back(tacet::signature(call));
      ++rounds;
      const auto latest = signatures.end() - std::min<std::ptrdiff_t>(10, std::ssize(signatures));
      bool repeats = false;
      for (auto it = latest; it != signatures.end(); ++it) repeats = repeats || std::count(latest, signatures.end(), *it) >= 3;
      const tacet::termination_verdict verdict = history.judge({.calls = 1, .rounds = rounds});
      CHECK(verdict.terminate == repeats);
      if (verdict.terminate && !stopped) {
        CHECK(verdict.reason == tacet::stop_reason::repetition);
        stopped = true;
        ++cut_runs;
        cut += "run " + std::to_string(number) + " after call " + std::to_string(rounds) + ": " + verdict.detail + "\n";
      }
    }
    ++number;
  }
  WARN("the default policy would have cut " << cut_runs << " of " << number << " runs; the longest chain of calls is "
                                            << longest << " rounds\n" << cut);
  CHECK(longest == 26);
}
