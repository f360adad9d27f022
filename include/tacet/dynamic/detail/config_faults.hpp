// SPDX-License-Identifier: MIT
// Gathers the faults of a document, as many as a person reads.
#pragma once

#include <tacet/dynamic/pointed_fault.hpp>
#include <tacet/json/pointer.hpp>
#include <tacet/text/text_room.hpp>
#include <tacet/text/text_writer.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet::detail {

/// The pointer of the member `name` of what `outer` points to. A name is clipped at 80 bytes, and control
/// characters are blanks, so that what is printed is short and harmless.
[[nodiscard]] inline std::string pointer_to(std::string_view outer, std::string_view name) {
  std::byte memory[512];  // three bytes for each that is no UTF-8, and some
  text_room room(memory);
  text_writer to(room);
  json::append_reference(to, name);
  return std::string(outer).append(to.text());
}

class config_faults {
 public:
  static constexpr std::size_t most = 100;

  void add(std::string pointer, std::string message) {
    if (!full()) all_.push_back({std::move(pointer), std::move(message)});
    else ++left_out_;
  }
  [[nodiscard]] bool has(std::string_view pointer) const noexcept {
    for (const pointed_fault& one : all_)
      if (one.pointer == pointer) return true;
    return false;
  }
  /// What is added now is only counted: its words need not be made.
  [[nodiscard]] bool full() const noexcept { return all_.size() >= most; }
  [[nodiscard]] bool empty() const noexcept { return all_.empty(); }

  /// The list, with a last line about what is not in it.
  [[nodiscard]] std::vector<pointed_fault> take() {
    if (left_out_ != 0) all_.push_back({"", "there are " + std::to_string(left_out_) + " more faults"});
    return std::move(all_);
  }

 private:
  std::vector<pointed_fault> all_{};
  std::size_t left_out_ = 0;
};

}  // namespace tacet::detail
