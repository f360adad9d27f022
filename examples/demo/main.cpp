// SPDX-License-Identifier: MIT
// A scripted conversation over the files of this repository that shows what happens to calls of all kinds.
#include "cost.hpp"
#include "phase_table.hpp"
#include "script.hpp"
#include "stage.hpp"
#include "support/builtin_tools.hpp"
#include "support/progress_line.hpp"
#include "support/terminal.hpp"

#include <tacet/tacet.hpp>
#include <tacet/termination/call_history.hpp>
#include <tacet/wire/openai_chat.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using support::show;
using support::terminal;

constexpr std::string_view help = R"(demo: a scripted model, real tools, the files of this repository

  demo [--root DIR]     DIR has include/tacet in it; without it the working directory, or one above the program

No network, nothing is changed. Colours and the moving bar are for terminals only; NO_COLOR and TERM=dumb turn them
off. Exit status: 0 all went as scripted, 1 it did not, 2 the root was not found.
)";

/// Fails its first attempt, so that there is something to repeat.
auto unsteady_clock() {
  return tacet::tool<"unsteady_clock">(
      [](tacet::tool_context& context) {
        if (context.attempt() == 1) throw std::runtime_error("connection reset");
        const auto seconds = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
        return std::to_string(seconds.time_since_epoch().count()) + " seconds since 1970";
      },
      tacet::describe<"Tell the time">, tacet::idempotent);
}

struct header_length {
  std::string file;
  std::size_t lines;
};
auto longest_header(const support::workspace& files) {
  return tacet::tool<"longest_header">(
      [&files] {
        header_length longest{};
        for (const std::string& path : files.files("include")) {
          const std::string text = files.read(path);
          const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
          if (lines > longest.lines) longest = {path, lines};
        }
        return longest;
      },
      tacet::describe<"Name the longest header">, tacet::read_only, tacet::max_calls<1>,
      tacet::requires_<support::file_access>);
}

auto make_executor(const support::workspace& files, const support::progress_line& bar, bool slowly) {
  return tacet::tool_executor{
      tacet::tools{support::list_files(files), support::search_text(files), support::read_file(files),
                   support::count_lines(files), support::calculate(), longest_header(files),
                   unsteady_clock()},
      tacet::preconditions{tacet::capability_requirement{tacet::grants<support::file_access>{}},
                           support::inside_root(files), tacet::call_budget{}},
      support::spare_the_model(files),
      tacet::retries<tacet::retry_schedule{.max_attempts = 3, .backoff = 20ms}>{},
      tacet::progress{[&bar, slowly](const tacet::tool_progress& value) {
        bar(value);
        if (slowly) std::this_thread::sleep_for(8ms);  // only so that a person can see it move
      }},
      tacet::collect_trace{}};
}

std::optional<std::filesystem::path> find_root(const std::string& asked, const char* program) {
  const auto is_root = [](const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(path / "include/tacet", ignored);
  };
  if (!asked.empty()) return is_root(asked) ? std::optional(std::filesystem::path(asked)) : std::nullopt;
  if (is_root(".")) return std::filesystem::path(".");
  std::error_code bad;
  for (std::filesystem::path above = std::filesystem::canonical(program, bad);
       !bad && above.has_relative_path();) {
    above = above.parent_path();
    if (is_root(above)) return above;
  }
  return std::nullopt;
}

std::string ratio_text(double ratio) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", ratio);
  return text;
}

/// Plays the replies up to the stop of the policy. False when something did not go as scripted.
bool play(const support::workspace& files, const terminal& t, std::vector<demo::phase_row>& rows) {
  const support::progress_line bar(stdout, t);
  const auto executor = make_executor(files, bar, t.live);
  const demo::stage on(t);
  tacet::call_history history;
  std::vector<std::string> ids;
  std::size_t number = 0;
  std::int64_t rounds = 0;
  for (const demo::step& step : demo::script) {
    const std::vector<std::string_view> taken(ids.begin(), ids.end());
    tacet::reply_options options;
    options.taken_ids = taken;
    const tacet::decoded<tacet::reply> got = tacet::openai_chat::decode(step.reply, options);
    if (!got) {
      std::printf("the reply was not understood: %s\n", show(got.error().message).text.c_str());
      return false;
    }
    if (!step.title.empty()) on.title(++number, step.title);
    on.says(got->text());
    ++rounds;
    for (const tacet::reply_note& note : got->notes()) on.noted(note);
    for (const tacet::tool_call& call : got->calls()) on.asks(call);
    const tacet::execution_report report = executor.execute(got->calls());
    bar.clear();
    std::string kinds;
    for (std::size_t i = 0; i < got->calls().size(); ++i) {
      const tacet::tool_call& call = got->calls()[i];
      on.streamed(report.outcomes[i]);
      on.answers(report.outcomes[i], got->calls().size() > 1);
      kinds += (i == 0 ? "" : ", ") + std::string(to_text(report.outcomes[i].kind));
      history.record(call, report.outcomes[i].content);
      ids.emplace_back(call.id);
    }
    const std::vector<demo::phase_row> made = demo::rows_of(report);
    rows.insert(rows.end(), made.begin(), made.end());
    if (kinds != step.expected) return false;

    const tacet::termination_verdict verdict = history.judge({got->calls().size(), rounds, 20});
    if (!verdict.terminate) continue;
    on.stopped(verdict);
    return verdict.reason == tacet::stop_reason::repetition;
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  std::string asked;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--help" || argument == "-h")
      return std::fwrite(help.data(), 1, help.size(), stdout) == help.size() ? 0 : 1;
    if (argument == "--root" && i + 1 < argc) asked = argv[++i];
    else if (argument.starts_with("--root=")) asked = argument.substr(7);
    else
      return std::fprintf(stderr, "demo: unknown option '%s'; --help lists them\n",
                          show(argument).text.c_str()),
             2;
  }
  const std::optional<std::filesystem::path> root = find_root(asked, argv[0]);
  if (!root.has_value())
    return std::fputs("demo: there is no include/tacet here; --root says where it is\n", stderr), 2;
  try {
    const terminal t = terminal::at(1);
    std::printf("%s\n%s\n", t.bold("tacet: every call of a model is answered exactly once").c_str(),
                t.faint("a scripted model, real tools, the files of this repository, no network").c_str());
    const support::workspace files(root->string());
    std::vector<demo::phase_row> rows;
    if (!play(files, t, rows)) return std::fputs("\ndemo: this did not go as scripted\n", stdout), 1;

    std::printf("\n%s\n%s", t.bold("What each phase did").c_str(), demo::phase_table(rows, t).c_str());
    std::fflush(stdout);
    const demo::cost cost = demo::measure();
    if (!cost.equal)
      return std::fputs("\ndemo: the executor and the function by hand gave different answers\n", stdout), 1;
    std::printf("\n%s\n",
                t.bold("What one call without any policy costs, from argument text to answer").c_str());
    std::printf("   executor %.1f ns, by hand %.1f ns, ratio %s (same answers, measured now)\n",
                cost.executor_ns, cost.by_hand_ns,
                t.bold(ratio_text(cost.executor_ns / cost.by_hand_ns)).c_str());
  } catch (const std::exception& error) {
    return std::fprintf(stderr, "demo: %s\n", show(error.what()).text.c_str()), 1;
  }
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? 0 : 1;
}
