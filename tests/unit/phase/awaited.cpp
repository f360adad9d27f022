// SPDX-License-Identifier: MIT
// A result stands for itself, unless a layer says that it is waited for; then every part and every executor knows.
#include "support/catch.hpp"

#include <tacet/executor/composition.hpp>
#include <tacet/executor/tool_executor.hpp>
#include <tacet/phase/awaited.hpp>
#include <tacet/phase/precondition_set.hpp>
#include <tacet/phase/progress.hpp>
#include <tacet/phase/steering_gate.hpp>

#include <memory>
#include <optional>
#include <string>
#include <type_traits>

namespace {
// What a layer that can wait would have as its awaitable.
template <class T> struct promised {
  T value;
};
}  // namespace

namespace tacet::detail {
template <class T> struct awaited<promised<T>> {
  using type = T;
  static constexpr bool waits = true;
};
}  // namespace tacet::detail

namespace {

using tacet::detail::awaited_t;
using tacet::detail::call_waits;
using tacet::detail::part_waits;
using tacet::detail::waits;

struct look_up {
  promised<int> operator()() const { return {1}; }
};
struct plain {
  int operator()() const { return 1; }
};
struct changes {
  promised<int> operator()() { return {1}; }  // not const, as parts never are called
};
using verdict = std::optional<tacet::precondition_verdict>;

constexpr auto slow_tool = tacet::tool<"look_up">(look_up{}, tacet::read_only);
constexpr auto plain_tool = tacet::tool<"plain">(plain{}, tacet::read_only);
constexpr auto slow_guard = [](const tacet::pending_call&) { return promised<tacet::skip>{}; };
constexpr auto plain_guard = [](const tacet::pending_call&) {};
constexpr auto slow_check = [](const tacet::pending_call&) { return promised<verdict>{}; };
constexpr auto slow_sink = [](const tacet::tool_progress&) { return promised<int>{0}; };

template <class... Part> constexpr bool keeps_its_rules = tacet::detail::composition_rules<Part...>::kept;
using plain_tools = decltype(tacet::tools{plain_tool});
using slow_tools = decltype(tacet::tools{plain_tool, slow_tool});

}  // namespace

TEST_CASE("a result is what it is where no layer says otherwise") {
  CHECK(std::is_same_v<awaited_t<int>, int>);
  CHECK(std::is_same_v<awaited_t<void>, void>);
  CHECK(std::is_same_v<awaited_t<std::unique_ptr<int>>, std::unique_ptr<int>>);
  CHECK_FALSE(waits<int>);
  CHECK_FALSE(waits<void>);
  CHECK_FALSE(waits<std::optional<promised<int>>>);  // one that holds an awaitable is none
}

TEST_CASE("what a layer specialises is waited for and gives its own type") {
  CHECK(std::is_same_v<awaited_t<promised<std::string>>, std::string>);
  CHECK(waits<promised<std::string>>);
  CHECK_FALSE(waits<const promised<std::string>&>);  // results are values
}

TEST_CASE("a callable waits when what it gives does, and one that cannot be called does not") {
  CHECK(call_waits<look_up>);
  CHECK_FALSE(call_waits<plain>);
  CHECK_FALSE(call_waits<look_up, int>);
  CHECK_FALSE(call_waits<changes>);
  CHECK_FALSE(call_waits<int>);
}

TEST_CASE("parts and tools say of themselves whether they are waited for") {
  CHECK(part_waits<std::remove_const_t<decltype(slow_tool)>>);
  CHECK_FALSE(part_waits<std::remove_const_t<decltype(plain_tool)>>);
  CHECK(std::is_same_v<decltype(slow_tool)::result_type, int>);
  CHECK(part_waits<decltype(tacet::steering_gate{slow_guard})>);
  CHECK_FALSE(part_waits<decltype(tacet::steering_gate{plain_guard})>);
  CHECK(part_waits<decltype(tacet::preconditions{slow_check})>);
  CHECK_FALSE(part_waits<tacet::preconditions<>>);
  CHECK(part_waits<decltype(tacet::progress{slow_sink})>);
  CHECK_FALSE(part_waits<tacet::null_progress_sink>);
  CHECK_FALSE(part_waits<int>);
}

TEST_CASE("the executor that cannot wait refuses each part that must be waited for") {
  CHECK(keeps_its_rules<plain_tools>);
  CHECK(keeps_its_rules<plain_tools, decltype(tacet::steering_gate{plain_guard})>);
  CHECK_FALSE(keeps_its_rules<slow_tools>);
  CHECK_FALSE(keeps_its_rules<plain_tools, decltype(tacet::steering_gate{slow_guard})>);
  CHECK_FALSE(keeps_its_rules<plain_tools, decltype(tacet::preconditions{slow_check})>);
  CHECK_FALSE(keeps_its_rules<plain_tools, decltype(tacet::progress{slow_sink})>);
}
