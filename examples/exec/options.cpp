// SPDX-License-Identifier: MIT
// The command line of exec.
#include "options.hpp"

namespace exec {

const std::string_view help_text =
    R"(exec: runs the tool calls of one model reply and prints the messages that answer them

  exec [options] [FILE]       the reply stands in FILE, or comes from the standard input

The reply is a whole response of the provider, or only the assistant's message, as JSON. Every call is answered
exactly once, in call order, also the refused, unknown and broken ones. On the standard output comes one JSON array,
ready to be appended to the messages of the next request, and nothing else.

  --provider NAME             openai (chat completions) or anthropic (messages). Without it the text tells:
                              choices, tool_calls or object mean openai; stop_reason, a type of message or error,
                              or a content block of type tool_use mean anthropic; anything else means openai
  --root DIR                  the tools read files below DIR only (the working directory)
  --no-files                  take the capability to read files away
  --turn                      put the assistant's turn in front of the results. Use it when calls came without
                              ids, or with repeated ones: they are made unique, in the turn as in the results
  --report                    print the whole report as JSON instead of the messages
  --trace                     also print on the standard error what each phase did
  --tools                     print the tools as the request's member of that name (openai without --provider)
  --help                      this text

The tools: list_files, search_text, read_file, count_lines, calculate, clock. None of them changes anything.

Exit status: 0 every call was answered, also if some answers are errors; 1 the output could not be written;
2 the reply could not be read (nothing is printed then), or the command line is wrong.
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
    if (name == "--provider" || name == "--root") {
      if (equals == std::string_view::npos && i + 1 == argc)
        return refuse(std::string(name) + " needs a value");
      const std::string value(equals == std::string_view::npos ? std::string_view(argv[++i])
                                                               : whole.substr(equals + 1));
      if (name == "--root") all.root = value;
      else if (value == "openai") all.dialect = provider::openai;
      else if (value == "anthropic") all.dialect = provider::anthropic;
      else return refuse("there is no provider '" + value + "'; it is openai or anthropic");
      continue;
    }
    if (whole == "--turn" || whole == "--report" || whole == "--tools") {
      if (shape != nullptr && whole != shape)
        return refuse(std::string(shape) + " and " + std::string(whole) + " exclude each other");
      shape = argv[i];
      all.what = whole == "--turn" ? output::exchange : whole == "--report" ? output::report : output::tools;
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
  return all;
}

}  // namespace exec
