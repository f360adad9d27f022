// SPDX-License-Identifier: MIT
#include "support/catch.hpp"

#include <tacet/termination/loop_termination_policy.hpp>

#include <boost/json.hpp>
#if __has_include(<nlohmann/json.hpp>)
#include <nlohmann/json.hpp>
#define TACET_TEST_HAS_NLOHMANN
#endif

#include <climits>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

using tacet::loop_termination_policy;
using policy = loop_termination_policy;

namespace {

constexpr policy usual{};
constexpr policy made(int window, int signature, tacet::optional_threshold name = {}, bool aware = false) {
  return {window, signature, name, aware};
}

// Usable as a template argument, also with the threshold given as a number.
template <policy P> struct holder { static constexpr policy held = P; };
static_assert(holder<policy{.window = 5, .name_only_threshold = 4}>::held.name_threshold() == 4);
static_assert(tacet::termination<policy{}> == usual);
static_assert(tacet::termination<policy{.window = 3, .signature_threshold = 3}>.window == 3);
static_assert(tacet::termination<policy{.window = 0, .signature_threshold = 0}>.fits());

struct plain_settings {
  std::string model = "m";
  long window = 7;
  short signature_threshold = 2;
  std::optional<int> name_only_threshold = 6;
  bool result_aware = true;
};
struct odd_settings {
  double window = 7;
  bool signature_threshold = true;
  char name_only_threshold = '5';
  int result_aware = 1;
};
struct other_settings {
  int temperature = 1;
};
enum class colour { red };
struct mixed_settings {
  colour window = colour::red;
  std::variant<std::string, int> signature_threshold = 4;
  std::unique_ptr<int> name_only_threshold{};
};
constexpr policy at_compile_time = policy::from_mapping(made(4, 2, 3, true));
static_assert(at_compile_time == made(4, 2, 3, true));

}  // namespace

TEST_CASE("termination settings are read from JSON text leniently") {
  const std::pair<std::string, policy> table[] = {
      {"", usual},
      {"null", usual},
      {"[1,2]", usual},
      {"7", usual},
      {"\"window\"", usual},
      {"{}", usual},
      {"{\"window\":5", usual},
      {"{\"window\":5} x", usual},
      {"{\"window\":5,}", usual},
      {"\xEF\xBB\xBF{\"window\":5}", usual},
      {R"( { "window" : 5 , "x" : [1,{"window":9}] } )", made(5, 3)},
      {R"({"w\u0069ndow":5,"\u0000":1})", made(5, 3)},
      {R"({"window":true,"signature_threshold":false,"name_only_threshold":true,"result_aware":1})", usual},
      {R"({"window":"5","signature_threshold":[2],"name_only_threshold":{},"result_aware":"true"})", usual},
      {R"({"window":null,"signature_threshold":null,"name_only_threshold":null,"result_aware":null})", usual},
      {R"({"window":5.0,"signature_threshold":2e0,"name_only_threshold":1.5})", usual},
      {R"({"window":2147483647,"signature_threshold":-2147483648})", made(INT_MAX, INT_MIN)},
      {R"({"window":2147483648,"signature_threshold":-2147483649})", usual},
      {R"({"window":18446744073709551616,"signature_threshold":99999999999999999999999})", usual},
      {R"({"window":18446744073709551615,"signature_threshold":4294967299})", usual},
      {R"({"window":-0,"signature_threshold":-1})", made(0, -1)},
      {R"({"window":5,"window":6,"signature_threshold":2})", made(10, 2)},
      {R"({"window":5,"window":6,"window":7})", usual},
      {R"({"Window":5,"window ":6})", usual},
      {R"({"name_only_threshold":4,"result_aware":true})", made(10, 3, 4, true)},
      {"{\"window\":" + std::string(200, '[') + std::string(200, ']') + "}", usual},
  };
  for (const auto& [text, wanted] : table) {
    CAPTURE(text);
    CHECK(policy::from_mapping(text) == wanted);
    CHECK(policy::from_mapping(std::string_view(text)) == wanted);
    CHECK(policy::from_mapping(text.c_str()) == wanted);
  }
  CHECK(policy::from_mapping(R"({"window":5})") == made(5, 3));
  CHECK(policy::from_mapping(static_cast<const char*>(nullptr)) == usual);
}

TEST_CASE("termination settings are read from maps, structs, and what may be absent") {
  using text_or_int = std::variant<std::monostate, std::string, std::int64_t, bool>;
  CHECK(policy::from_mapping(std::map<std::string, int>{{"window", 5}, {"signature_threshold", 2}}) ==
        made(5, 2));
  CHECK(policy::from_mapping(std::map<std::string_view, std::uint64_t>{
            {"window", UINT64_MAX}, {"signature_threshold", 2}}) == made(10, 2));
  CHECK(policy::from_mapping(std::unordered_map<std::string, long>{
            {"window", 5'000'000'000L}, {"name_only_threshold", 3}}) == made(10, 3, 3));
  CHECK(policy::from_mapping(std::map<std::string, bool>{{"window", true}, {"result_aware", true}}) ==
        made(10, 3, {}, true));
  CHECK(policy::from_mapping(std::map<std::string, double>{{"window", 5.0}, {"name_only_threshold", 4.0}}) ==
        usual);
  CHECK(policy::from_mapping(std::map<std::string, char>{{"window", '\5'}}) == usual);
  CHECK(policy::from_mapping(std::map<std::string, std::string>{{"window", "5"}}) == usual);
  CHECK(policy::from_mapping(std::map<int, int>{{1, 5}}) == usual);
  CHECK(policy::from_mapping(std::map<std::string, std::optional<int>>{
            {"window", {}}, {"signature_threshold", 2}}) == made(10, 2));
  CHECK(policy::from_mapping(std::map<std::string, text_or_int>{{"window", 6},
                                                                {"signature_threshold", "2"},
                                                                {"name_only_threshold", true},
                                                                {"result_aware", true}}) ==
        made(6, 3, {}, true));
  CHECK(policy::from_mapping(std::vector<std::pair<const char*, int>>{
            {"window", 6}, {"window", 7}, {"name_only_threshold", 2}}) == made(10, 3, 2));

  CHECK(policy::from_mapping(plain_settings{}) == made(7, 2, 6, true));
  CHECK(policy::from_mapping(odd_settings{}) == usual);
  CHECK(policy::from_mapping(other_settings{}) == usual);
  CHECK(policy::from_mapping(mixed_settings{}) == made(10, 4));
  const policy own = made(4, 2, 3, true);
  CHECK(policy::from_mapping(own) == own);
  CHECK(policy::from_mapping(usual) == usual);

  const plain_settings there{};
  CHECK(policy::from_mapping(&there) == made(7, 2, 6, true));
  CHECK(policy::from_mapping(static_cast<const plain_settings*>(nullptr)) == usual);
  CHECK(policy::from_mapping(std::optional<std::string>("{\"window\":5}")) == made(5, 3));
  CHECK(policy::from_mapping(std::optional<std::map<std::string, int>>()) == usual);
  CHECK(policy::from_mapping(std::nullopt) == usual);
  CHECK(policy::from_mapping(nullptr) == usual);
  CHECK(policy::from_mapping(5) == usual);
  CHECK(policy::from_mapping(true) == usual);
  CHECK(policy::from_mapping(std::vector<int>{1, 2}) == usual);
}

TEST_CASE("termination settings mean the same as text and as the values of JSON libraries") {
  const std::string values[] = {"5",
                                "0",
                                "-3",
                                "true",
                                "false",
                                "null",
                                "\"5\"",
                                "5.0",
                                "1e1",
                                "-0",
                                "[]",
                                "{}",
                                "2147483647",
                                "2147483648",
                                "-2147483648",
                                "-2147483649",
                                "9223372036854775808",
                                "18446744073709551615",
                                "18446744073709551616",
                                "1e400",
                                "0.5"};
  const std::string names[] = {"window", "signature_threshold", "name_only_threshold", "result_aware",
                               "other"};
  std::mt19937 random(1);
  int unusual = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string text = "{";
    for (const std::string& name : names)
      if (random() % 4 != 0)
        text += (text.size() == 1 ? "\"" : ",\"") + name + "\":" + values[random() % std::size(values)];
    text += "}";
    CAPTURE(text);
    const policy read = policy::from_mapping(text);
    unusual += read != usual;
    const boost::json::value value = boost::json::parse(text);
    REQUIRE(policy::from_mapping(value) == read);
    REQUIRE(policy::from_mapping(value.as_object()) == read);
#if defined(TACET_TEST_HAS_NLOHMANN)
    if (text.find("1e400") == std::string::npos) {  // nlohmann refuses it
      const auto other = nlohmann::json::parse(text);
      REQUIRE(policy::from_mapping(other) == read);
      REQUIRE(policy::from_mapping(other.get<nlohmann::json::object_t>()) == read);
    }
#endif
  }
  CHECK(unusual > 1000);
  CHECK(policy::from_mapping(boost::json::value(nullptr)) == usual);
  CHECK(policy::from_mapping(boost::json::value{1, 2}) == usual);
}

TEST_CASE("a threshold larger than the window is noted") {
  const std::pair<policy, std::size_t> table[] = {{made(10, 3), 0},     {made(3, 3), 0},
                                                  {made(2, 3), 1},      {made(2, 3, 3), 2},
                                                  {made(10, 3, 11), 1}, {made(0, 3), 1},
                                                  {made(0, 0), 0},      {made(-5, -1, -1), 0},
                                                  {made(-5, 1, 1), 2},  {made(INT_MIN, INT_MAX), 1},
                                                  {made(10, 3, 0), 0}};
  for (const auto& [one, count] : table) {
    CAPTURE(one.window, one.signature_threshold, one.name_threshold());
    CHECK(one.notes().size() == count);
    CHECK(one.fits() == (count == 0));
  }
  CHECK(made(2, 3).notes().front() == "signature_threshold 3 is larger than the window 2; it can never trip");
  CHECK(made(10, 3, 11).notes().front() ==
        "name_only_threshold 11 is larger than the window 10; it can never trip");
}
