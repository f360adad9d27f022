// SPDX-License-Identifier: MIT
// One call on an event loop.
#include <tacet/async/async_executor.hpp>
#include <tacet/tacet.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>

int main() {
  const tacet::async_executor executor{
      tacet::tools{tacet::tool<"one">([]() -> tacet::asio::awaitable<int> { co_return 1; })}};
  const tacet::tool_call call{"1", "one"};
  tacet::execution_report report;
  tacet::asio::io_context loop;
  tacet::asio::co_spawn(loop, executor.co_execute({&call, 1}, report), [](std::exception_ptr, tacet::execution_status) {});
  loop.run();
  return report.outcomes.size() == 1 && report.outcomes[0].content == "1" ? 0 : 1;
}
