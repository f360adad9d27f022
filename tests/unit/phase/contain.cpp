// SPDX-License-Identifier: MIT
// Everything that is thrown is caught in one place and sorted by what it means.
#include "support/catch.hpp"

#include <tacet/phase/contain.hpp>

#include <new>
#include <pthread.h>
#include <stdexcept>
#include <string>

TEST_CASE("a body that cannot throw is called without a handler") {
  const auto body = []() noexcept { return 3; };
  CHECK(tacet::detail::contain(
            body, [] { return 1; }, [](const tacet::caught_error&) { return 2; }) == 3);
  CHECK(tacet::detail::survives([] {}));
}

#if defined(__cpp_exceptions)

namespace {

// How a thrown thing is seen: the letters of what is known about it.
std::string seen(auto body) {
  return tacet::detail::contain([&]() -> std::string { return body(), "nothing"; },
                                [] { return std::string("cancelled"); },
                                [](const tacet::caught_error& e) {
                                  std::string all = "error";
                                  if (e.standard != nullptr)
                                    all.append(" standard ").append(e.standard->what());
                                  if (e.own != nullptr) all.append(" own");
                                  if (e.before_effect) all.append(" early");
                                  return all;
                                });
}
struct no_exception_at_all {
  const char* what() const { throw 1; }
};

}  // namespace

TEST_CASE("a thrown thing is seen as what it is") {
  CHECK(seen([] {}) == "nothing");
  CHECK(seen([] { throw tacet::cancelled{}; }) == "cancelled");
  CHECK(seen([] { throw tacet::tool_error("x"); }) == "error standard x own");
  CHECK(seen([] { throw tacet::not_applied("x"); }) == "error standard x own early");
  CHECK(seen([] { throw std::runtime_error("x"); }) == "error standard x");
  CHECK(seen([] { throw std::bad_alloc{}; }) == std::string("error standard ") + std::bad_alloc{}.what());
  CHECK(seen([] { throw 1; }) == "error");
  CHECK(seen([] { throw no_exception_at_all{}; }) == "error");
  CHECK(seen([] { throw static_cast<const char*>(nullptr); }) == "error");
  CHECK(seen([] {
          try {
            throw std::runtime_error("inner");
          } catch (...) {
            std::throw_with_nested(tacet::tool_error("outer"));
          }
        }) == "error standard outer own");
  CHECK_FALSE(tacet::detail::survives([] { throw 1; }));
  CHECK_FALSE(tacet::detail::survives([] { throw tacet::cancelled{}; }));
}

TEST_CASE("the forced unwinding of a thread passes") {
  struct seen_state {
    bool handled = false;
    bool unwound = false;
    bool went_on = false;
  } state;
  pthread_t thread{};
  const auto body = +[](void* raw) -> void* {
    auto& s = *static_cast<seen_state*>(raw);
    struct guard {
      bool& flag;
      ~guard() { flag = true; }
    } const unwinding{s.unwound};
    if (!tacet::detail::survives([] {
          pthread_cancel(pthread_self());
          pthread_testcancel();
        }))
      s.handled = true;
    s.went_on = true;
    return nullptr;
  };
  REQUIRE(pthread_create(&thread, nullptr, body, &state) == 0);
  void* result = nullptr;
  REQUIRE(pthread_join(thread, &result) == 0);
  CHECK(result == PTHREAD_CANCELED);
  CHECK(state.unwound);
  CHECK_FALSE(state.handled);
  CHECK_FALSE(state.went_on);
}

#endif
