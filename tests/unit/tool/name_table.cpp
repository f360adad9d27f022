// SPDX-License-Identifier: MIT
// Names to indices: families of similar names of every size, hits, and near misses.
#include "support/catch.hpp"

#include <tacet/tool/name_table.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

using namespace tacet;

namespace {

// A set of N names in storage of exactly their size, so that a byte too far is found by the sanitizer.
template <std::size_t N> struct family {
  std::vector<std::unique_ptr<char[]>> bytes;
  std::array<std::string_view, N> names{};

  template <class Make> explicit family(Make make) {
    for (std::size_t i = 0; i < N; ++i) names[i] = keep(make(i));
  }
  std::string_view keep(const std::string& text) {
    bytes.push_back(std::make_unique<char[]>(text.size()));
    std::copy(text.begin(), text.end(), bytes.back().get());
    return {bytes.back().get(), text.size()};
  }
};

std::string padded(std::size_t i) {
  std::string text = std::to_string(i);
  return std::string(3 - text.size(), '0') + text;
}

template <std::size_t N, class Make> void finds_all(Make make, const char* what) {
  family<N> all(make);
  const auto table = std::make_unique<name_table<N>>(all.names);
  INFO(what << ", " << N);
  CHECK(table->perfect());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < N; ++i) {
    const std::string name(all.names[i]);
    wrong += table->find(all.keep(name)) != i;
    // One byte changed, added or taken away is another name, or another tool's.
    const auto other = [&](const std::string& text) {
      std::size_t wanted = N;
      for (std::size_t j = 0; j < N; ++j)
        if (all.names[j] == text) wanted = j;
      wrong += table->find(all.keep(text)) != wanted;
    };
    other(name + 'x');
    other(name + '\0');
    other("x" + name);
    for (std::size_t at = 0; at < name.size(); ++at) {
      std::string changed = name;
      changed[at] = static_cast<char>(changed[at] ^ 1);
      other(changed);
      other(name.substr(0, at));
      if (N <= 16) other(name.substr(0, at) + name.substr(at + 1));
    }
    if (all.bytes.size() > 4000) all.bytes.resize(N);  // the names themselves stay
  }
  CHECK(table->find("") == (all.names[0].empty() ? 0 : N));
  CHECK(table->find(all.keep(std::string(10000, 'x'))) == N);
  CHECK(wrong == 0);
}

template <std::size_t N> void all_families() {
  finds_all<N>([](std::size_t i) { return "t" + std::to_string(i); }, "numbered");
  finds_all<N>([](std::size_t i) { return "mcp__x" + padded(i) + "__get_the_weather"; },
               "differ in the middle");
  finds_all<N>([](std::size_t i) { return "get_the_weather_of_a_place_" + padded(i); }, "differ at the end");
  finds_all<N>([](std::size_t i) { return padded(i) + "_get_the_weather_of_a_place"; },
               "differ at the front");
  finds_all<N>([](std::size_t i) { return std::string(i + 1, 'a'); }, "differ in length only");
  finds_all<N>(
      [](std::size_t i) {
        return std::string{static_cast<char>('A' + i / 16), static_cast<char>('a' + i % 16)};
      },
      "two letters");
  finds_all<N>(
      [](std::size_t i) {
        return std::string("search_") + static_cast<char>('A' + i / 16) + "____" +
               static_cast<char>('a' + i % 16) + "_text";
      },
      "two letters far apart");
  finds_all<N>([](std::size_t i) { return i == 0 ? std::string() : std::string(8, static_cast<char>(i)); },
               "with an empty name");
}

// All lengths at once.
constexpr auto of_all_lengths = [] {
  std::array<std::string_view, 41> names{};
  constexpr std::string_view text = "abcdefghijklmnopqrstuvwxyz0123456789_-ABCDEF";
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = text.substr(0, i);
  return names;
}();
constexpr name_table<41> lengths(of_all_lengths);
static_assert(lengths.perfect());
static_assert([] {
  for (std::size_t i = 0; i < of_all_lengths.size(); ++i)
    if (lengths.find(of_all_lengths[i]) != i) return false;
  return lengths.find("abd") == lengths.npos && lengths.find("b") == lengths.npos;
}());

// The table of the largest executor is made by the compiler, within its limits.
constexpr auto many_texts = [] {
  std::array<std::array<char, 24>, 256> texts{};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    constexpr std::string_view pattern = "srv__tool_000__get_value";
    for (std::size_t j = 0; j < 24; ++j) texts[i][j] = pattern[j];
    texts[i][10] = static_cast<char>('0' + i / 100);
    texts[i][11] = static_cast<char>('0' + i / 10 % 10);
    texts[i][12] = static_cast<char>('0' + i % 10);
  }
  return texts;
}();
constexpr auto many_names = [] {
  std::array<std::string_view, 256> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = {many_texts[i].data(), many_texts[i].size()};
  return names;
}();
constexpr name_table<256> many(many_names);
static_assert(many.perfect());

}  // namespace

TEST_CASE("every name of a family finds itself and nothing else does, for 1 to 256 names") {
  all_families<1>();
  all_families<2>();
  all_families<3>();
  all_families<16>();
  all_families<64>();
  all_families<256>();
}

TEST_CASE("a table made by the compiler is the same at run time") {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < many_names.size(); ++i) wrong += many.find(std::string(many_names[i])) != i;
  for (std::size_t i = 0; i < of_all_lengths.size(); ++i)
    wrong += lengths.find(std::string(of_all_lengths[i])) != i;
  CHECK(wrong == 0);
  CHECK(many.find("srv__tool_256__get_value") == many.npos);
}

TEST_CASE("names that are given twice have no perfect hash, and are found all the same") {
  const name_table<3> twice({std::string_view("a"), std::string_view("b"), std::string_view("a")});
  CHECK_FALSE(twice.perfect());
  CHECK(twice.find("a") == 0);
  CHECK(twice.find("b") == 1);
  CHECK(twice.find("c") == 3);
}
