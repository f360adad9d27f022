// SPDX-License-Identifier: MIT
// Makes batches from a seed, runs many at once, and compares the answers with what the tools did.
#pragma once

#include "stress/async_compositions.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>

#include <algorithm>
#include <bit>
#include <map>
#include <stop_token>

namespace stress {

/// What is done to a batch from outside.
enum class trouble { none, stopped_before, stopped, cancelled, late };

struct planned_call {
  job asked;
  bool unknown = false;
  bool malformed = false;
  tacet::tool_effect effect = tacet::tool_effect::read_only;
};

/// What was answered about one call.
struct answered_call {
  int answers = 0;
  int attempts = 0;
  tacet::outcome_kind kind{};
  tacet::outcome_reason reason{};
  bool calm = false;  ///< nothing could end it but itself
  bool scarce = false;
  std::size_t executor = 0;
};

class campaign {
 public:
  campaign(std::uint64_t seed, std::size_t calls)
      : seed_(seed), calls_(calls), book_(calls + reserve), answers_(calls) {
    dice roll(seed);
    for (std::size_t at = 0; at < calls;) {
      const std::size_t size =
          std::min<std::size_t>(calls - at, roll.one_in(4) ? 1 + roll.below(64) : 1 + roll.below(16));
      starts_.push_back(at);
      at += size;
    }
    starts_.push_back(calls);
    executors_ = {in_sequence(book_), crowded(book_), on_workers(book_, pool_),
                  on_workers_in_sequence(book_, pool_), plain(book_)};
    // Those that have a budget, several of each, so that some of it is left.
    for (std::size_t i = 0; i != with_budget; ++i) {
      budgets_.push_back(executors_.size());
      executors_.push_back(i % 2 == 0 ? judged(book_) : stacked(book_));
    }
  }

  template <class On> void begin(On on) {
    constexpr int lanes = 96;
    for (int i = 0; i != lanes; ++i) asio::co_spawn(asio::make_strand(on), lane(), asio::detached);
  }

  /// After all batches: what was given up ends, and then the books must agree.
  void settle() {
    for (int ms = 0; ms != 20'000 && running() != 0; ++ms) std::this_thread::sleep_for(1ms);
    if (running() != 0) book_.fault(std::to_string(running()) + " tools that were given up have not ended");
    const tacet::pool_report closed = pool_.close();
    if (closed.abandoned != 0) book_.fault("a worker is stuck");
    std::vector<std::uint32_t> taken(executors_.size());
    for (std::uint32_t n = 0; n != calls_; ++n) {
      compare(n);
      if (answers_[n].scarce && answers_[n].attempts > 0) ++taken[answers_[n].executor];
    }
    std::this_thread::sleep_for(5ms);  // no breaker is open any more
    for (const std::size_t i : budgets_) spend_the_rest(i, taken[i]);
  }

  [[nodiscard]] std::vector<std::string> faults() { return book_.faults(); }
  [[nodiscard]] std::size_t asked() const { return calls_; }
  [[nodiscard]] std::size_t answered() const {
    return static_cast<std::size_t>(
        std::count_if(answers_.begin(), answers_.end(), [](const auto& one) { return one.answers == 1; }));
  }
  [[nodiscard]] std::size_t of_kind(tacet::outcome_kind kind) const {
    return static_cast<std::size_t>(
        std::count_if(answers_.begin(), answers_.end(), [&](const auto& one) { return one.kind == kind; }));
  }
  [[nodiscard]] std::size_t of_reason(tacet::outcome_reason reason) const {
    return static_cast<std::size_t>(std::count_if(answers_.begin(), answers_.end(),
                                                  [&](const auto& one) { return one.reason == reason; }));
  }
  [[nodiscard]] std::map<tacet::outcome_kind, std::size_t> least_kinds() const {
    using enum tacet::outcome_kind;
    return {{succeeded, calls_ / 5},   {unknown_tool, calls_ / 200},    {bad_arguments, calls_ / 200},
            {refused, calls_ / 200},   {failed, calls_ / 50},           {timed_out, calls_ / 500},
            {cancelled, calls_ / 200}, {outcome_unknown, calls_ / 2000}};
  }
  /// Few, since speed decides how many there are.
  [[nodiscard]] std::map<tacet::outcome_reason, std::size_t> least_reasons() const {
    using enum tacet::outcome_reason;
    const std::size_t one = calls_ >= 100'000 ? 1 : 0;
    return {{budget_spent, one},    {policy, one},   {check_failed, one}, {advice, one},
            {approval_denied, one}, {deadline, one}, {overloaded, one},   {breaker_open, one},
            {abandoned, one},       {exception, one}};
  }

 private:
  static constexpr unsigned with_budget = 24;
  static constexpr std::size_t reserve = 64 * scarce_calls;  // for `spend_the_rest`

  asio::awaitable<void> lane() {
    for (;;) {
      const std::size_t at = next_.fetch_add(1);
      if (at + 1 >= starts_.size()) co_return;
      try {
        co_await batch(at);
      } catch (...) {
        book_.fault("batch " + std::to_string(at) + " threw");
      }
    }
  }

  planned_call plan(dice& roll, const traits& about, std::size_t batch, std::uint32_t n, std::string& name) {
    planned_call one;
    name = about.tools[roll.below(static_cast<unsigned>(about.tools.size()))];
    one.asked.n = n;
    one.asked.what = roll.one_in(3) ? static_cast<int>(roll.below(deeds)) : roll.one_in(2) ? gives : naps;
    if (one.asked.what == throws_cancelled && !roll.one_in(8)) one.asked.what = gives;
    if (one.asked.what == gives && roll.one_in(16)) one.asked.what = dawdles;
    if (one.asked.what == naps) one.asked.us = roll.one_in(8) ? roll.below(6000) : roll.below(300);
    if (one.asked.what == dawdles) one.asked.us = roll.one_in(4) ? roll.below(12'000) : roll.below(1000);
    one.asked.key = static_cast<std::uint32_t>(batch) * 4 + roll.below(4);
    // What was given up at its time may go on beside the next.
    one.asked.alone = !about.limits_time;
    one.unknown = roll.one_in(50);
    one.malformed = roll.one_in(50);
    if (name == "move" || name == "stamp" || name == "scarce") one.effect = tacet::tool_effect::once;
    if (one.unknown) name = "nobody";
    return one;
  }
  static std::string text_of(const planned_call& one) {
    std::string text = R"({"n":)" + std::to_string(one.asked.n) + R"(,"what":)" +
                       std::to_string(one.asked.what) + R"(,"us":)" + std::to_string(one.asked.us) +
                       R"(,"key":)" + std::to_string(one.asked.key) + R"(,"alone":)" +
                       (one.asked.alone ? "true" : "false") + "}";
    if (one.malformed) text[text.size() / 2] = '}';
    return text;
  }

  struct end_from_outside {
    asio::cancellation_signal signal{};
    std::stop_source stop{};
    bool over = false;
  };
  static asio::awaitable<void> emit_later(std::shared_ptr<end_from_outside> to, std::uint32_t us) {
    co_await nap(us);
    if (!to->over) to->signal.emit(asio::cancellation_type::terminal);
  }
  static asio::awaitable<void> stop_later(std::stop_source stop, std::uint32_t us) {
    co_await nap(us);
    stop.request_stop();
  }

  asio::awaitable<void> batch(std::size_t at) {
    dice roll(seed_ ^ (at + 1) * 0x9E3779B97F4A7C15U);
    std::size_t which = roll.below(7);
    if (which >= budgets_.front()) which = budgets_[roll.below(with_budget)];
    const composition& executor = executors_[which];
    const std::size_t first = starts_[at], size = starts_[at + 1] - first;

    std::vector<planned_call> planned(size);
    std::vector<std::string> names(size), ids(size), texts(size);
    std::vector<tacet::tool_call> calls(size);
    bool stoppable = false;
    for (std::size_t i = 0; i != size; ++i) {
      planned[i] = plan(roll, executor.about, at, static_cast<std::uint32_t>(first + i), names[i]);
      ids[i] = "c" + std::to_string(first + i);
      texts[i] = text_of(planned[i]);
      calls[i] = {ids[i], names[i], texts[i]};
      stoppable = stoppable || planned[i].asked.what == throws_cancelled;
    }

    constexpr trouble troubles[] = {trouble::stopped_before, trouble::stopped,   trouble::stopped,
                                    trouble::cancelled,      trouble::cancelled, trouble::late};
    const trouble what = roll.one_in(6) ? troubles[roll.below(6)] : trouble::none;
    const std::uint32_t after = roll.one_in(4) ? roll.below(300) : roll.below(10'000);
    const auto here = co_await asio::this_coro::executor;
    const auto ender = std::make_shared<end_from_outside>();
    tacet::run_options options;
    if (what == trouble::stopped_before) ender->stop.request_stop();
    if (what == trouble::stopped || what == trouble::stopped_before) options.stop = ender->stop.get_token();
    if (what == trouble::stopped)
      asio::co_spawn(asio::require(here, asio::execution::blocking.never), stop_later(ender->stop, after),
                     asio::detached);
    if (what == trouble::cancelled) asio::co_spawn(here, emit_later(ender, after), asio::detached);
    if (what == trouble::late)
      options.deadline = std::chrono::steady_clock::now() + std::chrono::microseconds(after);
    stoppable = stoppable || (what != trouble::none && what != trouble::late);
    const bool timed = executor.about.limits_time || what == trouble::late;

    tacet::execution_report report;
    co_await executor.run(here, calls, report, options, ender->signal.slot());
    ender->over = true;

    const std::string told = "batch " + std::to_string(at) + " of executor " + std::to_string(which);
    if (report.outcomes.size() != size) {
      book_.fault(told + ": " + std::to_string(report.outcomes.size()) + " outcomes of " +
                  std::to_string(size));
      co_return;
    }
    if (report.status == tacet::execution_status::no_room ||
        (report.status == tacet::execution_status::cancelled && !stoppable))
      book_.fault(told + ": " + std::string(to_text(report.status)));
    for (std::size_t i = 0; i != size; ++i) {
      const tacet::tool_outcome& out = report.outcomes[i];
      answered_call& kept = answers_[first + i];
      ++kept.answers;
      kept.attempts = out.attempts;
      kept.kind = out.kind;
      kept.reason = out.reason;
      kept.calm = !stoppable && !timed;
      kept.scarce = names[i] == "scarce";
      kept.executor = which;
      if (out.call_id != ids[i] || out.position != i)
        book_.fault(told + ": outcome " + std::to_string(i) + " is of another call");
      if (!may_be(planned[i], executor.about, out, stoppable, timed))
        book_.fault(told + ": " + names[i] + ' ' + texts[i] + " became " + std::string(to_text(out.kind)) +
                    " (" + std::string(to_text(out.reason)) + ") after " + std::to_string(out.attempts) +
                    ": " + std::string(out.content));
    }
  }

  /// Whether a call can have such an outcome.
  static bool may_be(const planned_call& one, const traits& about, const tacet::tool_outcome& out,
                     bool stoppable, bool timed) {
    using kind = tacet::outcome_kind;
    using reason = tacet::outcome_reason;
    const int what = one.asked.what;
    if (out.is_error != (out.kind != kind::succeeded)) return false;
    if (out.kind == kind::cancelled) return stoppable;
    if (out.kind == kind::timed_out && out.attempts == 0) return timed;
    if (one.unknown || out.kind == kind::unknown_tool)
      return one.unknown && out.kind == kind::unknown_tool && out.attempts == 0;
    if (one.malformed || out.kind == kind::bad_arguments)
      return one.malformed && out.kind == kind::bad_arguments && out.attempts == 0;
    const bool gives_up = what == throws_timed_out;
    switch (out.kind) {
      case kind::succeeded:
        return out.content == std::to_string(one.asked.n) &&
               (what == gives || what == naps || what == dawdles ||
                (what == fails_once && about.retries && out.attempts >= 2));
      case kind::refused:
        if (out.attempts != 0) return false;
        if (out.reason == reason::overloaded) return about.overloads;
        if (out.reason == reason::breaker_open) return about.breaks;
        return about.judges && out.reason != reason::none;
      case kind::failed:
        if (out.attempts == 0) return false;
        if (out.reason == reason::breaker_open) return about.breaks && out.attempts > 0;
        if (what == throws_tool_error || gives_up) return out.reason == reason::tool_error;
        if (what == throws_permanent) return out.reason == reason::permanent_error;
        if (what == throws_not_applied || what == fails_once) return out.reason == reason::not_applied;
        return out.reason == reason::exception && what >= throws_standard && what <= throws_no_memory;
      case kind::timed_out:
        return one.effect != tacet::tool_effect::once && (timed || gives_up);
      case kind::outcome_unknown:
        return one.effect == tacet::tool_effect::once && out.attempts > 0 && (timed || gives_up);
      default:
        return false;
    }
  }

  /// What the tools noted against what was answered, when nothing runs any more.
  void compare(std::uint32_t n) {
    const answered_call& said = answers_[n];
    const entry& did = book_.of(n);
    const auto fault = [&](const char* text) {
      book_.fault("c" + std::to_string(n) + " of executor " + std::to_string(said.executor) + ": " + text +
                  "; " + std::string(to_text(said.kind)) + " (" + std::string(to_text(said.reason)) +
                  ") after " + std::to_string(said.attempts) + ", entered " +
                  std::to_string(did.entered.load()) + ", left " + std::to_string(did.left.load()) +
                  ", emitted " + std::to_string(did.emitted.load()) + ", heard " +
                  std::to_string(did.heard.load()));
    };
    const std::uint32_t entered = did.entered;
    // Bit k is attempt k.
    if (entered >> (said.attempts + 1) != 0) fault("ran more often than was answered");
    if (entered != did.left) fault("a body was not left");
    const auto runs = std::popcount(entered);
    if (said.calm && runs != said.attempts) fault("attempts without a run");
    const bool by_tool =
        said.kind == tacet::outcome_kind::succeeded ||
        (said.kind == tacet::outcome_kind::failed && said.reason != tacet::outcome_reason::breaker_open);
    if (by_tool && (entered >> said.attempts & 1) == 0) fault("answered by an attempt that did not run");
    if (did.heard > did.emitted + 2U * 3U) fault("progress from nowhere");
  }

  // As many calls as the budget has left run, and no more.
  void spend_the_rest(std::size_t executor, std::uint32_t taken) {
    if (taken > scarce_calls) return book_.fault("a budget was exceeded: " + std::to_string(taken));
    asio::io_context io;
    std::uint32_t ran = 0;
    // A limit of rate may refuse some of them; more than so many refusals are a fault.
    for (std::uint32_t i = 0, refusals = 0; i <= scarce_calls && refusals != 1000;) {
      // A number that no check of `judged` minds.
      std::uint32_t n = static_cast<std::uint32_t>(calls_) + i * 32 + 1;
      const auto minds = [](std::uint32_t k) {
        return std::any_of(std::begin(primes), std::end(primes), [k](std::uint32_t p) { return k % p == 0; });
      };
      while (minds(n)) ++n;
      const std::string id = "c" + std::to_string(n), text = text_of({{n}});
      const std::vector<tacet::tool_call> calls{{id, "scarce", text}};
      tacet::execution_report report;
      asio::cancellation_signal none;
      asio::co_spawn(io, executors_[executor].run(io.get_executor(), calls, report, {}, none.slot()),
                     asio::detached);
      io.run();
      io.restart();
      book_.of(n).entered = 0;  // the next executor asks with the same numbers
      const tacet::tool_outcome& out = report.outcomes.at(0);
      if (out.reason == tacet::outcome_reason::budget_spent) break;
      if (out.kind == tacet::outcome_kind::succeeded) {
        ++ran;
        ++i;
      } else {
        ++refusals;
        std::this_thread::sleep_for(1ms);
      }
    }
    if (taken + ran != scarce_calls)
      book_.fault("the budget of executor " + std::to_string(executor) + ": " + std::to_string(taken) +
                  " were taken, " + std::to_string(ran) + " were left of " + std::to_string(scarce_calls));
  }
  static constexpr std::uint32_t primes[] = {29, 31, 37, 41, 43, 47, 53};

  [[nodiscard]] std::uint64_t running() const {
    std::uint64_t all = 0;
    for (const composition& one : executors_) all += one.abandoned().running();
    return all;
  }

  std::uint64_t seed_;
  std::size_t calls_;
  ledger book_;
  std::vector<answered_call> answers_;
  std::vector<std::size_t> starts_;
  tacet::worker_pool pool_{tacet::pool_threads{3}, {.grace = 5s, .spare = 1}};
  std::vector<composition> executors_;
  std::vector<std::size_t> budgets_;
  std::atomic<std::size_t> next_{0};
};

}  // namespace stress
