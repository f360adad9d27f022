// SPDX-License-Identifier: MIT
// Enumerators and their names.
#include "support/catch.hpp"

#include <tacet/reflect/enum_names.hpp>

#include <cstdint>
#include <string>

using namespace tacet;

namespace {
enum class hidden { red, green = 5, blue };
enum class edges { zero = 0, last = 63, beyond = 64 };
enum class negative : int { low = -1000000, zero = 0, high = 1000000 };
enum class tiny : std::uint8_t { a, b };
enum plain : int { plain_one = 1, plain_two };
enum unscoped { unscoped_low = 3, unscoped_high = 70 };
enum class empty {};
template <class T> struct over {
  enum class kind { first, second };
};
enum class same { one = 1, uno = 1, two = 2 };
}  // namespace
template <> inline constexpr std::array tacet::enumerators_of<negative>{negative::low, negative::high};
template <> inline constexpr std::array tacet::enumerators_of<unscoped>{unscoped_high, unscoped_low};

// clang knows the enumerators of an enumeration in a class template once one was named.
static_assert(over<int>::kind::first != over<int>::kind::second);
static_assert(over<over<int>>::kind::first != over<over<int>>::kind::second);

namespace far::away {
enum class place { here, there };
}

template <class E> static std::string listed() {
  std::string all;
  for (const auto& known : reflect::enum_values<E>)
    all += (all.empty() ? "" : " ") + std::string(known.name) + "=" +
           std::to_string(static_cast<int>(known.value));
  return all;
}

TEST_CASE("enumerators from 0 to 63 are found, others where they are listed") {
  enum class local { in_a_function, another };
  CHECK(listed<hidden>() == "red=0 green=5 blue=6");
  CHECK(listed<edges>() == "zero=0 last=63");
  CHECK(listed<negative>() == "low=-1000000 high=1000000");
  CHECK(listed<tiny>() == "a=0 b=1");
  CHECK(listed<plain>() == "plain_one=1 plain_two=2");
  CHECK(listed<unscoped>() == "unscoped_high=70 unscoped_low=3");
  CHECK(listed<empty>().empty());
  CHECK(listed<over<int>::kind>() == "first=0 second=1");
  CHECK(listed<over<over<int>>::kind>() == "first=0 second=1");
  CHECK(listed<far::away::place>() == "here=0 there=1");
  CHECK(listed<local>() == "in_a_function=0 another=1");
  CHECK(reflect::enum_values<same>.size() == 2);  // two names of one value are one
}
