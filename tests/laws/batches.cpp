// SPDX-License-Identifier: MIT
// Laws over random batches, against a plain model of what each call must come to.
#include "support/catch.hpp"

#include <tacet/tacet.hpp>

#if defined(TACET_HAS_RAPIDCHECK)
#include <map>
#include <rapidcheck.h>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace {

using answer = std::optional<tacet::precondition_verdict>;
using tacet::outcome_kind;
using tacet::outcome_reason;
using tacet::tool_call;

// What a call makes the parties do. The tool fails `fails` times in its way, then succeeds.
enum class way { succeeds, throws, throws_number, reports, not_applied, permanent, late, cancels, count };
struct do_args {
  int key = 0;
  int how = 0;
  int fails = 0;
  int check = 0;  // 1: objects, 2: throws, 3: rules unavailable
  int guard = 0;  // 1: skips, 2: throws
};
enum class shape { once_tool, read_only_tool, idempotent_tool, unknown, broken, cut };
struct plan {
  shape what;
  do_args todo;
};

struct model_outcome {
  outcome_kind kind;
  int attempts;
  bool undetermined;
  bool guard_failed;
  bool operator==(const model_outcome&) const = default;
};
constexpr int most_attempts = 3;
constexpr int budget = 4;

// The lifecycle once more, in the simplest way.
std::vector<model_outcome> expected(const std::vector<plan>& batch) {
  std::vector<model_outcome> all;
  std::map<shape, int> spent;
  bool stopped = false;
  for (const plan& p : batch) {
    model_outcome o{outcome_kind::cancelled, 0, false, false};
    if (!stopped) {
      o = [&]() -> model_outcome {
        if (p.what == shape::unknown) return {outcome_kind::unknown_tool, 0, false, false};
        if (p.what == shape::broken || p.what == shape::cut)
          return {outcome_kind::bad_arguments, 0, false, false};
        if (spent[p.what] == budget) return {outcome_kind::refused, 0, false, false};
        if (p.todo.check == 1 || p.todo.check == 2) return {outcome_kind::refused, 0, false, false};
        const bool undetermined = p.todo.check == 3;
        if (p.todo.guard == 1) return {outcome_kind::refused, 0, undetermined, false};
        ++spent[p.what];
        const way how = static_cast<way>(p.todo.how);
        const bool once = p.what == shape::once_tool;
        int attempts = 1;
        for (;; ++attempts) {
          const bool fails = how != way::succeeds && attempts <= p.todo.fails;
          if (!fails) return {outcome_kind::succeeded, attempts, undetermined, p.todo.guard == 2};
          if (how == way::cancels)
            return {outcome_kind::cancelled, attempts, undetermined, p.todo.guard == 2};
          const bool again = how != way::permanent && (!once || how == way::not_applied);
          if (!again || attempts == most_attempts) break;
        }
        const outcome_kind kind = how != way::late ? outcome_kind::failed
                                  : once           ? outcome_kind::outcome_unknown
                                                   : outcome_kind::timed_out;
        return {kind, attempts, undetermined, p.todo.guard == 2};
      }();
      stopped = o.kind == outcome_kind::cancelled;
    }
    all.push_back(o);
  }
  return all;
}

// Runs of the tools, by the key of the call.
std::map<int, int> runs;

int work(const do_args& x, tacet::tool_context& context) {
  ++runs[x.key];
  RC_ASSERT(context.attempt() == runs[x.key]);
  if (context.attempt() > x.fails) return x.key;
  switch (static_cast<way>(x.how)) {
    case way::throws:
      throw std::runtime_error("hunter2");
    case way::throws_number:
      throw 7;
    case way::reports:
      throw tacet::tool_error("own words");
    case way::not_applied:
      throw tacet::not_applied("own words");
    case way::permanent:
      throw tacet::tool_error("own words", tacet::permanence::permanent);
    case way::late:
      throw std::system_error(std::make_error_code(std::errc::timed_out));
    case way::cancels:
      throw tacet::cancelled{};
    default:
      return x.key;
  }
}

const auto make_executor = [] {
  return tacet::tool_executor{
      tacet::tools{tacet::tool<"once">(&work, tacet::max_calls<budget>),
                   tacet::tool<"read">(&work, tacet::read_only, tacet::max_calls<budget>),
                   tacet::tool<"idem">(&work, tacet::idempotent, tacet::max_calls<budget>)},
      tacet::preconditions{tacet::call_budget{},
                           [](const tacet::pending_call& call) -> answer {
                             const int check = call.arguments_as<do_args>()->check;
                             if (check == 1) return tacet::precondition_verdict::block("no");
                             if (check == 2) throw std::runtime_error("hunter2");
                             if (check == 3) return tacet::precondition_verdict::unavailable();
                             return {};
                           }},
      tacet::steering_gate{[](const tacet::pending_call& call) -> std::optional<tacet::skip> {
        const int guard = call.arguments_as<do_args>()->guard;
        if (guard == 1) return tacet::skip{"later"};
        if (guard == 2) throw 1;
        return {};
      }},
      tacet::retries<tacet::retry_schedule{.max_attempts = most_attempts}>{}};
};

rc::Gen<plan> any_plan() {
  // One value in three is unusual, so that batches get far.
  const auto rarely = [](int most) {
    return rc::gen::weightedOneOf<int>({{4, rc::gen::just(0)}, {2, rc::gen::inRange(0, most + 1)}});
  };
  return rc::gen::map(
      rc::gen::tuple(rc::gen::inRange(0, 6), rc::gen::inRange(0, static_cast<int>(way::count)),
                     rc::gen::inRange(0, 5), rarely(3), rarely(2)),
      [](const auto& t) {
        return plan{static_cast<shape>(std::get<0>(t)),
                    {0, std::get<1>(t), std::get<2>(t), std::get<3>(t), std::get<4>(t)}};
      });
}

// The calls of a batch, with the texts they borrow.
struct written {
  std::vector<std::string> texts;
  std::vector<std::string> ids;
  std::vector<tool_call> calls;
  explicit written(const std::vector<plan>& batch) {
    constexpr std::string_view names[] = {"once", "read", "idem", "nosuch", "read", "idem"};
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const do_args& x = batch[i].todo;
      std::string text = "{\"key\":" + std::to_string(i) + ",\"how\":" + std::to_string(x.how) +
                         ",\"fails\":" + std::to_string(x.fails) + ",\"check\":" + std::to_string(x.check) +
                         ",\"guard\":" + std::to_string(x.guard) + "}";
      if (batch[i].what == shape::broken) text.pop_back();
      texts.push_back(std::move(text));
      ids.push_back(i % 3 == 0 ? "" : "id" + std::to_string(i % 4));  // empty and repeated ones too
    }
    for (std::size_t i = 0; i < batch.size(); ++i)
      calls.push_back(
          {ids[i], names[static_cast<int>(batch[i].what)], texts[i], batch[i].what == shape::cut});
  }
};

}  // namespace

TEST_CASE("any batch is answered once each and in order, as the model of the lifecycle says") {
  CHECK(rc::check("batches", [] {
    const auto batch = *rc::gen::container<std::vector<plan>>(any_plan());
    const written w(batch);
    const auto executor = make_executor();
    runs.clear();
    const auto report = executor.execute(w.calls);
    const auto model = expected(batch);
    RC_ASSERT(report.outcomes.size() == batch.size());
    bool cancelled = false;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const auto& o = report.outcomes[i];
      RC_ASSERT(o.position == i);
      RC_ASSERT(o.call_id == w.ids[i]);
      RC_ASSERT(o.name == w.calls[i].name);
      RC_ASSERT((model_outcome{o.kind, o.attempts, o.undetermined, o.guard_failed} == model[i]));
      RC_ASSERT(runs[static_cast<int>(i)] == o.attempts);
      RC_ASSERT(o.attempts <= most_attempts);
      RC_ASSERT(o.is_error == (o.kind != outcome_kind::succeeded));
      RC_ASSERT(!o.content.empty());
      RC_ASSERT(o.content.find("hunter2") == std::string_view::npos);
      if (o.kind == outcome_kind::succeeded) RC_ASSERT(o.content == std::to_string(i));
      cancelled = cancelled || o.kind == outcome_kind::cancelled;
    }
    RC_ASSERT(report.cancelled() == cancelled);
  }));
}

TEST_CASE("a batch cut anywhere into two gives the same outcomes") {
  CHECK(rc::check("cut batches", [] {
    const auto batch = *rc::gen::container<std::vector<plan>>(any_plan());
    const std::size_t at = *rc::gen::inRange<std::size_t>(0, batch.size() + 1);
    const written w(batch);
    const std::span<const tool_call> calls(w.calls);
    runs.clear();
    const auto whole = make_executor().execute(calls);
    runs.clear();
    const auto executor = make_executor();
    const auto first = executor.execute(calls.first(at));
    if (first.cancelled()) return;  // the caller would not go on
    const auto second = executor.execute(calls.subspan(at));
    RC_ASSERT(first.outcomes.size() + second.outcomes.size() == whole.outcomes.size());
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const auto& one = i < at ? first.outcomes[i] : second.outcomes[i - at];
      RC_ASSERT(one.kind == whole.outcomes[i].kind);
      RC_ASSERT(one.content == whole.outcomes[i].content);
      RC_ASSERT(one.attempts == whole.outcomes[i].attempts);
    }
  }));
}

TEST_CASE("the budget is never exceeded over many batches, and a reset begins anew") {
  CHECK(rc::check("budgets", [] {
    const auto batches = *rc::gen::container<std::vector<std::vector<plan>>>(
        rc::gen::container<std::vector<plan>>(any_plan()));
    auto executor = make_executor();
    std::map<std::string_view, int> ran;
    for (const auto& batch : batches) {
      if (*rc::gen::weightedElement<bool>({{3, false}, {1, true}})) {
        executor.reset();
        ran.clear();
      }
      const written w(batch);
      runs.clear();
      const auto report = executor.execute(w.calls);
      for (const auto& o : report.outcomes) {
        if (o.attempts > 0) ++ran[o.name];
        if (o.reason == outcome_reason::budget_spent) RC_ASSERT(ran[o.name] == budget);
      }
      for (const auto& [name, n] : ran) RC_ASSERT(n <= budget);
    }
  }));
}
#endif
