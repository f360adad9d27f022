// SPDX-License-Identifier: MIT
// Runs a program to its end or ends it, feeds its input, takes its output, and leaves nothing behind.
#pragma once

#include <tacet/dynamic/detail/command_files.hpp>
#include <tacet/dynamic/detail/command_launch.hpp>
#include <tacet/std/chrono.hpp>

#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <limits>
#include <optional>
#include <poll.h>
#include <stop_token>
#include <string>
#include <string_view>
#include <unistd.h>

namespace tacet::detail {

using child_clock = std::chrono::steady_clock;

struct child_limits {
  child_clock::time_point deadline{};
  std::size_t output = 0;             ///< bytes
  std::size_t error_tail = 0;         ///< bytes
  std::chrono::milliseconds grace{};  ///< between the request to end and the end
  bool by_descriptor = true;          ///< watch the process by a descriptor, where the kernel has them (5.3)
};

/// Why it is over.
enum class child_end : unsigned char {
  own,        ///< it ended itself
  unstarted,  ///< it never ran
  late,       ///< the deadline passed
  stopped,    ///< somebody asked for the end
  too_long    ///< it wrote more than the limit
};

struct child_result {
  child_end end = child_end::unstarted;
  int error = 0;              ///< unstarted: an errno
  bool status_known = false;  ///< somebody else may have waited for it, or nobody could end it
  int status = 0;             ///< as `waitpid` gives it
  bool had_ended = false;     ///< late: the program itself had ended, but its output was held open
  std::string output{};
  std::string error_tail{};
  bool error_cut = false;
};

/// One child from start to end, on the calling thread.
class child_process {
 public:
  child_process(std::string_view input, const child_limits& limits) noexcept
      : input_(input), limits_(limits) {}
  child_process(const child_process&) = delete;
  child_process& operator=(const child_process&) = delete;

  [[nodiscard]] child_result run(const launch_plan& plan, const std::stop_token& stop) {
    owned_file stop_signal;
    if (stop.stop_possible()) {
      if (stop_signal = make_signal(); !stop_signal.open()) return result_.error = errno, std::move(result_);
    }
    const std::stop_callback wake(stop, [&stop_signal]() noexcept { raise_signal(stop_signal); });
    if (!start(plan)) return std::move(result_);
    // Whatever is thrown from here on, the child does not outlive this function.
    struct ender {
      child_process& child;
      ~ender() { child.finish(); }
    };
    {
      const ender at_end{*this};
      result_.end = child_end::own;
      while (!over()) {
        look_at_the_time(stop);
        if (over()) break;
        wait(stop_signal);
      }
      if (result_.end == child_end::own) take_what_is_there(error_, true);
    }
    return std::move(result_);
  }

 private:
  bool start(const launch_plan& plan) {
    pipe_ends in;
    pipe_ends out;
    pipe_ends err;
    const bool made = in.make() && out.make() && err.make() && never_wait(in.writing) &&
                      never_wait(out.reading) && never_wait(err.reading);
    result_.error = made ? launch(plan, in.reading, out.writing, err.writing, process_) : errno;
    if (result_.error != 0) return false;
    in_ = std::move(in.writing);
    output_ = std::move(out.reading);
    error_ = std::move(err.reading);
    if (input_.empty()) in_.close();
#if defined(SYS_pidfd_open)
    if (limits_.by_descriptor)
      descriptor_ = above_standard(static_cast<int>(::syscall(SYS_pidfd_open, process_, 0)));
#endif
    return true;
  }

  [[nodiscard]] bool ending() const noexcept { return result_.end != child_end::own; }
  [[nodiscard]] bool over() const noexcept {
    if (ending() && child_clock::now() >= kill_at_) return true;
    // What others hold open for their errors is not waited for, except for the grace of an end.
    return gone_ && !output_.open() && (!ending() || !error_.open());
  }

  void look_at_the_time(const std::stop_token& stop) noexcept {
    if (ending()) return;
    if (stop.stop_requested()) begin_end(child_end::stopped);
    else if (child_clock::now() >= limits_.deadline) begin_end(child_end::late);
  }

  void begin_end(child_end why) noexcept {
    result_.end = why;
    result_.had_ended = gone_;
    kill_at_ = child_clock::now() + limits_.grace;
    in_.close();
    to_group(SIGTERM);
  }
  // Only while the process is not reaped: until then its number and that of its group are given to nobody
  // else.
  void to_group(int signal) const noexcept {
    if (!lost_) ::kill(-process_, signal);
  }

  void wait(const owned_file& stop_signal) {
    // Of those that are closed poll is told -1, which it passes over.
    std::array<pollfd, 5> all{pollfd{in_.get(), POLLOUT, 0}, pollfd{output_.get(), POLLIN, 0},
                              pollfd{error_.get(), POLLIN, 0},
                              pollfd{gone_ ? -1 : descriptor_.get(), POLLIN, 0},
                              pollfd{ending() ? -1 : stop_signal.get(), POLLIN, 0}};
    const auto until = ending() ? kill_at_ : limits_.deadline;
    int most = milliseconds_until(until);
    // Without a descriptor for the process there is nothing that would wake us when it ends.
    if (!gone_ && !descriptor_.open()) most = most < 0 ? look_again : std::min(most, look_again);
    if (::poll(all.data(), all.size(), most) < 0) {
      if (errno == EINTR) return;
      all.fill(pollfd{-1, 0, 0});
      // No memory in the kernel: nothing is known, so everything is tried, and not at once again.
      ::poll(nullptr, 0, 1);
    }
    if (all[0].revents != 0) feed();
    if (all[1].revents != 0) take(output_, false);
    if (all[2].revents != 0) take(error_, true);
    if (!gone_ && (all[3].revents != 0 || !descriptor_.open())) gone_ = has_ended();
  }

  // Rounded up, so that nothing is looked at too early and again at once; a poll never needs more than a day.
  static int milliseconds_until(child_clock::time_point until) noexcept {
    const auto left = until - child_clock::now();
    if (left <= child_clock::duration::zero()) return 0;
    return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(
                                std::min<child_clock::duration>(left, std::chrono::hours(24)))
                                .count());
  }

  void feed() noexcept {
    const ssize_t written = write_quietly(in_, input_.data(), input_.size());
    if (written >= 0) input_.remove_prefix(static_cast<std::size_t>(written));
    else if (errno == EINTR || errno == EAGAIN) return;
    // A program need not read what it is given.
    else in_.close();
    if (input_.empty()) in_.close();
  }

  /// Reads once. False when there is nothing now.
  bool take(owned_file& file, bool is_error) {
    std::array<char, 16384> buffer;  // not initialised
    const ssize_t got = ::read(file.get(), buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return false;
    if (got <= 0) return file.close(), false;
    const std::string_view text(buffer.data(), static_cast<std::size_t>(got));
    if (is_error) keep_tail(text);
    else if (!ending()) keep_output(text);
    return true;
  }
  void keep_output(std::string_view text) {
    if (text.size() <= limits_.output - result_.output.size()) result_.output.append(text);
    else begin_end(child_end::too_long);
  }
  // Never more than twice the tail, and what is moved is paid for by what came.
  void keep_tail(std::string_view text) {
    std::string& tail = result_.error_tail;
    const std::size_t most = limits_.error_tail;
    if (text.size() > most) {
      text.remove_prefix(text.size() - most);
      result_.error_cut = true;
      tail.clear();
    }
    tail.append(text);
    if (tail.size() > most && tail.size() - most > most) trim_tail();
  }
  void trim_tail() noexcept {
    std::string& tail = result_.error_tail;
    if (tail.size() <= limits_.error_tail) return;
    tail.erase(0, tail.size() - limits_.error_tail);
    result_.error_cut = true;
  }

  /// What a process that has ended wrote is all there; a bound, since another may go on writing.
  void take_what_is_there(owned_file& file, bool is_error) {
    for (int i = 0; i < 128 && file.open() && take(file, is_error); ++i) {
    }
  }

  // Does not reap.
  bool has_ended() noexcept {
    siginfo_t about{};
    int got = 0;
    while ((got = ::waitid(P_PID, static_cast<id_t>(process_), &about, WEXITED | WNOHANG | WNOWAIT)) < 0 &&
           errno == EINTR) {
    }
    if (got < 0) lost_ = true;  // it was reaped by somebody else
    return got < 0 || about.si_pid == process_;
  }

  void finish() noexcept {
    trim_tail();
    if (ending() || !gone_) {  // (not gone and not ending: something was thrown)
      to_group(SIGKILL);
      await_end();
    }
    int got = -1;
    if (!lost_)
      while ((got = ::waitpid(process_, &result_.status, WNOHANG)) < 0 && errno == EINTR) {
      }
    result_.status_known = got == process_;
  }
  // Soon, unless the process is another user's by now, or sleeps in the kernel: then it is left.
  void await_end() noexcept {
    const auto until = child_clock::now() + std::chrono::seconds(5);
    while (!gone_) {
      if (gone_ = has_ended(); gone_ || child_clock::now() >= until) return;
      pollfd one{descriptor_.get(), POLLIN, 0};
      ::poll(&one, 1, descriptor_.open() ? milliseconds_until(until) : 1);
    }
  }

  static constexpr int look_again = 5;  // milliseconds

  std::string_view input_;
  const child_limits& limits_;
  child_result result_{};
  pid_t process_ = -1;
  owned_file in_{};
  owned_file output_{};
  owned_file error_{};
  owned_file descriptor_{};
  child_clock::time_point kill_at_{};
  bool gone_ = false;  // it has ended, perhaps not reaped yet
  bool lost_ = false;  // reaped, but not by us
};

}  // namespace tacet::detail
