// SPDX-License-Identifier: MIT
// Progress reaches its sink in order, and a broken sink reaches nobody.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#include <new>
#include <stdexcept>
#include <vector>

using tacet::tool_call;
using tacet::tool_progress;

namespace {

constexpr tool_call probe_call{"c1", "probe"};

// A payload that notes when anybody copies or writes it.
struct watched {
  int* built;
  explicit watched(int& count) : built(&count) {}
  const int* begin() const { return ++*built, nullptr; }
  static const int* end() { return nullptr; }
};

}  // namespace

TEST_CASE("without a sink no progress is built") {
  int touched = 0;
  const auto probe =
      tacet::tool<"probe">([&touched](tacet::tool_context& c) { c.progress(watched(touched)); });
  CHECK(tacet::tool_executor{tacet::tools{probe}}.execute({&probe_call, 1}).outcomes.size() == 1);
  CHECK(touched == 0);
  CHECK(tacet::tool_executor{tacet::tools{probe}, tacet::null_progress_sink{}}
            .execute({&probe_call, 1})
            .outcomes.size() == 1);
  CHECK(touched == 0);
  const tacet::progress sink{[](const tool_progress& p) { CHECK(p.payload.text() == "[]"); }};
  CHECK(tacet::tool_executor{tacet::tools{probe}, sink}.execute({&probe_call, 1}).outcomes.size() == 1);
  CHECK(touched == 1);
  static_assert(std::is_empty_v<tacet::null_progress_sink> && !tacet::null_progress_sink::listens);
}

TEST_CASE("the payload is there by its type and as text while the sink runs") {
  int seen = 0;
  const tacet::tool_executor executor{
      tacet::tools{tacet::tool<"probe">([](tacet::tool_context& c) { c.progress(std::string("half")); })},
      tacet::progress{[&seen](const tool_progress& p) {
        ++seen;
        REQUIRE(p.payload.get_if<std::string>() != nullptr);
        CHECK(*p.payload.get_if<std::string>() == "half");
        CHECK(p.payload.text() == "\"half\"");
        CHECK(p.attempt == 1);
      }}};
  CHECK(executor.execute({&probe_call, 1}).outcomes.at(0).content.empty());
  CHECK(seen == 1);
}

#if defined(__cpp_exceptions)

TEST_CASE("a sink that throws anything is contained, and later values still come") {
  const auto with = [](auto thrown) {
    std::vector<std::size_t> numbers;
    const tacet::tool_executor executor{tacet::tools{tacet::tool<"probe">([](tacet::tool_context& c) {
                                                       for (int i = 0; i < 3; ++i) c.progress(i);
                                                       return 7;
                                                     }),
                                                     tacet::tool<"stream">(
                                                         [] {
                                                           return std::vector{1, 2, 3};
                                                         },
                                                         tacet::streams)},
                                        tacet::progress{[&numbers, thrown](const tool_progress& p) {
                                          numbers.push_back(p.sequence);
                                          throw thrown;
                                        }}};
    const tool_call calls[] = {probe_call, {"c2", "stream"}};
    const auto report = executor.execute(calls);
    CHECK_FALSE(report.cancelled());
    CHECK(report.outcomes.at(0).content == "7");
    CHECK(report.outcomes.at(1).content == "3");
    CHECK_FALSE(report.outcomes[0].is_error);
    CHECK(numbers == std::vector<std::size_t>{0, 1, 2, 0, 1});
  };
  with(std::runtime_error("x"));
  with(1);
  with(std::bad_alloc{});
  with(tacet::cancelled{});
}

#endif
