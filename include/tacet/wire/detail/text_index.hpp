// SPDX-License-Identifier: MIT
// Where the values of a well-formed JSON text end, so that what was read once is not read again at every level.
#pragma once

#include <tacet/json/fault.hpp>
#include <tacet/json/read_container.hpp>
#include <tacet/wire/detail/walk.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tacet::detail {

/// The ends of all containers and strings that are not short. Takes half the size of the text at most.
class text_index {
 public:
  /// Linear in the text, which must be well formed and no deeper than `json::most_depth`. Throws only std::bad_alloc.
  void build(std::string_view text) {
    begin_ = text.data();
    end_ = begin_ + text.size();
    entries_.clear();
    // Beyond these a value is looked for again each time, at most once for each level.
    const std::size_t most = text.size() / (2 * sizeof(entry));
    std::size_t open[json::most_depth + 1];
    std::size_t depth = 0;
    for (const char* p = begin_; p != end_;) {
      switch (*p) {
        case '"': {
          const char* const behind = skip_string(p + 1);
          if (static_cast<std::size_t>(behind - p) >= shortest && entries_.size() < most) entries_.push_back({offset(p), offset(behind)});
          p = behind;
          continue;
        }
        case '{':
        case '[':
          open[depth++] = entries_.size() < most ? entries_.size() : most;
          if (entries_.size() < most) entries_.push_back({offset(p), 0});
          break;
        case '}':
        case ']': {
          const std::size_t at = open[--depth];
          if (at == most) break;
          entries_[at].end = offset(p + 1);
          // What is short holds nothing that is not.
          if (entries_[at].end - entries_[at].begin < shortest) entries_.resize(at);
          break;
        }
        default: break;
      }
      ++p;
    }
  }

  /// Behind the value at `p`.
  [[nodiscard]] const char* behind(const char* p) const noexcept {
    if (*p == '"') {
      for (const char *q = p + 1, *const most = p + shortest; q < most; q += *q == '\\' ? 2 : 1)
        if (*q == '"') return q + 1;
    } else if (*p != '{' && *p != '[') {
      return skip_scalar(p, end_);
    }
    if (p >= begin_ && p < end_) {
      const auto found = std::lower_bound(entries_.begin(), entries_.end(), offset(p),
                                          [](const entry& one, std::size_t at) { return one.begin < at; });
      if (found != entries_.end() && found->begin == offset(p)) return begin_ + found->end;
    }
    return skip_value(p, end_);
  }

 private:
  static constexpr std::size_t shortest = 32;
  struct entry {
    std::size_t begin, end;
  };
  [[nodiscard]] std::size_t offset(const char* p) const noexcept { return static_cast<std::size_t>(p - begin_); }

  const char* begin_ = nullptr;
  const char* end_ = nullptr;
  std::vector<entry> entries_{};
};

/// The exact text of a value in a text that was checked and has an index. Decoded with an `indexed_context` alone.
struct known_value {
  std::string_view text{};
};
struct indexed_context : json::context {
  const text_index* index;
  explicit indexed_context(const text_index& of) noexcept : index(&of) {}
};

}  // namespace tacet::detail

namespace tacet::json {

template <> struct reader<tacet::detail::known_value> {
  static constexpr std::string_view expected = "a value";
  [[gnu::noinline]] static const char* read(const char* p, context& c, tacet::detail::known_value& out) noexcept {
    const char* const end = static_cast<const tacet::detail::indexed_context&>(c).index->behind(p);
    out.text = {p, static_cast<std::size_t>(end - p)};
    return detail::inside(end, c);
  }
};

}  // namespace tacet::json
