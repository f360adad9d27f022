// SPDX-License-Identifier: MIT
// Binds tools onto a chat model of any type, and names what came of it.
#pragma once

#include <tacet/binding/binding_model.hpp>
#include <tacet/binding/detail/binding.hpp>
#include <tacet/rule/binding_rules.hpp>
#include <tacet/values/binding_result.hpp>

#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

namespace tacet {

/// An option of `schema_binder`: a forced choice that the model's type cannot take is dropped, and no compile
/// error.
struct allow_degraded_t {};
inline constexpr allow_degraded_t allow_degraded{};

/// An option of `schema_binder`: `callable(tool_schemas, binding_note&)` gives what is bound in place of the
/// schemas, in whatever form the model's `bind_tools` takes: a provider's words about its cache are not known
/// here. When it throws, or gives an empty optional or an error, that is a note and the schemas are bound as
/// they are.
template <class F> struct annotate_cache {
  [[no_unique_address]] F callable;
  constexpr explicit annotate_cache(F f) : callable(std::move(f)) {}
};

namespace detail {

template <class T> inline constexpr bool is_cache_annotation = false;
template <class F> inline constexpr bool is_cache_annotation<annotate_cache<F>> = true;

template <class... Options> struct annotation_in { using type = no_annotation; };
template <class First, class... Rest> struct annotation_in<First, Rest...> : annotation_in<Rest...> {};
template <class F, class... Rest> struct annotation_in<annotate_cache<F>, Rest...> { using type = F; };

// The first option that is none, or stands twice; void where all is well.
template <std::size_t Annotations, std::size_t Permissions, class... Options> struct wrong_option {
  using type = void;
};
template <std::size_t Annotations, std::size_t Permissions, class First, class... Rest>
struct wrong_option<Annotations, Permissions, First, Rest...> {
  static constexpr std::size_t annotations = Annotations + (is_cache_annotation<First> ? 1 : 0);
  static constexpr std::size_t permissions = Permissions + (std::is_same_v<First, allow_degraded_t> ? 1 : 0);
  static constexpr bool wrong =
      annotations + permissions == Annotations + Permissions || annotations > 1 || permissions > 1;
  using type = typename std::conditional_t<wrong, std::type_identity<First>,
                                           wrong_option<annotations, permissions, Rest...>>::type;
};

template <class Model>
inline constexpr bool is_model =
    std::conjunction_v<std::is_object<Model>, std::is_nothrow_move_constructible<Model>>;
template <class Model>
inline constexpr bool is_bound_well = (plain_shape<Model> != bind_shape::wrong) &&
                                      (forced_shape<Model> != bind_shape::wrong);

}  // namespace detail

/// Binds tools onto a model *structurally*: what the model can do is read from its shape (`takes_tools`,
/// `takes_forced_choice`) and, where it can be asked, from its answers. Options: `allow_degraded`,
/// `annotate_cache{...}`. Empty where the callable is; can be used from several threads at once where the
/// callable can.
template <class Annotate = detail::no_annotation, bool AllowDegraded = false> class schema_binder {
 public:
  template <class... Options>
  constexpr explicit schema_binder(Options... options) : annotate_(chosen(options...)) {
    using wrong = typename detail::wrong_option<0, 0, Options...>::type;
    static_assert(rule::options_are_binder_options<wrong, std::is_void_v<wrong>>());
  }

  /// Binds `tools` (a `tools{...}`, what has `descriptors()`, or a range of descriptors) onto the model.
  /// Never throws, whatever the model throws: then the reason is `bind_failed` and the model is as it was
  /// given. Only the copy or move of an argument into `model` is the caller's. (The forced unwinding of a
  /// thread ends the program here.) Costs, for `tools{...}`, no memory but what the model and the notes ask
  /// for.
  template <class Model, class Tools>
  [[nodiscard]] binding_result<Model> bind(Model model, Tools&& tools) const noexcept {
    static_assert(rule::model_moves_without_throwing<Model, detail::is_model<Model>>());
    static_assert(rule::bind_tools_gives_the_model<Model, detail::is_bound_well<Model>>());
    static_assert(
        rule::bound_tools_are_described<std::remove_cvref_t<Tools>, detail::describes_tools<Tools>>());
    static_assert(rule::annotation_is_bindable<Annotate, detail::is_bindable<Model, Annotate>()>());
    return bound(model, tools, std::nullopt);
  }

  /// The same with the tool that must be called; an empty optional is no choice. A model whose type takes no
  /// choice is a compile error without `allow_degraded`.
  template <class Model, class Tools>
  [[nodiscard]] binding_result<Model> bind(Model model, Tools&& tools,
                                           std::optional<forced_choice> choice) const noexcept {
    // One error: a bind_tools that cannot be used is told as that.
    constexpr bool kept = AllowDegraded || takes_forced_choice<Model> || !detail::is_bound_well<Model>;
    static_assert(rule::model_moves_without_throwing<Model, detail::is_model<Model>>());
    static_assert(rule::bind_tools_gives_the_model<Model, detail::is_bound_well<Model>>());
    static_assert(
        rule::bound_tools_are_described<std::remove_cvref_t<Tools>, detail::describes_tools<Tools>>());
    static_assert(rule::annotation_is_bindable<Annotate, detail::is_bindable<Model, Annotate>()>());
    static_assert(rule::forced_choice_can_be_kept<Model, kept>());
    return bound(model, tools, choice);
  }

 private:
  template <class First, class... Rest> static constexpr Annotate chosen(First& first, Rest&... rest) {
    if constexpr (std::is_same_v<First, annotate_cache<Annotate>>) return std::move(first.callable);
    else return chosen(rest...);
  }
  static constexpr Annotate chosen() { return Annotate{}; }

  // Nothing is instantiated on what broke a rule.
  template <class Model, class Tools>
  binding_result<Model> bound(Model& model, Tools& tools,
                              const std::optional<forced_choice>& choice) const noexcept {
    if constexpr (detail::is_model<Model> && detail::is_bound_well<Model> &&
                  detail::describes_tools<Tools&> && detail::is_bindable<Model, Annotate>())
      return detail::binding<Model, Annotate>(model, annotate_).run(tools, choice);
    else __builtin_unreachable();
  }

  [[no_unique_address]] Annotate annotate_;
};

template <class... Options>
schema_binder(Options...) -> schema_binder<typename detail::annotation_in<Options...>::type,
                                           (std::is_same_v<Options, allow_degraded_t> || ...)>;

}  // namespace tacet
