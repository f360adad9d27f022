// SPDX-License-Identifier: MIT
// A regular expression of a schema, run by RE2: the time to search grows with the text, never exponentially.
#pragma once

#include <tacet/dynamic/detail/schema_ecma.hpp>
#include <tacet/dynamic/detail/schema_value.hpp>

#include <re2/re2.h>

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
    program_ = std::move(made);
    return {};
  }

  /// Whether it matches anywhere in `text`. False when the budget ends: what is taken from it is
  /// the worst case of RE2, text by program.
  [[nodiscard]] bool matches(std::string_view text, schema_budget& budget) const noexcept {
    // Where RE2 runs out of memory for its states, it steps through the whole program at each byte.
    if (!budget.take(1 + text.size() * (size_ + 1) / 64)) return false;
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
  std::string_view text_;
  std::size_t size_ = 0;
  std::unique_ptr<const re2::RE2> program_;
};

}  // namespace tacet::detail
