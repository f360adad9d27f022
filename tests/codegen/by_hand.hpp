// SPDX-License-Identifier: MIT
// Sixteen tools as a careful person would write them by hand: their names, and what each does.
#pragma once

#include "cases.hpp"

#include <cstring>
#include <string_view>

namespace codegen::by_hand {

// By length first, so that at most a few comparisons are left.
inline int index_of(std::string_view name) {
  const auto is = [name](std::string_view other) {
    return std::memcmp(name.data(), other.data(), other.size()) == 0;
  };
  switch (name.size()) {
    case 9:
      if (is("send_mail")) return 1;
      if (is("read_file")) return 4;
      if (is("find_user")) return 9;
      if (is("set_timer")) return 13;
      if (is("open_door")) return 14;
      return -1;
    case 10:
      if (is("list_files")) return 3;
      if (is("write_file")) return 5;
      if (is("update_row")) return 10;
      if (is("delete_row")) return 11;
      if (is("play_music")) return 12;
      if (is("close_door")) return 15;
      return is("try_to_add") ? 16 : -1;
    case 11:
      if (is("get_weather")) return 0;
      if (is("search_text")) return 2;
      if (is("add_numbers")) return 6;
      return is("book_flight") ? 7 : -1;
    case 12:
      return is("cancel_order") ? 8 : -1;
    default:
      return -1;
  }
}

inline bool run(int index, const pair_args& x, int& result) {
  switch (index) {
    case 0:
      result = x.a * 2 + x.b;
      return true;
    case 1:
      result = x.a * 3 + x.b;
      return true;
    case 2:
      result = x.a * 4 + x.b;
      return true;
    case 3:
      result = x.a * 5 + x.b;
      return true;
    case 4:
      result = x.a * 6 + x.b;
      return true;
    case 5:
      result = x.a * 7 + x.b;
      return true;
    case 6:
      result = x.a + x.b;
      return true;
    case 7:
      result = x.a * 8 + x.b;
      return true;
    case 8:
      result = x.a * 9 + x.b;
      return true;
    case 9:
      result = x.a * 10 + x.b;
      return true;
    case 10:
      result = x.a * 11 + x.b;
      return true;
    case 11:
      result = x.a * 12 + x.b;
      return true;
    case 12:
      result = x.a * 13 + x.b;
      return true;
    case 13:
      result = x.a * 14 + x.b;
      return true;
    case 14:
      result = x.a * 15 + x.b;
      return true;
    case 15:
      result = x.a * 16 + x.b;
      return true;
    case 16:
      for (int attempt = 1; attempt <= 3; ++attempt) {
        const tacet::tool_result<int> tried = third_time_lucky(x);
        if (tried.has_value()) {
          result = *tried;
          return true;
        }
      }
      return false;
    default:
      return false;
  }
}

}  // namespace codegen::by_hand
