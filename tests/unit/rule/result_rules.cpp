// SPDX-License-Identifier: MIT
// What of a result cannot be written, found wherever it stands; and what is found to be writable is written.
#include "support/catch.hpp"

#include <tacet/rule/result_rules.hpp>
#include <tacet/tool/generator.hpp>

#include <array>
#include <deque>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

using namespace tacet;

namespace {
class handle {
 public:
  handle() {}

 private:
  [[maybe_unused]] int number_ = 0;
};
enum class level { low, high };
struct leaf {
  std::string name;
  std::optional<int> count;
};
struct tree {
  std::string name;
  std::vector<tree> below;
};
struct base {
  int b;
};
struct derived : base {
  int d;
};
struct c_array {
  int all[3];
};
template <class T> struct within {
  int first;
  T second;
};

template <class R> constexpr bool written = std::is_void_v<rule::unwritten_result<R>>;
template <class R, class T> constexpr bool lacks = std::is_same_v<rule::unwritten_result<R>, T>;
}  // namespace

TEST_CASE("what a tool may return can be written") {
  STATIC_REQUIRE(written<void>);
  STATIC_REQUIRE(written<bool>);
  STATIC_REQUIRE(written<char>);
  STATIC_REQUIRE(written<double>);
  STATIC_REQUIRE(written<level>);
  STATIC_REQUIRE(written<const char*>);
  STATIC_REQUIRE(written<std::string>);
  STATIC_REQUIRE(written<const std::string&>);
  STATIC_REQUIRE(written<json::raw_value>);
  STATIC_REQUIRE(written<std::chrono::milliseconds>);
  STATIC_REQUIRE(written<std::optional<leaf>>);
  STATIC_REQUIRE(written<std::vector<bool>>);
  STATIC_REQUIRE(written<std::array<leaf, 2>>);
  STATIC_REQUIRE(written<std::list<std::deque<leaf>>>);
  STATIC_REQUIRE(written<std::span<const leaf>>);
  STATIC_REQUIRE(written<std::map<std::string, std::vector<leaf>>>);
  STATIC_REQUIRE(written<std::variant<std::monostate, int, leaf>>);
  STATIC_REQUIRE(written<tree>);
  STATIC_REQUIRE(written<std::vector<tree>>);
}

TEST_CASE("what cannot be written is found") {
  STATIC_REQUIRE(lacks<handle, handle>);
  STATIC_REQUIRE(lacks<handle&, handle>);
  STATIC_REQUIRE(lacks<int*, int*>);
  STATIC_REQUIRE(lacks<std::unique_ptr<int>, std::unique_ptr<int>>);
  STATIC_REQUIRE(lacks<derived, derived>);
  STATIC_REQUIRE(lacks<c_array, c_array>);
  STATIC_REQUIRE(lacks<std::map<int, int>, std::map<int, int>>);
  STATIC_REQUIRE(lacks<std::filesystem::path, std::filesystem::path>);
}

TEST_CASE("and where it stands deep within") {
  STATIC_REQUIRE(lacks<within<handle>, handle>);
  STATIC_REQUIRE(lacks<std::optional<handle>, handle>);
  STATIC_REQUIRE(lacks<std::vector<within<std::optional<handle>>>, handle>);
  STATIC_REQUIRE(lacks<std::map<std::string, std::array<derived, 1>>, derived>);
  STATIC_REQUIRE(lacks<std::variant<int, std::vector<int*>>, int*>);
  STATIC_REQUIRE(lacks<within<std::filesystem::path>, std::filesystem::path>);
}

TEST_CASE("an expected and a sequence are looked into") {
  STATIC_REQUIRE(written<tool_result<void>>);
  STATIC_REQUIRE(written<tool_result<leaf>>);
  STATIC_REQUIRE(lacks<tool_result<handle>, handle>);
  STATIC_REQUIRE(written<generator<leaf>>);
  STATIC_REQUIRE(lacks<generator<handle>, handle>);
  STATIC_REQUIRE(lacks<tool_result<generator<handle>>, handle>);
  STATIC_REQUIRE(std::is_same_v<rule::unwritten_result<std::vector<handle>, true>, handle>);
  STATIC_REQUIRE(std::is_same_v<rule::unwritten_value<tool_result<handle>>, tool_result<handle>>);
}

TEMPLATE_TEST_CASE("what is found to be writable is written", "", bool, double, level, std::string, leaf, tree,
                   std::vector<bool>, (std::map<std::string, std::vector<leaf>>), (std::variant<int, leaf>),
                   std::optional<leaf>, std::chrono::seconds) {
  STATIC_REQUIRE(written<TestType>);
  text_room room;
  text_writer to(room);
  json::append_value(to, TestType{});
  CHECK_FALSE(to.failed());
  CHECK_FALSE(to.text().empty());
}
