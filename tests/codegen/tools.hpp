// SPDX-License-Identifier: MIT
// The sixteen tools that every measured executor has, and their arguments.
#pragma once

#include <tacet/tacet.hpp>

namespace codegen {

struct pair_args {
  int a;
  int b;
};

/// Each does something else, so that no two of them are merged into one function.
template <tacet::text_literal Name, int Factor> constexpr auto weighted() {
  return tacet::tool<Name>([](const pair_args& x) { return x.a * Factor + x.b; }, tacet::read_only);
}

/// `tools{...}` of the sixteen and of what else is given. The one that is called is add_numbers.
template <class... More> constexpr auto sixteen_tools(More... more) {
  return tacet::tools{weighted<"get_weather", 2>(),
                      weighted<"send_mail", 3>(),
                      weighted<"search_text", 4>(),
                      weighted<"list_files", 5>(),
                      weighted<"read_file", 6>(),
                      weighted<"write_file", 7>(),
                      weighted<"add_numbers", 1>(),
                      weighted<"book_flight", 8>(),
                      weighted<"cancel_order", 9>(),
                      weighted<"find_user", 10>(),
                      weighted<"update_row", 11>(),
                      weighted<"delete_row", 12>(),
                      weighted<"play_music", 13>(),
                      weighted<"set_timer", 14>(),
                      weighted<"open_door", 15>(),
                      weighted<"close_door", 16>(),
                      more...};
}

}  // namespace codegen
