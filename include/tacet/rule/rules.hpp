// SPDX-License-Identifier: MIT
// Every rule that tools and the parts of a pipeline must keep to compile, as one named check with one message.
#pragma once

/// Whether a rule holds is computed where it is asked, so that the compiler's error is the sentence, with the
/// user's type beside it, and nothing of the computation. Each check always returns true: a failed assertion
/// is one error, a false value in another assertion would be a second. A rule is asked by the very template
/// that the user's line instantiates, since each level between would be three lines more on clang.
namespace tacet::rule {

// Numbers in the line about a rule have a name. (clang 14 takes a double within a struct only.)
struct real_number {
  double value;
};
template <real_number Value> struct multiplier_of {};
template <real_number Value> struct jitter_of {};
template <int Value> struct threshold_of {};
template <int Value> struct window_of {};
template <long long Nanoseconds> struct time_limit_ns {};

template <class Callable, bool Holds> consteval bool name_is_taken_by_providers() {
  static_assert(Holds, "tacet: a tool name must be 1 to 64 characters of A-Z a-z 0-9 _ -; rename the tool");
  return true;
}
template <class Callable, bool Holds> consteval bool options_are_tool_options() {
  static_assert(Holds,
                "tacet: an option of a tool must be one of describe, read_only, idempotent, once, "
                "max_calls, timeout, requires_, retry, allow_unknown_members, streams, blocking, hedge, conflicts_on; remove "
                "the other");
  return true;
}
template <class Callable, bool Holds> consteval bool options_stand_once() {
  static_assert(Holds, "tacet: a tool must not have two options of one kind; remove one");
  return true;
}
template <class Callable, bool Holds> consteval bool has_one_signature() {
  static_assert(Holds,
                "tacet: a tool must have one const call operator; name its parameter types instead of "
                "auto, and leave out mutable");
  return true;
}
template <class Callable, bool Holds> consteval bool takes_arguments_and_context() {
  static_assert(Holds,
                "tacet: a tool must take at most one argument struct, by const reference or value, and "
                "then at most a tool_context&; put several arguments into one struct");
  return true;
}
template <class Arguments, bool Holds> consteval bool arguments_are_a_struct() {
  static_assert(Holds,
                "tacet: the arguments of a tool must be an aggregate or a Hana Struct; put the value into "
                "a struct, its member's name is the argument's");
  return true;
}
template <class Arguments, bool Holds> consteval bool arguments_have_no_base() {
  static_assert(Holds, "tacet: an argument struct must not have base classes; make the base a member");
  return true;
}
template <class Arguments, bool Holds> consteval bool arguments_are_default_made() {
  static_assert(Holds,
                "tacet: an argument struct must be default constructible and must not have reference "
                "members; hold values");
  return true;
}
template <class Arguments, bool Holds> consteval bool arguments_have_no_c_array() {
  static_assert(Holds, "tacet: an argument struct must not have C array members; use std::array");
  return true;
}
template <class Arguments, bool Holds> consteval bool arguments_are_few() {
  static_assert(Holds,
                "tacet: an argument struct must have at most 32 members; nest some of them in a struct");
  return true;
}
template <class Arguments, bool Holds> consteval bool arguments_are_finite() {
  static_assert(Holds,
                "tacet: an argument struct must not contain itself; name the inner ones by an id, or take "
                "the text as a raw_value");
  return true;
}
template <class Arguments, bool Holds> consteval bool notes_are_notes() {
  static_assert(Holds,
                "tacet: the notes of a struct must be made by tacet::notes and be static constexpr; wrap each "
                "note(...) in notes(...)");
  return true;
}
template <class Arguments, bool Holds> consteval bool notes_name_members() {
  static_assert(Holds, "tacet: a note must name a member of its struct, once; correct the name");
  return true;
}
template <class Arguments, bool Holds> consteval bool notes_fit_members() {
  static_assert(Holds,
                "tacet: a note must fit its member: between, from and up_to are for numbers and durations, "
                "length is for strings, arrays and maps; change the note");
  return true;
}
template <class Arguments, bool Holds> consteval bool notes_leave_a_value() {
  static_assert(Holds,
                "tacet: the bounds of a note must leave a value; exchange the lower and the upper one");
  return true;
}
template <class Member, bool Holds> consteval bool member_is_readable() {
  static_assert(Holds,
                "tacet: an argument must be a bool, number, string, enum, duration, struct, or an "
                "optional, vector, array, map with string keys or variant of these; change the member's "
                "type");
  return true;
}
template <class Enum, bool Holds> consteval bool enumerators_are_known() {
  static_assert(Holds,
                "tacet: an enum argument must have enumerators between 0 and 63; list them in "
                "tacet::enumerators_of");
  return true;
}
template <class Result, bool Holds> consteval bool result_is_writable() {
  static_assert(Holds,
                "tacet: a tool must return void or what can be written as JSON; return a struct without "
                "base classes and C arrays, a range, a number or a string");
  return true;
}
template <class Payload, bool Holds> consteval bool progress_is_writable() {
  static_assert(Holds,
                "tacet: a progress value must be what can be written as JSON; pass a struct without base "
                "classes and C arrays, a range, a number or a string");
  return true;
}
template <class Callable, bool Holds> consteval bool once_is_retried_only_before_its_effect() {
  static_assert(Holds,
                "tacet: a tool that runs once must not be retried on errors that may come after its "
                "effect; name not_applied alone or declare it idempotent");
  return true;
}
template <class Multiplier, bool Holds> consteval bool multiplier_is_finite() {
  static_assert(Holds,
                "tacet: the multiplier of a schedule must be finite and not negative; take 1 to keep the "
                "wait equal");
  return true;
}
template <class Jitter, bool Holds> consteval bool jitter_is_a_share() {
  static_assert(Holds,
                "tacet: the jitter of a schedule must be a share of the wait, from 0 to 1; take 0.5 for half as long "
                "to one and a half times as long");
  return true;
}
template <class Limit, bool Holds> consteval bool time_limit_is_positive() {
  static_assert(Holds, "tacet: a time limit must be longer than nothing; leave it out to have none");
  return true;
}
template <class Callable, bool Holds> consteval bool once_is_not_hedged() {
  static_assert(Holds,
                "tacet: a tool that runs once must not be hedged, since both attempts may have their effect; declare it "
                "read_only or idempotent, or leave out hedge");
  return true;
}
template <class Callable, bool Holds> consteval bool blocking_tool_is_not_waited_for() {
  static_assert(Holds,
                "tacet: a blocking tool must return its result, since a worker waits for nothing; leave out blocking, or return "
                "the value and no awaitable");
  return true;
}
template <class Callable, bool Holds> consteval bool hedged_tool_is_waited_for() {
  static_assert(Holds, "tacet: a hedged tool must be waited for; return an awaitable, or leave out hedge");
  return true;
}
template <class Callable, bool Holds> consteval bool conflict_key_is_of_the_arguments() {
  static_assert(Holds,
                "tacet: the key of conflicts_on must be a member of the tool's arguments, or a callable on them, that "
                "gives text, a number, an enumerator or an optional of one; correct it");
  return true;
}
template <class First, class Second, bool Holds> consteval bool tool_names_differ() {
  static_assert(Holds, "tacet: two tools of an executor must not have the same name; rename one");
  return true;
}
template <class Part, bool Holds> consteval bool part_is_a_tool() {
  static_assert(Holds, "tacet: tools must be made by tacet::tool; wrap the callable");
  return true;
}
template <class Guard, bool Holds> consteval bool guard_answers_skip() {
  static_assert(Holds,
                "tacet: a steering guard must take a pending_call and return void, skip or "
                "std::optional<skip>; replace a bool, which does not say which way it is meant");
  return true;
}
template <class Approver, bool Holds> consteval bool approver_answers_decision() {
  static_assert(Holds,
                "tacet: an approver must take an approval_request and return an approval_decision or an "
                "optional of one; answer with request.approve() or request.deny(reason)");
  return true;
}
template <class Check, bool Holds> consteval bool batch_is_made_without_throwing() {
  static_assert(Holds,
                "tacet: the batch of a precondition must be default constructible without throwing; fetch "
                "what can fail when the check is asked");
  return true;
}
template <class Check, bool Holds> consteval bool check_answers_verdict() {
  static_assert(Holds,
                "tacet: a precondition must take a pending_call and return "
                "std::optional<precondition_verdict>; return std::nullopt for no objection");
  return true;
}
template <class Words, bool Holds> consteval bool words_are_text() {
  static_assert(Holds,
                "tacet: the words of a failure_text must be callable, const, with a failure and return "
                "text, or with a text_writer& and a failure; change the parameters");
  return true;
}
template <class Mask, bool Holds> consteval bool mask_gives_text() {
  static_assert(Holds,
                "tacet: the mask of a result_policy must be callable, const, with a text and return text, or "
                "with a text_writer& and a text; change the parameters");
  return true;
}
template <class Callable, bool Holds> consteval bool dynamic_tool_takes_json() {
  static_assert(Holds,
                "tacet: the callable of a dynamic tool must be callable, const, with a const "
                "boost::json::value& or object& and then a tool_context&, or with less; change the parameters, "
                "or leave out mutable");
  return true;
}
template <class Result, bool Holds> consteval bool dynamic_result_is_json() {
  static_assert(Holds,
                "tacet: the result of a dynamic tool must be writable as JSON; return a boost::json::value, a "
                "text, or what a typed tool may return");
  return true;
}
template <class Skills, bool Holds> consteval bool skills_are_a_range() {
  static_assert(Holds,
                "tacet: the skills of a skill_precondition must be called without arguments, const, and "
                "give a forward range of skills, each with name, tools and condition, or an optional of or "
                "pointer to one; return a vector of tacet::skill");
  return true;
}
template <class State, bool Holds> consteval bool state_is_called_for() {
  static_assert(Holds,
                "tacet: the state of a skill_precondition must be callable, const, without arguments; wrap "
                "it in a lambda");
  return true;
}
template <class State, bool Holds> consteval bool expression_is_judged_over_text() {
  static_assert(Holds,
                "tacet: a skill with an expression must be judged over a state that is JSON text; return "
                "the text, or make the condition a callable");
  return true;
}
template <class Condition, class State, bool Holds> consteval bool condition_answers_bool() {
  static_assert(Holds,
                "tacet: the condition of a skill must be the text of an expression, or take the state, "
                "const, and return bool; wrap the callable");
  return true;
}
template <class Sink, bool Holds> consteval bool sink_takes_progress() {
  static_assert(Holds,
                "tacet: a progress sink must be callable, const, with a tool_progress; change its "
                "parameter");
  return true;
}
template <class Hook, bool Holds> consteval bool hook_takes_diagnosis() {
  static_assert(Holds,
                "tacet: a diagnostics hook must be callable, const, with a diagnosis; change its parameter");
  return true;
}
template <class Sink, bool Holds> consteval bool sink_takes_record() {
  static_assert(Holds,
                "tacet: a trace sink must be callable, const, with a phase_record; change its parameter");
  return true;
}
template <class Values, bool Holds> consteval bool generator_produces_values() {
  static_assert(Holds,
                "tacet: a generator must produce values of a plain type; leave out const and the reference");
  return true;
}
template <class Settings, bool Holds> consteval bool settings_are_readable() {
  static_assert(Holds,
                "tacet: a settings struct must be default constructible and must not have base classes, C "
                "arrays or more than 32 members; give the settings as a map");
  return true;
}
template <class Threshold, class Window, bool Holds> consteval bool threshold_fits_the_window() {
  static_assert(Holds,
                "tacet: a repetition threshold must not be larger than the window; lower it, or it never "
                "trips");
  return true;
}

}  // namespace tacet::rule
