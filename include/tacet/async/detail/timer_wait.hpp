// SPDX-License-Identifier: MIT
// A wait of a virtual clock together with the handler that is called at its end.
#pragma once

#include <tacet/async/detail/timer_queue.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/append.hpp>
#include <boost/asio/associated_allocator.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include <memory>
#include <utility>

namespace tacet::detail {

template <class Handler> class wait_operation final : public timer_wait {
  using executor = boost::asio::associated_executor_t<Handler, boost::asio::any_io_executor>;
  using allocator = typename std::allocator_traits<
      boost::asio::associated_allocator_t<Handler>>::template rebind_alloc<wait_operation>;
  using traits = std::allocator_traits<allocator>;

 public:
  wait_operation(Handler&& handler, const boost::asio::any_io_executor& io)
      : io_(io), work_(boost::asio::get_associated_executor(handler, io)), handler_(std::move(handler)) {}
  ~wait_operation() = default;

  static wait_operation& make(Handler&& handler, const boost::asio::any_io_executor& io) {
    allocator memory(boost::asio::get_associated_allocator(handler));
    wait_operation* const place = traits::allocate(memory, 1);
    try {
      return *std::construct_at(place, std::move(handler), io);
    } catch (...) {
      traits::deallocate(memory, place, 1);
      throw;
    }
  }

  void complete(boost::system::error_code error) noexcept override {
    const auto io = std::move(io_);
    const auto work = std::move(work_);
    Handler handler = give_up();
    boost::asio::post(work.get_executor(), boost::asio::append(std::move(handler), error));
  }
  void drop() noexcept override {
    const auto io = std::move(io_);
    const auto work = std::move(work_);
    [[maybe_unused]] const Handler handler = give_up();
  }

 private:
  // The memory goes first, so that the handler's next operation can have it.
  Handler give_up() noexcept {
    allocator memory(boost::asio::get_associated_allocator(handler_));
    Handler handler(std::move(handler_));
    std::destroy_at(this);
    traits::deallocate(memory, this, 1);
    return handler;
  }

  boost::asio::executor_work_guard<boost::asio::any_io_executor> io_;
  boost::asio::executor_work_guard<executor> work_;
  Handler handler_;
};

/// Starts a wait of a timer. By value: the handler may run in another thread, and destroy the timer, before
/// this returns.
template <class Handler>
void start_wait(std::shared_ptr<timer_queue> queue, wait_list& of_timer, virtual_time at,
                const boost::asio::any_io_executor& io, Handler&& handler) {
  auto slot = boost::asio::get_associated_cancellation_slot(handler);
  const wait_key key = queue->key_at(at);
  // Before the wait begins: once it has, another thread may complete it, and the slot is the handler's.
  if (slot.is_connected())
    slot.assign([queue, key](boost::asio::cancellation_type type) {
      if (type != boost::asio::cancellation_type::none) queue->cancel(key);
    });
  auto& wait = wait_operation<std::decay_t<Handler>>::make(std::forward<Handler>(handler), io);
  wait.key = key;
  wait.context = &io.context();
  queue->add(wait, of_timer);
}

}  // namespace tacet::detail
