// SPDX-License-Identifier: MIT
// Every rule that a binding of tools onto a model must keep to compile, as one named check with one message.
#pragma once

/// As in `rules.hpp`: the error is the sentence, with the user's type beside it.
namespace tacet::rule {

template <class Option, bool Holds> consteval bool options_are_binder_options() {
  static_assert(Holds,
                "tacet: the options of a schema_binder must be allow_degraded and annotate_cache, each at "
                "most once; remove the other");
  return true;
}
template <class Model, bool Holds> consteval bool model_moves_without_throwing() {
  static_assert(Holds,
                "tacet: the model of a binding must be an object that moves without throwing; declare its "
                "move constructor noexcept");
  return true;
}
template <class Model, bool Holds> consteval bool bind_tools_gives_the_model() {
  static_assert(Holds,
                "tacet: the bind_tools of a model must return the model with its tools, or change a model "
                "that can be copied and return void; declare it const and return the model");
  return true;
}
template <class Tools, bool Holds> consteval bool bound_tools_are_described() {
  static_assert(Holds,
                "tacet: what is bound must be tools, a catalogue with descriptors() or a range of "
                "tool_descriptor; give the tools");
  return true;
}
template <class Annotator, bool Holds> consteval bool annotation_is_bindable() {
  static_assert(Holds,
                "tacet: the callable of annotate_cache must take, const, a span of tool_descriptor and a "
                "binding_note& and return what the model's bind_tools takes; change its parameters or its "
                "result");
  return true;
}
template <class Model, bool Holds> consteval bool forced_choice_can_be_kept() {
  static_assert(Holds,
                "tacet: a forced choice must not be asked of a model whose bind_tools takes none; add "
                "tacet::forced_choice to its parameters, or bind with allow_degraded");
  return true;
}

}  // namespace tacet::rule
