// SPDX-License-Identifier: MIT
// Calls of a batch that overlap: what may, what waits and for what, how many at a time, and the order of
// checks.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

#include <algorithm>
#include <numeric>

using namespace tacet_async;

namespace {

enum class account { savings = 4, checking = 7 };
struct transfer {
  account from{};
};
struct maybe {
  std::optional<std::string> path;
};
struct place {
  std::int64_t id = 0;
};
struct named {
  std::string id;
};

// What ran from when to when, in seconds.
struct board {
  world w{};
  texts spans{};
  int at_once = 0;
  int most = 0;

  template <class R> awaitable<R> work(std::string name, R result, int seconds = 1) {
    const auto begin = std::chrono::duration_cast<std::chrono::seconds>(w.now()).count();
    most = std::max(most, ++at_once);
    co_await w.sleep(std::chrono::seconds(seconds));
    --at_once;
    spans.push_back(name + " " + std::to_string(begin) + "-" + std::to_string(begin + seconds));
    co_return result;
  }
};

// Tools of each effect and kind of key.
template <class... More> auto files_of(board& b, More... more) {
  return tacet::async_executor{
      tacet::tools{
          tacet::tool<"read">([&b](const file& f) { return b.work("read " + f.path, f.path); },
                              tacet::read_only, tacet::conflicts_on<&file::path>),
          tacet::tool<"write">([&b](const file& f) { return b.work("write " + f.path, f.path); },
                               tacet::idempotent, tacet::conflicts_on<&file::path>),
          tacet::tool<"list">([&b]() { return b.work("list", 1); }, tacet::read_only),
          tacet::tool<"wipe">([&b](const file& f) { return b.work("wipe " + f.path, f.path); }),
          tacet::tool<"pay">(
              [&b](const transfer& t) {
                return b.work("pay " + std::to_string(static_cast<int>(t.from)), 1);
              },
              tacet::conflicts_on<[](const transfer& t) { return t.from; }>),
          tacet::tool<"maybe">([&b](const maybe& m) { return b.work("maybe " + m.path.value_or("all"), 1); },
                               tacet::conflicts_on<&maybe::path>),
          tacet::tool<"place">([&b](const place& p) { return b.work("place " + std::to_string(p.id), 1); },
                               tacet::conflicts_on<&place::id>),
          tacet::tool<"named">([&b](const named& p) { return b.work("named " + p.id, 1); },
                               tacet::conflicts_on<&named::id>),
          tacet::tool<"fails">(
              [&b](const file& f) -> awaitable<int> {
                (void)co_await b.work("fails " + f.path, 1);
                throw std::runtime_error("x");
              },
              tacet::conflicts_on<&file::path>),
          tacet::tool<"plain">(
              [&b](const file& f) {
                b.spans.push_back("plain " + f.path);
                return 1;
              },
              tacet::conflicts_on<&file::path>)},
      tacet::parallel<100>{}, b.w.clock, more...};
}
texts spans_of(const calls& batch) {
  board b;
  const auto report = b.w.run(files_of(b), batch);
  REQUIRE(report.outcomes.size() == batch.size());
  for (std::size_t i = 0; i != batch.size(); ++i) REQUIRE(report.outcomes[i].call_id == batch[i].id);
  return b.spans;
}
constexpr std::string_view a = R"({"path":"a"})", b = R"({"path":"b"})";

}  // namespace

TEST_CASE("parallel: reads overlap, and the results are in call order") {
  board board_;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"read">([&](const number& n) { return board_.work("read", n.n, n.n); },
                                       tacet::read_only)},
      tacet::parallel<100>{}, board_.w.clock};
  const auto report = board_.w.run(
      e, {{"1", "read", R"({"n":5})"}, {"2", "read", R"({"n":1})"}, {"3", "read", R"({"n":3})"}});
  CHECK(board_.w.answered == 5s);
  CHECK(board_.spans == texts{"read 0-1", "read 0-3", "read 0-5"});
  CHECK(report.outcomes[0].content == "5");
  CHECK(report.outcomes[1].content == "1");
  CHECK(report.outcomes[2].content == "3");
}

TEST_CASE("parallel: a write waits for what is before it and holds back what is behind it") {
  CHECK(spans_of({{"1", "read", a}, {"2", "write", a}, {"3", "read", a}}) ==
        texts{"read a 0-1", "write a 1-2", "read a 2-3"});
  CHECK(
      spans_of({{"1", "read", a}, {"2", "read", a}, {"3", "write", a}, {"4", "read", a}, {"5", "read", a}}) ==
      texts{"read a 0-1", "read a 0-1", "write a 1-2", "read a 2-3", "read a 2-3"});
  // Another file is another matter, whatever stands between.
  CHECK(spans_of({{"1", "write", a}, {"2", "write", b}, {"3", "write", a}, {"4", "read", b}}) ==
        texts{"write a 0-1", "write b 0-1", "write a 1-2", "read b 1-2"});
  // A tool that reads, without a key, reads anything.
  CHECK(spans_of({{"1", "list"}, {"2", "write", a}, {"3", "list"}, {"4", "list"}}) ==
        texts{"list 0-1", "write a 1-2", "list 2-3", "list 2-3"});
}

TEST_CASE("parallel: without a key a call that runs once conflicts with everything") {
  CHECK(spans_of({{"1", "wipe", a}, {"2", "wipe", b}, {"3", "list"}, {"4", "read", b}, {"5", "wipe", a}}) ==
        texts{"wipe a 0-1", "wipe b 1-2", "list 2-3", "read b 2-3", "wipe a 3-4"});
}

TEST_CASE("parallel: keys of every type") {
  SECTION("an enumerator, by a callable") {
    CHECK(spans_of({{"1", "pay", R"({"from":"savings"})"},
                    {"2", "pay", R"({"from":"checking"})"},
                    {"3", "pay", R"({"from":"savings"})"}}) == texts{"pay 4 0-1", "pay 7 0-1", "pay 4 1-2"});
  }
  SECTION("an optional: an empty one conflicts with each, as no key does") {
    CHECK(spans_of(
              {{"1", "maybe", a}, {"2", "maybe", b}, {"3", "maybe"}, {"4", "maybe", a}, {"5", "write", b}}) ==
          texts{"maybe a 0-1", "maybe b 0-1", "maybe all 1-2", "maybe a 2-3", "write b 2-3"});
  }
  SECTION("a number against a text, and against an enumerator") {
    CHECK(spans_of({{"1", "place", R"({"id":4})"},
                    {"2", "named", R"({"id":"4"})"},
                    {"3", "named", R"({"id":"04"})"},
                    {"4", "pay", R"({"from":"savings"})"}}) ==
          texts{"place 4 0-1", "named 04 0-1", "named 4 1-2", "pay 4 2-3"});
    CHECK(spans_of({{"1", "place", R"({"id":-9223372036854775808})"},
                    {"2", "named", R"({"id":"-9223372036854775808"})"},
                    {"3", "place", R"({"id":9223372036854775807})"},
                    {"4", "named", R"({"id":""})"}}) == texts{"place -9223372036854775808 0-1",
                                                              "place 9223372036854775807 0-1", "named  0-1",
                                                              "named -9223372036854775808 1-2"});
  }
  SECTION("a tool that is not awaited keeps the order too") {
    CHECK(spans_of({{"1", "write", a}, {"2", "plain", a}, {"3", "plain", b}, {"4", "write", a}}) ==
          texts{"plain b", "write a 0-1", "plain a", "write a 1-2"});
  }
}

TEST_CASE("parallel: a failure leaves siblings alone, and what waited for it goes on") {
  board board_;
  const auto report = board_.w.run(files_of(board_), {{"1", "fails", a},
                                                      {"2", "write", a},
                                                      {"3", "write", b},
                                                      {"4", "nope", a},
                                                      {"5", "write", R"({"path":5})"},
                                                      {"6", "write", a, true}});
  CHECK(short_texts(report) == texts{"1 failed/exception 1", "2 succeeded/none 1", "3 succeeded/none 1",
                                     "4 unknown tool/unknown tool 0", "5 bad arguments/wrong type 0",
                                     "6 bad arguments/output limit 0"});
  CHECK(board_.spans == texts{"fails a 0-1", "write b 0-1", "write a 1-2"});
  CHECK(board_.w.answered == 2s);
}

TEST_CASE("parallel: the limit is exact, and a place is taken by what runs only") {
  board board_;
  std::vector<std::string> ids;
  for (int i = 0; i != 100; ++i) ids.push_back(std::to_string(i));
  calls batch;
  for (const auto& id : ids) batch.push_back({id, "read", "{}"});
  SECTION("four") {
    const tacet::async_executor e{
        tacet::tools{tacet::tool<"read">([&] { return board_.work("r", 1); }, tacet::read_only)},
        tacet::parallel<4>{}, board_.w.clock};
    CHECK(board_.w.run(e, batch).outcomes.size() == 100);
    CHECK(board_.w.answered == 25s);
    CHECK(board_.most == 4);
  }
  SECTION("three, in the order of the calls") {
    texts order;
    const tacet::async_executor e{tacet::tools{tacet::tool<"read">(
                                      [&](tacet::tool_context& c) {
                                        order.emplace_back(c.call_id());
                                        return board_.work("r", 1);
                                      },
                                      tacet::read_only)},
                                  tacet::parallel<3>{}, board_.w.clock};
    (void)board_.w.run(e, batch);
    CHECK(board_.w.answered == 34s);
    CHECK(board_.most == 3);
    CHECK(order == ids);
  }
  SECTION("one") {
    const tacet::async_executor e{
        tacet::tools{tacet::tool<"read">([&] { return board_.work("r", 1); }, tacet::read_only)},
        tacet::parallel<1>{}, board_.w.clock};
    (void)board_.w.run(e, batch);
    CHECK(board_.w.answered == 100s);
    CHECK(board_.most == 1);
  }
  SECTION("an approver does not hold a place") {
    const tacet::async_executor e{
        tacet::tools{tacet::tool<"read">([&] { return board_.work("r", 1); }, tacet::read_only)},
        tacet::parallel<2>{},
        tacet::approval_gate{[&](const tacet::approval_request& r) -> awaitable<tacet::approval_decision> {
          co_await board_.w.sleep(1s);
          co_return r.approve();
        }},
        board_.w.clock};
    (void)board_.w.run(e, {{"1", "read"}, {"2", "read"}, {"3", "read"}, {"4", "read"}});
    // Asked one after the other, each runs while the next is asked about.
    CHECK(board_.w.answered == 5s);
    CHECK(board_.most == 1);
  }
  SECTION("a wait between attempts holds its place") {
    int runs = 0;
    const tacet::async_executor e{tacet::tools{tacet::tool<"read">(
                                      [&](tacet::tool_context& c) -> awaitable<int> {
                                        ++runs;
                                        co_await board_.w.sleep(1s);
                                        if (c.attempt() == 1) throw std::runtime_error("x");
                                        co_return 1;
                                      },
                                      tacet::read_only)},
                                  tacet::parallel<1>{},
                                  tacet::retries<tacet::retry_schedule{.max_attempts = 2, .backoff = 1s}>{},
                                  board_.w.clock};
    CHECK(short_texts(board_.w.run(e, {{"1", "read"}, {"2", "read"}})) ==
          texts{"1 succeeded/none 2", "2 succeeded/none 2"});
    CHECK(board_.w.answered == 6s);
  }
}

TEST_CASE(
    "parallel: checks and gates are asked in call order, and a budget of two runs the first two of five") {
  board board_;
  texts asked;
  const tacet::async_executor e{
      tacet::tools{
          tacet::tool<"probe">(
              [&](tacet::tool_context& c) { return board_.work("probe " + std::string(c.call_id()), 1); },
              tacet::read_only, tacet::max_calls<2>),
          tacet::tool<"free">(
              [&](tacet::tool_context& c) { return board_.work("free " + std::string(c.call_id()), 1); },
              tacet::read_only)},
      tacet::preconditions{
          tacet::call_budget{},
          [&](const tacet::pending_call& c) -> awaitable<std::optional<tacet::precondition_verdict>> {
            asked.push_back("check " + std::string(c.id()));
            // The earlier ones take longer.
            co_await board_.w.sleep(c.id() == "1" ? 300ms : 1ms);
            co_return std::nullopt;
          }},
      tacet::steering_gate{
          [&](const tacet::pending_call& c) { asked.push_back("guard " + std::string(c.id())); }},
      tacet::parallel<10>{}, board_.w.clock};
  CHECK(short_texts(board_.w.run(e, {{"1", "probe"},
                                     {"2", "probe"},
                                     {"3", "probe"},
                                     {"4", "probe"},
                                     {"5", "probe"},
                                     {"6", "free"},
                                     {"7", "nope"},
                                     {"8", "free"}})) ==
        texts{"1 succeeded/none 1", "2 succeeded/none 1", "3 refused/budget spent 0",
              "4 refused/budget spent 0", "5 refused/budget spent 0", "6 succeeded/none 1",
              "7 unknown tool/unknown tool 0", "8 succeeded/none 1"});
  CHECK(asked ==
        texts{"check 1", "guard 1", "check 2", "guard 2", "check 6", "guard 6", "check 8", "guard 8"});
  CHECK(board_.most == 4);
  CHECK(board_.w.answered == 1303ms);
}

TEST_CASE("parallel: a stop ends those that run and those that wait, and no wait is left behind") {
  board board_;
  std::stop_source stop;
  board_.w.at(1500ms, [&] { stop.request_stop(); });
  const auto report = board_.w.run(
      files_of(board_),
      {{"1", "write", a}, {"2", "write", a}, {"3", "write", a}, {"4", "write", b}, {"5", "wipe", b}},
      {.stop = stop.get_token()});
  CHECK(short_texts(report) == texts{"1 succeeded/none 1", "2 cancelled/stop requested 1",
                                     "3 cancelled/stop requested 0", "4 succeeded/none 1",
                                     "5 cancelled/stop requested 0"});
  CHECK(board_.w.answered == 1500ms);
  CHECK(board_.w.clock.pending() == 0);
}

TEST_CASE("parallel: a call that cancels stops its siblings") {
  world w;
  const tacet::async_executor e{tacet::tools{tacet::tool<"wait">(
                                                 [&]() -> awaitable<int> {
                                                   co_await w.sleep(1h);
                                                   co_return 1;
                                                 },
                                                 tacet::read_only),
                                             tacet::tool<"cancels">(
                                                 [&]() -> awaitable<int> {
                                                   co_await w.sleep(1s);
                                                   throw tacet::cancelled();
                                                 },
                                                 tacet::read_only)},
                                tacet::parallel<3>{}, w.clock};
  CHECK(short_texts(w.run(e, {{"1", "wait"}, {"2", "cancels"}, {"3", "wait"}, {"4", "wait"}})) ==
        texts{"1 cancelled/stop requested 1", "2 cancelled/stop requested 1", "3 cancelled/stop requested 1",
              "4 cancelled/stop requested 0"});
  CHECK(w.answered == 1s);
}

TEST_CASE("parallel: a tool that was given up is not waited for by what conflicts with it") {
  world w;
  const tacet::async_executor e{tacet::tools{tacet::tool<"deaf">(
                                                 [&]() -> awaitable<int> {
                                                   co_await sleep_deaf(w.clock, 1h);
                                                   co_return 1;
                                                 },
                                                 tacet::timeout<1s>),
                                             tacet::tool<"next">([&]() -> awaitable<int> {
                                               co_await w.sleep(1s);
                                               co_return 1;
                                             }),
                                             tacet::tool<"peek">([] { return 1; }, tacet::read_only)},
                                tacet::parallel<3>{}, w.clock};
  CHECK(short_texts(w.run(e, {{"1", "deaf"}, {"2", "next"}})) ==
        texts{"1 outcome unknown/abandoned 1", "2 succeeded/none 1"});
  CHECK(w.answered == 2s);
}

TEST_CASE("parallel: a key that cannot be told conflicts with everything, and is no failure") {
  board here;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"write">([&](const file& f) { return here.work("write " + f.path, 1); },
                                        tacet::conflicts_on<[](const file& f) -> int {
                                          if (f.path == "odd") throw std::runtime_error("x");
                                          return static_cast<int>(f.path.size());
                                        }>)},
      tacet::parallel<5>{}, here.w.clock};
  CHECK(short_texts(here.w.run(e, {{"1", "write", a},
                                   {"2", "write", R"({"path":"bb"})"},
                                   {"3", "write", R"({"path":"odd"})"},
                                   {"4", "write", a}})) ==
        texts{"1 succeeded/none 1", "2 succeeded/none 1", "3 succeeded/none 1", "4 succeeded/none 1"});
  CHECK(here.spans == texts{"write a 0-1", "write bb 0-1", "write odd 1-2", "write a 2-3"});
}

TEST_CASE("parallel: a thousand calls that write to seven keys keep the order of each") {
  board board_;
  std::vector<std::string> args;
  std::vector<std::string> ids;
  unsigned random = 12345;
  for (int i = 0; i != 1000; ++i) {
    random = random * 1103515245U + 12345U;
    args.push_back("{\"path\":\"" + std::to_string((random >> 16) % 7) + "\"}");
    ids.push_back(std::to_string(i));
  }
  std::map<std::string, std::vector<int>> order;
  const tacet::async_executor e{tacet::tools{tacet::tool<"write">(
                                    [&](const file& f, tacet::tool_context& c) -> awaitable<int> {
                                      order[f.path].push_back(std::stoi(std::string(c.call_id())));
                                      co_await board_.w.sleep(1ms);
                                      co_return 1;
                                    },
                                    tacet::conflicts_on<&file::path>)},
                                tacet::parallel<1000>{}, board_.w.clock};
  calls batch;
  for (std::size_t i = 0; i != 1000; ++i) batch.push_back({ids[i], "write", args[i]});
  const auto report = board_.w.run(e, batch);
  for (const auto& one : report.outcomes) REQUIRE(one.kind == tacet::outcome_kind::succeeded);
  std::size_t all = 0;
  std::size_t longest = 0;
  for (const auto& [path, of_path] : order) {
    CHECK(std::is_sorted(of_path.begin(), of_path.end()));
    all += of_path.size();
    longest = std::max(longest, of_path.size());
  }
  CHECK(all == 1000);
  CHECK(board_.w.answered == std::chrono::milliseconds(longest));
}
