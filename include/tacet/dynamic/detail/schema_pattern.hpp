// SPDX-License-Identifier: MIT
// A regular expression of a schema, run by RE2: the time to search grows with the text, never exponentially.
#pragma once

#include <tacet/dynamic/detail/schema_ecma.hpp>
#include <tacet/dynamic/detail/schema_value.hpp>

#include <re2/re2.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace tacet::detail {

/// What one pattern may take of memory, in bytes, for its program and for its search.
inline constexpr std::int64_t most_pattern_memory = std::int64_t{4} << 20;

/// How large the programs of one schema's patterns may be together, in instructions of RE2; 1,000 take about
/// 1 ms to compile. A pattern of 20 characters has about 30.
inline constexpr std::size_t most_pattern_program = 500'000;

class schema_pattern {
 public:
  schema_pattern() = default;

  /// The reason when it cannot be used, else an empty text.
  std::string compile(std::string_view ecma) {
    translated_pattern translated = ecma_translation(ecma).run();
    if (!translated.fault.empty()) return std::move(translated.fault);
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_never_capture(true);
    options.set_max_mem(most_pattern_memory);
    auto made = std::make_unique<re2::RE2>(translated.text, options);
    if (!made->ok()) {
      if (made->error_code() == re2::RE2::ErrorPatternTooLarge) return "it takes too much memory";
      return made->error();
    }
    text_ = ecma;
    size_ = static_cast<std::size_t>(made->ProgramSize());
    weight_ = weight(translated.positions, size_);
    least_ = translated.least;
    most_ = translated.most;
    program_ = std::move(made);
    return {};
  }

  /// Whether it matches anywhere in `text`. False when the budget ends; the text times `weight` is taken
  /// from it.
  [[nodiscard]] bool matches(std::string_view text, schema_budget& budget) const noexcept {
    if (!budget.take(1 + text.size() * weight_ / 32)) return false;
    if (least_ > 0 || most_ < text.size()) {
      const std::size_t size = code_points(text);
      if (size < least_ || size > most_) return false;
    }
    try {
      return re2::RE2::PartialMatch({text.data(), text.size()}, *program_);
    } catch (...) {  // its search may ask for memory
      return budget.exhaust();
    }
  }

  [[nodiscard]] std::size_t program_size() const noexcept { return size_; }

  /// As the schema has it. It lives as long as the schema's own text.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }

 private:
  // In units of about 8 ns for a byte. RE2 makes the states of its search as it meets them. Few positions
  // have few states, and then the search is linear in the text. With more it may have to make one at every
  // byte, which costs what the instructions cost that are alive: never more than all of them, and with texts
  // and classes of Unicode made for it no more than 20 for a position was measured.
  static std::size_t weight(std::size_t positions, std::size_t size) noexcept {
    constexpr std::size_t few = 4, light = 16;
    if (positions <= few) return light;
    return std::max(light, std::min(size, positions * 20));
  }

  std::string_view text_;
  std::size_t size_ = 0;
  std::size_t weight_ = 0;
  std::size_t least_ = 0, most_ = 0;
  std::unique_ptr<const re2::RE2> program_;
};

}  // namespace tacet::detail
