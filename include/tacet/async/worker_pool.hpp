// SPDX-License-Identifier: MIT
// Threads for tools that block, of which a stuck one holds neither the caller nor the end of the program.
#pragma once

#include <tacet/async/detail/pool_state.hpp>
#include <tacet/async/detail/pool_task.hpp>
#include <tacet/phase/family.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <utility>

namespace tacet {

/// How many tools run at a time; 0 counts as 1.
struct pool_threads {
  unsigned count = 1;
};

/// How long a close waits for threads that run a task, and how many threads at most stand in for stuck ones.
struct pool_limits {
  std::chrono::nanoseconds grace = std::chrono::seconds(1);
  unsigned spare = 4;
};

/// What a close did with the threads. One that closes its own pool is in neither number: it ends when its
/// task has.
using pool_report = detail::pool_counts;

/// The part of an executor that runs tools which block. A handle: copies share the threads, and the last one
/// closes the pool. The threads are started here, and others when some are stuck, never more than
/// `count + spare`. A thread owns its task
/// and a share of the pool's state, nothing else; all functions may be called from any thread.
class worker_pool {
 public:
  using family = families::workers;

  /// Throws `std::system_error` when the threads cannot be had.
  explicit worker_pool(pool_threads threads, pool_limits limits = {})
      : owner_(std::make_shared<owner>(threads, limits)) {
    detail::pool_state::start(owner_->state);
  }

  /// Puts a task at the end of the queue. Refuses when the pool is closed, when all threads are stuck and
  /// none is left to stand in, and a task that was given before.
  [[nodiscard]] bool submit(std::shared_ptr<detail::pool_task> task) const noexcept {
    return owner_ != nullptr && detail::pool_state::submit(owner_->state, std::move(task));
  }

  /// The caller gives a task of this pool up. One that is queued never runs. The thread of one that runs
  /// counts as stuck until the run ends, and another one stands in for it if there is one left.
  detail::abandoned_task abandon(const detail::pool_task& task) const noexcept {
    return owner_ == nullptr ? detail::abandoned_task::removed
                             : detail::pool_state::abandon(owner_->state, task);
  }

  /// Takes no more tasks, removes those that are queued, asks these and those that run to stop, joins the
  /// threads that end within the grace and detaches the others. Again, it only reports. Blocks for the grace
  /// at most.
  pool_report close() const noexcept {
    return owner_ == nullptr ? pool_report{} : detail::pool_state::close(owner_->state);
  }

  /// The threads there are, detached ones included.
  [[nodiscard]] std::size_t threads() const noexcept {
    return owner_ == nullptr ? 0 : owner_->state->threads();
  }
  /// Those of them whose task was given up, by a caller or by a close.
  [[nodiscard]] std::size_t stuck() const noexcept { return owner_ == nullptr ? 0 : owner_->state->stuck(); }
  /// The tasks that wait for a thread.
  [[nodiscard]] std::size_t queued() const noexcept {
    return owner_ == nullptr ? 0 : owner_->state->queued();
  }
  /// The tasks whose run has ended.
  [[nodiscard]] std::size_t finished() const noexcept {
    return owner_ == nullptr ? 0 : owner_->state->finished();
  }

 private:
  // Apart from the state: that is shared with the threads, and this is not.
  struct owner {
    owner(pool_threads threads, pool_limits limits)
        : state(std::make_shared<detail::pool_state>(threads.count == 0 ? 1 : threads.count, limits.spare,
                                                     limits.grace)) {}
    owner(const owner&) = delete;
    owner& operator=(const owner&) = delete;
    ~owner() { detail::pool_state::close(state); }
    std::shared_ptr<detail::pool_state> state;
  };

  std::shared_ptr<owner> owner_;
};

}  // namespace tacet
