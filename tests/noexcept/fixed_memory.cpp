// SPDX-License-Identifier: MIT
// Whole runs of a tool loop without exceptions, RTTI and a heap: malloc itself is replaced and counts.
#include "../support/heapless_run.hpp"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>

#if defined(__cpp_exceptions) || defined(__GXX_RTTI)
#error "this test is of a build without exceptions and RTTI"
#endif

namespace {
std::size_t requests = 0;
}

// The C library's own, behind which a request is counted. Elsewhere only operator new is.
#if defined(__GLIBC__)
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) { return ++requests, __libc_malloc(size); }
void* calloc(std::size_t n, std::size_t size) { return ++requests, __libc_calloc(n, size); }
void* realloc(void* old, std::size_t size) { return ++requests, __libc_realloc(old, size); }
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return ++requests, __libc_memalign(alignment, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  return ++requests, __libc_memalign(alignment, size);
}
int posix_memalign(void** to, std::size_t alignment, std::size_t size) {
  ++requests;
  *to = __libc_memalign(alignment, size);
  return *to == nullptr ? 12 : 0;
}
}
#else
void* operator new(std::size_t size) { return ++requests, std::malloc(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return ++requests, std::malloc(size); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
#endif

int main() {
  int failures = 0;
  const auto check = [&failures](bool holds, const char* what) {
    if (holds) return;
    ++failures;
    std::fprintf(stderr, "failed: %s\n", what);
  };
  // That requests are counted at all, those of operator new too.
  const std::size_t before = requests;
  void* volatile one = ::operator new(24);
  ::operator delete(one);
  check(requests == before + 1, "a request is counted");
#if defined(__GLIBC__)
  void* volatile other = std::malloc(24);
  std::free(other);
  check(requests == before + 2, "a request of malloc is counted");
#endif

  const std::size_t begin = requests;
  for (int i = 0; i < 3; ++i) {
    tacet_test::counts plenty;
    tacet_test::counts scarce;
    const bool good = tacet_test::heapless_runs(plenty, scarce);
    check(good, "the runs");
  }
  const std::size_t asked = requests - begin;
  if (asked != 0) std::fprintf(stderr, "%zu requests\n", asked);
  check(asked == 0, "no memory was asked for");
  return failures == 0 ? 0 : 1;
}
