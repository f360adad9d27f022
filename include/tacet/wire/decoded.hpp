// SPDX-License-Identifier: MIT
// What a decoder of provider text gives: the value, or why there is none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace tacet {

/// Why a text is no reply.
enum class decode_failure : std::uint8_t {
  invalid_json,
  wrong_shape,     ///< JSON, but not what this dialect sends
  unsupported,     ///< what the dialect may send, but nothing here can run
  provider_error,  ///< the provider says that something went wrong; none of its calls may run
  too_large,
  too_many_calls,
  too_deep,
  no_memory,
  interrupted,  ///< a stream ended before the reply did
};

[[nodiscard]] constexpr std::string_view to_text(decode_failure value) noexcept {
  constexpr std::string_view texts[] = {"invalid JSON", "wrong shape",    "unsupported", "provider error",
                                        "too large",    "too many calls", "too deep",    "no memory",
                                        "interrupted"};
  return texts[static_cast<std::uint8_t>(value)];
}

/// Texts in it come from outside: they are valid UTF-8, but may hold control characters.
struct decode_error {
  decode_failure reason = decode_failure::wrong_shape;
  std::string message{};        ///< one sentence for people, with the place
  std::size_t offset = 0;       ///< the byte of the text at which it is
  std::string provider_type{};  ///< of a provider error: its type, or its code
  std::string provider_message{};
};

/// A `T` or a `decode_error`, in the shape of std::expected.
template <class T> class decoded {
 public:
  using value_type = T;
  using error_type = decode_error;

  decoded(T value) noexcept : held_(std::in_place_index<0>, std::move(value)) {}
  decoded(decode_error error) noexcept : held_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool has_value() const noexcept { return held_.index() == 0; }
  [[nodiscard]] explicit operator bool() const noexcept { return has_value(); }

  /// Only when there is a value.
  [[nodiscard]] T& operator*() & noexcept { return *std::get_if<0>(&held_); }
  [[nodiscard]] const T& operator*() const& noexcept { return *std::get_if<0>(&held_); }
  [[nodiscard]] T&& operator*() && noexcept { return std::move(*std::get_if<0>(&held_)); }
  [[nodiscard]] T* operator->() noexcept { return std::get_if<0>(&held_); }
  [[nodiscard]] const T* operator->() const noexcept { return std::get_if<0>(&held_); }
  /// Only when there is none.
  [[nodiscard]] const decode_error& error() const noexcept { return *std::get_if<1>(&held_); }

 private:
  std::variant<T, decode_error> held_;
};

}  // namespace tacet
