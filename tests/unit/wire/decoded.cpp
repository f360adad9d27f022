// SPDX-License-Identifier: MIT
// A decoded value or its error, moved and read.
#include "support/catch.hpp"

#include <tacet/wire/decoded.hpp>

#include <memory>
#include <set>
#include <string>
#include <utility>

using tacet::decode_error;
using tacet::decode_failure;
using tacet::decoded;

TEST_CASE("a decoded value is moved out, an error is read") {
  decoded<std::unique_ptr<int>> good(std::make_unique<int>(7));
  REQUIRE(good.has_value());
  REQUIRE(good);
  CHECK(**good == 7);
  CHECK(*good->get() == 7);
  const std::unique_ptr<int> taken = *std::move(good);
  CHECK(*taken == 7);

  const decoded<std::unique_ptr<int>> bad(
      decode_error{decode_failure::too_deep, "too deep (byte 9)", 9, {}, {}});
  CHECK_FALSE(bad);
  CHECK(bad.error().reason == decode_failure::too_deep);
  CHECK(bad.error().offset == 9);
  CHECK(bad.error().message == "too deep (byte 9)");
}

TEST_CASE("every decode failure has a text of its own") {
  std::set<std::string_view> texts;
  for (int i = 0; i <= static_cast<int>(decode_failure::interrupted); ++i)
    texts.insert(to_text(static_cast<decode_failure>(i)));
  CHECK(texts.size() == 9);
  CHECK(to_text(decode_failure::provider_error) == "provider error");
  CHECK(to_text(decode_failure::interrupted) == "interrupted");
}
