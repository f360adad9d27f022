// SPDX-License-Identifier: MIT
// Storage for texts and values that never moves and is reused without allocating.
#pragma once

#include <tacet/text/words.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet {

/// A chunked arena. What is stored stays where it is until `clear`, also when the room itself is moved.
/// `clear` keeps the chunks, so a room that is used again for work of the same size does not allocate.
/// Nothing here throws: when memory is refused, or there is none left, the functions return null.
class text_room {
 public:
  text_room() noexcept = default;
  /// A room of this memory and no more: it never allocates. Borrows the memory; 16 bytes of it are its own, and up to 7 where it is not aligned.
  explicit text_room(std::span<std::byte> memory) noexcept : bounded_(true) {
    const std::size_t skipped = to_border(memory.data(), alignof(chunk));
    if (memory.size() < skipped + sizeof(chunk)) return;
    first_ = ::new (static_cast<void*>(memory.data() + skipped))
        chunk{nullptr, memory.size() - skipped - sizeof(chunk)};
    clear();
  }
  // A bounded room that was moved from has no memory, and goes on asking for none.
  text_room(text_room&& other) noexcept : bounded_(other.bounded_) { swap(other); }
  text_room& operator=(text_room&& other) noexcept {
    text_room(std::move(other)).swap(*this);
    return *this;
  }
  ~text_room() {
    destroy_values();
    if (bounded_) return;
    for (chunk* c = first_; c != nullptr;) ::operator delete(std::exchange(c, c->next));
  }

  /// At least `size` bytes at the cursor, or null. Costs a comparison when they are there.
  [[nodiscard]] char* reserve(std::size_t size) noexcept {
    if (static_cast<std::size_t>(end_ - next_) >= size) [[likely]]
      return next_;
    return grow(size);
  }
  /// How many bytes stand ready behind the cursor.
  [[nodiscard]] std::size_t space() const noexcept { return static_cast<std::size_t>(end_ - next_); }
  [[nodiscard]] char* cursor() const noexcept { return next_; }
  /// Takes the bytes from the cursor up to `end`, which `reserve` gave.
  void commit(char* end) noexcept { next_ = end; }

  /// A copy of `text`, or a view with a null pointer when there is no memory.
  [[nodiscard]] std::string_view store(std::string_view text) noexcept {
    char* const to = reserve(text.size() + 1);  // never null for an empty text
    if (to == nullptr) return {};
    next_ = detail::copy_text(to, text.data(), text.size());
    return {to, text.size()};
  }

  /// Moves `value` into the room, which destroys it at `clear`. Null when there is no memory.
  template <class T>
  [[nodiscard]] std::remove_cvref_t<T>* keep(T&& value) noexcept(
      std::is_nothrow_constructible_v<std::remove_cvref_t<T>, T>) {
    using object = std::remove_cvref_t<T>;
    if constexpr (std::is_trivially_destructible_v<object>) {
      char* const to = aligned(sizeof(object), alignof(object));
      if (to == nullptr) return nullptr;
      object* const made = ::new (static_cast<void*>(to)) object(std::forward<T>(value));
      next_ = to + sizeof(object);
      return made;
    } else {
      using held = owned<object>;
      char* const to = aligned(sizeof(held), alignof(held));
      if (to == nullptr) return nullptr;
      held* const made = ::new (static_cast<void*>(to)) held(std::forward<T>(value));
      next_ = to + sizeof(held);
      made->before = values_;
      values_ = made;
      return &made->value;
    }
  }

  /// Forgets everything, keeps the memory.
  void clear() noexcept {
    destroy_values();
    current_ = first_;
    next_ = first_ == nullptr ? nullptr : first_->begin();
    end_ = first_ == nullptr ? nullptr : first_->end();
  }

  void swap(text_room& other) noexcept {
    std::swap(first_, other.first_);
    std::swap(current_, other.current_);
    std::swap(next_, other.next_);
    std::swap(end_, other.end_);
    std::swap(values_, other.values_);
    std::swap(bounded_, other.bounded_);
  }

 private:
  struct chunk {
    chunk* next;
    std::size_t size;
    char* begin() noexcept { return reinterpret_cast<char*>(this + 1); }
    char* end() noexcept { return begin() + size; }
  };
  struct held_value {
    held_value* before = nullptr;
    void (*destroy)(held_value*) noexcept;
    explicit held_value(void (*how)(held_value*) noexcept) noexcept : destroy(how) {}
  };
  template <class T> struct owned : held_value {
    T value;
    template <class U>
    explicit owned(U&& from)
        : held_value([](held_value* self) noexcept { static_cast<owned*>(self)->~owned(); }),
          value(std::forward<U>(from)) {}
  };

  char* aligned(std::size_t size, std::size_t alignment) noexcept {
    char* const at = reserve(size + alignment - 1);
    if (at == nullptr) return nullptr;
    return at + to_border(at, alignment);
  }
  static std::size_t to_border(const void* at, std::size_t alignment) noexcept {
    return (alignment - reinterpret_cast<std::uintptr_t>(at) % alignment) % alignment;
  }

  // A chunk that is too small is passed over: a later, smaller text may not go back to it, so that the order
  // of the chunks stays the order of use.
  [[gnu::noinline]] char* grow(std::size_t size) noexcept {
    constexpr std::size_t smallest = 4096 - sizeof(chunk);
    constexpr std::size_t largest_step = std::size_t{1} << 20;
    if (bounded_ || size > SIZE_MAX / 2) return nullptr;
    chunk** link = current_ == nullptr ? &first_ : &current_->next;
    while (*link != nullptr && (*link)->size < size) link = &(*link)->next;
    if (*link == nullptr) {
      std::size_t room = current_ == nullptr ? smallest : current_->size * 2;
      if (room > largest_step) room = largest_step;
      if (room < size) room = size;
      void* const memory = ::operator new(sizeof(chunk) + room, std::nothrow);
      if (memory == nullptr) return nullptr;
      *link = ::new (memory) chunk{nullptr, room};
    }
    current_ = *link;
    next_ = current_->begin();
    end_ = current_->end();
    return next_;
  }

  void destroy_values() noexcept {
    while (values_ != nullptr) {
      held_value* const value = std::exchange(values_, values_->before);
      value->destroy(value);
    }
  }

  chunk* first_ = nullptr;
  chunk* current_ = nullptr;
  char* next_ = nullptr;
  char* end_ = nullptr;
  held_value* values_ = nullptr;
  bool bounded_ = false;
};

}  // namespace tacet
