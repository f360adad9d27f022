// SPDX-License-Identifier: MIT
// The end of an execution context, which is the end of the virtual clocks' waits on it.
#pragma once

#include <tacet/async/detail/timer_queue.hpp>

#include <boost/asio/execution_context.hpp>

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

namespace tacet::detail {

/// Ends the waits on an execution context before the context is gone, as Asio does with those of its own
/// timers.
class timer_service : public boost::asio::execution_context::service {
 public:
  using key_type = timer_service;
  static inline boost::asio::execution_context::id id;

  explicit timer_service(boost::asio::execution_context& context) : service(context) {}

  void enroll(const std::shared_ptr<timer_queue>& queue) {
    const std::lock_guard lock(mutex_);
    std::erase_if(queues_, [](const auto& known) { return known.expired(); });
    const auto same = [&](const auto& known) {
      return !known.owner_before(queue) && !queue.owner_before(known);
    };
    if (std::none_of(queues_.begin(), queues_.end(), same)) queues_.push_back(queue);
  }

 private:
  void shutdown() override {
    std::vector<std::weak_ptr<timer_queue>> queues;
    {
      const std::lock_guard lock(mutex_);
      queues.swap(queues_);
    }
    for (const auto& known : queues)
      if (const std::shared_ptr<timer_queue> queue = known.lock()) queue->drop(context());
  }

  std::mutex mutex_;
  std::vector<std::weak_ptr<timer_queue>> queues_;
};

}  // namespace tacet::detail
