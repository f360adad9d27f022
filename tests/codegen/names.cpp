// SPDX-License-Identifier: MIT
// The look-up of a name, over every name of a table, for four sizes and two kinds of names.
#include "cases.hpp"

#include <algorithm>

namespace codegen {

namespace {

struct name_text {
  std::array<char, 40> text{};
  std::size_t size = 0;

  constexpr void append(std::string_view more) {
    for (const char c : more) text[size++] = c;
  }
  [[nodiscard]] constexpr std::string_view view() const { return {text.data(), size}; }
};

// Names of a verb and a noun, at most 16 characters: the usual ones. The first 16 have each verb and each
// noun once, and so has every further 16, so that a table of 256 holds names of the same lengths as one
// of 16.
constexpr std::string_view verbs[] = {"get",    "send", "find",  "list",  "read",   "write",
                                      "add",    "book", "stop",  "open",  "update", "clear",
                                      "delete", "play", "close", "rename"};
constexpr std::string_view nouns[] = {"weather", "mail",  "text",    "files", "order", "user",
                                      "row",     "door",  "music",   "timer", "table", "calendar",
                                      "contact", "photo", "invoice", "route"};
constexpr void append_usual(name_text& to, std::size_t i) {
  to.append(verbs[i % 16]);
  to.append("_");
  to.append(nouns[(i + i / 16) % 16]);
}
constexpr void append_long(name_text& to, std::size_t i) {
  // As tool servers make them: what differs stands in the middle, and they are longer than two words.
  to.append("mcp__");
  append_usual(to, i);
  to.append("__run_query");
}

template <std::size_t N, void (*Append)(name_text&, std::size_t)>
constexpr std::array<name_text, N> make_names() {
  std::array<name_text, N> names{};
  for (std::size_t i = 0; i < N; ++i) Append(names[i], i);
  return names;
}
template <std::size_t N>
constexpr std::array<std::string_view, N> views_of(const std::array<name_text, N>& names) {
  std::array<std::string_view, N> views{};
  for (std::size_t i = 0; i < N; ++i) views[i] = names[i].view();
  return views;
}

template <std::size_t N, void (*Append)(name_text&, std::size_t)> struct lookup {
  static constexpr std::array<name_text, N> names = make_names<N, Append>();
  static constexpr tacet::name_table<N> table{views_of(names)};
  static_assert(table.perfect());

  // What is looked up is a copy: a reply's names stand elsewhere than the table's.
  static void find_all(work& w) {
    static const std::array<name_text, N> asked = names;
    std::size_t sum = 0;
    for (const name_text& name : asked) sum += table.find(name.view());
    w.number = static_cast<int>(sum);
    w.found = true;
  }
};

constexpr measured rows[] = {
    {"find/4", &lookup<4, &append_usual>::find_all, &number_answer, "6", {}, 4},
    {"find/16", &lookup<16, &append_usual>::find_all, &number_answer, "120", {}, 16},
    {"find/64", &lookup<64, &append_usual>::find_all, &number_answer, "2016", {}, 64},
    {"find/256", &lookup<256, &append_usual>::find_all, &number_answer, "32640", {}, 256},
    {"find_long/16", &lookup<16, &append_long>::find_all, &number_answer, "120", {}, 16},
    {"find_long/256", &lookup<256, &append_long>::find_all, &number_answer, "32640", {}, 256},
};

}  // namespace

const std::span<const measured> name_rows = rows;

}  // namespace codegen
