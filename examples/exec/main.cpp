// SPDX-License-Identifier: MIT
// Runs the tool calls of one model reply: the reply comes in, the messages that answer it go out.
#include "options.hpp"
#include "pipeline.hpp"
#include "provider.hpp"
#include "report_json.hpp"
#include "support/trace_table.hpp"

#include <tacet/wire/anthropic_messages.hpp>
#include <tacet/wire/openai_chat.hpp>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>
#include <string>

namespace {

constexpr int answered = 0;
constexpr int not_written = 1;
constexpr int not_read = 2;

int complain(int status, const std::string& message) {
  std::fprintf(stderr, "exec: %s\n", support::show(message).text.c_str());
  return status;
}

/// At most one byte more than a decoder takes, so that it can say that there is too much.
bool read_all(const std::string& name, std::string& text, std::string& error) {
  constexpr std::size_t most = tacet::reply_options{}.most_bytes + 1;
  std::FILE* const file = name == "-" ? stdin : std::fopen(name.c_str(), "rb");
  if (file == nullptr) return error = "cannot open '" + name + "': " + std::strerror(errno), false;
  char buffer[65536];
  std::size_t got = 0;
  while (text.size() < most && (got = std::fread(buffer, 1, sizeof buffer, file)) != 0)
    text.append(buffer, got);
  const bool good = std::ferror(file) == 0;
  if (!good) error = "cannot read '" + name + "': " + std::strerror(errno);
  if (file != stdin) std::fclose(file);
  return good;
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
        const support::progress_line& bar) {
  const tacet::decoded<tacet::reply> got = Dialect::decode(text);
  if (!got) {
    std::string message = "this is no reply that can be run: " + got.error().message;
    if (options.dialect == exec::provider::told_from_text)
      message += "; it was read as a reply of " + std::string(Dialect::name) + ", --provider says otherwise";
    return complain(not_read, message);
  }
  const tacet::reply& reply = *got;
  const tacet::execution_report report = executor.execute(reply.calls());
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
  return print(out);
}

int serve(const exec::options& options) {
  std::optional<support::workspace> files;
  try {
    files.emplace(options.root);
  } catch (const std::exception& error) {
    return complain(not_read, "the root cannot be used: " + std::string(error.what()));
  }
  const support::progress_line bar(stderr, support::terminal::at(2));
  const auto executor = exec::make_executor(*files, bar, options.files);
  if (options.what == exec::output::tools)
    return print(options.dialect == exec::provider::anthropic
                     ? tacet::anthropic_messages::tools(executor.descriptors())
                     : tacet::openai_chat::tools(executor.descriptors()));
  if (options.file == "-" && ::isatty(0) == 1)
    std::fputs("exec: reading a reply from the terminal, up to Ctrl-D\n", stderr);
  std::string text;
  std::string error;
  if (!read_all(options.file, text, error)) return complain(not_read, error);
  const exec::provider dialect =
      options.dialect == exec::provider::told_from_text ? exec::told_from(text) : options.dialect;
  if (dialect == exec::provider::anthropic)
    return run<tacet::anthropic_messages>(options, executor, text, bar);
  return run<tacet::openai_chat>(options, executor, text, bar);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a reader that went away is a failed write
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
