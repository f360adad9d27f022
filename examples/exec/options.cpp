// SPDX-License-Identifier: MIT
// The command line of exec.
#include "options.hpp"

namespace exec {

const std::string_view help_text =
    R"(exec: runs the tool calls of one model reply and prints the messages that answer them

  exec [options] [FILE]       the reply stands in FILE, or comes from the standard input

The reply is a whole response of the provider, or only the assistant's message, as JSON: at most 64 MiB and 1024
calls. Every call is answered exactly once, in call order, also the refused, unknown and broken ones. On the standard
output comes one JSON array, ready to be appended to the messages of the next request, and nothing else.

  --provider NAME             openai (chat completions) or anthropic (messages). Without it the text tells:
                              choices, tool_calls or object mean openai; stop_reason, a type of message or error,
                              or a content block of type tool_use mean anthropic; anything else means openai
  --tools FILE                the tools are the programs that FILE names, instead of the built-in ones; see below
  --config FILE               limits, budgets, retries, timeouts, allow and deny lists and capabilities for them, as
                              JSON; what it says of termination is for loops, and one reply is none
  --root DIR                  the built-in tools read files below DIR only (the working directory)
  --no-files                  take the capability to read files away from the built-in tools
  --turn                      put the assistant's turn in front of the results. Use it when calls came without
                              ids, or with repeated ones: they are made unique, in the turn as in the results
  --report                    print the whole report as JSON instead of the messages
  --trace                     also print on the standard error what each phase did
  --list                      print the tools, a JSON object in a line each, with the time that an attempt has
  --offer                     print the tools as the request's member `tools` (openai without --provider), without
                              those that --config does not let run
  --schema                    print the JSON Schema of what --config reads
  --help                      this text

The built-in tools: list_files, search_text, read_file, count_lines, calculate, clock. None of them changes anything.

The file of --tools:

  {"tools": [{
    "name": "word_count",                    what the model calls
    "command": ["./count.sh", "--words"],    the program and its arguments, never read by a shell
    "description": "Count words",            what the model is told
    "input_schema": {"type": "object"},      JSON Schema of the arguments; without it any object is taken
    "effect": "read_only",                   or idempotent, or once (without it); once is never run twice for one call
    "timeout_ms": 5000,                      then the program and all it started are ended (attempt_ms of --config,
                                             else 30000)
    "output_limit": 65536,                   bytes; more are an error, not a cut result (1048576)
    "capability": "network",                 runs only if --config grants it
    "max_calls": 3,                          at most so many calls in one reply
    "prefix": "text_",                       stands in front of the name
    "environment": {"LANG": "C.UTF-8"},      all the program gets; without it only PATH=/usr/local/bin:/usr/bin:/bin
    "working_directory": "data"              (the folder of the file)
  }]}

  name and command are needed. A program runs in the folder of the file. One without a slash is looked for in the
  PATH of its environment; one with a slash, and a working directory, are relative to the folder of the file. The
  arguments come on standard input as JSON, standard output is the result; a status other than 0 is an error, told
  with the end of standard error. Nothing is taken from the environment of exec, and no program is run that the file
  does not name.

Exit status: 0 every call was answered, also if some answers are errors; 1 the output could not be written;
2 the reply, the tools or the configuration could not be read, or a program of the tools is not there (nothing is
printed and nothing run then), or the command line is wrong.
With --tools an interruption (Ctrl-C) ends the programs, answers what is left as cancelled, prints all answers and is
128 and the signal, for example 130; a second one ends exec at once. A signal that exec is started to ignore (nohup)
is ignored.
)";

std::optional<options> parse(int argc, const char* const* argv, std::string& error) {
  options all;
  bool named_file = false;
  bool only_files = false;
  const char* shape = nullptr;
  const auto refuse = [&](std::string why) {
    error = std::move(why);
    return std::nullopt;
  };
  for (int i = 1; i < argc; ++i) {
    const std::string_view whole = argv[i];
    const std::size_t equals = whole.starts_with("--") ? whole.find('=') : std::string_view::npos;
    const std::string_view name = whole.substr(0, equals);
    if (only_files || whole == "-" || !whole.starts_with('-')) {
      if (named_file) return refuse("there is one reply at a time; what about '" + std::string(whole) + "'?");
      named_file = true;
      all.file = whole;
      continue;
    }
    if (whole == "--") {
      only_files = true;
      continue;
    }
    if (name == "--provider" || name == "--root" || name == "--tools" || name == "--config") {
      if (equals == std::string_view::npos && i + 1 == argc)
        return refuse(std::string(name) + " needs a value");
      const std::string value(equals == std::string_view::npos ? std::string_view(argv[++i])
                                                               : whole.substr(equals + 1));
      if (name != "--provider" && value.empty()) return refuse(std::string(name) + " needs a value");
      if (name == "--root") all.root = value;
      else if (name == "--tools") all.tools = value;
      else if (name == "--config") all.config = value;
      else if (value == "openai") all.dialect = provider::openai;
      else if (value == "anthropic") all.dialect = provider::anthropic;
      else return refuse("there is no provider '" + value + "'; it is openai or anthropic");
      continue;
    }
    if (whole == "--turn" || whole == "--report" || whole == "--list" || whole == "--offer" ||
        whole == "--schema") {
      if (shape != nullptr && whole != shape)
        return refuse(std::string(shape) + " and " + std::string(whole) + " exclude each other");
      shape = argv[i];
      all.what = whole == "--turn"     ? output::exchange
                 : whole == "--report" ? output::report
                 : whole == "--list"   ? output::list
                 : whole == "--offer"  ? output::offer
                                       : output::schema;
    } else if (whole == "--trace") {
      all.trace = true;
    } else if (whole == "--no-files") {
      all.files = false;
    } else if (whole == "--help" || whole == "-h") {
      all.help = true;
    } else {
      return refuse("unknown option '" + std::string(whole) + "'");
    }
  }
  if (all.help || all.what == output::schema) return all;
  if (!all.config.empty() && all.tools.empty())
    return refuse("--config is for the tools of --tools; the built-in ones have --root and --no-files");
  if (!all.tools.empty() && (!all.root.empty() || !all.files))
    return refuse("--root and --no-files are for the built-in tools; those of --tools are told by --config");
  if (all.tools == "-" || all.config == "-")
    return refuse("--tools and --config need files; '-' is for the reply");
  return all;
}

}  // namespace exec
