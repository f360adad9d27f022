// SPDX-License-Identifier: MIT
// Runs the tool calls of one model reply: the reply comes in, the messages that answer it go out.
#include "commands.hpp"
#include "interruption.hpp"
#include "listing.hpp"
#include "options.hpp"
#include "pipeline.hpp"
#include "provider.hpp"
#include "read_all.hpp"
#include "report_json.hpp"
#include "support/trace_table.hpp"

#include <tacet/dynamic/executor_config.hpp>
#include <tacet/wire/anthropic_messages.hpp>
#include <tacet/wire/openai_chat.hpp>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace {

constexpr int answered = 0;
constexpr int not_written = 1;
constexpr int not_read = 2;
constexpr std::size_t most_note = 400;  // columns

int complain(int status, const std::string& message) {
  std::fprintf(stderr, "exec: %s\n", support::show(message).text.c_str());
  return status;
}

/// Everything was made before: either all of it goes out or the status says so.
int print(const std::string& text) {
  const bool whole =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fputc('\n', stdout) != EOF;
  if (!whole || std::fflush(stdout) != 0)
    return complain(not_written, std::string("the output could not be written: ") + std::strerror(errno));
  return answered;
}

template <class Dialect, class Executor>
int run(const exec::options& options, const Executor& executor, const std::string& text,
        const support::progress_line& bar, bool interruptible) {
  const tacet::decoded<tacet::reply> got = Dialect::decode(text);
  if (!got) {
    std::string message = "this is no reply that can be run: " + got.error().message;
    if (message.ends_with('.')) message.pop_back();
    if (options.dialect == exec::provider::told_from_text)
      message += "; it was read as a reply of " + std::string(Dialect::name) + ", --provider says otherwise";
    return complain(not_read, message);
  }
  const tacet::reply& reply = *got;
  std::optional<exec::interruption>
      interrupted;  // not while a reply is read or answers are written: both may wait
  if (interruptible) interrupted.emplace();
  const tacet::execution_report report =
      executor.execute(reply.calls(), {.stop = interruptible ? interrupted->token() : std::stop_token()});
  const int signal = interruptible ? interrupted->signal() : 0;
  interrupted.reset();
  bar.clear();

  std::string out;
  switch (options.what) {
    case exec::output::report:
      out = exec::report_json(reply, report);
      break;
    case exec::output::exchange:
      out = Dialect::exchange(reply, report);
      break;
    default:
      out = Dialect::results(reply.calls(), report);
      break;
  }
  for (const tacet::reply_note& note : reply.notes())
    std::fprintf(stderr, "exec: note: call %u: %s\n", static_cast<unsigned>(note.position),
                 to_text(note.kind).data());
  if (reply.ids_changed() && options.what == exec::output::results)
    std::fputs(
        "exec: ids were made unique, so the results do not pair with the message as it was sent; "
        "--turn prints the one to store\n",
        stderr);
  if (options.trace) std::fputs(support::trace_table(report, support::terminal::at(2)).c_str(), stderr);
  const int status = print(out);
  return status == answered && signal != 0 ? 128 + signal : status;
}

/// Reads the reply and runs it; what only says something about the tools is printed instead. `commands`: the
/// executor is of these, not of the built-in tools.
template <class Executor>
int answer(const exec::options& options, const Executor& executor, const support::progress_line& bar,
           const exec::command_tools* commands = nullptr) {
  if (options.what == exec::output::list) {
    const std::string all =
        exec::listing(executor.descriptors(), commands == nullptr ? exec::attempt_times{} : commands->times);
    return all.empty() ? answered : print(all);
  }
  if (options.what == exec::output::offer) {
    const auto all = executor.descriptors();
    std::span<const tacet::tool_descriptor> offered = all;
    if (commands != nullptr) offered = commands->offered;
    return print(options.dialect == exec::provider::anthropic ? tacet::anthropic_messages::tools(offered)
                                                              : tacet::openai_chat::tools(offered));
  }
  if (options.file == "-" && ::isatty(0) == 1)
    std::fputs("exec: reading a reply from the terminal, up to Ctrl-D\n", stderr);
  std::string text;
  std::string error;
  if (!exec::read_all(options.file, tacet::reply_options{}.most_bytes + 1, text, error))
    return complain(not_read, error);
  const exec::provider dialect =
      options.dialect == exec::provider::told_from_text ? exec::told_from(text) : options.dialect;
  // The built-in tools end by themselves soon enough; a program is not in the terminal's process group.
  const bool interruptible = commands != nullptr;
  if (dialect == exec::provider::anthropic)
    return run<tacet::anthropic_messages>(options, executor, text, bar, interruptible);
  return run<tacet::openai_chat>(options, executor, text, bar, interruptible);
}

int serve_commands(const exec::options& options, const support::progress_line& bar) {
  const exec::command_tools tools = exec::make_command_tools(options, bar);
  for (const std::string& one : tools.complaints) complain(not_read, one);
  if (!tools.executor.has_value()) return not_read;
  if (options.what == exec::output::list || options.what == exec::output::offer || options.trace)
    for (const std::string& one : tools.notes)
      std::fprintf(stderr, "exec: note: %s\n", support::show(one, most_note).text.c_str());
  return answer(options, *tools.executor, bar, &tools);
}

int serve(const exec::options& options) {
  if (options.what == exec::output::schema) {
    std::string text = tacet::executor_config::schema_text();
    while (text.ends_with('\n')) text.pop_back();
    return print(text);
  }
  const support::progress_line bar(stderr, support::terminal::at(2));
  if (!options.tools.empty()) return serve_commands(options, bar);
  std::optional<support::workspace> files;
  try {
    files.emplace(options.root.empty() ? "." : options.root);
  } catch (const std::exception& error) {
    return complain(not_read, "the root cannot be used: " + std::string(error.what()));
  }
  return answer(options, exec::make_executor(*files, bar, options.files), bar);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a reader that went away is a failed write
  std::signal(SIGCHLD, SIG_DFL);  // whoever started us may ignore it, and then no end of a program is told
  std::string error;
  const std::optional<exec::options> options = exec::parse(argc, argv, error);
  if (!options.has_value()) return complain(not_read, error + "; --help lists the options");
  if (options->help) return print(std::string(exec::help_text.substr(0, exec::help_text.size() - 1)));
  try {
    return serve(*options);
  } catch (const std::exception& failure) {
    return complain(not_written, failure.what());
  }
}
