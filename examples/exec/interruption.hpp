// SPDX-License-Identifier: MIT
// Ctrl-C as a requested stop: the programs that run are ended and every call is answered.
#pragma once

#include <atomic>
#include <csignal>
#include <stop_token>
#include <thread>
#include <unistd.h>

namespace exec {

/// While one lives, SIGINT, SIGTERM and SIGHUP request a stop, and a second one ends the process; those that
/// are ignored, as nohup and a shell's `&` make it, stay so. Programs that are run have process groups of
/// their own, so a terminal's signal reaches only us. Made before other threads are.
class interruption {
 public:
  interruption() {
    sigemptyset(&awaited_);
    // One that is blocked is kept for us even when it is ignored.
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
      if (!is_ignored(signal)) sigaddset(&awaited_, signal);
    sigaddset(&awaited_, SIGUSR2);
    ::pthread_sigmask(SIG_BLOCK, &awaited_, &before_);
    waiter_ = std::thread([this] { wait(); });
  }
  interruption(const interruption&) = delete;
  interruption& operator=(const interruption&) = delete;
  ~interruption() {
    ended_ = true;
    ::pthread_kill(waiter_.native_handle(), SIGUSR2);
    waiter_.join();
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

  [[nodiscard]] std::stop_token token() const noexcept { return source_.get_token(); }
  /// The first signal, or 0.
  [[nodiscard]] int signal() const noexcept { return signal_; }

 private:
  static bool is_ignored(int signal) noexcept {
    struct sigaction now {};
    return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
  }
  void wait() {
    while (!ended_) {
      int got = 0;
      if (::sigwait(&awaited_, &got) != 0 || got == SIGUSR2) continue;
      if (signal_ != 0) ::_exit(128 + got);
      signal_ = got;
      source_.request_stop();
    }
  }

  sigset_t awaited_{};
  sigset_t before_{};
  std::stop_source source_{};
  std::atomic<int> signal_{0};
  std::atomic<bool> ended_{false};
  std::thread waiter_{};
};

}  // namespace exec
