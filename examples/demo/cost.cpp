// SPDX-License-Identifier: MIT
// What one call through an executor without policies costs next to the same call written by hand.
#include "cost.hpp"

#include <tacet/json/decode.hpp>
#include <tacet/json/explain.hpp>
#include <tacet/tacet.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace demo {

namespace {

struct pair {
  int a;
  int b;
};
inline constexpr auto add = tacet::tool<"add">([](const pair& p) { return p.a + p.b; }, tacet::read_only);

using executor_type = decltype(tacet::tool_executor{tacet::tools{add}});

[[gnu::noinline]] void by_executor(const executor_type& executor, const tacet::tool_call& call,
                                   tacet::tool_outcome& out, tacet::text_room& room) {
  executor.execute_one(call, out, room);
}

// From the text of the call to the text of the answer, with the library's decoder and writer but none of its
// phases.
[[gnu::noinline]] void by_hand(const tacet::tool_call& call, tacet::tool_outcome& out,
                               tacet::text_room& room) {
  out = tacet::tool_outcome{call.id, call.name};
  tacet::text_writer to(room);
  if (call.name != "add") {
    to.append("There is no tool \"");
    to.append(call.name);
    to.append("\"; the tools are add.");
    out.kind = tacet::outcome_kind::unknown_tool;
    out.reason = tacet::outcome_reason::unknown_tool;
    out.is_error = true;
    out.content = to.finish({});
    return;
  }
  pair arguments{};
  tacet::json::context fault;
  fault.room = &room;
  if (!tacet::json::decode(call.arguments, arguments, fault)) {
    to.append("Invalid arguments for \"add\": ");
    tacet::json::explain(fault, to);
    out.kind = tacet::outcome_kind::bad_arguments;
    out.phase = tacet::call_phase::decoding;
    out.reason = tacet::json::to_reason(fault.fault);
    out.is_error = true;
    out.content = to.finish({});
    return;
  }
  ++out.attempts;
  const int sum = arguments.a + arguments.b;
  tacet::json::append_value(to, sum);
  out.content = to.finish({});
  if (const int* const kept = room.keep(sum)) out.value = tacet::value_view::silent(*kept);
}

bool same(const tacet::tool_outcome& a, const tacet::tool_outcome& b) {
  const int* const x = a.value.get_if<int>();
  const int* const y = b.value.get_if<int>();
  return a.call_id == b.call_id && a.name == b.name && a.content == b.content && a.kind == b.kind &&
         a.phase == b.phase && a.reason == b.reason && a.is_error == b.is_error && a.attempts == b.attempts &&
         (x == nullptr) == (y == nullptr) && (x == nullptr || *x == *y);
}

}  // namespace

cost measure() {
  const executor_type executor{tacet::tools{add}};
  std::vector<std::string> texts;
  for (int i = 0; i < 64; ++i)
    texts.push_back(R"({"a":)" + std::to_string(i * 37) + R"(,"b":)" + std::to_string(1000 - i) + "}");
  std::vector<tacet::tool_call> calls;
  for (const std::string& text : texts) calls.push_back({"call_1", "add", text});

  cost result;
  result.equal = true;
  {
    std::vector<tacet::tool_call> all = calls;
    for (const std::string_view odd :
         {R"({"a":1})", R"({"a":1,"b":2,"c":3})", R"({"a":"x","b":2})", "[]", R"({"b":2, "a":1.0})", ""})
      all.push_back({"call_2", "add", odd});
    all.push_back({"call_3", "sub", "{}"});
    tacet::text_room room;
    tacet::text_room other;
    for (const tacet::tool_call& call : all) {
      tacet::tool_outcome one;
      tacet::tool_outcome two;
      by_executor(executor, call, one, room);
      by_hand(call, two, other);
      result.equal = result.equal && same(one, two);
    }
  }

  constexpr int turns = 15;
  constexpr int passes = 1000;
  tacet::text_room room;
  tacet::tool_outcome out;
  std::size_t bytes[2] = {0, 0};
  const auto time = [&](std::size_t which, auto&& run) {
    const auto start = std::chrono::steady_clock::now();
    for (int pass = 0; pass < passes; ++pass) {
      room.clear();
      for (const tacet::tool_call& call : calls) {
        run(call);
        bytes[which] += out.content.size();
      }
    }
    const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
    return spent.count() / (static_cast<double>(calls.size()) * passes);
  };
  result.executor_ns = result.by_hand_ns = 1e9;
  for (int turn = 0; turn < turns; ++turn) {
    result.executor_ns = std::min(result.executor_ns,
                                  time(0, [&](const auto& call) { by_executor(executor, call, out, room); }));
    result.by_hand_ns =
        std::min(result.by_hand_ns, time(1, [&](const auto& call) { by_hand(call, out, room); }));
  }
  result.equal = result.equal && bytes[0] == bytes[1] && bytes[0] != 0;
  return result;
}

}  // namespace demo
