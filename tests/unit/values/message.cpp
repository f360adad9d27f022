// SPDX-License-Identifier: MIT
// A message owns its text or borrows a constant one.
#include "support/catch.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/values/message.hpp>

#include <string>
#include <utility>

using namespace tacet;

TEST_CASE("a message has the text it was made from, however it is copied and moved") {
  static constexpr std::string_view lasting =
      "a constant that is longer than any text a string holds in itself";
  CHECK(message().view().empty());
  for (const message& made :
       {message("short"), message(std::string_view("short")), message(std::string("short"))})
    CHECK(made.view() == "short");
  message copy;
  {
    const std::string text(1000, 'x');
    const message owner{std::string_view(text)};
    copy = owner;
    CHECK(copy.view().data() != owner.view().data());
  }
  CHECK(copy.view() == std::string(1000, 'x'));
  const message moved = std::move(copy);
  CHECK(moved.view().size() == 1000);

  const std::size_t before = tacet_test::allocations;
  const message constant = message::constant(lasting);
  const message second = constant;
  const bool same = second.view().data() == lasting.data();
  const std::size_t after = tacet_test::allocations;
  CHECK(same);
  CHECK(after == before);
  CHECK(message::constant("").view().empty());
  CHECK(message(static_cast<const char*>(nullptr)).view().empty());
  static_assert(std::is_nothrow_constructible_v<message, std::string_view> && std::is_nothrow_copy_constructible_v<message>);
}
