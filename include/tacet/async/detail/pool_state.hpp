// SPDX-License-Identifier: MIT
// What the handles of a worker pool and its threads share: the queue, the threads and which of them are stuck.
#pragma once

#include <tacet/async/detail/pool_task.hpp>

#include <boost/intrusive/list.hpp>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace tacet::detail {

/// A thread of the pool.
struct pool_worker {
  std::thread thread;
  std::shared_ptr<pool_task> task;  // that it runs
  bool stuck = false;
  bool left = false;  // it takes the mutex no more
};

/// How many threads a close joined, and how many it left to themselves.
struct pool_counts {
  std::size_t joined = 0;
  std::size_t abandoned = 0;
};

class pool_state {
 public:
  pool_state(std::size_t threads, std::size_t spare, std::chrono::nanoseconds grace) noexcept
      : base_(threads), spare_(spare), grace_(grace) {}
  pool_state(const pool_state&) = delete;
  pool_state& operator=(const pool_state&) = delete;

  /// Throws what `std::thread` throws; those that were started are there then.
  static void start(const std::shared_ptr<pool_state>& self) {
    const std::lock_guard lock(self->mutex_);
    while (self->alive_ < self->base_) self->spawn(self);
  }

  static bool submit(const std::shared_ptr<pool_state>& self, std::shared_ptr<pool_task> task) noexcept {
    if (task == nullptr) return false;
    const std::lock_guard lock(self->mutex_);
    if (self->closing_ || task->phase_ != pool_task::phase::fresh) return false;
    self->replace_stuck(self);
    if (self->usable() == 0) return false;
    pool_task& added = *task;
    added.phase_ = pool_task::phase::queued;
    added.self_ = std::move(task);
    self->queue_.push_back(added);
    self->work_.notify_one();
    return true;
  }

  static abandoned_task abandon(const std::shared_ptr<pool_state>& self, const pool_task& given) noexcept {
    std::shared_ptr<pool_task> removed;  // destroyed behind the lock: its destructor is foreign code
    std::unique_lock lock(self->mutex_);
    // The pool's own part of a task is the pool's to change.
    auto& task = const_cast<pool_task&>(given);
    switch (task.phase_) {
      case pool_task::phase::queued:
        self->queue_.erase(queue::s_iterator_to(task));
        removed = take(task, pool_task::phase::removed);
        return abandoned_task::removed;
      case pool_task::phase::running:
        if (!std::exchange(task.worker_->stuck, true)) ++self->stuck_;
        if (!self->closing_) self->replace_stuck(self);
        // Nobody is left to run them: whoever waits for them must not wait for a stuck one.
        if (self->usable() == 0) self->drop_queue(lock);
        return abandoned_task::running;
      case pool_task::phase::ended:
        return abandoned_task::ended;
      default:
        return abandoned_task::removed;
    }
  }

  /// The first close does it; a later one waits for that, except on a thread that the first one may wait for
  /// or is.
  static pool_counts close(const std::shared_ptr<pool_state>& self) noexcept {
    std::unique_lock lock(self->mutex_);
    if (std::exchange(self->closing_, true)) {
      const bool may_wait = self->own_worker() == nullptr && self->closer_ != std::this_thread::get_id();
      if (may_wait) self->ended_.wait(lock, [&] { return self->closed_; });
      return self->counts_;
    }
    self->closer_ = std::this_thread::get_id();
    self->work_.notify_all();
    self->drop_queue(lock);
    for (pool_worker& worker : self->workers_) {  // no thread is added or removed any more
      std::shared_ptr<pool_task> task = worker.task;
      if (task == nullptr) continue;
      lock.unlock();
      task->stop();
      task.reset();
      lock.lock();
    }
    self->leave_to_end(lock);
    return self->counts_;
  }

  [[nodiscard]] std::size_t threads() const noexcept {
    const std::lock_guard lock(mutex_);
    return alive_;
  }
  [[nodiscard]] std::size_t stuck() const noexcept {
    const std::lock_guard lock(mutex_);
    return stuck_;
  }
  [[nodiscard]] std::size_t queued() const noexcept {
    const std::lock_guard lock(mutex_);
    return queue_.size();
  }
  [[nodiscard]] std::size_t finished() const noexcept {
    const std::lock_guard lock(mutex_);
    return finished_;
  }

 private:
  using queue = boost::intrusive::list<
      pool_task,
      boost::intrusive::member_hook<pool_task, boost::intrusive::list_member_hook<>, &pool_task::in_queue>>;

  [[nodiscard]] std::size_t usable() const noexcept { return alive_ - stuck_; }

  static std::shared_ptr<pool_task> take(pool_task& task, pool_task::phase phase) noexcept {
    task.phase_ = phase;
    return std::move(task.self_);
  }

  // The tasks that wait never run, and are told.
  void drop_queue(std::unique_lock<std::mutex>& lock) noexcept {
    while (!queue_.empty()) {
      pool_task& first = queue_.front();
      queue_.pop_front();
      std::shared_ptr<pool_task> task = take(first, pool_task::phase::removed);
      lock.unlock();
      task->stop();
      task.reset();
      lock.lock();
    }
  }

  [[nodiscard]] pool_worker* own_worker() noexcept {
    for (pool_worker& worker : workers_)
      if (!worker.left && worker.thread.get_id() == std::this_thread::get_id()) return &worker;
    return nullptr;
  }

  // The new thread begins with the mutex, so it does not see its entry before that is whole.
  void spawn(const std::shared_ptr<pool_state>& self) {
    workers_.remove_if([](pool_worker& worker) {
      if (worker.left) worker.thread.join();
      return worker.left;
    });
    pool_worker& worker = workers_.emplace_back();
    try {
      worker.thread = std::thread([self, &worker] { self->work(worker); });
    } catch (...) {
      workers_.pop_back();
      throw;
    }
    ++alive_;
  }

  // A thread that cannot be had now is asked for again by the next submit.
  void replace_stuck(const std::shared_ptr<pool_state>& self) noexcept {
    try {
      while (usable() < base_ && alive_ < base_ + spare_) spawn(self);
    } catch (const std::exception&) {
    }
  }

  void work(pool_worker& self) noexcept {
    std::unique_lock lock(mutex_);
    for (;;) {
      work_.wait(lock, [&] { return closing_ || !queue_.empty() || usable() > base_; });
      if (closing_ || usable() > base_) break;
      pool_task& first = queue_.front();
      queue_.pop_front();
      self.task = take(first, pool_task::phase::running);
      first.worker_ = &self;
      lock.unlock();
      first.run();
      lock.lock();
      first.phase_ = pool_task::phase::ended;
      first.worker_ = nullptr;
      ++finished_;
      if (std::exchange(self.stuck, false)) --stuck_;
      std::shared_ptr<pool_task> task = std::move(self.task);
      lock.unlock();
      task.reset();  // its destructor may close the pool
      lock.lock();
    }
    if (std::exchange(self.stuck, false)) --stuck_;
    --alive_;
    self.left = true;
    ended_.notify_all();
  }

  // Whoever ends within the grace is joined; the thread that closes waits for itself as little as for a stuck
  // one.
  void leave_to_end(std::unique_lock<std::mutex>& lock) noexcept {
    pool_worker* const own = own_worker();
    const auto all_left = [&] {
      for (const pool_worker& worker : workers_)
        if (!worker.left && &worker != own) return false;
      return true;
    };
    const auto now = std::chrono::steady_clock::now();
    const auto most = std::chrono::steady_clock::time_point::max() - now;
    if (grace_ < most) ended_.wait_until(lock, now + grace_, all_left);
    else ended_.wait(lock, all_left);
    for (pool_worker& worker : workers_) {
      if (worker.left) {
        worker.thread.join();
        ++counts_.joined;
        continue;
      }
      worker.thread.detach();
      if (&worker == own) continue;
      ++counts_.abandoned;
      if (!std::exchange(worker.stuck, true)) ++stuck_;
    }
    closed_ = true;
    ended_.notify_all();
  }

  mutable std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable ended_;
  queue queue_;
  std::list<pool_worker> workers_;
  std::size_t base_;
  std::size_t spare_;
  std::chrono::nanoseconds grace_;
  std::size_t alive_ = 0;
  std::size_t stuck_ = 0;
  std::size_t finished_ = 0;
  bool closing_ = false;
  std::thread::id closer_;
  bool closed_ = false;
  pool_counts counts_;
};

}  // namespace tacet::detail
