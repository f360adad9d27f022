// SPDX-License-Identifier: MIT
// A short text that is either a constant or owned.
#pragma once

#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace tacet {

/// What a verdict says to the model. A copy of the text it is made from, unless that is `constant`. Nothing here
/// throws: where there is no memory for the copy, the text says so.
// Small and without a throw, so that checks which are asked for every call and object to few have little to set up.
class message {
 public:
  message() noexcept = default;
  /// A null pointer is no text.
  message(const char* text) noexcept {
    if (text != nullptr) own(text);
  }
  message(std::string_view text) noexcept { own(text); }
  message(const std::string& text) noexcept { own(text); }
  message(const message& other) noexcept : text_(other.text_) {
    if (other.owned_ != nullptr) own(other.text_);
  }
  message(message&& other) noexcept
      : text_(std::exchange(other.text_, std::string_view{})), owned_(std::exchange(other.owned_, nullptr)) {}
  message& operator=(message other) noexcept {
    std::swap(text_, other.text_);
    std::swap(owned_, other.owned_);
    return *this;
  }
  ~message() {
    if (owned_ != nullptr) [[unlikely]] free_owned();
  }

  /// `text` lives as long as the program: a literal.
  [[nodiscard]] static message constant(std::string_view text) noexcept {
    message made;
    made.text_ = text;
    return made;
  }
  [[nodiscard]] std::string_view view() const noexcept { return text_; }

 private:
  [[gnu::noinline]] void own(std::string_view text) noexcept {
    if (text.empty()) return;
    owned_ = static_cast<char*>(::operator new(text.size(), std::nothrow));
    if (owned_ == nullptr) {
      text_ = "The reason could not be stored: there was no memory for it.";
    } else {
      std::memcpy(owned_, text.data(), text.size());
      text_ = {owned_, text.size()};
    }
  }
  [[gnu::noinline]] void free_owned() noexcept { ::operator delete(owned_); }

  std::string_view text_{};
  char* owned_ = nullptr;
};

}  // namespace tacet
