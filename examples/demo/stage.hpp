// SPDX-License-Identifier: MIT
// Shows the conversation of the demo, in as many columns as there are.
#pragma once

#include "support/builtin_tools.hpp"
#include "support/terminal.hpp"

#include <tacet/tacet.hpp>
#include <tacet/wire/reply.hpp>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <thread>

namespace demo {

using support::cell;
using support::show;
using support::terminal;

class stage {
 public:
  explicit stage(const terminal& t)
      : terminal_(t),
        arrow_(t.utf8 ? "\u2192" : "->"),
        good_(t.utf8 ? "\u2713" : "ok"),
        bad_(t.utf8 ? "\u2717" : "no") {}

  void title(std::size_t number, std::string_view text) const {
    std::printf("\n%s %s\n", terminal_.faint(cell(std::to_string(number), 2)).c_str(),
                terminal_.bold(text).c_str());
    pause();
  }
  void says(std::string_view text) const {
    if (!text.empty()) std::printf("   %s\n", show(text, terminal_.width - 3).text.c_str());
  }
  void noted(const tacet::reply_note& note) const {
    std::printf("   %s\n", terminal_.faint(to_text(note.kind)).c_str());
  }
  void asks(const tacet::tool_call& call) const {
    const std::string name = show(call.name, 30).text;
    const std::string arguments = show(call.arguments, terminal_.width - name.size() - 7).text;
    std::printf("   %s %s%s%s\n", terminal_.cyan(cell(arrow_, 2)).c_str(), terminal_.cyan(name).c_str(),
                arguments.empty() ? "" : " ", arguments.c_str());
    std::fflush(stdout);
  }
  /// `named` tells the answers of one reply apart.
  void answers(const tacet::tool_outcome& outcome, bool named) const {
    const bool good = outcome.kind == tacet::outcome_kind::succeeded;
    const std::string mark = cell(good ? good_ : bad_, 2);
    const std::string text =
        (named ? std::string(outcome.name) + ": " : std::string()) + std::string(outcome.content);
    std::printf("   %s %s\n", good ? terminal_.green(mark).c_str() : terminal_.red(mark).c_str(),
                wrapped(text).c_str());
    std::string more;
    if (outcome.attempts > 1) more = std::to_string(outcome.attempts) + " attempts";
    if (outcome.kind == tacet::outcome_kind::refused)
      more =
          "refused in " + std::string(to_text(outcome.phase)) + ": " + std::string(to_text(outcome.reason));
    if (!more.empty())
      std::printf("      %s\n", terminal_.faint(show(more, terminal_.width - 6).text).c_str());
    std::fflush(stdout);
    pause();
  }
  /// Where the bar could not move, its last state is shown.
  void streamed(const tacet::tool_outcome& outcome) const {
    const support::line_count* const count = outcome.value.get_if<support::line_count>();
    if (count == nullptr) return;
    std::printf("   %s %s %zu/%zu files, %zu lines\n", cell("", 2).c_str(),
                terminal_.cyan(terminal_.bar(count->files, count->of_files, 30)).c_str(), count->files,
                count->of_files, count->lines);
  }
  void stopped(const tacet::termination_verdict& verdict) const {
    std::printf(
        "   %s %s\n", terminal_.yellow(terminal_.utf8 ? "\u25A0 " : "! ").c_str(),
        wrapped("the loop ends, " + std::string(to_text(verdict.reason)) + ": " + verdict.detail).c_str());
    pause();
  }
  void pause() const {
    if (terminal_.live) std::this_thread::sleep_for(std::chrono::milliseconds(150));
  }

 private:
  // At most three lines.
  [[nodiscard]] std::string wrapped(std::string_view text) const {
    const std::size_t width = terminal_.width - 6;
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
    std::string all = show(text, width * 3 - 60).text;
    std::string lines;
    while (show(all).columns > width) {
      // Behind a blank, comma or slash if there is one in the last third, else where the line is full.
      std::size_t cut = show(all, width + 3).text.size() - 3;
      const std::size_t gap = all.find_last_of(" ,/", cut - 1);
      if (gap != std::string::npos && gap > cut * 2 / 3) cut = gap + 1;
      lines += all.substr(0, cut - (all[cut - 1] == ' ' ? 1 : 0)) + "\n      ";
      all.erase(0, cut);
    }
    return lines + all;
  }

  terminal terminal_;
  std::string_view arrow_;
  std::string_view good_;
  std::string_view bad_;
};

}  // namespace demo
