// SPDX-License-Identifier: MIT
// Which calls of a batch must wait for which earlier ones.
#pragma once

#include <tacet/async/detail/conflict_key.hpp>

#include <cstddef>
#include <vector>

namespace tacet::detail {

/// Calls are declared in call order, each before it asks for its turn. `wake(i)` is called for a call whose turn may have come.
/// All on one strand. Finishing a call costs a comparison with each later one that waits, and for those that
/// it held back one with each open call before them.
class batch_plan {
 public:
  /// `in_order`: turns are given in call order too.
  batch_plan(std::size_t calls, bool in_order) : calls_(calls), in_order_(in_order) {}

  void declare(std::size_t i, const touched& what) { calls_[i].what = what; }

  /// Whether call `i` may go on; else it is woken once when it may.
  [[nodiscard]] bool may_go(std::size_t i) {
    one& self = calls_[i];
    self.waits = (in_order_ && turn_ != i) || is_held_back(i);
    return !self.waits;
  }
  /// The checks and gates have been asked about call `i`, or never will be.
  template <class Wake> void pass_turn(std::size_t i, const Wake& wake) {
    calls_[i].passed = true;
    if (!in_order_) return;
    while (turn_ < calls_.size() && calls_[turn_].passed) ++turn_;
    wake_if(turn_, wake);
  }
  /// Call `i` is answered.
  template <class Wake> void finish(std::size_t i, const Wake& wake) {
    calls_[i].done = true;
    while (first_open_ < calls_.size() && calls_[first_open_].done) ++first_open_;
    pass_turn(i, wake);
    for (std::size_t k = i + 1; k < calls_.size(); ++k)
      if (calls_[k].waits && calls_[k].what.conflicts(calls_[i].what)) wake_if(k, wake);
  }

 private:
  struct one {
    touched what{};
    bool waits = false;
    bool passed = false;
    bool done = false;
  };
  [[nodiscard]] bool is_held_back(std::size_t i) const {
    for (std::size_t k = first_open_; k < i; ++k)
      if (!calls_[k].done && calls_[k].what.conflicts(calls_[i].what)) return true;
    return false;
  }
  template <class Wake> void wake_if(std::size_t i, const Wake& wake) {
    if (i >= calls_.size() || !calls_[i].waits || (in_order_ && turn_ != i) || is_held_back(i)) return;
    calls_[i].waits = false;
    wake(i);
  }

  std::vector<one> calls_;
  std::size_t turn_ = 0;
  std::size_t first_open_ = 0;  // every call before it is done
  bool in_order_;
};

}  // namespace tacet::detail
