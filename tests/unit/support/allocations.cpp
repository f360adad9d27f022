// SPDX-License-Identifier: MIT
// The replaced operator new of the unit tests.
#include "unit/support/allocations.hpp"

#include <cstdlib>
#include <new>

namespace tacet_test {
thread_local std::size_t allocations = 0;
thread_local int granted = -1;

static void* give(std::size_t size) noexcept {
  ++allocations;
  if (granted == 0) return nullptr;
  if (granted > 0) --granted;
  return std::malloc(size == 0 ? 1 : size);
}
}  // namespace tacet_test

void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return tacet_test::give(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return tacet_test::give(size); }
void* operator new(std::size_t size) {
  if (void* const p = tacet_test::give(size)) return p;
#if defined(__cpp_exceptions)
  throw std::bad_alloc();
#else
  std::abort();
#endif
}
void* operator new[](std::size_t size) { return operator new(size); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { std::free(p); }
