// SPDX-License-Identifier: MIT
// A task of a worker pool, and where it stands.
#pragma once

#include <boost/intrusive/list_hook.hpp>

#include <memory>

namespace tacet::detail {

class pool_state;
struct pool_worker;

/// What is run on a worker. Given to one pool, once.
struct pool_task {
  pool_task() = default;
  pool_task(const pool_task&) = delete;
  pool_task& operator=(const pool_task&) = delete;
  virtual ~pool_task() = default;

  /// Called at most once, on a thread of the pool.
  virtual void run() noexcept = 0;
  /// The pool closes. Called at most once, by the thread that closes it: before, during or after `run`, which
  /// it does not wait for. To return soon.
  virtual void stop() noexcept = 0;

 private:
  friend class pool_state;
  enum class phase { fresh, queued, running, ended, removed };

  // All under the mutex of the pool.
  phase phase_ = phase::fresh;
  pool_worker* worker_ = nullptr;
  std::shared_ptr<pool_task> self_;  // while it is queued: so a queue needs no memory of its own

 public:
  boost::intrusive::list_member_hook<> in_queue;  // the pool's
};

/// What became of a task that its caller gave up: it never runs, it runs still, or its run has ended.
enum class abandoned_task { removed, running, ended };

}  // namespace tacet::detail
