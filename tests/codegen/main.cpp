// SPDX-License-Identifier: MIT
// Runs every case and checks its answers and allocations; under callgrind it also says where each case
// begins.
#include "cases.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_DUMP_STATS_AT(name) (void)(name)
#endif

// --- counted allocations ----------------------------------------------------------------------------------

namespace {
std::size_t allocations = 0;  // of the whole program, by whatever way
}

#if defined(__GLIBC__)
// What operator new asks of these is counted with the rest.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) noexcept { return ++allocations, __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) noexcept {
  return ++allocations, __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) noexcept { return ++allocations, __libc_realloc(old, size); }
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return ++allocations, __libc_memalign(alignment, size);
}
}
#else
void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  std::abort();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#endif

// The linker defines these for a section whose name is an identifier.
extern "C" const char __start_typed_library[], __stop_typed_library[];
extern "C" const char __start_typed_by_hand[], __stop_typed_by_hand[];

// --- the cases --------------------------------------------------------------------------------------------

namespace {

using codegen::measured;
using codegen::work;

// In the order of the table.
const std::span<const measured> all_rows[] = {
    codegen::by_hand_typed_rows, codegen::typed_rows,      codegen::by_hand_text_rows,
    codegen::plain_rows,         codegen::empty_part_rows, codegen::one_check_rows,
    codegen::full_rows,          codegen::retried_rows,    codegen::erased_rows,
    codegen::name_rows,
};

// One run, counted. Not in line, so that both runs of a case are the same code.
[[gnu::noinline]] void count(const measured& row, work& w, std::size_t times) {
  CALLGRIND_ZERO_STATS;
  for (; times != 0; --times) row.body(w);
  CALLGRIND_DUMP_STATS_AT(row.name.data());
}

work prepared(const measured& row) {
  work w;
  for (const tacet::tool_call& call : row.calls) w.calls[w.count++] = call;
  w.arguments = {1, 2};
  return w;
}

// Prints the name, the units of one repetition, the repetitions of the first run and the allocations of both;
// false when something is wrong.
bool run(const measured& row) {
  const std::size_t times = row.per > 16 ? 100 : 1000;
  work w = prepared(row);
  for (int i = 0; i < 3; ++i) row.body(w);  // grows what is used again, and binds what is linked lazily

  const std::size_t before = allocations;
  count(row, w, times);
  count(row, w, 2 * times);
  const std::size_t allocated = allocations - before;

  const std::string answer = row.answer(w);
  const bool right = answer == row.expected;
  std::printf("%s %zu %zu %zu\n", row.name.data(), row.per, times, allocated);
  if (!right)
    std::fprintf(stderr, "%s: answered '%s' instead of '%s'\n", row.name.data(), answer.c_str(),
                 row.expected.data());
  if (allocated != 0)
    std::fprintf(stderr, "%s: %zu allocations in %zu calls\n", row.name.data(), allocated, 3 * times);
  return right && allocated == 0;
}

bool twins_are_identical() {
  const std::string_view library(__start_typed_library,
                                 static_cast<std::size_t>(__stop_typed_library - __start_typed_library));
  const std::string_view by_hand(__start_typed_by_hand,
                                 static_cast<std::size_t>(__stop_typed_by_hand - __start_typed_by_hand));
  std::printf("a typed call: %zu bytes of code through the library, %zu by hand\n", library.size(),
              by_hand.size());
  return !library.empty() && library == by_hand;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--twins") == 0) return twins_are_identical() ? 0 : 1;
  bool right = true;
  for (const std::span<const measured> rows : all_rows)
    for (const measured& row : rows) right = run(row) && right;
  return right ? 0 : 1;
}
