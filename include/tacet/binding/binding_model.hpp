// SPDX-License-Identifier: MIT
// What a chat model may offer to have tools bound onto it, by its shape alone.
#pragma once

#include <tacet/phase/contain.hpp>
#include <tacet/tool/tool_result.hpp>
#include <tacet/values/tool_descriptor.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tacet {

/// The one tool that the model is to call, by its name.
struct forced_choice {
  std::string_view tool{};
};

/// The tools as a model gets them. Valid during the call; what the descriptors view lives as long as the
/// tools.
using tool_schemas = std::span<const tool_descriptor>;

/// Takes what user code has to say about a binding. Never throws: a note for which there is no memory is
/// lost.
class binding_note {
 public:
  explicit binding_note(std::vector<std::string>& notes) noexcept : notes_(notes) {}
  void operator()(std::string_view text) noexcept {
    (void)detail::survives([&] { notes_.emplace_back(text); });
  }

 private:
  std::vector<std::string>& notes_;
};

namespace detail {

// What can be read as the model: itself, or an expected-like with it.
template <class R, class Model>
concept gives_model = std::convertible_to<R, Model> ||
    (expected_like<std::remove_cvref_t<R>>&& requires(std::remove_cvref_t<R>& r) {
      { *std::move(r) } -> std::convertible_to<Model>;
    });

// Builders that are used up by binding are seen too, so that they are not taken for models without tools.
template <class T, class... A>
concept has_bind_tools = requires(T& model, A... a) {
  model.bind_tools(a...);
}
|| requires(T& model, A... a) { std::move(model).bind_tools(a...); };

// A model behind a pointer or in an optional is asked itself.
template <class Model>
concept points_to_model = !has_bind_tools<Model, tool_schemas> && requires(const Model& model) {
  static_cast<bool>(model);
  *model;
  requires std::is_class_v<std::remove_cvref_t<decltype(*model)>>;
};
template <class Model> struct asked_of { using type = Model; };
template <points_to_model Model> struct asked_of<Model> {
  using type = std::remove_cvref_t<decltype(*std::declval<const Model&>())>;
};
template <class Model> using asked_model = typename asked_of<Model>::type;

enum class bind_shape : std::uint8_t { none, makes_new, changes_copy, wrong };

template <class R, class Model>
concept says_done = std::is_void_v<R> || std::same_as<R, Model&>;

// How `bind_tools` is to be called with these arguments.
template <class Model, class... A> consteval bind_shape bind_shape_of() {
  using asked = asked_model<Model>;
  if constexpr (requires(const asked& model, A... a) {
                  { model.bind_tools(a...) } -> gives_model<Model>;
                }) {
    return bind_shape::makes_new;
  } else if constexpr (!points_to_model<Model> && std::is_copy_constructible_v<Model> &&
                       requires(Model & model, A... a) { model.bind_tools(a...); }) {
    using result = decltype(std::declval<Model&>().bind_tools(std::declval<A&>()...));
    return says_done<result, Model> || gives_model<result, Model> ? bind_shape::changes_copy
                                                                  : bind_shape::wrong;
  } else {
    return has_bind_tools<asked, A...> ? bind_shape::wrong : bind_shape::none;
  }
}
constexpr bool is_usable(bind_shape shape) noexcept {
  return shape == bind_shape::makes_new || shape == bind_shape::changes_copy;
}

template <class Model> inline constexpr bind_shape plain_shape = bind_shape_of<Model, tool_schemas>();
template <class Model>
inline constexpr bind_shape forced_shape = bind_shape_of<Model, tool_schemas, forced_choice>();

}  // namespace detail

/// It has `bind_tools(tool_schemas)`: either const, and then it returns a model with the tools, or an
/// expected-like with one; or it changes the model, which then is copied first. Where the model is a pointer
/// or an optional, what it points to has the first, and returns what can be the pointer. Nothing else about
/// the model is asked.
template <class Model>
concept takes_tools = detail::is_usable(detail::plain_shape<Model>);

/// It has `bind_tools(tool_schemas, forced_choice)` too.
template <class Model>
concept takes_forced_choice = takes_tools<Model> && detail::is_usable(detail::forced_shape<Model>);

/// It can be asked at run time whether it takes tools.
template <class Model>
concept says_whether_tools = requires(Model& model) {
  { model.supports_tools() } -> std::convertible_to<bool>;
};

/// It can be asked at run time whether it takes a forced choice.
template <class Model>
concept says_whether_forced = requires(Model& model) {
  { model.supports_forced_choice() } -> std::convertible_to<bool>;
};

/// It can be asked whether one tool can be expressed for its provider, and may say why not:
/// `accepts_schema(tool)` or `accepts_schema(tool, note)`. A throw is a no.
template <class Model>
concept judges_schemas = requires(Model& model, const tool_descriptor& tool) {
  { model.accepts_schema(tool) } -> std::convertible_to<bool>;
}
|| requires(Model& model, const tool_descriptor& tool, binding_note& note) {
  { model.accepts_schema(tool, note) } -> std::convertible_to<bool>;
};

}  // namespace tacet
