// SPDX-License-Identifier: MIT
// Case 121: the parts of a generator become progress and its last one the result.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>
#include <tacet/tool/generator.hpp>

#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct part_args {
  int throw_at = 0;  // 0: never
};
tacet::generator<std::string> parts(part_args x) {
  for (int i = 1; i <= 3; ++i) {
    if (i == x.throw_at) throw std::runtime_error("lost");
    co_yield "part " + std::to_string(i);
  }
}
constexpr auto stream = tacet::tool<"stream">(&parts);

}  // namespace

TEST_CASE("121 a generator is consumed, in a streaming run and in another alike") {
  std::vector<std::string> seen;
  const tacet::tool_executor listening{tacet::tools{stream},
                                       tacet::progress{[&seen](const tacet::tool_progress& p) {
                                         CHECK(p.sequence == seen.size());
                                         seen.push_back(*p.payload.get_if<std::string>());
                                       }}};
  const tacet::tool_executor silent{tacet::tools{stream}};
  struct row {
    const char* arguments;
    std::vector<std::string> progress;
    bool fails;
  };
  for (const row& r : {row{"{}", {"part 1", "part 2"}, false}, row{R"({"throw_at":1})", {}, true},
                       row{R"({"throw_at":2})", {}, true}, row{R"({"throw_at":3})", {"part 1"}, true}}) {
    INFO(r.arguments);
    seen.clear();
    const tacet::tool_call call{"c1", "stream", r.arguments};
    const auto with = listening.execute({&call, 1});
    const auto without = silent.execute({&call, 1});
    CHECK(seen == r.progress);
    CHECK(with.outcomes.at(0).is_error == r.fails);
    CHECK(with.outcomes[0].content == without.outcomes.at(0).content);
    CHECK(with.outcomes[0].kind == without.outcomes[0].kind);
    if (!r.fails) CHECK(with.outcomes[0].content == "part 3");
  }
}
