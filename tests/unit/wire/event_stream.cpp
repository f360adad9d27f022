// SPDX-License-Identifier: MIT
// Server-sent events: the grammar, every cut, and the bound.
#include "support/catch.hpp"

#include <tacet/wire/event_stream.hpp>

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using tacet::event_stream;
using tacet::server_event;
using texts = std::vector<std::string>;

// Each event as name|data|id.
struct collector {
  event_stream stream{};
  texts got{};
  bool good = true;

  void feed(std::string_view bytes) {
    // In memory of its own, so that a view that is kept for too long is found.
    const std::vector<char> piece(bytes.begin(), bytes.end());
    good = stream.feed({piece.data(), piece.size()}, [&](const server_event& e) {
      got.push_back(std::string(e.name) + "|" + std::string(e.data) + "|" + std::string(e.id));
    });
  }
};

texts events(std::string_view bytes) {
  collector c;
  c.feed(bytes);
  return c.got;
}

}  // namespace

TEST_CASE("fields, comments and blank lines mean what the standard says") {
  const struct {
    std::string_view bytes;
    texts wanted;
  } table[] = {
      {"", {}},
      {"\n\n\r\n", {}},
      {"data: a\n\n", {"|a|"}},
      {"data:a\n\n", {"|a|"}},
      {"data:  a\n\n", {"| a|"}},
      {"data: a\ndata: b\n\n", {"|a\nb|"}},
      {"data\n\ndata\ndata\n\ndata:", {"||", "|\n|"}},
      {"data: a\n", {}},
      {"data: a", {}},
      {": comment\n\n:\n\ndata: a\n: inside\n\n", {"|a|"}},
      {"event: x\ndata: a\n\ndata: b\n\n", {"x|a|", "|b|"}},
      {"event: x\n\ndata: b\n\n", {"|b|"}},
      {"event: x\nevent: y\ndata: b\n\n", {"y|b|"}},
      {"event: x\nevent\ndata: b\n\n", {"|b|"}},
      {"data: a\nevent: x\n\n", {"x|a|"}},
      {"id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n", {"|a|1", "|b|1", "|c|"}},
      {std::string_view("id: 1\nid: 2\0\ndata: a\n\n", 22), {"|a|1"}},
      {"retry: 10\nretry: x\nretry: 99999999999999999999999\nunknown: 1\nDATA: x\ndata : x\n data: x\ndata: "
       "a\n\n",
       {"|a|"}},
      {"data: a:b: c\n\n", {"|a:b: c|"}},
      {"data: a\rdata: b\r\rdata: c\r\n\r\ndata: d\n\r", {"|a\nb|", "|c|", "|d|"}},
      {"data: a\r\n\ndata: b\r\r\n", {"|a|", "|b|"}},
      {"\xEF\xBB\xBF"
       "data: a\n\n",
       {"|a|"}},
      {"\xEF\xBB\xBF\xEF\xBB\xBF"
       "data: a\n\n",
       {}},
      {"\xEF\xBB"
       "data: a\n\ndata: b\n\n",
       {"|b|"}},
      {"\xEF", {}},
      {"data: a\n\n\xEF\xBB\xBF"
       "data: b\n\n",
       {"|a|"}},
      {"data: \xFF\xC3\n\n", {"|\xFF\xC3|"}},
      {std::string_view("data: a\0b\n\n", 11), {std::string("|a\0b|", 5)}},
  };
  for (const auto& row : table) {
    INFO(row.bytes);
    CHECK(events(row.bytes) == row.wanted);
    collector single;
    for (const char& c : row.bytes) single.feed({&c, 1});
    CHECK(single.got == row.wanted);
    for (std::size_t i = 0; i <= row.bytes.size(); ++i) {
      collector two;
      two.feed(row.bytes.substr(0, i));
      two.feed({});
      two.feed(row.bytes.substr(i));
      CHECK(two.got == row.wanted);
    }
  }
}

TEST_CASE("random streams in random pieces give the events of the whole") {
  std::mt19937 random(7);
  const std::string_view parts[] = {"data: ",
                                    "data",
                                    ":",
                                    "event: ",
                                    "id: ",
                                    "\n",
                                    "\n\n",
                                    "\r",
                                    "\r\n",
                                    "x",
                                    "\xE2\x82\xAC",
                                    "\xEF\xBB\xBF",
                                    " ",
                                    "{\"a\":1}",
                                    "[DONE]",
                                    "\xF0\x9F\x8D\xB8"};
  std::size_t seen = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string all;
    for (std::size_t n = random() % 60; n > 0; --n) all += parts[random() % std::size(parts)];
    const texts wanted = events(all);
    seen += wanted.size();
    collector pieces;
    for (std::size_t at = 0; at < all.size();) {
      const std::size_t n = 1 + random() % 9;
      pieces.feed(std::string_view(all).substr(at, n));
      at += n;
    }
    CHECK(pieces.got == wanted);
  }
  CHECK(seen > 1000);
}

TEST_CASE("an event of one line in one piece is not copied") {
  const std::string_view bytes = "event: x\ndata: abc\n\n";
  event_stream stream;
  std::size_t at = 0;
  stream.feed(bytes,
              [&](const server_event& e) { at = static_cast<std::size_t>(e.data.data() - bytes.data()); });
  CHECK(at == 15);
}

TEST_CASE("what has come of an event can be asked for") {
  const struct {
    std::string_view bytes, wanted;
    bool any;
  } table[] = {{"", "", false},
               {"data: a\n\n", "", false},
               {"event: x\n", "", false},
               {"data: a", "a", true},
               {"data: a\n", "a", true},
               {"data: a\ndata: b", "a\nb", true},
               {"data: a\nda", "a", true},
               {": x", "", false}};
  for (const auto& row : table)
    for (std::size_t i = 0; i <= row.bytes.size(); ++i) {
      INFO(row.bytes << i);
      collector c;
      c.feed(row.bytes.substr(0, i));
      c.feed(row.bytes.substr(i));
      const auto left = c.stream.unfinished();
      REQUIRE(left.has_value() == row.any);
      if (row.any) CHECK(left->data == row.wanted);
    }
}

TEST_CASE("an event that is too large ends the stream, whatever it is made of") {
  for (const std::string_view unit : {"x", "data: 12345\n", "data\n", ": c", "event: 1", "id: 1"}) {
    INFO(unit);
    collector c{event_stream(1000)};
    std::size_t fed = 0;
    while (c.good && fed < 20000) c.feed(unit), fed += unit.size();
    CHECK_FALSE(c.good);
    CHECK(c.stream.too_large());
    c.feed("\n\ndata: a\n\n");
    CHECK_FALSE(c.good);
    CHECK(c.got.empty());
    CHECK_FALSE(c.stream.unfinished().has_value());
  }
  // What fits exactly, again and again, and comments that end, do no harm.
  collector c{event_stream(11)};
  for (int i = 0; i < 100; ++i) c.feed("data: 12345\n\n: 456789\n");
  CHECK(c.good);
  CHECK(c.got.size() == 100);
  c.feed("data: 123456\n");
  CHECK_FALSE(c.good);
  collector none{event_stream(0)};
  none.feed("\xEF\xBBx");
  CHECK_FALSE(none.good);
}

TEST_CASE("a taker that answers false stops the stream") {
  event_stream stream;
  int taken = 0;
  CHECK_FALSE(stream.feed("data: a\n\ndata: b\n\n", [&](const server_event&) { return ++taken < 1; }));
  CHECK_FALSE(stream.feed("data: c\n\n", [&](const server_event&) { return ++taken < 1; }));
  CHECK(taken == 1);
  CHECK_FALSE(stream.too_large());
}

TEST_CASE("lines that end with returns cost what lines that end with newlines cost") {
  std::string many;
  for (int i = 0; i < 200000; ++i) many += "data: x\r\r";
  std::size_t n = 0;
  event_stream stream;
  CHECK(
      stream.feed(many, [&](const server_event&) { ++n; }));  // would take minutes if each looked to the end
  CHECK(n == 200000);
}

TEST_CASE("a taker that throws ends the stream, which then holds nothing of the bytes") {
  tacet::event_stream events(1000);
  {
    const std::string bytes = "data: one\n\ndata: two\n\n";
    CHECK_THROWS_AS(events.feed(bytes, [](const tacet::server_event&) { throw 1; }), int);
  }
  int more = 0;
  events.feed("data: three\n\n", [&](const tacet::server_event&) { ++more; });
  CHECK(more == 0);
  CHECK_FALSE(events.unfinished().has_value());
}
