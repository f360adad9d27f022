// SPDX-License-Identifier: MIT
// What counts as something to be waited for, and how a sequence of awaited values is read.
#include "support/catch.hpp"
#include "unit/async/support.hpp"

#include <memory>

using namespace tacet_async;

namespace {

struct counted {
  awaitable<std::optional<int>> next();
};
struct const_counted {
  awaitable<std::optional<std::unique_ptr<int>>> next() const;
};
struct no_optional {
  awaitable<int> next();
};
struct not_awaited {
  std::optional<int> next();
};
struct other_name {
  awaitable<std::optional<int>> more();
};
struct wants_argument {
  awaitable<std::optional<int>> next(int);
};

static_assert(tacet::async_sequence<counted> && tacet::async_sequence<const_counted>);
static_assert(!tacet::async_sequence<no_optional> && !tacet::async_sequence<not_awaited> &&
              !tacet::async_sequence<other_name> && !tacet::async_sequence<wants_argument> &&
              !tacet::async_sequence<int> && !tacet::async_sequence<std::vector<int>>);
static_assert(tacet::detail::waits<awaitable<int>> && tacet::detail::waits<awaitable<void>> &&
              tacet::detail::waits<counted>);
static_assert(!tacet::detail::waits<int> && !tacet::detail::waits<void> &&
              !tacet::detail::waits<std::vector<int>> && !tacet::detail::waits<no_optional>);
static_assert(std::is_same_v<tacet::detail::awaited_t<awaitable<std::string>>, std::string>);
static_assert(std::is_same_v<tacet::detail::awaited_t<const_counted>, std::unique_ptr<int>>);
static_assert(std::is_same_v<tacet::detail::awaited_t<int>, int>);
static_assert(std::is_same_v<tacet::asio::io_context, boost::asio::io_context>);

// Values that can only be moved, of which each says when it is gone.
struct counted_text {
  std::string text;
};
struct lines {
  tacet::virtual_clock clock;
  std::vector<std::string> all;
  int* ends;
  std::size_t at = 0;
  awaitable<std::optional<counted_text>> next() {
    co_await clock.sleep_for(1s);
    if (at == all.size()) {
      ++*ends;
      co_return std::nullopt;
    }
    co_return counted_text{all[at++]};
  }
};

}  // namespace

TEST_CASE(
    "asio: of an awaited sequence all values but the last are progress as they come, the last is the "
    "result") {
  world w;
  std::vector<std::pair<nanoseconds, std::string>> seen;
  int ends = 0;
  const tacet::async_executor e{tacet::tools{tacet::tool<"lines">([&](const number& a) {
                                  return lines{w.clock, texts(static_cast<std::size_t>(a.n), "x"), &ends};
                                })},
                                tacet::progress{[&](const tacet::tool_progress& p) {
                                  seen.emplace_back(w.now(), std::to_string(p.sequence) + p.payload.text());
                                }},
                                w.clock};
  const auto report = w.run(e, {{"1", "lines", R"({"n":3})"}});
  CHECK(report.outcomes[0].content == R"({"text":"x"})");
  CHECK(w.answered == 4s);
  CHECK(ends == 1);
  // A value is known not to be the last when the next has come.
  CHECK(seen ==
        std::vector<std::pair<nanoseconds, std::string>>{{2s, R"(0{"text":"x"})"}, {3s, R"(1{"text":"x"})"}});
}

TEST_CASE(
    "asio: a sequence is ended in the middle by its time, and its last value is neither shown nor given") {
  world w;
  int ends = 0;
  std::size_t shown = 0;
  const tacet::async_executor e{
      tacet::tools{tacet::tool<"lines">(
          [&](const number& a) {
            return lines{w.clock, texts(static_cast<std::size_t>(a.n), "x"), &ends};
          },
          tacet::read_only, tacet::timeout<3500ms>)},
      tacet::progress{[&](const tacet::tool_progress& p) { CHECK(p.sequence == shown++); }}, w.clock};
  CHECK(short_texts(w.run(e, {{"1", "lines", R"({"n":100})"}})) == texts{"1 timed out/deadline 1"});
  CHECK(shown == 2);
  CHECK(ends == 0);
  CHECK(w.answered == 3500ms);
  CHECK(e.abandoned().abandoned == 0);
}
