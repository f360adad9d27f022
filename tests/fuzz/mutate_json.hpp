// SPDX-License-Identifier: MIT
// Changes a text as a value: members vanish, move, repeat and change their type, and the text stays JSON.
#pragma once

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace tacet_fuzz {

using randomness = std::minstd_rand;

inline void collect(boost::json::value& at, std::vector<boost::json::value*>& all) {
  all.push_back(&at);
  if (boost::json::array* const items = at.if_array())
    for (boost::json::value& one : *items) collect(one, all);
  if (boost::json::object* const members = at.if_object())
    for (auto& one : *members) collect(one.value(), all);
}

inline boost::json::value some_value(randomness& random) {
  static const char* const pool[] = {"null",
                                     "true",
                                     "0",
                                     "-1",
                                     "1.5",
                                     "1e400",
                                     R"("")",
                                     R"(" ")",
                                     R"("{}")",
                                     R"("{\"a\":1}")",
                                     R"("null")",
                                     R"("a.b c")",
                                     R"("\u0000\ud83d\ude00")",
                                     "{}",
                                     "[]",
                                     "[null]",
                                     R"({"type":"text","text":"t"})",
                                     R"({"tomorrow":{"a":[1]}})"};
  boost::json::error_code error;
  return boost::json::parse(pool[random() % std::size(pool)], error);
}

inline void change(boost::json::value& whole, randomness& random) {
  std::vector<boost::json::value*> all;
  collect(whole, all);
  boost::json::value& at = *all[random() % all.size()];
  const boost::json::value other = *all[random() % all.size()];
  switch (random() % 6) {
    case 0:
      at = other;
      return;
    case 1:
      at = some_value(random);
      return;
    default:
      break;
  }
  if (boost::json::array* const items = at.if_array()) {
    if (items->empty() || random() % 3 == 0) items->push_back(random() % 2 == 0 ? other : some_value(random));
    else if (random() % 2 == 0)
      items->erase(items->begin() + static_cast<std::ptrdiff_t>(random() % items->size()));
    else items->insert(items->begin(), (*items)[random() % items->size()]);
  } else if (boost::json::object* const members = at.if_object()) {
    if (members->empty() || random() % 3 == 0)
      members->emplace(random() % 2 == 0 ? "tomorrow" : "type", other);
    else if (random() % 2 == 0) members->erase(members->begin() + random() % members->size());
    else (members->begin() + random() % members->size())->value() = some_value(random);
  } else {
    at = some_value(random);
  }
}

// The changed text, or an empty one where the text is no JSON.
inline std::string changed_json(std::string_view text, randomness& random) {
  boost::json::error_code error;
  boost::json::value whole = boost::json::parse(text, error);
  if (error) return {};
  for (std::size_t times = 1 + random() % 3; times != 0; --times) change(whole, random);
  return boost::json::serialize(whole);
}

// Half of the time bytes are changed, else what `change_text` makes of the text; bytes too where that makes
// nothing.
template <class Change>
std::size_t mutate(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed,
                   Change&& change_text) {
  randomness random(seed + 1);
  if (random() % 2 == 0) {
    const std::string made = change_text(std::string_view(reinterpret_cast<const char*>(data), size), random);
    if (!made.empty() && made.size() <= most) {
      std::memcpy(data, made.data(), made.size());
      return made.size();
    }
  }
  return LLVMFuzzerMutate(data, size, most);
}

}  // namespace tacet_fuzz
