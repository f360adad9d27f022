// SPDX-License-Identifier: MIT
// Every member, as an lvalue, in declared order, for every count there may be.
#include "support/catch.hpp"

#include <tacet/reflect/with_members.hpp>

#include <memory>
#include <string>
#include <utility>

using namespace tacet;

namespace {

struct m0 {};
struct m1 {
  int a = 1;
};
struct m2 {
  int a = 1, b = 2;
};
struct m3 {
  int a = 1, b = 2, c = 3;
};
struct m4 {
  int a = 1, b = 2, c = 3, d = 4;
};
struct m5 {
  int a = 1, b = 2, c = 3, d = 4, e = 5;
};
struct m6 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
};
struct m7 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7;
};
struct m8 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
};
struct m9 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9;
};
struct m10 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10;
};
struct m11 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11;
};
struct m12 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12;
};
struct m13 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13;
};
struct m14 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14;
};
struct m15 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14,
      o = 15;
};
struct m16 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14,
      o = 15, p = 16;
};
struct m17 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14,
      o = 15, p = 16, q = 17;
};
struct m18 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14,
      o = 15, p = 16, q = 17, r = 18;
};
struct m19 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14,
      o = 15, p = 16, q = 17, r = 18, s = 19;
};
struct m20 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14,
      o = 15, p = 16, q = 17, r = 18, s = 19, t = 20;
};
struct m21 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14,
      o = 15, p = 16, q = 17, r = 18, s = 19, t = 20, u = 21;
};
struct m22 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14,
      o = 15, p = 16, q = 17, r = 18, s = 19, t = 20, u = 21, v = 22;
};
struct m23 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14,
      o = 15, p = 16, q = 17, r = 18, s = 19, t = 20, u = 21, v = 22, w = 23;
};
struct m24 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14,
      o = 15, p = 16, q = 17, r = 18, s = 19, t = 20, u = 21, v = 22, w = 23, x = 24;
};
struct m25 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14,
      o = 15, p = 16, q = 17, r = 18, s = 19, t = 20, u = 21, v = 22, w = 23, x = 24, y = 25;
};
struct m26 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14,
      o = 15, p = 16, q = 17, r = 18, s = 19, t = 20, u = 21, v = 22, w = 23, x = 24, y = 25, z = 26;
};
struct m27 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14,
      o = 15, p = 16, q = 17, r = 18, s = 19, t = 20, u = 21, v = 22, w = 23, x = 24, y = 25, z = 26, aa = 27;
};
struct m28 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14,
      o = 15, p = 16, q = 17, r = 18, s = 19, t = 20, u = 21, v = 22, w = 23, x = 24, y = 25, z = 26, aa = 27,
      ab = 28;
};
struct m29 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14,
      o = 15, p = 16, q = 17, r = 18, s = 19, t = 20, u = 21, v = 22, w = 23, x = 24, y = 25, z = 26, aa = 27,
      ab = 28, ac = 29;
};
struct m30 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14,
      o = 15, p = 16, q = 17, r = 18, s = 19, t = 20, u = 21, v = 22, w = 23, x = 24, y = 25, z = 26, aa = 27,
      ab = 28, ac = 29, ad = 30;
};
struct m31 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14,
      o = 15, p = 16, q = 17, r = 18, s = 19, t = 20, u = 21, v = 22, w = 23, x = 24, y = 25, z = 26, aa = 27,
      ab = 28, ac = 29, ad = 30, ae = 31;
};
struct m32 {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14,
      o = 15, p = 16, q = 17, r = 18, s = 19, t = 20, u = 21, v = 22, w = 23, x = 24, y = 25, z = 26, aa = 27,
      ab = 28, ac = 29, ad = 30, ae = 31, af = 32;
};

template <class T> int visited(T value) {
  int count = 0, wrong = 0;
  reflect::with_members(value, [&](auto&... member) { ((wrong += member != ++count, member += 100), ...); });
  // They were lvalues of the object itself.
  int again = 0;
  reflect::with_members(std::as_const(value),
                        [&](const auto&... member) { ((wrong += member != ++again + 100), ...); });
  return wrong == 0 && again == count ? count : -1;
}

}  // namespace

TEST_CASE("members are visited in order, whatever their number") {
  CHECK(reflect::with_members(std::as_const(*std::make_unique<m0>()),
                              [](auto&... m) { return sizeof...(m); }) == 0);
  CHECK(visited(m1{}) == 1);
  CHECK(visited(m2{}) == 2);
  CHECK(visited(m3{}) == 3);
  CHECK(visited(m4{}) == 4);
  CHECK(visited(m5{}) == 5);
  CHECK(visited(m6{}) == 6);
  CHECK(visited(m7{}) == 7);
  CHECK(visited(m8{}) == 8);
  CHECK(visited(m9{}) == 9);
  CHECK(visited(m10{}) == 10);
  CHECK(visited(m11{}) == 11);
  CHECK(visited(m12{}) == 12);
  CHECK(visited(m13{}) == 13);
  CHECK(visited(m14{}) == 14);
  CHECK(visited(m15{}) == 15);
  CHECK(visited(m16{}) == 16);
  CHECK(visited(m17{}) == 17);
  CHECK(visited(m18{}) == 18);
  CHECK(visited(m19{}) == 19);
  CHECK(visited(m20{}) == 20);
  CHECK(visited(m21{}) == 21);
  CHECK(visited(m22{}) == 22);
  CHECK(visited(m23{}) == 23);
  CHECK(visited(m24{}) == 24);
  CHECK(visited(m25{}) == 25);
  CHECK(visited(m26{}) == 26);
  CHECK(visited(m27{}) == 27);
  CHECK(visited(m28{}) == 28);
  CHECK(visited(m29{}) == 29);
  CHECK(visited(m30{}) == 30);
  CHECK(visited(m31{}) == 31);
  CHECK(visited(m32{}) == 32);
}

TEST_CASE("members may be of any kind and the result is passed on") {
  struct mixed {
    std::unique_ptr<int> owner;
    const int fixed = 3;
    std::string text;
  } value{std::make_unique<int>(7), 3, "x"};
  auto& owner = reflect::with_members(
      value, [](std::unique_ptr<int>& p, const int&, std::string&) -> std::unique_ptr<int>& { return p; });
  CHECK(&owner == &value.owner);
}
