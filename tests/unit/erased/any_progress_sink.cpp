// SPDX-License-Identifier: MIT
// A sink whose type is not known is owned once, gets every value, and harms no tool.
#include "support/catch.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/erased/any_progress_sink.hpp>
#include <tacet/tacet.hpp>

#include <array>
#include <cstddef>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

using tacet::any_progress_sink;
using tacet::tool_call;
using tacet::tool_progress;

namespace {

struct count_args {
  int n = 0;
};
auto counting_tools() {
  return tacet::tools{tacet::tool<"counting">([](const count_args& a, tacet::tool_context& context) {
    for (int i = 1; i <= a.n; ++i) context.progress(i);
    return "done";
  })};
}
const tool_call count_call{"1", "counting", R"({"n":3})"};

struct counted {
  int* alive;
  int* values;
  counted(int& n, int& v) : alive(&n), values(&v) { ++n; }
  counted(const counted&) = delete;
  counted(counted&& other) noexcept : alive(other.alive), values(other.values) { ++*alive; }
  counted& operator=(const counted&) = delete;
  ~counted() { --*alive; }
  void operator()(const tool_progress&) const { ++*values; }
};
struct large : counted {
  using counted::counted;
  std::array<int, 64> more{};
};

void send(const any_progress_sink& sink) {
  const int value = 7;
  sink(tool_progress{"1", "counting", 0, tacet::value_view::written(value), 1});
}

}  // namespace

TEST_CASE("a sink is held as long as its wrapper, wherever that is moved") {
  int small = 0;
  int big = 0;
  int values = 0;
  {
    any_progress_sink a{counted(small, values)};
    any_progress_sink b{large(big, values)};
    CHECK(std::pair(small, big) == std::pair(1, 1));
    any_progress_sink moved = std::move(a);
    CHECK(small == 1);
    send(moved);
    CHECK(values == 1);
    send(a);  // one that was moved from is none
    CHECK(values == 1);
    moved = std::move(b);  // ends the small one
    CHECK(std::pair(small, big) == std::pair(0, 1));
    send(moved);
    any_progress_sink& self = moved;
    moved = std::move(self);
    send(moved);
    a = std::move(moved);
    send(a);
    CHECK(values == 4);
    a = any_progress_sink{};
    CHECK(big == 0);
    std::vector<any_progress_sink> many;
    for (int i = 0; i < 9; ++i) many.emplace_back(counted(small, values));
    CHECK(small == 9);
    for (const any_progress_sink& one : many) send(one);
    CHECK(values == 13);
  }
  CHECK(std::pair(small, big) == std::pair(0, 0));
}

TEST_CASE("wrappers of sinks are moved and not copied, and are no larger than promised") {
  STATIC_REQUIRE(!std::is_copy_constructible_v<any_progress_sink> &&
                 !std::is_copy_assignable_v<any_progress_sink>);
  STATIC_REQUIRE(std::is_nothrow_move_constructible_v<any_progress_sink>);
  STATIC_REQUIRE(std::is_nothrow_default_constructible_v<any_progress_sink>);
  STATIC_REQUIRE(sizeof(any_progress_sink) == 4 * sizeof(void*));
}

TEST_CASE("a sink made of nothing takes nothing") {
  send(any_progress_sink{});
  const tacet::tool_executor executor{counting_tools(), any_progress_sink{}};
  CHECK(executor.execute({&count_call, 1}).outcomes.at(0).content == "done");
}

TEST_CASE("a sink gets every value in order, whatever it returns") {
  std::string seen;
  const tacet::tool_executor executor{
      counting_tools(), any_progress_sink{[&seen](const tool_progress& value) {
        seen.append(value.call_id).append(":").append(value.tool_name).append(":");
        seen += std::to_string(value.sequence) + "=" + value.payload.text() + " ";
        return seen.size();
      }}};
  CHECK(executor.execute({&count_call, 1}).outcomes.at(0).content == "done");
  CHECK(seen == "1:counting:0=1 1:counting:1=2 1:counting:2=3 ");
}

TEST_CASE("a sink is called from many threads at once") {
  std::mutex mutex;
  std::multiset<std::string> seen;
  const tacet::tool_executor executor{counting_tools(), any_progress_sink{[&](const tool_progress& value) {
                                        const std::lock_guard lock(mutex);
                                        seen.insert(std::string(value.payload.text()));
                                      }}};
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i) threads.emplace_back([&] { (void)executor.execute({&count_call, 1}); });
  for (std::thread& one : threads) one.join();
  CHECK(seen.size() == 48);
  CHECK(seen.count("3") == 16);
}

TEST_CASE("only a large sink allocates, once, and no value does") {
  int alive = 0;
  int values = 0;
  std::size_t before = tacet_test::allocations;
  const any_progress_sink small{counted(alive, values)};
  CHECK(tacet_test::allocations == before);
  any_progress_sink big{large(alive, values)};
  CHECK(tacet_test::allocations == before + 1);

  const tacet::tool_executor executor{counting_tools(), std::move(big)};
  tacet::execution_report report;
  report.reserve(1);
  before = tacet_test::allocations;
  executor.execute({&count_call, 1}, report);
  send(small);
  CHECK(tacet_test::allocations == before);
  CHECK(values == 4);
}

#if defined(__cpp_exceptions)

TEST_CASE("what a sink throws is dropped, and the next value comes all the same") {
  int values = 0;
  const any_progress_sink sink{[&values](const tool_progress&) {
    ++values;
    if (values % 3 == 1) throw std::runtime_error("disk full");
    if (values % 3 == 2) throw 7;
    throw tacet::cancelled{};
  }};
  for (int i = 0; i < 3; ++i) CHECK_NOTHROW(send(sink));
  CHECK(values == 3);

  int in_executor = 0;
  const tacet::tool_executor executor{counting_tools(),
                                      any_progress_sink{[&in_executor](const tool_progress&) {
                                        if (++in_executor == 2) throw tacet::cancelled{};
                                        throw 1;
                                      }}};
  const auto report = executor.execute({&count_call, 1});
  CHECK(report.status == tacet::execution_status::completed);
  CHECK(report.outcomes.at(0).content == "done");
  CHECK(in_executor == 3);
}

#endif
