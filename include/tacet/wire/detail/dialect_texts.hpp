// SPDX-License-Identifier: MIT
// What every dialect offers beside its own functions: the encoders as strings, and whole exchanges.
#pragma once

#include <tacet/text/text_room.hpp>
#include <tacet/text/text_writer.hpp>
#include <tacet/values/execution_report.hpp>
#include <tacet/values/tool_call.hpp>
#include <tacet/wire/chat_request.hpp>
#include <tacet/wire/detail/request_plan.hpp>
#include <tacet/wire/reply.hpp>

#include <new>
#include <span>
#include <string>
#include <utility>

namespace tacet::detail {

/// The encoders of a dialect as strings, and the two arrays they make. Throws std::bad_alloc.
template <class Dialect> struct dialect_texts {
  /// `[result, ...]` for every call, in call order; `[]` when there are no calls.
  static void append_results(text_writer& to, std::span<const tool_call> calls,
                             const execution_report& report) {
    to.append('[');
    Dialect::append_result_list(to, calls, report);
    to.append(']');
  }
  /// `[turn, result, ...]`: what is added to the conversation.
  static void append_exchange(text_writer& to, const reply& from, const execution_report& report) {
    to.append('[');
    Dialect::append_turn(to, from);
    if (!from.calls().empty()) to.append(',');
    Dialect::append_result_list(to, from.calls(), report);
    to.append(']');
  }

  [[nodiscard]] static std::string results(std::span<const tool_call> calls, const execution_report& report) {
    return written([&](text_writer& to) { append_results(to, calls, report); });
  }
  [[nodiscard]] static std::string turn(const reply& from) {
    return written([&](text_writer& to) { Dialect::append_turn(to, from); });
  }
  [[nodiscard]] static std::string exchange(const reply& from, const execution_report& report) {
    return written([&](text_writer& to) { append_exchange(to, from, report); });
  }
  template <class Descriptors> [[nodiscard]] static std::string tools(const Descriptors& descriptors) {
    return written([&](text_writer& to) { Dialect::append_tools(to, descriptors); });
  }
  [[nodiscard]] static std::string messages(std::span<const chat_message> history) {
    return written([&](text_writer& to) { Dialect::append_messages(to, history); });
  }

 protected:
  /// Plans a request for the dialect's profile and writes it: `write(to, plan, error, asked)` answers whether it could.
  template <class Write> static encoded_request written_request(const chat_request& asked, Write&& write) {
    request_plan plan = request_planner(Dialect::profile, asked).plan();
    if (plan.error) return *std::move(plan.error);
    request_error error;
    bool fine = true;
    std::string body = written([&](text_writer& to) { fine = write(to, plan, error, asked); });
    if (!fine) return error;
    return encoded_request::content{std::move(body), std::move(plan.notes)};
  }

 private:
  template <class Write> static std::string written(Write&& write) {
    text_room room;
    text_writer to(room);
    write(to);
    if (to.failed()) throw std::bad_alloc();
    return std::string(to.text());
  }
};

}  // namespace tacet::detail
