// SPDX-License-Identifier: MIT
// A tool that is a program: run by its arguments, never through a shell, bounded in time and output.
#pragma once

#include <tacet/dynamic/detail/child_process.hpp>
#include <tacet/dynamic/detail/command_check.hpp>
#include <tacet/dynamic/detail/command_text.hpp>
#include <tacet/dynamic/pointed_fault.hpp>
#include <tacet/phase/time_limits.hpp>
#include <tacet/std/chrono.hpp>
#include <tacet/tool/errors.hpp>
#include <tacet/tool/tool_context.hpp>
#include <tacet/tool/tool_result.hpp>

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet {

/// What is run, and within which limits.
struct command_spec {
  /// The program and its arguments, as they are: no shell reads them. A program without a slash is looked for
  /// in the PATH of `environment`, absolute folders only; a relative one with a slash is relative to
  /// `working_directory`.
  std::vector<std::string> argv{};
  /// From the start of the program. The deadline of the call counts when it is earlier.
  std::chrono::nanoseconds timeout = std::chrono::seconds(30);
  /// Bytes of standard output; more end the program and are an error.
  std::size_t output_limit = std::size_t{1} << 20;
  /// Bytes of the end of standard error that an error tells.
  std::size_t error_tail = 2000;
  /// The whole environment of the program, each `NAME=value`. Without it only the PATH of
  /// `default_environment`: what this process was started with, secrets among it, reaches no program unless
  /// somebody writes it here.
  std::optional<std::vector<std::string>> environment{};
  /// Empty: that of this process.
  std::string working_directory{};
  /// Between SIGTERM and SIGKILL; at most a minute.
  std::chrono::milliseconds grace{200};
};

/// A program as the callable of a tool. The arguments go to its standard input as one JSON value, what it
/// writes to its standard output is the result, byte by byte. Runs on the calling thread; any number may run
/// at once.
///
/// An error is returned, never thrown:
/// - `not_applied`: the program is not there, may not be executed, there was no time left to start it, or
///   this process ignores SIGCHLD, so that nobody would be told how the program ended;
/// - `timed_out`: its process group was ended at the deadline, perhaps only since what it left behind held
///   its output open;
/// - `tool_error`: its exit status was not 0, a signal ended it, or it wrote more than the limit; with the
///   end of what it wrote to its standard error.
///
/// A requested stop ends the group at once and throws `cancelled`, for which there is no value; without
/// exceptions it is a `tool_error`. Memory that is refused throws what it throws, and the program is ended.
///
/// The program gets no file of this process, no blocked or ignored signal, and a process group of its own:
/// the keys of a terminal do not reach it. What leaves that group is not ended, and what the program leaves
/// running in it after a good end is not either. No other part of this process may wait for the children.
///
/// Costs what starting a process costs; 16 KiB of stack, the output, and at most twice the tail.
// Not Boost.Process 2 of Boost 1.81: it makes no process group, leaves blocked and ignored signals as they
// are, makes a pipe without close-on-exec that programs started by other threads get too, and needs an Asio
// context for each call. It would bring fork and exec; posix_spawn does both and copies no page tables.
class command {
 public:
  explicit command(command_spec spec) : spec_(std::move(spec)), fault_(fault_of(spec_)) {
    if (!spec_.environment.has_value()) spec_.environment.emplace({std::string(default_environment)});
    spec_.grace = std::clamp(spec_.grace, std::chrono::milliseconds(0),
                             std::chrono::milliseconds(std::chrono::minutes(1)));
  }

  static constexpr std::string_view default_environment = "PATH=/usr/local/bin:/usr/bin:/bin";

  /// Why this command can never run, or empty. Such a one answers each call with it, as `not_applied`.
  [[nodiscard]] std::string_view fault() const noexcept { return fault_; }
  [[nodiscard]] const command_spec& spec() const noexcept { return spec_; }
  /// What would keep it from starting now, with pointers into a `command_spec` (`/argv/0`,
  /// `/working_directory`): looks at the files, starts nothing. The messages have paths, so they are for
  /// whoever wrote the command and not for a model.
  [[nodiscard]] std::vector<pointed_fault> check() const {
    if (!fault_.empty()) return {{"", fault_}};
    const detail::launch_plan plan{spec_.argv, *spec_.environment, spec_.working_directory};
    return detail::command_check(plan).faults();
  }

  [[nodiscard]] tool_result<std::string> operator()(const boost::json::value& arguments,
                                                    tool_context& context) const {
    return run(boost::json::serialize(arguments), context);
  }

  /// The same with the text of the standard input.
  [[nodiscard]] tool_result<std::string> run(std::string_view input, tool_context& context) const {
    if (!fault_.empty()) return not_applied(fault_, permanence::permanent);
    const std::stop_token stop = context.stop_token();
    if (stop.stop_requested()) return stopped();

    const auto begin = detail::child_clock::now();
    auto end = detail::later(begin, std::max(spec_.timeout, std::chrono::nanoseconds(0)));
    if (const auto deadline = context.deadline(); deadline.has_value()) end = std::min(end, *deadline);
    if (end <= begin) return not_applied("There was no time left to start the program.");
    if (detail::children_are_ignored())
      return not_applied(
          "The program of this tool was not started: this process ignores SIGCHLD, so nobody would be told "
          "how it ended.",
          permanence::permanent);

    const detail::child_limits limits{end, spec_.output_limit, spec_.error_tail, spec_.grace};
    const detail::launch_plan plan{spec_.argv, *spec_.environment, spec_.working_directory};
    detail::child_result result = detail::child_process(input, limits).run(plan, stop);
    if (result.end == detail::child_end::stopped) return stopped();
    if (result.end == detail::child_end::own && result.status_known && result.status == 0)
      return std::move(result.output);

    std::string text = detail::child_failure_text(result, end - begin, spec_.output_limit);
    switch (result.end) {
      case detail::child_end::unstarted:
        return not_applied(std::move(text), lasting(result.error));
      case detail::child_end::late:
        return timed_out(std::move(text));
      default:
        return tool_error(std::move(text));
    }
  }

 private:
  // exec would end each text at its first zero, and so run something else.
  static bool has_zero(std::string_view text) noexcept { return text.find('\0') != std::string_view::npos; }
  static std::string fault_of(const command_spec& spec) {
    if (spec.argv.empty() || spec.argv.front().empty()) return "The command names no program.";
    if (std::any_of(spec.argv.begin(), spec.argv.end(), has_zero) || has_zero(spec.working_directory))
      return "The command has a text with a zero byte in it.";
    if (spec.environment.has_value())
      for (const std::string& one : *spec.environment)
        if (has_zero(one) || one.find('=') == std::string::npos || one.front() == '=')
          return "The command has an environment that is not made of NAME=value.";
    return {};
  }

  // What a repeat can help is a lack of something.
  static permanence lasting(int error) noexcept {
    return error == EAGAIN || error == ENOMEM || error == EMFILE || error == ENFILE || error == EINTR ||
                   error == ETXTBSY
               ? permanence::transient
               : permanence::permanent;
  }

  static tool_result<std::string> stopped() {
#if defined(__cpp_exceptions)
    throw cancelled{};
#else
    return tool_error("The program was ended because the call was cancelled.");
#endif
  }

  command_spec spec_;
  std::string fault_;
};

}  // namespace tacet
