// SPDX-License-Identifier: MIT
// Progress values on their way to a sink that is waited for: one at a time, in the order in which they came.
#pragma once

#include <tacet/async/asio.hpp>
#include <tacet/json/read_container.hpp>
#include <tacet/phase/call_frame.hpp>
#include <tacet/phase/contain.hpp>

#include <boost/asio/co_spawn.hpp>

#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <string>
#include <utility>

namespace tacet::detail {

struct no_sink_line {};

/// Values are kept as text, since what they were made of is gone when their turn comes. One that finds no memory is dropped.
/// On the strand of the batch; the sink may still be at work when the batch is answered.
template <class Run> class sink_line : public progress_queue {
 public:
  explicit sink_line(Run& run) : progress_queue{&add}, run_(run) {}

  [[nodiscard]] bool idle() const noexcept { return !busy_; }
  typename Run::timer* waiting = nullptr;  ///< cancelled when the line is idle

 private:
  struct held {
    std::string call_id, tool_name, payload;
    std::size_t sequence;
    int attempt;
  };
  static void add(progress_queue& self, const tool_progress& value) {
    auto& own = static_cast<sink_line&>(self);
    (void)survives([&] {
      own.values_.push_back({std::string(value.call_id), std::string(value.tool_name), value.payload.text(), value.sequence, value.attempt});
      if (own.busy_) return;
      own.busy_ = true;
      const bool begun = survives([&] {
        asio::co_spawn(own.run_.strand, co_empty(own.run_.shared_from_this()), [](std::exception_ptr) {});
      });
      if (!begun) own.busy_ = false;
    });
  }
  static asio::awaitable<void> co_empty(std::shared_ptr<Run> run) {
    sink_line& own = run->sinks;
    while (!own.values_.empty()) {
      const held value = std::move(own.values_.front());
      own.values_.pop_front();
      const json::raw_value payload{value.payload};
      try {
        co_await run->policies.progress_sink().sink()(
            tool_progress{value.call_id, value.tool_name, value.sequence, value_view::written(payload), value.attempt});
      } catch (...) {  // what a sink throws is dropped
      }
    }
    // Here and not when it is told that this is through: a value that comes in between would stay.
    own.busy_ = false;
    if (own.waiting != nullptr) own.waiting->cancel();
  }

  Run& run_;
  std::deque<held> values_{};
  bool busy_ = false;
};

}  // namespace tacet::detail
