// SPDX-License-Identifier: MIT
// Which members or elements of one value a keyword has looked at, for the unevaluated keywords.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace tacet::detail {

class schema_marks {
 public:
  /// Allocates for more than 256; `ok` tells whether it could.
  explicit schema_marks(std::size_t size) noexcept : words_((size + 63) / 64) {
    if (words_ > few) more_.reset(new (std::nothrow) std::uint64_t[words_]());
  }
  schema_marks(const schema_marks&) = delete;

  [[nodiscard]] bool ok() const noexcept { return words_ <= few || more_ != nullptr; }
  [[nodiscard]] std::size_t words() const noexcept { return words_; }
  void set(std::size_t i) noexcept { data()[i / 64] |= std::uint64_t{1} << (i % 64); }
  [[nodiscard]] bool has(std::size_t i) noexcept { return (data()[i / 64] >> (i % 64) & 1) != 0; }
  void add(schema_marks& other) noexcept {
    for (std::size_t i = 0; i < words_; ++i) data()[i] |= other.data()[i];
  }

 private:
  static constexpr std::size_t few = 4;
  std::uint64_t* data() noexcept { return more_ != nullptr ? more_.get() : inline_; }

  std::size_t words_;
  std::uint64_t inline_[few] = {};
  std::unique_ptr<std::uint64_t[]> more_;
};

}  // namespace tacet::detail
