// SPDX-License-Identifier: MIT
// One binding on its way: which tools, with which choice, and what there is to say about it.
#pragma once

#include <tacet/binding/binding_model.hpp>
#include <tacet/binding/detail/described_tools.hpp>
#include <tacet/phase/contain.hpp>
#include <tacet/phase/diagnostics.hpp>
#include <tacet/text/quote.hpp>
#include <tacet/text/text_room.hpp>
#include <tacet/text/text_writer.hpp>
#include <tacet/values/binding_result.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tacet::detail {

inline constexpr std::size_t most_noted = 1000;  // bytes of what an exception says

// `before "name" after: why`, without the parts that are empty.
inline void add_note(std::vector<std::string>& notes, std::string_view before, std::string_view name,
                     std::string_view after, std::string_view why = {}) noexcept {
  text_room room;
  text_writer to(room);
  to.append(before);
  if (name.data() != nullptr) append_quoted(to, name);
  to.append(after);
  if (!why.empty()) to.append(": "), append_clean(to, why, most_noted);
  binding_note{notes}(to.finish("a note was lost: there was no memory for it"));
}

// What stands in an error that was returned.
template <class E> std::string returned_text(const E& error) {
  if constexpr (std::derived_from<E, std::exception>) return std::string(text_of(caught_error{&error}));
  else if constexpr (std::is_pointer_v<E> && std::convertible_to<E, const char*>)
    return error == nullptr ? "" : error;
  else if constexpr (std::convertible_to<const E&, std::string_view>)
    return std::string(std::string_view(error));
  else if constexpr (requires { std::string(error.message()); }) return std::string(error.message());
  else return "an error without a text";
}

struct no_annotation {};

// An optional or expected-like of what is bound.
template <class S>
concept may_hold_nothing = requires(S& schema) {
  { schema.has_value() } -> std::convertible_to<bool>;
  *schema;
};
template <class S> struct held_schema { using type = S; };
template <may_hold_nothing S> struct held_schema<S> {
  using type = std::remove_cvref_t<decltype(*std::declval<S&>())>;
};
template <class Model, class S> consteval bool takes_schema() {
  if constexpr (std::is_void_v<S>) return false;
  else
    return is_usable(bind_shape_of<Model, const S&>()) &&
           (!takes_forced_choice<Model> || is_usable(bind_shape_of<Model, const S&, forced_choice>()));
}
// A model without tools gets none, annotated or not.
template <class Model, class Annotate> consteval bool is_bindable() {
  if constexpr (std::is_same_v<Annotate, no_annotation> || !takes_tools<Model>) return true;
  else if constexpr (!std::is_invocable_v<const Annotate&, tool_schemas, binding_note&>) return false;
  else
    return takes_schema<Model, typename held_schema<std::remove_cvref_t<std::invoke_result_t<
                                   const Annotate&, tool_schemas, binding_note&>>>::type>();
}

template <class Model, class Annotate> class binding {
 public:
  binding(Model& model, const Annotate& annotate) noexcept : model_(model), annotate_(annotate) {}

  template <class Tools>
  binding_result<Model> run(Tools& tools, const std::optional<forced_choice>& choice) noexcept {
    binding_reason reason = binding_reason::bind_failed;
    contain(
        [&] {
          reason = with_descriptors(tools, [&](tool_schemas all) {
            return attempt<constant_tools<std::remove_cvref_t<Tools>>>(all, choice);
          });
        },
        [&] { add_note(notes_, step_, {}, " failed", "it was cancelled"); },
        [&](const caught_error& error) { add_note(notes_, step_, {}, " failed", text_of(error)); });
    if (!is_bound(reason))
      return {std::move(model_), reason, false, std::nullopt, is_degraded(reason), std::move(notes_)};
    return {std::move(*made_), reason, true, std::move(forced_), is_degraded(reason), std::move(notes_)};
  }

 private:
  template <bool Typed> binding_reason attempt(tool_schemas all, const std::optional<forced_choice>& choice) {
    if (all.empty()) return drop(choice, " was dropped", "there are no tools"), binding_reason::no_tools;
    if constexpr (!takes_tools<Model>) {
      add_note(notes_, "the model's type has no bind_tools that takes tacet::tool_schemas", {}, {});
      return binding_reason::tools_unsupported;
    } else {
      if constexpr (points_to_model<Model>) {
        step_ = "the look at the model";
        if (!static_cast<bool>(model_))
          return add_note(notes_, "there is no model", {}, {}), binding_reason::bind_failed;
      }
      if constexpr (says_whether_tools<asked_model<Model>>) {
        step_ = "supports_tools";
        if (!static_cast<bool>(asked().supports_tools())) {
          add_note(notes_, "the model says that it takes no tools", {}, {});
          return binding_reason::tools_unsupported;
        }
      }
      std::vector<tool_descriptor> others;
      const tool_schemas taken = accepted<Typed>(all, others);
      if (taken.empty())
        return add_note(notes_, "no tool is left to bind", {}, {}), binding_reason::bind_failed;
      binding_reason reason =
          taken.size() < all.size() ? binding_reason::schema_rejected : binding_reason::bound;
      const tool_descriptor* const forced = keep(choice, all, taken, reason);
      bind_annotated(taken, forced);
      return made_.has_value() ? reason : binding_reason::bind_failed;
    }
  }

  auto& asked() noexcept(!points_to_model<Model>) {
    if constexpr (points_to_model<Model>) return *model_;
    else return model_;
  }

  void drop(const std::optional<forced_choice>& choice, std::string_view what,
            std::string_view why) noexcept {
    if (choice.has_value()) add_note(notes_, "the forced choice ", with_data(choice->tool), what, why);
  }
  // An empty name is shown as one.
  static std::string_view with_data(std::string_view name) noexcept {
    return name.data() == nullptr ? std::string_view("", 0) : name;
  }

  // Those that the provider takes; in `others` once one is missing.
  template <bool Typed> tool_schemas accepted(tool_schemas all, std::vector<tool_descriptor>& others) {
    step_ = "the look at the tools";
    std::vector<std::size_t> repeated;
    if constexpr (!Typed) repeated = repeated_names(all);
    if constexpr (!judges_schemas<asked_model<Model>>)
      if (repeated.empty()) return all;
    std::size_t next = 0;  // of the repeated ones
    bool whole = true;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool again = next < repeated.size() && repeated[next] == i;
      if (again)
        ++next, add_note(notes_, "the tool ", with_data(all[i].name), " was left out",
                         "an earlier one has its name");
      if (!again && is_accepted(all[i])) {
        if (!whole) others.push_back(all[i]);
      } else if (std::exchange(whole, false)) {
        others.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    return whole ? all : tool_schemas(others);
  }
  bool is_accepted(const tool_descriptor& tool) {
    if constexpr (!judges_schemas<asked_model<Model>>) {
      return (void)tool, true;
    } else {
      bool yes = false;
      const auto left_out = [&](std::string_view why) {
        add_note(notes_, "the tool ", with_data(tool.name), " was left out", why);
      };
      contain(
          [&] {
            binding_note note{notes_};
            if constexpr (requires { asked().accepts_schema(tool, note); })
              yes = asked().accepts_schema(tool, note);
            else yes = asked().accepts_schema(tool);
            if (!yes) left_out("the model does not take its schema");
          },
          [&] { left_out("it was cancelled"); },
          [&](const caught_error& error) { left_out(text_of(error)); });
      return yes;
    }
  }

  // The tool that is forced, if that can be kept; else the reason says why, unless tools are missing too.
  const tool_descriptor* keep(const std::optional<forced_choice>& choice, tool_schemas all,
                              tool_schemas taken, binding_reason& reason) {
    if (!choice.has_value()) return nullptr;
    const auto dropped = [&](binding_reason because, std::string_view why) {
      if (reason == binding_reason::bound) reason = because;
      drop(choice, " was dropped", why);
      return nullptr;
    };
    if constexpr (!takes_forced_choice<Model>) {
      return (void)all, (void)taken,
             dropped(binding_reason::forced_choice_unsupported, "the model's bind_tools takes none");
    } else {
      if constexpr (says_whether_forced<asked_model<Model>>) {
        step_ = "supports_forced_choice";
        if (!static_cast<bool>(asked().supports_forced_choice()))
          return dropped(binding_reason::forced_choice_unsupported, "the model says that it takes none");
      }
      const auto has_name = [&](const tool_descriptor& one) { return one.name == choice->tool; };
      const auto at = std::find_if(taken.begin(), taken.end(), has_name);
      if (at != taken.end()) return forced_.emplace(at->name), &*at;
      if (std::any_of(all.begin(), all.end(), has_name))
        return dropped(binding_reason::schema_rejected, "its tool was left out");
      return dropped(binding_reason::forced_choice_unknown, "no tool has this name");
    }
  }

  void bind_annotated(tool_schemas taken, const tool_descriptor* forced) {
    if constexpr (!std::is_same_v<Annotate, no_annotation>) {
      using made = std::remove_cvref_t<std::invoke_result_t<const Annotate&, tool_schemas, binding_note&>>;
      std::optional<made> schema;
      const auto failed = [&](std::string_view why) {
        schema.reset();
        add_note(notes_, "annotate_cache failed, and the tools are bound without it", {}, {}, why);
      };
      contain(
          [&] {
            binding_note note{notes_};
            schema.emplace(std::invoke(annotate_, taken, note));
            if constexpr (expected_like<made>) {
              if (!schema->has_value()) failed(returned_text(schema->error()));
            } else if constexpr (may_hold_nothing<made>) {
              if (!schema->has_value()) failed("it gave nothing");
            }
          },
          [&] { failed("it was cancelled"); }, [&](const caught_error& error) { failed(text_of(error)); });
      if (schema.has_value()) {
        if constexpr (may_hold_nothing<made>) return bind_with(std::as_const(**schema), forced);
        else return bind_with(std::as_const(*schema), forced);
      }
    }
    bind_with(taken, forced);
  }

  template <class S> void bind_with(const S& schemas, const tool_descriptor* forced) {
    step_ = "bind_tools";
    if constexpr (takes_forced_choice<Model>)
      if (forced != nullptr) return call<const S&, forced_choice>(schemas, forced_choice{forced->name});
    (void)forced;
    call<const S&>(schemas);
  }
  template <class... A> void call(A... a) {
    if constexpr (bind_shape_of<Model, A...>() == bind_shape::makes_new) {
      take(std::as_const(asked()).bind_tools(a...));
    } else {
      // What goes wrong half-way goes wrong in a copy.
      Model copy(std::as_const(model_));
      if constexpr (says_done<decltype(copy.bind_tools(a...)), Model>)
        copy.bind_tools(a...), made_.emplace(std::move(copy));
      else take(copy.bind_tools(a...));
    }
  }
  template <class R> void take(R&& result) {
    if constexpr (std::convertible_to<R, Model>) {
      made_.emplace(std::forward<R>(result));
    } else if (static_cast<bool>(result.has_value())) {
      made_.emplace(*std::forward<R>(result));
    } else {
      add_note(notes_, step_, {}, " failed", returned_text(result.error()));
    }
  }

  Model& model_;
  const Annotate& annotate_;
  std::optional<Model> made_{};
  std::optional<std::string> forced_{};
  std::vector<std::string> notes_{};
  std::string_view step_ = "the look at the tools";
};

}  // namespace tacet::detail
