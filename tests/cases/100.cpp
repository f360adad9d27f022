// SPDX-License-Identifier: MIT
// Results go out in call order on every wire, whichever call was done first.
#include "unit/async/support.hpp"
#include "wire.hpp"

using namespace tacet_async;
using tacet_case::body;

TEST_CASE("case 100: three calls that end third, first, second are answered first, second, third") {
  world w;
  std::vector<std::string> ended;
  struct city {
    std::string name;
    int seconds;
  };
  const tacet::async_executor executor{tacet::tools{tacet::tool<"weather">(
                                           [&](city where) -> awaitable<std::string> {
                                             co_await w.sleep(std::chrono::seconds(where.seconds));
                                             ended.push_back(where.name);
                                             co_return "weather of " + where.name;
                                           },
                                           tacet::read_only)},
                                       tacet::parallel<3>{}, w.clock};
  const std::vector<tacet::chat_call> calls{{"a", "weather", R"({"name":"x","seconds":2})"}, {"b", "weather", R"({"name":"y","seconds":3})"}, {"c", "weather", R"({"name":"z","seconds":1})"}};
  std::vector<tacet::tool_call> batch;
  for (const tacet::chat_call& call : calls) batch.push_back({call.id, call.name, call.arguments});
  const tacet::execution_report report = w.run(executor, batch);
  CHECK(ended == std::vector<std::string>{"z", "x", "y"});

  const std::vector<tacet::chat_message> messages{tacet::chat_message::user("go"), tacet::chat_message::assistant("", calls), tacet::chat_message::answers(batch, report)};
  tacet_case::each_format([&]<class D>() {
    const std::string text = boost::json::serialize(body<D>(messages));
    const std::size_t x = text.find("weather of x"), y = text.find("weather of y"), z = text.find("weather of z");
    INFO(D::name << ": " << text);
    CHECK((x < y && y < z && z != std::string::npos));
  });
  // Readers that pair by position find the same.
  const auto gemini = body<tacet::google_gemini>(messages);
  CHECK(gemini.at("contents").at(2).at("parts").as_array().size() == 3);
}
