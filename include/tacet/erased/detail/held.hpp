// SPDX-License-Identifier: MIT
// Owns an object whose type is not known: in itself as long as that is small, else on the heap.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace tacet::detail {

struct held_storage {
  void* words[2];
};
/// What stands in the storage: two words at most, as long as moving it cannot fail.
template <class T>
concept held_inside = sizeof(T) <= sizeof(held_storage) && alignof(T) <= alignof(held_storage) &&
                      std::is_nothrow_move_constructible_v<T>;

/// The part of an operations table that `held` needs.
struct held_operations {
  void* (*move)(void* self, void* to) noexcept;  ///< where it is then: in `to`, or where it was
  void (*destroy)(void* self) noexcept;
};
template <class T> struct operations_of_held {
  static void* move(void* self, void* to) noexcept {
    if constexpr (!held_inside<T>) {
      return (void)to, self;
    } else {
      T* const from = static_cast<T*>(self);
      T* const made = ::new (to) T(std::move(*from));
      from->~T();
      return made;
    }
  }
  static void destroy(void* self) noexcept {
    if constexpr (held_inside<T>) static_cast<T*>(self)->~T();
    else delete static_cast<T*>(self);
  }
  static constexpr held_operations table{&move, &destroy};
};

/// What is known of an object: its operations and where it is. Null when there is none.
template <class Operations> struct erased_object {
  const Operations* operations_ = nullptr;
  void* self_ = nullptr;
};

/// Owns the object of `Base`, which has `operations_` (derived from `held_operations`) and `self_`. Four words, move-only,
/// empty when it was moved from.
template <class Base> class held : public Base {
 public:
  held(held&& other) noexcept : Base(std::move(other)) { take(other); }
  held& operator=(held&& other) noexcept {
    if (this == &other) return *this;
    drop();
    Base::operations_ = other.operations_;
    take(other);
    return *this;
  }
  ~held() { drop(); }

  [[nodiscard]] explicit operator bool() const noexcept { return Base::self_ != nullptr; }

 protected:
  held() noexcept = default;
  // Throws what allocating and moving the object throws.
  template <class T, class Operations> held(const Operations& operations, T&& object) {
    using type = std::remove_cvref_t<T>;
    if constexpr (held_inside<type>) Base::self_ = ::new (static_cast<void*>(&storage_)) type(std::forward<T>(object));
    else Base::self_ = new type(std::forward<T>(object));
    Base::operations_ = &operations;
  }
  // Made where it stands, so that it need not be movable.
  template <class T, class Operations> held(const Operations& operations, std::in_place_type_t<T>) {
    if constexpr (held_inside<T>) Base::self_ = ::new (static_cast<void*>(&storage_)) T();
    else Base::self_ = new T();
    Base::operations_ = &operations;
  }

 private:
  void take(held& other) noexcept {
    Base::self_ = nullptr;
    if (other.self_ != nullptr) Base::self_ = Base::operations_->move(std::exchange(other.self_, nullptr), &storage_);
  }
  void drop() noexcept {
    if (Base::self_ != nullptr) Base::operations_->destroy(std::exchange(Base::self_, nullptr));
  }

  held_storage storage_;
};

}  // namespace tacet::detail
