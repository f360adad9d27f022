// SPDX-License-Identifier: MIT
// Which call a piece of a call belongs to, in streams whose servers number their calls well, badly or not.
#pragma once

#include <tacet/wire/detail/stream_object.hpp>
#include <tacet/wire/detail/value_progress.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tacet::detail {

/// What of a piece decides. The texts are the insides of JSON strings; empty is as good as absent.
struct call_piece {
  const std::uint64_t* index;
  std::string_view id;
  std::string_view name;
  std::string_view arguments;
};

struct stream_call {
  std::uint64_t index = 0;
  std::string id{};
  stream_object call{};
  stream_object function{};
  value_progress progress{};
  bool has_function = false;

  [[nodiscard]] std::string_view name() noexcept {
    const stream_object::member* const one = function.find(R"("name")");
    return one == nullptr ? std::string_view{} : std::string_view(one->text);
  }
  /// Whether there are arguments, and whether they are a whole JSON value.
  [[nodiscard]] bool begun() noexcept { return read().begun(); }
  [[nodiscard]] bool complete() noexcept { return read().complete(); }
  /// A name comes once, in pieces, or again and again.
  [[nodiscard]] bool adds_to_name(std::string_view piece) noexcept {
    return !piece.empty() && piece != name();
  }

 private:
  const value_progress& read() noexcept {
    const stream_object::member* const one = function.find(R"("arguments")");
    if (one == nullptr || one->text == "null") return progress;
    if (one->is == stream_object::form::string) progress.read(one->text);
    else progress.end();
    return progress;
  }
};

class stream_calls {
 public:
  struct found {
    std::size_t place;
    bool opened;
    std::string_view trouble;  ///< why the piece cannot be placed
  };

  [[nodiscard]] bool empty() const noexcept { return calls_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return calls_.size(); }
  [[nodiscard]] stream_call& operator[](std::size_t i) noexcept { return calls_[i]; }
  [[nodiscard]] std::vector<stream_call>& all() noexcept { return calls_; }

  /// The call at the index, or the one opened last where nothing is numbered. Another id, or a name behind
  /// arguments that are complete, opens a call of its own, whatever the index.
  found find(const call_piece& piece) {
    (piece.index != nullptr ? numbered_ : bare_) = true;
    if (numbered_ && bare_)
      return {0, false,
              "some pieces of calls have an index and others have none: which belong together is not known"};
    const std::uint64_t index = piece.index == nullptr ? 0 : *piece.index;
    std::size_t at = none;
    if (piece.index == nullptr) at = calls_.empty() ? none : last_;
    else if (last_ < calls_.size() && calls_[last_].index == index) at = last_;
    else if (const auto known = latest_.find(index); known != latest_.end()) at = known->second;
    if (!piece.id.empty() && at != none && calls_[at].id != piece.id) {
      const auto known = by_id_.find(key(index, piece.id));
      if (known != by_id_.end()) at = known->second;
      else if (!calls_[at].id.empty()) at = none;
    }
    if (at != none && opens_another(calls_[at], piece)) at = none;
    if (at == none) {
      if (piece.index == nullptr && piece.id.empty() && piece.name.empty())
        return {0, false, "a piece of a call comes before any call"};
      return {open(index, piece.id), true, {}};
    }
    stream_call& c = calls_[at];
    if (c.adds_to_name(piece.name) && !c.name().empty() && c.begun())
      return {at, false, "the name of a call changes within its arguments"};
    if (c.id.empty() && !piece.id.empty()) known_as(at, piece.id);
    return latest(index, at), found{at, false, {}};
  }

  /// In the order of the indexes; calls with one index in the order in which they came.
  void append(std::string& to) const {
    std::vector<std::size_t> order(calls_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return calls_[i].index; });
    for (const std::size_t i : order) {
      if (i != order.front()) to += ',';
      to += '{';
      const bool any = calls_[i].call.append_members(to);
      if (calls_[i].has_function) {
        to += any ? R"(,"function":{)" : R"("function":{)";
        calls_[i].function.append_members(to);
        to += '}';
      }
      to += '}';
    }
  }

 private:
  static constexpr std::size_t none = SIZE_MAX;

  static bool opens_another(stream_call& c, const call_piece& piece) {
    if (piece.name.empty() || c.name().empty() || !c.complete()) return false;
    const bool same_id = !piece.id.empty() && piece.id == c.id;
    return c.adds_to_name(piece.name) ||
           (!same_id && piece.arguments.find_first_not_of(' ') != std::string_view::npos);
  }
  static std::string key(std::uint64_t index, std::string_view id) {
    std::string made = std::to_string(index);
    made += ':';
    return made += id;
  }
  std::size_t open(std::uint64_t index, std::string_view id) {
    const std::size_t at = calls_.size();
    calls_.emplace_back().index = index;
    if (!id.empty()) known_as(at, id);
    latest(index, at);
    return at;
  }
  void known_as(std::size_t at, std::string_view id) {
    calls_[at].id = id;
    by_id_.insert_or_assign(key(calls_[at].index, id), at);
  }
  void latest(std::uint64_t index, std::size_t at) {
    if (last_ == at) return;
    if (numbered_) latest_[index] = at;
    last_ = at;
  }

  std::vector<stream_call> calls_{};
  std::unordered_map<std::uint64_t, std::size_t> latest_{};
  std::unordered_map<std::string, std::size_t> by_id_{};
  std::size_t last_ = none;
  bool numbered_ = false;
  bool bare_ = false;
};

}  // namespace tacet::detail
