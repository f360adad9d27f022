// SPDX-License-Identifier: MIT
// What is said of a program that did not do what it was run for.
#pragma once

#include <tacet/dynamic/detail/child_process.hpp>
#include <tacet/std/chrono.hpp>
#include <tacet/text/quote.hpp>
#include <tacet/text/text_room.hpp>
#include <tacet/text/text_writer.hpp>

#include <sys/wait.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace tacet::detail {

// In English whatever the locale: the words of strerror and strsignal are translated.
inline void append_system_error(text_writer& to, int error) noexcept {
  const char* words = nullptr;
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 32)
  words = ::strerrordesc_np(error);
#endif
#endif
  if (words != nullptr) return to.append(std::string_view(words));
  to.append("error ");
  to.append(error);
}
inline void append_signal(text_writer& to, int signal) noexcept {
  to.append("signal ");
  to.append(signal);
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 32)
  if (const char* const words = ::sigdescr_np(signal); words != nullptr) {
    to.append(" (");
    to.append(std::string_view(words));
    to.append(')');
  }
#endif
#endif
}

/// In one line, without what a terminal would obey. At most three bytes for each byte of the tail.
inline void append_error_tail(text_writer& to, const child_result& result) noexcept {
  std::string_view tail = result.error_tail;
  // A cut may have gone through a character, of which at most three bytes are left.
  if (result.error_cut)
    for (int i = 0; i < 3 && !tail.empty() && (static_cast<unsigned char>(tail.front()) & 0xC0U) == 0x80U;
         ++i)
      tail.remove_prefix(1);
  while (!tail.empty() && static_cast<unsigned char>(tail.back()) <= ' ') tail.remove_suffix(1);
  if (tail.empty()) return;
  to.append(" Standard error: ");
  if (result.error_cut) to.append("\xE2\x80\xA6");
  append_clean(to, tail, tail.size());
}

inline void append_end(text_writer& to, const child_result& result, std::chrono::nanoseconds had,
                       std::size_t most) noexcept {
  switch (result.end) {
    case child_end::late:
      to.append(result.had_ended
                    ? std::string_view("The program ended, but its output was still held open after ")
                    : std::string_view("The program was ended because it took longer than "));
      to.append(std::chrono::ceil<std::chrono::milliseconds>(had).count());
      to.append(" ms.");
      break;
    case child_end::too_long:
      to.append("The program was ended because it wrote more than ");
      to.append(most);
      to.append(" bytes.");
      break;
    default:
      if (!result.status_known) {
        to.append(
            "The program ended, but nobody knows how: another part of this process waited for it, or ignores "
            "children by now.");
      } else if (WIFSIGNALED(result.status)) {
        to.append("The program was ended by ");
        append_signal(to, WTERMSIG(result.status));
        to.append('.');
      } else {
        to.append("The program ended with exit status ");
        to.append(WEXITSTATUS(result.status));
        to.append('.');
      }
      return;
  }
  if (!result.status_known) to.append(" It could not be ended and may still run.");
}

// Without the path of the program: a model is told this, and where it lies is not for models.
inline void append_unstarted(text_writer& to, int error) noexcept {
  to.append("The program of this tool could not be started: ");
  append_system_error(to, error);
  to.append('.');
  if (error == ENOEXEC) to.append(" A script needs a first line such as `#!/bin/sh`.");
  if (error == ENOENT)
    to.append(" The program, the one that its line `#!` names, or its working directory is missing.");
}

/// Everything but an end of its own with status 0. `had`: the time it was given.
inline std::string child_failure_text(const child_result& result, std::chrono::nanoseconds had,
                                      std::size_t most_output) {
  text_room room;
  text_writer to(room);
  if (result.end == child_end::unstarted) {
    append_unstarted(to, result.error);
  } else {
    append_end(to, result, had, most_output);
    append_error_tail(to, result);
  }
  return std::string(to.finish("The program failed, and there was no memory to say how."));
}

}  // namespace tacet::detail
