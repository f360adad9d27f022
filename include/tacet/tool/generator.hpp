// SPDX-License-Identifier: MIT
// A coroutine that produces values one after the other, for tools that report progress.
#pragma once

#include <tacet/rule/rules.hpp>

#include <coroutine>
#include <cstddef>
#include <exception>
#include <iterator>
#include <type_traits>
#include <utility>

namespace tacet {

/// What a tool that streams returns: a `lazy_sequence` whose last value is the result. Move-only; it can be
/// read once. The body runs only while it is read, on the thread that reads: `begin()` runs it to the first
/// value, `++` to the next. What the body throws comes out of these two, and the sequence has then ended.
///
/// Costs one allocation for the coroutine and, for a value that is yielded by name, one copy. Parameters of
/// the coroutine that are references must outlive the reading; those of a tool do.
template <class T> class generator {
  static constexpr bool plain = std::is_object_v<T> && !std::is_const_v<T>;
  static_assert(rule::generator_produces_values<T, plain>());
  // The rest compiles all the same, so that the broken rule is the only error.
  using element = std::remove_cvref_t<T>;
  using held = std::conditional_t<std::is_object_v<element>, element, char>;

 public:
  class promise_type;
  using handle = std::coroutine_handle<promise_type>;

  class iterator {
   public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = held;
    using difference_type = std::ptrdiff_t;

    iterator() noexcept = default;
    explicit iterator(handle body) noexcept : body_(body) {}
    iterator(iterator&& other) noexcept : body_(std::exchange(other.body_, {})) {}
    iterator& operator=(iterator&& other) noexcept {
      body_ = std::exchange(other.body_, {});
      return *this;
    }

    /// The value may be moved from: it is the reader's.
    held&& operator*() const noexcept { return std::move(*body_.promise().value); }
    iterator& operator++() {
      body_.resume();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator& i, std::default_sentinel_t) noexcept {
      return !i.body_ || i.body_.done();
    }

   private:
    handle body_{};
  };

  class promise_type {
   public:
    held* value = nullptr;
    bool begun = false;

    generator get_return_object() noexcept { return generator(handle::from_promise(*this)); }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    std::suspend_always final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    void await_transform() = delete;  // a tool that waits is no generator

    /// A temporary lives until the body goes on.
    std::suspend_always yield_value(held&& from) noexcept {
      value = __builtin_addressof(from);
      return {};
    }
    /// The reader may move from what it gets, which must not change the body's own object.
    auto yield_value(const held& from) requires std::is_copy_constructible_v<held> {
      struct holding {
        held copy;
        held*& shown;
        bool await_ready() const noexcept { return false; }
        void await_suspend(std::coroutine_handle<>) noexcept { shown = __builtin_addressof(copy); }
        void await_resume() const noexcept {}
      };
      return holding{from, value};
    }

    // Leaves `resume`, and so `begin` or `++`; the coroutine then counts as finished.
    void unhandled_exception() {
#if defined(__cpp_exceptions)
      throw;
#else
      std::terminate();
#endif
    }
  };

  generator(generator&& other) noexcept : body_(std::exchange(other.body_, {})) {}
  generator& operator=(generator&& other) noexcept {
    std::swap(body_, other.body_);
    return *this;
  }
  ~generator() {
    if (body_) body_.destroy();
  }

  /// Runs to the first value. Asked again, it gives the place where the reading stands.
  [[nodiscard]] iterator begin() {
    if (body_ && !std::exchange(body_.promise().begun, true)) body_.resume();
    return iterator(body_);
  }
  [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

 private:
  explicit generator(handle body) noexcept : body_(body) {}

  handle body_{};
};

}  // namespace tacet
