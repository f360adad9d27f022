// SPDX-License-Identifier: MIT
// A typed value seen without naming its type: a result, a progress payload, decoded arguments.
#pragma once

#include <tacet/json/encode.hpp>
#include <tacet/text/text_writer.hpp>

#include <string>
#include <type_traits>

namespace tacet {

namespace detail {

// Identity without RTTI: one object per type, compared by address.
template <class T> inline constexpr char type_mark = 0;

struct value_kind {
  const void* mark;
  void (*append)(text_writer&, const void*);  // null where nobody needs the text
};
template <class T> inline constexpr value_kind silent_kind{&type_mark<T>, nullptr};
template <class T>
inline constexpr value_kind written_kind{
    &type_mark<T>, [](text_writer& to, const void* value) { json::append_value(to, *static_cast<const T*>(value)); }};

}  // namespace detail

/// Borrows a value of any type. Two words; copying is free.
class value_view {
 public:
  constexpr value_view() noexcept = default;

  /// A view that can be read by its type only.
  template <class T> [[nodiscard]] static constexpr value_view silent(const T& value) noexcept {
    return {&value, &detail::silent_kind<T>};
  }
  /// A view that can also be written as JSON, for which `T` must be writable.
  template <class T> [[nodiscard]] static constexpr value_view written(const T& value) noexcept {
    return {&value, &detail::written_kind<T>};
  }

  [[nodiscard]] constexpr explicit operator bool() const noexcept { return data_ != nullptr; }

  /// The value if it is a `T`, exactly; null otherwise.
  template <class T> [[nodiscard]] constexpr const T* get_if() const noexcept {
    const bool same = kind_ != nullptr && kind_->mark == &detail::type_mark<T>;
    return same ? static_cast<const T*>(data_) : nullptr;
  }

  /// Appends the value as JSON; `null` when there is none or it cannot be written.
  void append_to(text_writer& to) const {
    if (kind_ == nullptr || kind_->append == nullptr) return to.append("null");
    kind_->append(to, data_);
  }
  /// The value as JSON text. Allocates.
  [[nodiscard]] std::string text() const {
    text_room room;
    text_writer to(room);
    append_to(to);
    return std::string(to.finish("null"));
  }

 private:
  constexpr value_view(const void* data, const detail::value_kind* kind) noexcept : data_(data), kind_(kind) {}

  const void* data_ = nullptr;
  const detail::value_kind* kind_ = nullptr;
};

}  // namespace tacet
