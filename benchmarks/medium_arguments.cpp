// SPDX-License-Identifier: MIT
// Arguments of usual size: 5 members and about 150 characters, with strings, an optional and a list.
#include "baselines/by_hand.hpp"
#include "baselines/function_map.hpp"
#include "baselines/virtual_tools.hpp"
#include "measure.hpp"
#include "searches.hpp"

#include <tacet/tacet.hpp>

#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bench {
namespace {

struct ticket_search {
  std::string query;
  std::vector<std::string> tags;
  int limit;
  bool urgent;
  std::optional<std::string> cursor;
};

// Every member counts, so that none can be left undecoded.
int weigh(const ticket_search& s) {
  std::size_t characters = s.query.size() + s.cursor.value_or("").size();
  for (const std::string& tag : s.tags) characters += tag.size();
  return static_cast<int>(characters) + 1000 * s.limit + (s.urgent ? 1'000'000 : 0);
}

// --- ours -------------------------------------------------------------------------------------------------

constexpr auto search_tickets =
    tacet::tool<"search_tickets">([](const ticket_search& s) { return weigh(s); }, tacet::read_only);

void ours(benchmark::State& state) {
  const workload work = searches();
  const tacet::tool_executor executor{tacet::tools{search_tickets}};
  tacet::execution_report report;
  measure(state, work, [&](std::size_t i) -> const tacet::tool_outcome& {
    executor.execute({&work.call(i), 1}, report);
    return report.outcomes[0];
  });
}

// --- the baselines ----------------------------------------------------------------------------------------

ticket_search read(const nlohmann::json& args) {
  ticket_search s{args.at("query").get<std::string>(), args.at("tags").get<std::vector<std::string>>(),
                  args.at("limit").get<int>(), args.at("urgent").get<bool>(), std::nullopt};
  if (const auto cursor = args.find("cursor"); cursor != args.end() && !cursor->is_null())
    s.cursor = cursor->get<std::string>();
  return s;
}

ticket_search read(const boost::json::object& args) {
  ticket_search s{std::string(args.at("query").as_string()),
                  {},
                  args.at("limit").to_number<int>(),
                  args.at("urgent").as_bool(),
                  std::nullopt};
  for (const boost::json::value& tag : args.at("tags").as_array()) s.tags.emplace_back(tag.as_string());
  if (const boost::json::value* const cursor = args.if_contains("cursor");
      cursor != nullptr && !cursor->is_null())
    s.cursor.emplace(cursor->as_string());
  return s;
}
ticket_search read(const boost::json::value& args) { return read(args.as_object()); }

template <class Map> void map(benchmark::State& state) {
  const workload work = searches();
  Map made;
  made.add("search_tickets", [](typename Map::json args) -> typename Map::json { return weigh(read(args)); });
  measure(state, work, [&](std::size_t i) { return made.run(work.asked(i)); });
}

class virtual_search final : public virtual_tool {
 public:
  [[nodiscard]] std::string name() const override { return "search_tickets"; }
  [[nodiscard]] boost::json::value run(const boost::json::object& args) const override {
    return weigh(read(args));
  }
};

void virtual_ones(benchmark::State& state) {
  const workload work = searches();
  virtual_tools made;
  made.add(std::make_unique<virtual_search>());
  measure(state, work, [&](std::size_t i) { return made.run(work.asked(i)); });
}

bool read(std::string_view from, ticket_search& to) {
  unsigned seen = 0;
  const auto first = [&seen](unsigned bit) { return (std::exchange(seen, seen | bit) & bit) == 0; };
  cursor text(from);
  const bool whole = text.object([&](std::string_view key) {
    if (key == "query") return first(1) && text.text(to.query);
    if (key == "tags") return first(2) && text.array([&] { return text.text(to.tags.emplace_back()); });
    if (key == "limit") return first(4) && text.integer(to.limit);
    if (key == "urgent") return first(8) && text.boolean(to.urgent);
    if (key == "cursor") return first(16) && text.text(to.cursor.emplace());
    return false;
  });
  return whole && (seen & 15) == 15;
}

void by_hand(benchmark::State& state) {
  const workload work = searches();
  answer out;
  measure(state, work, [&](std::size_t i) -> const answer& {
    ticket_search s{};
    out.is_error = work.asked(i).name != "search_tickets" || !read(work.asked(i).arguments, s);
    if (out.is_error) {
      out.content = "Error: bad arguments, or no such tool";
      return out;
    }
    char digits[16];
    out.content.assign(digits, std::to_chars(digits, digits + sizeof digits, weigh(s)).ptr);
    return out;
  });
}

const bool added = add("medium_arguments/tacet", ours) && add("medium_arguments/by_hand", by_hand) &&
                   add("medium_arguments/virtual_tools", virtual_ones) &&
                   add("medium_arguments/boost_map", map<boost_map>) &&
                   add("medium_arguments/nlohmann_map", map<nlohmann_map>);

}  // namespace
}  // namespace bench
