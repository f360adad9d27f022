// SPDX-License-Identifier: MIT
// Keeps the decisions that were made about calls, so that nobody is asked twice about the same.
#pragma once

#include <tacet/phase/approval_decision.hpp>
#include <tacet/phase/contain.hpp>
#include <tacet/values/tool_call.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace tacet {

/// How much an `approval_memory` keeps. The arguments of calls are the model's, so their size is bounded too.
struct approval_memory_limits {
  std::size_t decisions = 10'000;
  std::size_t bytes = std::size_t{16} << 20;  ///< of keys and reasons
};

namespace detail {

template <bool Session> struct approval_order {
  using is_transparent = void;
  static std::string_view of(std::string_view key) noexcept { return key; }
  static std::string_view of(const approval_decision& one) noexcept {
    return Session ? one.session_key() : std::string_view(one.key());
  }
  template <class A, class B> bool operator()(const A& a, const B& b) const noexcept { return of(a) < of(b); }
};

template <class Decision> struct approval_state {
  explicit approval_state(const approval_memory_limits& most) noexcept : limits(most) {}

  const approval_memory_limits limits;
  std::mutex mutex{};
  // Trees, since the model chooses the keys: a hash table could be made slow.
  std::set<Decision, approval_order<false>> calls{};
  std::set<Decision, approval_order<true>> session{};
  std::size_t bytes = 0;
  std::size_t not_kept = 0;

  static std::size_t size_of(const Decision& one) noexcept { return one.key().size() + one.reason().size(); }
  // What stands about a call: the decision about it alone goes first.
  const Decision* find(std::string_view key, std::string_view session_key, bool has_id) const {
    if (has_id)
      if (const auto at = calls.find(key); at != calls.end()) return &*at;
    const auto at = session.find(session_key);
    return at != session.end() ? &*at : nullptr;
  }
  template <class Set> void keep(Set& set, const Decision& one) {
    const std::size_t size = size_of(one);
    if (calls.size() + session.size() >= limits.decisions || size > limits.bytes - bytes ||
        !survives([&] { set.insert(one); }))
      ++not_kept;
    else bytes += size;
  }
};

}  // namespace detail

/// A handle to decisions that its copies share: made by the user, given to the gates of any number of
/// executors, and used from any number of threads. It keeps what was decided first, approvals and denials.
/// A decision about one call stands for that call: the same id, name and argument values. Where the call has
/// no id, nothing says that the next one is the same, and the decision is not kept. A decision for the
/// session stands for every call of that name with equal argument values that has no decision of its own.
/// What finds no room, or no memory, is not kept and counted: its calls are asked about again. `find` and
/// `remember` take time that grows with the logarithm of what is kept.
// A template, so that an executor without one does not compile it.
template <class Decision> class basic_approval_memory {
 public:
  explicit basic_approval_memory(approval_memory_limits limits = {})
      : state_(std::make_shared<detail::approval_state<Decision>>(limits)) {}
  // No moves: one that was moved from would be no memory.
  basic_approval_memory(const basic_approval_memory&) = default;
  basic_approval_memory& operator=(const basic_approval_memory&) = default;
  ~basic_approval_memory() = default;

  /// Keeps `decision` if nothing stands about its call yet, and returns what is to be obeyed by who was just
  /// given it: `decision`, but a denial that stands already where `decision` approves. (Two who ask about one
  /// call at the same time get two answers. The first that comes here stands for later; a call is refused by
  /// either.)
  Decision remember(Decision decision) const {
    detail::approval_state<Decision>& state = *state_;
    const std::lock_guard lock(state.mutex);
    const Decision* const stands = state.find(decision.key(), decision.session_key(), decision.has_id());
    if (decision.approved() && stands != nullptr && !stands->approved()) return *stands;
    if (decision.scope() == approval_scope::session) {
      if (!state.session.contains(decision)) state.keep(state.session, decision);
    } else if (decision.has_id() && (stands == nullptr || stands->key() != decision.key())) {
      state.keep(state.calls, decision);
    }
    return decision;
  }
  /// The decision that stands about `call`.
  template <std::convertible_to<const tool_call&> Call>
  [[nodiscard]] std::optional<Decision> find(const Call& call) const {
    const detail::approval_key key = detail::key_of(call);
    const std::lock_guard lock(state_->mutex);
    const Decision* const stands = state_->find(key.text, key.signature(), key.has_id());
    if (stands == nullptr) return std::nullopt;
    return *stands;
  }
  /// A copy of all, to be stored. Remembered in this order by an empty memory they stand as they do here.
  [[nodiscard]] std::vector<Decision> decisions() const {
    const std::lock_guard lock(state_->mutex);
    std::vector<Decision> all;
    all.reserve(state_->calls.size() + state_->session.size());
    all.insert(all.end(), state_->calls.begin(), state_->calls.end());
    all.insert(all.end(), state_->session.begin(), state_->session.end());
    return all;
  }
  /// Forgets the decisions for the session.
  void forget_session() const { forget(state_->session); }
  /// Forgets the decisions about one call, for the time when its id may come to mean another one.
  void forget_calls() const { forget(state_->calls); }

  [[nodiscard]] std::size_t size() const {
    const std::lock_guard lock(state_->mutex);
    return state_->calls.size() + state_->session.size();
  }
  /// How many decisions found no room.
  [[nodiscard]] std::size_t not_kept() const {
    const std::lock_guard lock(state_->mutex);
    return state_->not_kept;
  }

 private:
  template <class Set> void forget(Set& set) const {
    const std::lock_guard lock(state_->mutex);
    for (const Decision& one : set) state_->bytes -= detail::approval_state<Decision>::size_of(one);
    set.clear();
  }

  std::shared_ptr<detail::approval_state<Decision>> state_;
};
using approval_memory = basic_approval_memory<approval_decision>;

}  // namespace tacet
