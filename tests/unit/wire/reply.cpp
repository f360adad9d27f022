// SPDX-License-Identifier: MIT
// What a reply owns: lifetimes, unique ids, the cut call, bounds, for both dialects.
#include "support/catch.hpp"

#include <tacet/wire/anthropic_messages.hpp>
#include <tacet/wire/openai_chat.hpp>
#include <tacet/wire/reply.hpp>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using tacet::decode_failure;
using tacet::reply;
using tacet::reply_note_kind;
using tacet::reply_options;

static_assert(std::is_nothrow_move_constructible_v<reply> && std::is_nothrow_move_assignable_v<reply>);
static_assert(!std::is_copy_constructible_v<reply>);
template <class R> constexpr bool hands_out_calls = requires(R r) { std::forward<R>(r).calls(); };
static_assert(hands_out_calls<const reply&> && !hands_out_calls<reply&&>);

// A reply with a call for each id: the JSON text of the id, or nothing for a call without one.
std::string openai_with(const std::vector<std::string>& ids, std::string_view finish = "tool_calls") {
  std::string text = R"({"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[)";
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (i != 0) text += ',';
    text += '{';
    if (!ids[i].empty()) text += R"("id":)" + ids[i] + ',';
    text += R"("type":"function","function":{"name":"probe","arguments":"{\"x\":)" + std::to_string(i) +
            R"(}"}})";
  }
  return text + R"(]},"finish_reason":")" + std::string(finish) + R"("}]})";
}
std::string anthropic_with(const std::vector<std::string>& ids, std::string_view finish = "tool_use") {
  std::string text = R"({"type":"message","role":"assistant","content":[)";
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (i != 0) text += ',';
    text += R"({"type":"tool_use",)";
    if (!ids[i].empty()) text += R"("id":)" + ids[i] + ',';
    text += R"("name":"probe","input":{"x":)" + std::to_string(i) + "}}";
  }
  return text + R"(],"stop_reason":")" + std::string(finish) + R"("})";
}

std::vector<std::string> ids_of(const reply& r) {
  std::vector<std::string> ids;
  for (const tacet::tool_call& call : r.calls()) ids.emplace_back(call.id);
  return ids;
}
bool unique(const std::vector<std::string>& ids) {
  return std::set<std::string>(ids.begin(), ids.end()).size() == ids.size() &&
         std::none_of(ids.begin(), ids.end(), [](const std::string& id) { return id.empty(); });
}

}  // namespace

TEST_CASE("empty, missing, null and repeated ids become unique, alike each time, in both dialects") {
  const struct {
    std::vector<std::string> sent;
    std::vector<bool> kept;
  } table[] = {
      {{R"("a")", R"("b")"}, {true, true}},
      {{R"("c1")", R"("c1")"}, {true, false}},         // case 21
      {{R"("")", "", "null"}, {false, false, false}},  // case 22
      {{"", R"("c9")", R"("c9")", R"("c9")"}, {false, true, false, false}},
      {{R"(" ")", R"("f.do:0")", R"("a|b")"}, {true, true, true}},  // odd, but the provider's own
      {{R"("\u0061")", R"("a")"}, {true, false}},                   // the same id in two spellings
  };
  for (const auto& row : table) {
    for (const bool openai : {true, false}) {
      const std::string text = openai ? openai_with(row.sent) : anthropic_with(row.sent);
      const auto decode = [&] {
        return openai ? tacet::openai_chat::decode(text) : tacet::anthropic_messages::decode(text);
      };
      const auto first = decode();
      const auto again = decode();
      INFO(text);
      REQUIRE(first);
      const std::vector<std::string> ids = ids_of(*first);
      REQUIRE(ids.size() == row.sent.size());
      CHECK(unique(ids));
      CHECK(ids == ids_of(*again));
      std::size_t changed = 0;
      for (std::size_t i = 0; i < ids.size(); ++i) {
        CHECK(first->calls()[i].arguments == R"({"x":)" + std::to_string(i) + "}");
        if (row.kept[i]) continue;
        ++changed;
        CHECK(ids[i].size() == 9);
        CHECK(std::all_of(ids[i].begin(), ids[i].end(),
                          [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }));
      }
      CHECK(first->notes().size() == changed);
      CHECK(first->ids_changed() == (changed != 0));
      // The turn and the results name the same ids, each once, and none of the sent ones that were dropped.
      const std::string exchange =
          openai ? tacet::openai_chat::exchange(*first, {}) : tacet::anthropic_messages::exchange(*first, {});
      for (std::size_t i = 0; i < ids.size(); ++i) {
        std::size_t seen = 0;
        if (ids[i] == " ") continue;
        for (std::size_t at = 0; (at = exchange.find('"' + ids[i] + '"', at)) != std::string::npos; ++at)
          ++seen;
        CHECK(seen == 2);
      }
    }
  }
}

TEST_CASE("a made-up id collides neither with a later one nor with one of an earlier turn") {
  // What would be made up for the first call is sent for the second: found by asking.
  const auto made = [](const std::string& text, reply_options options = {}) {
    const auto got = tacet::openai_chat::decode(text, options);
    return ids_of(*got);
  };
  std::string second = "aaaaaaaaa";
  for (int round = 0; round < 3; ++round) {
    const std::vector<std::string> ids = made(openai_with({"", '"' + second + '"'}));
    CHECK(unique(ids));
    CHECK(ids[1] == second);
    second = ids[0];
  }
  const std::string text = openai_with({"", R"("c1")"});
  const std::vector<std::string> before = made(text);
  const std::vector<std::string_view> taken(before.begin(), before.end());
  reply_options options;
  options.taken_ids = taken;
  std::vector<std::string> all = made(text, options);
  all.insert(all.end(), before.begin(), before.end());
  CHECK(unique(all));
}

TEST_CASE("a thousand repeated ids are told apart, and one call more than allowed is refused") {
  const std::vector<std::string> many(1024, R"("same")");
  const auto good = tacet::openai_chat::decode(openai_with(many));
  REQUIRE(good);
  CHECK(good->calls().size() == 1024);
  CHECK(unique(ids_of(*good)));
  CHECK(good->notes().size() == 1023);
  const std::vector<std::string> more(1025, R"("same")");
  for (const auto& bad : {tacet::openai_chat::decode(openai_with(more)),
                          tacet::anthropic_messages::decode(anthropic_with(more))}) {
    REQUIRE_FALSE(bad);
    CHECK(bad.error().reason == decode_failure::too_many_calls);
    CHECK_THAT(bad.error().message, tacet_test::contains("more than 1024 calls (byte "));
  }
}

TEST_CASE("what a reply hands out lives as long as it does, also when it was moved") {
  auto text = std::make_unique<std::string>(
      R"({"role":"assistant","content":"h\u0069","tool_calls":[{"id":"a","function":{"name":"p\u0072","arguments":"{}"}}]})");
  auto first = tacet::openai_chat::decode(*text);
  text.reset();
  REQUIRE(first);
  reply moved = *std::move(first);
  const auto calls = moved.calls();
  const std::string_view said = moved.text();
  reply target;
  target = std::move(moved);
  auto far = std::make_unique<reply>(std::move(target));
  CHECK(calls.size() == 1);
  CHECK(calls[0].id == "a");
  CHECK(calls[0].name == "pr");
  CHECK(calls[0].arguments == "{}");
  CHECK(said == "hi");
  CHECK(far->calls().data() == calls.data());
  CHECK(moved.calls().empty());
  CHECK(moved.text().empty());
  CHECK(target.source().empty());
  const reply nothing;
  CHECK(nothing.calls().empty());
}

TEST_CASE("of a reply that was cut the last call is marked, whatever its arguments are") {
  const struct {
    std::string_view openai, anthropic;
    bool cut;
  } table[] = {{"length", "max_tokens", true},
               {"content_filter", "refusal", true},
               {"tool_calls", "tool_use", false},
               {"stop", "end_turn", false},
               {"length", "model_context_window_exceeded", true},
               {"whatever", "pause_turn", false}};
  for (const auto& row : table) {
    for (const auto& d : {tacet::openai_chat::decode(openai_with({"", R"("b")"}, row.openai)),
                          tacet::anthropic_messages::decode(anthropic_with({"", R"("b")"}, row.anthropic))}) {
      REQUIRE(d);
      CHECK(d->cut() == row.cut);
      CHECK_FALSE(d->calls()[0].cut);
      CHECK(d->calls()[1].cut == row.cut);
      CHECK(std::count_if(d->notes().begin(), d->notes().end(), [](const tacet::reply_note& n) {
              return n.kind == reply_note_kind::call_cut && n.position == 1;
            }) == (row.cut ? 1 : 0));
    }
  }
  const auto without = tacet::openai_chat::decode(openai_with({}, "length"));
  REQUIRE(without);
  CHECK(without->cut());
  CHECK(without->notes().empty());
}

TEST_CASE("size and depth have limits, which can be lowered") {
  const std::string small = openai_with({R"("a")"});
  reply_options options;
  options.most_bytes = small.size();
  CHECK(tacet::openai_chat::decode(small, options));
  --options.most_bytes;
  const auto large = tacet::openai_chat::decode(small, options);
  REQUIRE_FALSE(large);
  CHECK(large.error().reason == decode_failure::too_large);

  const auto nested = [](int depth) {
    return R"({"role":"assistant","content":"","x":)" +
           std::string(static_cast<std::size_t>(depth - 1), '[') +
           std::string(static_cast<std::size_t>(depth - 1), ']') + "}";
  };
  const struct {
    int limit, depth;
    bool good;
  } table[] = {{128, 128, true}, {128, 129, false}, {1000, 128, true}, {1000, 129, false},
               {9, 9, true},     {9, 10, false},    {-5, 2, false}};
  for (const auto& row : table) {
    reply_options deep;
    deep.most_depth = row.limit;
    const auto got = tacet::openai_chat::decode(nested(row.depth), deep);
    INFO(row.limit << " " << row.depth);
    CHECK(got.has_value() == row.good);
    if (!got) CHECK(got.error().reason == decode_failure::too_deep);
  }
  CHECK_FALSE(tacet::openai_chat::decode(nested(100000)));
}

TEST_CASE("every enumerator has a text of its own") {
  std::set<std::string_view> finish;
  for (int i = 0; i <= static_cast<int>(tacet::finish_reason::other); ++i)
    finish.insert(to_text(static_cast<tacet::finish_reason>(i)));
  CHECK(finish.size() == 6);
  std::set<std::string_view> notes;
  for (int i = 0; i <= static_cast<int>(reply_note_kind::legacy_call_ignored); ++i)
    notes.insert(to_text(static_cast<reply_note_kind>(i)));
  CHECK(notes.size() == 6);
}
