// SPDX-License-Identifier: MIT
// The file descriptors of one child process: owned, made in pairs, written without SIGPIPE.
#pragma once

#include <sys/eventfd.h>
#include <sys/types.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace tacet::detail {

/// Owns one descriptor; -1 is none.
class owned_file {
 public:
  owned_file() noexcept = default;
  explicit owned_file(int descriptor) noexcept : descriptor_(descriptor) {}
  owned_file(owned_file&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  owned_file& operator=(owned_file&& other) noexcept {
    if (this != &other) {
      close();
      descriptor_ = std::exchange(other.descriptor_, -1);
    }
    return *this;
  }
  owned_file(const owned_file&) = delete;
  owned_file& operator=(const owned_file&) = delete;
  ~owned_file() { close(); }

  [[nodiscard]] int get() const noexcept { return descriptor_; }
  [[nodiscard]] bool open() const noexcept { return descriptor_ >= 0; }
  void close() noexcept {
    // Not repeated when interrupted: Linux has closed it by then, and the number may be another thread's.
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  }

 private:
  int descriptor_ = -1;
};

/// The same file above the standard three, which a program that has closed its own would give out first: the
/// child's are copied onto those one after the other, and must not be overwritten on the way; and what
/// another thread prints must not get into a pipe.
inline owned_file above_standard(int descriptor) noexcept {
  owned_file given(descriptor);
  if (descriptor < 0 || descriptor > 2) return given;
  return owned_file(::fcntl(descriptor, F_DUPFD_CLOEXEC, 3));
}

/// Both ends of a pipe. Closed in every program that is executed, from the first moment: other threads may
/// fork.
struct pipe_ends {
  owned_file reading{};
  owned_file writing{};

  [[nodiscard]] bool make() noexcept {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    reading = above_standard(ends[0]);
    writing = above_standard(ends[1]);
    return reading.open() && writing.open();
  }
};

/// The flag belongs to the end and not to the pipe: the other end, the child's, still waits.
inline bool never_wait(const owned_file& file) noexcept {
  const int flags = ::fcntl(file.get(), F_GETFL);
  return flags >= 0 && ::fcntl(file.get(), F_SETFL, flags | O_NONBLOCK) == 0;
}

/// A descriptor that becomes readable when it is signalled, from any thread.
inline owned_file make_signal() noexcept { return above_standard(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)); }
inline void raise_signal(const owned_file& signal) noexcept {
  const std::uint64_t one = 1;
  while (::write(signal.get(), &one, sizeof one) < 0 && errno == EINTR) {
  }
}

/// `write`, but where nobody reads any more it only fails with EPIPE: the signal is held back from this
/// thread and taken away. (A socket could be told so for each call, but a child cannot open it again as
/// /dev/stdin.)
inline ssize_t write_quietly(const owned_file& file, const char* data, std::size_t size) noexcept {
  sigset_t broken_pipe;
  sigset_t before;
  sigset_t pending;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  // One that somebody else sent earlier stays his.
  const bool was_pending = ::sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1;
  if (::pthread_sigmask(SIG_BLOCK, &broken_pipe, &before) != 0) return errno = EPIPE, -1;
  const ssize_t written = ::write(file.get(), data, size);
  const int error = errno;
  if (written < 0 && error == EPIPE && !was_pending) {
    const timespec at_once{};
    while (::sigtimedwait(&broken_pipe, nullptr, &at_once) < 0 && errno == EINTR) {
    }
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

}  // namespace tacet::detail
