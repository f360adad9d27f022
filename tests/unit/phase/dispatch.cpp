// SPDX-License-Identifier: MIT
// Whatever a tool does becomes its own outcome, and whatever it returns reaches the model and the caller.
#include "support/catch.hpp"
#include "support/raise.hpp"

#include <tacet/tacet.hpp>

#include <array>
#include <iterator>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

using namespace std::chrono_literals;
using tacet::execution_report;
using tacet::outcome_kind;
using tacet::outcome_reason;
using tacet::tool_call;
using tacet::tool_outcome;

namespace {

// The outcome of one call of a tool with this body, in an executor with these further parts.
template <class Body, class... Part> execution_report run(Body body, Part... part) {
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe">(std::move(body))},
                                      std::move(part)...};
  const tool_call call{"c1", "probe", "{}"};
  execution_report report = executor.execute({&call, 1});
  REQUIRE(report.outcomes.size() == 1);
  return report;
}
std::string content(const execution_report& report) { return std::string(report.outcomes[0].content); }

// Its `what` throws, which a std::exception cannot do.
struct no_exception_at_all {
  const char* what() const { tacet_test::raise(std::runtime_error("hunter2")); }
};

// Yields 1 to `good` and then throws if `breaks`; it can be read once only.
struct counting {
  int good = 0;
  bool breaks = false;
  struct iterator {
    using difference_type = std::ptrdiff_t;
    using value_type = int;
    int at = 1;
    int good = 0;
    bool breaks = false;
    int operator*() const { return at; }
    iterator& operator++() {
      ++at;
      check();
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const { return at > good; }
    void check() const {
      if (at > good && breaks) tacet_test::raise(std::runtime_error("hunter2"));
    }
  };
  iterator begin() const {
    iterator first{1, good, breaks};
    first.check();
    return first;
  }
  static std::default_sentinel_t end() { return {}; }
};
static_assert(tacet::lazy_sequence<counting>);

// Of the shape of std::expected.
template <class T, class E> struct either {
  std::optional<T> value;
  E fault{};
  bool has_value() const { return value.has_value(); }
  const T& operator*() const { return *value; }
  const E& error() const { return fault; }
};
template <class E> struct either<void, E> {
  bool good = false;
  E fault{};
  bool has_value() const { return good; }
  void operator*() const {}
  const E& error() const { return fault; }
};

class move_only {
 public:
  explicit move_only(std::vector<int> from) : held_(std::move(from)) {}
  move_only(move_only&&) = default;
  move_only& operator=(move_only&&) = default;
  auto begin() const { return held_.begin(); }
  auto end() const { return held_.end(); }

 private:
  std::vector<int> held_;
};
struct point {
  int x = 0;
  std::optional<int> y;
};
enum class mood { calm, tense };

struct emission {
  std::size_t sequence;
  int attempt;
  std::string text;
  bool operator==(const emission&) const = default;
};
auto into(std::vector<emission>& all) {
  return tacet::progress{[&all](const tacet::tool_progress& p) {
    CHECK(p.call_id == "c1");
    CHECK(p.tool_name == "probe");
    all.push_back({p.sequence, p.attempt, p.payload.text()});
  }};
}

// The words of the tool have reached the model, for this reason.
void relayed(const execution_report& report, outcome_reason reason) {
  CHECK(content(report) == "no such row");
  CHECK(report.outcomes[0].kind == outcome_kind::failed);
  CHECK(report.outcomes[0].reason == reason);
  CHECK(report.outcomes[0].is_error);
}

// A tool returns `good` values and then ends or throws, with and without somebody who listens.
void drained(int good, bool breaks, const std::vector<emission>& expected, const std::string& text) {
  INFO(good << " values, then " << (breaks ? "a throw" : "the end"));
  std::vector<emission> emitted;
  const auto body = [&] { return counting{good, breaks}; };
  const auto listened = run(body, into(emitted));
  const auto unheard = run(body);
  CHECK(emitted == expected);
  CHECK(listened.outcomes[0].kind == (breaks ? outcome_kind::failed : outcome_kind::succeeded));
  CHECK(unheard.outcomes[0].kind == listened.outcomes[0].kind);
  CHECK(content(listened) == content(unheard));
  if (!breaks) CHECK(content(listened) == text);
  CHECK(static_cast<bool>(listened.outcomes[0].value) == (!breaks && good > 0));
}

}  // namespace

TEST_CASE("a result of any shape is text for the model and a value for the caller") {
  const auto returns = [](auto body, const std::string& text, const auto& expected) {
    using expected_type = std::remove_cvref_t<decltype(expected)>;
    const auto report = run(body);
    CHECK(report.outcomes[0].kind == outcome_kind::succeeded);
    CHECK_FALSE(report.outcomes[0].is_error);
    CHECK(content(report) == text);
    const auto* const value = report.outcomes[0].value.template get_if<expected_type>();
    REQUIRE(value != nullptr);
    CHECK(*value == expected);
    CHECK(report.outcomes[0].value.template get_if<no_exception_at_all>() == nullptr);
  };
  returns([] { return 42; }, "42", 42);
  returns([] { return std::int64_t{-9223372036854775807 - 1}; }, "-9223372036854775808",
          std::int64_t{-9223372036854775807 - 1});
  returns([] { return ~std::uint64_t{0}; }, "18446744073709551615", ~std::uint64_t{0});
  returns([] { return true; }, "true", true);
  returns([] { return 'x'; }, "\"x\"", 'x');
  returns([] { return 1.5; }, "1.5", 1.5);
  returns([] { return mood::tense; }, "\"tense\"", mood::tense);
  returns([] { return 1500ms; }, "1500", std::chrono::milliseconds(1500));
  returns([] { return std::string("as it is \"\n"); }, "as it is \"\n", std::string("as it is \"\n"));
  returns([] { return std::string(); }, "", std::string());
  returns([] { return std::string(100'000, 'x'); }, std::string(100'000, 'x'), std::string(100'000, 'x'));
  returns([] { return "literal"; }, "literal", std::string_view("literal"));
  returns([] { return std::string_view("view"); }, "view", std::string_view("view"));
  returns([] { return std::string_view(); }, "", std::string_view());
  returns([] { return std::vector{1, 2}; }, "[1,2]", std::vector{1, 2});
  returns(
      [] {
        return std::vector<std::string>{"a\"", "b"};
      },
      R"(["a\"","b"])", std::vector<std::string>{"a\"", "b"});
  returns([] { return std::optional<int>{}; }, "null", std::optional<int>{});
  returns([] { return std::optional<int>{3}; }, "3", std::optional<int>{3});
  returns(
      [] {
        return std::map<std::string, int>{{"a", 1}};
      },
      R"({"a":1})", std::map<std::string, int>{{"a", 1}});
  returns([]() -> tacet::tool_result<int> { return 5; }, "5", 5);
  returns([]() -> tacet::tool_result<std::string> { return "text"; }, "text", std::string("text"));
  returns([] { return either<int, std::string>{6, {}}; }, "6", 6);
  returns([]() -> tacet::tool_result<either<int, int>> { return either<int, int>{7, {}}; }, "7", 7);
  static int held = 9;
  returns([]() -> const int& { return held; }, "9", 9);

  const auto shape = run([] { return point{1, {}}; });
  CHECK(content(shape) == R"({"x":1})");
  REQUIRE(shape.outcomes[0].value.get_if<point>() != nullptr);
  CHECK(shape.outcomes[0].value.get_if<point>()->x == 1);
  const auto moved = run([] { return move_only({3, 4}); });
  CHECK(content(moved) == "[3,4]");
  REQUIRE(moved.outcomes[0].value.get_if<move_only>() != nullptr);
  CHECK(*moved.outcomes[0].value.get_if<move_only>()->begin() == 3);
}

TEST_CASE("no result is an empty text and no value") {
  const auto nothing = [](const execution_report& report) {
    CHECK(report.outcomes[0].kind == outcome_kind::succeeded);
    CHECK(content(report).empty());
    CHECK_FALSE(report.outcomes[0].value);
    CHECK(report.outcomes[0].attempts == 1);
  };
  nothing(run([] {}));
  nothing(run([] { return static_cast<const char*>(nullptr); }));
  nothing(run([] { return either<void, std::string>{true, {}}; }));
  nothing(run([] { return counting{0}; }));
}

TEST_CASE("a tool's own errors are relayed, each with its reason") {
  const auto told = [](auto error, outcome_reason reason) {
    relayed(run([error]() -> tacet::tool_result<int> { return error; }), reason);
  };
  told(tacet::tool_error("no such row"), outcome_reason::tool_error);
  told(tacet::tool_error("no such row", tacet::permanence::permanent), outcome_reason::permanent_error);
  told(tacet::not_applied("no such row"), outcome_reason::not_applied);
}

TEST_CASE("a returned error of any type counts like a thrown one") {
  const auto report_of = [](auto error) {
    return run([error] { return either<int, decltype(error)>{{}, error}; });
  };
  CHECK(content(report_of(std::string("no such row"))) == "no such row");
  CHECK(content(report_of("no such row")) == "no such row");
  CHECK_FALSE(content(report_of(static_cast<const char*>(nullptr))).empty());
  CHECK(content(report_of(std::make_error_code(std::errc::file_exists))) ==
        std::make_error_code(std::errc::file_exists).message());
  CHECK(content(report_of(mood::tense)) == "\"tense\"");
  CHECK(content(report_of(404)) == "404");
  CHECK(content(report_of(point{1, 2})) == R"({"x":1,"y":2})");
  for (const auto& own : {report_of(std::string("x")), report_of(404)}) {
    CHECK(own.outcomes[0].kind == outcome_kind::failed);
    CHECK(own.outcomes[0].reason == outcome_reason::tool_error);
    CHECK(own.outcomes[0].is_error);
  }
  const auto foreign = report_of(std::runtime_error("hunter2"));
  CHECK(foreign.outcomes[0].reason == outcome_reason::exception);
  CHECK_THAT(content(foreign), !tacet_test::contains("hunter2"));
  const auto nothing = run([] { return either<void, std::string>{false, "no such row"}; });
  CHECK(content(nothing) == "no such row");
  CHECK(nothing.outcomes[0].is_error);
}

TEST_CASE("a sequence is progress but for its last value, which is the result") {
  drained(0, false, {}, "");
  drained(1, false, {}, "1");
  drained(3, false, {{0, 1, "1"}, {1, 1, "2"}}, "3");
}

TEST_CASE("a container is a value unless the tool says that it streams") {
  std::vector<emission> emitted;
  const auto body = [] { return std::vector<std::string>{"a", "b", "c"}; };
  CHECK(content(run(body, into(emitted))) == R"(["a","b","c"])");
  CHECK(emitted.empty());
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe">(body, tacet::streams)},
                                      into(emitted)};
  const tool_call call{"c1", "probe"};
  CHECK(content(executor.execute({&call, 1})) == "c");
  CHECK(emitted == std::vector<emission>{{0, 1, "\"a\""}, {1, 1, "\"b\""}});
}

#if defined(__cpp_exceptions)

namespace {

struct silent_error final : tacet::tool_error {
  silent_error() : tool_error("x") {}
  const char* what() const noexcept override { return nullptr; }
};
struct nameless final : std::exception {
  const char* what() const noexcept override { return nullptr; }
};

}  // namespace

TEST_CASE("whatever a tool throws becomes the error outcome of that call, and its text is told to nobody") {
  const auto thrown = [](auto what) {
    const auto report = run([what]() -> int { throw what; });
    const tool_outcome& outcome = report.outcomes[0];
    CHECK(outcome.is_error);
    CHECK(outcome.attempts == 1);
    CHECK(outcome.phase == tacet::call_phase::dispatch);
    CHECK_FALSE(outcome.value);
    CHECK_FALSE(outcome.content.empty());
    CHECK(outcome.content.find("hunter2") == std::string_view::npos);
    CHECK_FALSE(report.cancelled());
    return std::pair(outcome.kind, outcome.reason);
  };
  const std::pair failed{outcome_kind::failed, outcome_reason::exception};
  CHECK(thrown(std::runtime_error("hunter2")) == failed);
  CHECK(thrown(7) == failed);
  CHECK(thrown("hunter2") == failed);
  CHECK(thrown(std::string("hunter2")) == failed);
  CHECK(thrown(no_exception_at_all{}) == failed);
  CHECK(thrown(std::bad_alloc{}) == failed);
  CHECK(thrown(nameless{}) == failed);
  CHECK(thrown(std::nullptr_t{}) == failed);
  CHECK(thrown(silent_error{}) == std::pair(outcome_kind::failed, outcome_reason::tool_error));
  CHECK(thrown(tacet::tool_error("")) == std::pair(outcome_kind::failed, outcome_reason::tool_error));
}

TEST_CASE("the same errors are relayed when they are thrown") {
  const auto told = [](auto error, outcome_reason reason) {
    relayed(run([error]() -> int { throw error; }), reason);
  };
  told(tacet::tool_error("no such row"), outcome_reason::tool_error);
  told(tacet::tool_error("no such row", tacet::permanence::permanent), outcome_reason::permanent_error);
  told(tacet::not_applied("no such row"), outcome_reason::not_applied);
}

TEST_CASE("a tool's own time-out leaves the outcome unknown unless a repeat does no harm") {
  const auto late = [](auto... option) {
    const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe">(
        []() -> int { throw std::system_error(std::make_error_code(std::errc::timed_out), "hunter2"); },
        option...)}};
    const tool_call call{"c1", "probe"};
    const auto report = executor.execute({&call, 1});
    CHECK_THAT(content(report), !tacet_test::contains("hunter2") && !tacet_test::contains("try again"));
    return report.outcomes[0].kind;
  };
  CHECK(late() == outcome_kind::outcome_unknown);
  CHECK(late(tacet::once) == outcome_kind::outcome_unknown);
  CHECK(late(tacet::idempotent) == outcome_kind::timed_out);
  CHECK(late(tacet::read_only) == outcome_kind::timed_out);
  const auto refused =
      run([]() -> int { throw std::system_error(std::make_error_code(std::errc::connection_refused)); });
  CHECK(refused.outcomes[0].kind == outcome_kind::failed);
}

TEST_CASE("a tool that cancels is answered, and so is the rest of the batch") {
  int ran = 0;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"stop">([&ran]() -> int {
                                                     ++ran;
                                                     throw tacet::cancelled{};
                                                   }),
                                                   tacet::tool<"go">([&ran] { ++ran; })}};
  const tool_call calls[] = {{"1", "go"}, {"2", "stop"}, {"3", "go"}, {"4", "nosuch"}};
  const auto report = executor.execute(calls);
  CHECK(ran == 2);
  CHECK(report.cancelled());
  REQUIRE(report.outcomes.size() == 4);
  CHECK(report.outcomes[0].kind == outcome_kind::succeeded);
  for (const std::size_t i : {1U, 2U, 3U}) {
    CHECK(report.outcomes[i].kind == outcome_kind::cancelled);
    CHECK(report.outcomes[i].call_id == calls[i].id);
    CHECK(report.outcomes[i].position == i);
    CHECK(report.outcomes[i].is_error);
    CHECK_FALSE(report.outcomes[i].content.empty());
    CHECK(report.outcomes[i].attempts == (i == 1 ? 1 : 0));
  }
}

TEST_CASE("a sequence that throws has emitted what came before the value it held, and has no result") {
  drained(0, true, {}, {});
  drained(1, true, {}, {});
  drained(2, true, {{0, 1, "1"}}, {});
}

TEST_CASE("progress starts again with each attempt and says which it is") {
  std::vector<emission> emitted;
  int ran = 0;
  const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe">(
                                          [&ran](tacet::tool_context& context) {
                                            context.progress(10 * ++ran);
                                            context.progress(point{ran, {}});
                                            if (ran < 3) throw std::runtime_error("again");
                                            return ran;
                                          },
                                          tacet::idempotent)},
                                      into(emitted),
                                      tacet::retries<tacet::retry_schedule{.max_attempts = 3}>{}};
  const tool_call call{"c1", "probe"};
  CHECK(content(executor.execute({&call, 1})) == "3");
  CHECK(emitted == std::vector<emission>{{0, 1, "10"},
                                         {1, 1, R"({"x":1})"},
                                         {0, 2, "20"},
                                         {1, 2, R"({"x":2})"},
                                         {0, 3, "30"},
                                         {1, 3, R"({"x":3})"}});
}

TEST_CASE("the context says which call and attempt it is, when it should end and whether it should stop") {
  struct seen {
    std::string id, name;
    int attempt;
    bool stopped;
    std::optional<std::chrono::steady_clock::time_point> deadline;
  };
  std::vector<seen> all;
  std::stop_source stop;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"probe">(
          [&](tacet::tool_context& c) -> int {
            all.push_back({std::string(c.call_id()), std::string(c.tool_name()), c.attempt(),
                           c.stop_requested(), c.deadline()});
            CHECK(c.stop_requested() == c.stop_token().stop_requested());
            throw std::runtime_error("again");
          },
          tacet::read_only)},
      tacet::retries<tacet::retry_schedule{.max_attempts = 2}>{}};
  const tool_call call{"id 1", "functions.probe"};
  execution_report report;
  executor.execute({&call, 1}, report);
  const auto deadline = std::chrono::steady_clock::now() + 1h;
  executor.execute({&call, 1}, report, {.stop = stop.get_token(), .deadline = deadline});
  REQUIRE(all.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(all[i].id == "id 1");
    CHECK(all[i].name == "probe");
    CHECK(all[i].attempt == static_cast<int>(i % 2) + 1);
    CHECK_FALSE(all[i].stopped);
    CHECK(all[i].deadline == (i < 2 ? std::nullopt : std::optional(deadline)));
  }
}

TEST_CASE("a result that cannot be read or moved is lost, is not run again and reaches the diagnostics") {
  struct thorny {
    bool at_reading;
    explicit thorny(bool reading) : at_reading(reading) {}
    thorny(thorny&& other) : at_reading(other.at_reading) {
      if (!at_reading) throw std::runtime_error("hunter2");
    }
    const int* begin() const {
      if (at_reading) throw std::runtime_error("hunter2");
      return nullptr;
    }
    const int* end() const { return nullptr; }
  };
  for (const bool reading : {true, false}) {
    int ran = 0;
    std::string heard;
    const tacet::tool_executor executor{
        tacet::tools{
            tacet::tool<"probe">([&ran, reading] { return ++ran, thorny(reading); }, tacet::idempotent)},
        tacet::retries<tacet::retry_schedule{.max_attempts = 3}>{},
        tacet::diagnostics{[&heard](const tacet::diagnosis& d) { heard = d.text; }}};
    const tool_call call{"c1", "probe"};
    const auto report = executor.execute({&call, 1});
    CHECK(ran == 1);
    CHECK(report.outcomes[0].reason == outcome_reason::result_lost);
    CHECK(report.outcomes[0].phase == tacet::call_phase::result);
    CHECK(report.outcomes[0].is_error);
    CHECK_THAT(content(report),
               tacet_test::contains("could not be stored") && !tacet_test::contains("hunter2"));
    CHECK(heard == "hunter2");
  }
}

#endif
