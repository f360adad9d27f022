// SPDX-License-Identifier: MIT
// A typed value seen without naming its type: a result, a progress payload, decoded arguments.
#pragma once

#include <tacet/json/encode.hpp>
#include <tacet/text/text_writer.hpp>

#include <cstring>
#include <string>
#include <type_traits>

namespace tacet {

namespace detail {

// Identity without RTTI: one object per type, compared by address.
template <class T> inline constexpr char type_mark = 0;

struct value_kind {
  const void* mark;
  void (*append)(text_writer&, const void*);  // null where nobody needs the text
  bool in_place = false;                      // the value stands in the view itself
};
template <class T> inline constexpr value_kind silent_kind{&type_mark<T>, nullptr};
template <class T> inline constexpr value_kind held_kind{&type_mark<T>, nullptr, true};
template <class T>
inline constexpr value_kind written_kind{
    &type_mark<T>, [](text_writer& to, const void* value) { json::append_value(to, *static_cast<const T*>(value)); }};

}  // namespace detail

/// Borrows a value of any type, or holds a small one. Two words; copying is free.
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

  /// Whether `T` is small enough to be held in the view.
  template <class T>
  static constexpr bool holds = sizeof(T) <= sizeof(void*) && std::is_trivially_copyable_v<T> &&
                                std::is_trivially_destructible_v<T>;
  /// A view that holds the value itself; a pointer from `get_if` lives as long as the view.
  template <class T>
    requires holds<T>
  [[nodiscard]] static value_view held(const T& value) noexcept {
    value_view made;
    std::memcpy(&made.data_, &value, sizeof value);
    made.kind_ = &detail::held_kind<T>;
    return made;
  }

  [[nodiscard]] constexpr explicit operator bool() const noexcept { return kind_ != nullptr; }

  /// The value if it is a `T`, exactly; null otherwise.
  template <class T> [[nodiscard]] const T* get_if() const noexcept {
    if (kind_ == nullptr || kind_->mark != &detail::type_mark<T>) return nullptr;
    return static_cast<const T*>(kind_->in_place ? static_cast<const void*>(&data_) : data_);
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
