// SPDX-License-Identifier: MIT
// Every reason of a binding, models of every shape, and models that break in every place.
#include "support/catch.hpp"
#include "support/raise.hpp"
#include "unit/support/allocations.hpp"

#include <tacet/binding/schema_binder.hpp>
#include <tacet/tacet.hpp>

#include <cstddef>
#include <iterator>
#include <list>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

using namespace tacet;
using tacet_test::raise;

namespace {

using names = std::vector<std::string>;
using reason = binding_reason;

names names_of(tool_schemas tools) {
  names all;
  for (const tool_descriptor& one : tools) all.emplace_back(one.name);
  return all;
}
bool says(const names& notes, std::string_view text) {
  for (const std::string& one : notes)
    if (one.find(text) != std::string::npos) return true;
  return false;
}
template <class Result> bool consistent(const Result& got) {
  return got.bound == is_bound(got.reason) && got.degraded == is_degraded(got.reason) &&
         (got.bound || !got.forced_choice.has_value()) && (!got.degraded || !got.notes.empty());
}

// Three descriptors, each made when it is read; begin() is not const.
struct made_as_it_goes {
  tool_descriptor (*make)(int);
  int begun = 0;
  struct iterator {
    using iterator_concept = std::input_iterator_tag;
    using iterator_category = std::input_iterator_tag;
    using value_type = tool_descriptor;
    using difference_type = std::ptrdiff_t;
    tool_descriptor (*make)(int) = nullptr;
    int at = 0;
    tool_descriptor operator*() const { return make(at); }
    iterator& operator++() { return ++at, *this; }
    void operator++(int) { ++at; }
    bool operator==(const iterator& other) const { return at == other.at; }
  };
  iterator begin() { return ++begun, iterator{make, 0}; }
  iterator end() const { return {make, 3}; }
};

constexpr auto add = tool<"add">([] { return 1; });
constexpr auto drop = tool<"drop">([] {});
constexpr tools both{add, drop};

// Takes tools and a choice; each answer can be set, and each can break.
struct able {
  names bound{};
  std::string forced{};
  bool tools_at_all = true;
  bool choice_at_all = true;
  std::string refused{};  // the name of a tool

  able bind_tools(tool_schemas tools) const {
    able with = *this;
    with.bound = names_of(tools);
    return with;
  }
  able bind_tools(tool_schemas tools, forced_choice choice) const {
    able with = bind_tools(tools);
    with.forced = choice.tool;
    return with;
  }
  bool supports_tools() const noexcept { return tools_at_all; }
  bool supports_forced_choice() const noexcept { return choice_at_all; }
  bool accepts_schema(const tool_descriptor& tool) const { return tool.name != refused; }
};
struct without_choice {
  names bound{};
  without_choice bind_tools(tool_schemas tools) const { return {names_of(tools)}; }
};
struct without_tools {
  int number = 7;
};

}  // namespace

TEST_CASE("tools are bound") {
  const auto got = schema_binder{}.bind(able{}, both);
  CHECK(got.reason == reason::bound);
  CHECK(got.model.bound == names{"add", "drop"});
  CHECK(got.model.forced.empty());
  CHECK(got.notes.empty());
  CHECK(consistent(got));
}

TEST_CASE("a forced choice is bound with the tools") {
  const auto got = schema_binder{}.bind(able{}, both, forced_choice{"drop"});
  CHECK(got.reason == reason::bound);
  CHECK(got.model.forced == "drop");
  CHECK(got.forced_choice == "drop");
  CHECK(consistent(got));
  const auto none = schema_binder{}.bind(able{}, both, std::nullopt);
  CHECK(none.reason == reason::bound);
  CHECK(none.model.forced.empty());
  CHECK_FALSE(none.forced_choice.has_value());
}

TEST_CASE("nothing to bind is no degradation") {
  const auto got = schema_binder{}.bind(able{.forced = "as before"}, tools{});
  CHECK(got.reason == reason::no_tools);
  CHECK(got.model.forced == "as before");
  CHECK(got.notes.empty());
  CHECK(consistent(got));
  const auto chosen = schema_binder{}.bind(able{}, std::vector<tool_descriptor>{}, forced_choice{"add"});
  CHECK(chosen.reason == reason::no_tools);
  CHECK_FALSE(chosen.degraded);
  CHECK(says(chosen.notes, R"(the forced choice "add" was dropped: there are no tools)"));
  // It comes before what the model says of itself.
  CHECK(schema_binder{}.bind(without_tools{}, tools{}).reason == reason::no_tools);
  CHECK(schema_binder{}.bind(able{.tools_at_all = false}, tools{}).reason == reason::no_tools);
}

TEST_CASE("a model that has no way to take tools, or says so, is unchanged") {
  const auto by_type = schema_binder{}.bind(without_tools{}, both);
  CHECK(by_type.reason == reason::tools_unsupported);
  CHECK(by_type.model.number == 7);
  CHECK(consistent(by_type));
  CHECK(schema_binder{}.bind(7, both).model == 7);
  const auto by_answer = schema_binder{}.bind(able{.forced = "as before", .tools_at_all = false}, both);
  CHECK(by_answer.reason == reason::tools_unsupported);
  CHECK(by_answer.model.forced == "as before");
  CHECK(by_answer.model.bound.empty());
  CHECK(consistent(by_answer));
  const auto chosen = schema_binder{allow_degraded}.bind(without_tools{}, both, forced_choice{"add"});
  CHECK(chosen.reason == reason::tools_unsupported);
}

TEST_CASE("a forced choice that the model does not take is dropped") {
  const auto by_answer = schema_binder{}.bind(able{.choice_at_all = false}, both, forced_choice{"add"});
  CHECK(by_answer.reason == reason::forced_choice_unsupported);
  CHECK(by_answer.model.bound == names{"add", "drop"});
  CHECK(by_answer.model.forced.empty());
  CHECK_FALSE(by_answer.forced_choice.has_value());
  CHECK(says(by_answer.notes, R"("add")"));
  CHECK(consistent(by_answer));
  const auto by_type = schema_binder{allow_degraded}.bind(without_choice{}, both, forced_choice{"add"});
  CHECK(by_type.reason == reason::forced_choice_unsupported);
  CHECK(by_type.model.bound.size() == 2);
  CHECK(consistent(by_type));
  // Asked for by nobody, it is no degradation.
  CHECK(schema_binder{allow_degraded}.bind(without_choice{}, both, std::nullopt).reason == reason::bound);
  CHECK(schema_binder{}.bind(able{.choice_at_all = false}, both).reason == reason::bound);
  // That the choice is not taken at all is told before that the tool is not known.
  CHECK(schema_binder{}.bind(able{.choice_at_all = false}, both, forced_choice{"no"}).reason ==
        reason::forced_choice_unsupported);
}

TEST_CASE("a forced choice that is not in the set is dropped") {
  for (const std::string_view name : {std::string_view("ad"), std::string_view("add "),
                                      std::string_view("Add"), std::string_view("", 0), std::string_view{}}) {
    const auto got = schema_binder{}.bind(able{}, both, forced_choice{name});
    CHECK(got.reason == reason::forced_choice_unknown);
    CHECK(got.model.bound.size() == 2);
    CHECK(got.model.forced.empty());
    CHECK(says(got.notes,
               "the forced choice \"" + std::string(name) + "\" was dropped: no tool has this name"));
    CHECK(consistent(got));
  }
}

TEST_CASE("tools that cannot be expressed are left out and named") {
  const auto got = schema_binder{}.bind(able{.refused = "add"}, both, forced_choice{"drop"});
  CHECK(got.reason == reason::schema_rejected);
  CHECK(got.model.bound == names{"drop"});
  CHECK(got.forced_choice == "drop");
  CHECK(says(got.notes, R"(the tool "add" was left out)"));
  CHECK(consistent(got));
  const auto last = schema_binder{}.bind(able{.refused = "drop"}, both, forced_choice{"drop"});
  CHECK(last.reason == reason::schema_rejected);
  CHECK(last.model.bound == names{"add"});
  CHECK(last.model.forced.empty());
  CHECK(says(last.notes, R"(the forced choice "drop" was dropped: its tool was left out)"));
  // Missing tools are told before a missing choice; the notes have both.
  const auto two = schema_binder{}.bind(able{.refused = "add"}, both, forced_choice{"none"});
  CHECK(two.reason == reason::schema_rejected);
  CHECK(two.notes.size() == 2);
  CHECK_FALSE(two.forced_choice.has_value());
}

TEST_CASE("where no tool is left nothing is bound") {
  const auto got = schema_binder{}.bind(able{.refused = "add"}, tools{add}, forced_choice{"add"});
  CHECK(got.reason == reason::bind_failed);
  CHECK(got.model.bound.empty());
  CHECK(says(got.notes, "\"add\""));
  CHECK(says(got.notes, "no tool is left to bind"));
  CHECK(consistent(got));
}

TEST_CASE("a model may say why it does not take a tool") {
  struct talker {
    int count = 0;
    bool accepts_schema(const tool_descriptor& tool, binding_note& note) const {
      if (tool.name == "add") return note("$ref is not taken"), false;
      return true;
    }
    talker bind_tools(tool_schemas tools) const { return {static_cast<int>(tools.size())}; }
  };
  const auto got = schema_binder{}.bind(talker{}, both);
  CHECK(got.reason == reason::schema_rejected);
  CHECK(got.model.count == 1);
  CHECK(got.notes ==
        names{"$ref is not taken", R"(the tool "add" was left out: the model does not take its schema)"});
}

TEST_CASE("tools come as a catalogue, an executor or any range of descriptors") {
  const std::vector<tool_descriptor> list{{.name = "b"}, {.name = "a"}};
  const schema_binder binder;
  CHECK(binder.bind(able{}, list).model.bound == names{"b", "a"});
  CHECK(binder.bind(able{}, std::list<tool_descriptor>(list.begin(), list.end())).model.bound ==
        names{"b", "a"});
  CHECK(binder.bind(able{}, descriptors_by_name(list)).model.bound == names{"a", "b"});
  const tool_descriptor array[] = {{.name = "one"}};
  CHECK(binder.bind(able{}, array).model.bound == names{"one"});
  CHECK(binder.bind(able{}, tool_executor{both}).model.bound == names{"add", "drop"});
  // One that can be read once, is changed by it, and makes descriptors as it goes.
  made_as_it_goes made{[](int i) { return tool_descriptor{.name = i == 1 ? "x" : i == 2 ? "z" : "y"}; }};
  CHECK(binder.bind(able{}, made).model.bound == names{"y", "x", "z"});
}

TEST_CASE("of two tools with one name the first stands") {
  const std::vector<tool_descriptor> list{{.name = "a", .description = "1"},
                                          {.name = "b"},
                                          {.name = "a", .description = "2"},
                                          {.name = "b"},
                                          {.name = "a"},
                                          {.name = "c"}};
  const auto got = schema_binder{}.bind(able{}, list, forced_choice{"a"});
  CHECK(got.reason == reason::schema_rejected);
  CHECK(got.model.bound == names{"a", "b", "c"});
  CHECK(got.forced_choice == "a");
  CHECK(got.notes.size() == 3);
  CHECK(says(got.notes, R"(the tool "b" was left out: an earlier one has its name)"));
}

TEST_CASE("foreign names are shown cut and clean") {
  const std::string hostile = "\x1b[31m\xff" + std::string(10'000, 'x');
  const std::vector<tool_descriptor> list{{.name = hostile}, {.name = "good"}};
  const auto got = schema_binder{}.bind(able{.refused = hostile}, list, forced_choice{hostile});
  CHECK(got.reason == reason::schema_rejected);
  for (const std::string& one : got.notes) {
    CHECK(one.size() < 400);
    CHECK(one.find('\x1b') == std::string::npos);
    CHECK(one.find('\xff') == std::string::npos);
  }
}

TEST_CASE("many tools are bound, and those that are refused named one by one") {
  std::vector<std::string> texts;
  for (int i = 0; i < 5000; ++i) texts.push_back("tool_" + std::to_string(i));
  std::vector<tool_descriptor> list;
  for (const std::string& one : texts) list.push_back({.name = one});
  struct half {
    std::size_t count = 0;
    bool accepts_schema(const tool_descriptor& tool) const { return (tool.name.back() - '0') % 2 == 0; }
    half bind_tools(tool_schemas tools) const { return {tools.size()}; }
  };
  const auto got = schema_binder{}.bind(half{}, list);
  CHECK(got.model.count == 2500);
  CHECK(got.notes.size() == 2500);
}

TEST_CASE("a model that is changed by binding is copied first") {
  struct changing {
    names bound{};
    void bind_tools(tool_schemas tools) { bound = names_of(tools); }
    changing& bind_tools(tool_schemas tools, forced_choice choice) {
      bind_tools(tools);
      bound.emplace_back(choice.tool);
      return *this;
    }
  };
  changing mine;
  CHECK(schema_binder{}.bind(mine, both).model.bound == names{"add", "drop"});
  CHECK(schema_binder{}.bind(mine, both, forced_choice{"add"}).model.bound == names{"add", "drop", "add"});
  CHECK(mine.bound.empty());
  struct no_const {
    int n = 0;
    no_const bind_tools(tool_schemas tools) { return n = -1, no_const{static_cast<int>(tools.size())}; }
  };
  CHECK(schema_binder{}.bind(no_const{}, both).model.n == 2);
}

TEST_CASE("a model that only moves is bound and given back") {
  struct unique {
    std::unique_ptr<names> bound = std::make_unique<names>();
    bool willing = true;
    bool supports_tools() const { return willing; }
    unique bind_tools(tool_schemas tools) const { return {std::make_unique<names>(names_of(tools))}; }
  };
  STATIC_REQUIRE_FALSE(std::is_copy_constructible_v<unique>);
  CHECK(*schema_binder{}.bind(unique{}, both).model.bound == names{"add", "drop"});
  unique unwilling{std::make_unique<names>(names{"kept"}), false};
  const names* const held = unwilling.bound.get();
  const auto got = schema_binder{}.bind(std::move(unwilling), both);
  CHECK(got.reason == reason::tools_unsupported);
  CHECK(got.model.bound.get() == held);
}

namespace {
struct chat {
  virtual ~chat() = default;
  virtual std::shared_ptr<chat> bind_tools(tool_schemas, std::optional<forced_choice> = {}) const = 0;
  virtual bool supports_tools() const = 0;
  virtual std::size_t count() const = 0;
};
struct real_chat final : chat {
  bool able = true;
  std::size_t n = 0;
  std::shared_ptr<chat> bind_tools(tool_schemas tools, std::optional<forced_choice> choice) const override {
    auto with = std::make_shared<real_chat>(*this);
    with->n = tools.size() + (choice ? 10 : 0);
    return with;
  }
  bool supports_tools() const override { return able; }
  std::size_t count() const override { return n; }
};
}  // namespace

TEST_CASE("a model behind a pointer is asked itself, at run time") {
  const std::shared_ptr<chat> given = std::make_shared<real_chat>();
  const auto got = schema_binder{}.bind(given, both, forced_choice{"add"});
  CHECK(got.reason == reason::bound);
  CHECK(got.model->count() == 12);
  CHECK(given->count() == 0);
  auto unable = std::make_shared<real_chat>();
  unable->able = false;
  const auto no = schema_binder{}.bind(std::shared_ptr<chat>(unable), both);
  CHECK(no.reason == reason::tools_unsupported);
  CHECK(no.model == unable);
  const auto nothing = schema_binder{}.bind(std::shared_ptr<chat>{}, both);
  CHECK(nothing.reason == reason::bind_failed);
  CHECK(nothing.model == nullptr);
  CHECK(says(nothing.notes, "there is no model"));
  CHECK(schema_binder{}.bind(std::optional(able{}), both).model->bound.size() == 2);
  CHECK(schema_binder{}.bind(std::optional<able>{}, both).reason == reason::bind_failed);
}

TEST_CASE("a bind_tools may return an error") {
  struct answering {
    int count = 0;
    const char* fault = nullptr;
    tool_result<answering> bind_tools(tool_schemas tools) const {
      if (fault != nullptr) return tool_error(fault);
      return answering{static_cast<int>(tools.size())};
    }
  };
  CHECK(schema_binder{}.bind(answering{}, both).model.count == 2);
  const auto got = schema_binder{}.bind(answering{-1, "the key is missing"}, both);
  CHECK(got.reason == reason::bind_failed);
  CHECK(got.model.count == -1);
  CHECK(got.notes == names{"bind_tools failed: the key is missing"});
  CHECK(consistent(got));
}

namespace {
// What the annotation of a provider may look like: the schemas and where to mark them.
struct marked {
  tool_schemas tools;
  std::size_t mark = 0;
};
struct caching {
  names bound{};
  std::size_t mark = 99;
  std::string forced{};
  caching bind_tools(tool_schemas tools) const { return {names_of(tools)}; }
  caching bind_tools(tool_schemas tools, forced_choice choice) const {
    return {names_of(tools), 99, std::string(choice.tool)};
  }
  caching bind_tools(const marked& schema) const { return {names_of(schema.tools), schema.mark}; }
  caching bind_tools(const marked& schema, forced_choice choice) const {
    return {names_of(schema.tools), schema.mark, std::string(choice.tool)};
  }
};
}  // namespace

TEST_CASE("an annotation is bound in place of the schemas") {
  const schema_binder binder{annotate_cache{[](tool_schemas tools, binding_note& note) {
    note("marked");
    return marked{tools, tools.size() - 1};
  }}};
  STATIC_REQUIRE(std::is_empty_v<decltype(binder)>);
  const auto got = binder.bind(caching{}, both, forced_choice{"add"});
  CHECK(got.reason == reason::bound);
  CHECK(got.model.bound.size() == 2);
  CHECK(got.model.mark == 1);
  CHECK(got.model.forced == "add");
  CHECK(got.notes == names{"marked"});
  CHECK(binder.bind(caching{}, both).model.mark == 1);
  // It is not asked where nothing is bound.
  CHECK(binder.bind(caching{}, tools{}).notes.empty());
  CHECK(binder.bind(without_tools{}, both).reason == reason::tools_unsupported);
}

TEST_CASE("an annotation may be what owns other schemas") {
  const schema_binder binder{annotate_cache{[](tool_schemas tools, binding_note&) {
                               std::vector<tool_descriptor> turned(tools.rbegin(), tools.rend());
                               return turned;
                             }},
                             allow_degraded};
  CHECK(binder.bind(able{}, both).model.bound == names{"drop", "add"});
  // What the model left out is not there to be annotated.
  CHECK(binder.bind(able{.refused = "add"}, both).model.bound == names{"drop"});
}

TEST_CASE("an annotation that gives nothing is a note") {
  const schema_binder empty{
      annotate_cache{[](tool_schemas, binding_note&) -> std::optional<marked> { return std::nullopt; }}};
  const auto got = empty.bind(caching{}, both, forced_choice{"add"});
  CHECK(got.reason == reason::bound);
  CHECK_FALSE(got.degraded);
  CHECK(got.model.mark == 99);
  CHECK(got.model.forced == "add");
  CHECK(got.notes == names{"annotate_cache failed, and the tools are bound without it: it gave nothing"});
  const schema_binder faulty{annotate_cache{
      [](tool_schemas, binding_note&) -> tool_result<marked> { return tool_error("no room for a mark"); }}};
  const auto told = faulty.bind(caching{}, both);
  CHECK(told.reason == reason::bound);
  CHECK(told.notes == names{"annotate_cache failed, and the tools are bound without it: no room for a mark"});
  const schema_binder full{annotate_cache{[](tool_schemas tools, binding_note&) -> std::optional<marked> {
    return marked{tools, 3};
  }}};
  CHECK(full.bind(caching{}, both).model.mark == 3);
}

TEST_CASE("a binder without options holds nothing, and binding cannot throw") {
  const schema_binder plain;
  constexpr schema_binder<> constant;
  STATIC_REQUIRE(std::is_empty_v<decltype(plain)>);
  STATIC_REQUIRE(std::is_same_v<decltype(constant), const schema_binder<>>);
  STATIC_REQUIRE(std::is_empty_v<decltype(schema_binder{allow_degraded})>);
  STATIC_REQUIRE(noexcept(plain.bind(able{}, both)));
  STATIC_REQUIRE(noexcept(plain.bind(std::declval<able>(), both, forced_choice{"add"})));
  STATIC_REQUIRE(noexcept(plain.bind(7, std::declval<std::list<tool_descriptor>&>())));
  struct copied_with_a_throw {
    copied_with_a_throw() = default;
    copied_with_a_throw(const copied_with_a_throw&) {}
    copied_with_a_throw(copied_with_a_throw&&) noexcept {}
  };
  // A copy that the caller makes is the caller's.
  STATIC_REQUIRE_FALSE(noexcept(plain.bind(std::declval<copied_with_a_throw&>(), both)));
  STATIC_REQUIRE(noexcept(plain.bind(std::declval<copied_with_a_throw>(), both)));
}

TEST_CASE("typed tools are bound without memory and from constants") {
  struct pointing {
    const tool_descriptor* first = nullptr;
    std::size_t count = 0;
    pointing bind_tools(tool_schemas tools) const noexcept { return {tools.data(), tools.size()}; }
  };
  const std::size_t before = tacet_test::allocations;
  const auto one = schema_binder{}.bind(pointing{}, both);
  const auto two = schema_binder{}.bind(pointing{}, tools{add, drop});
  CHECK(tacet_test::allocations == before);
  CHECK(one.model.count == 2);
  CHECK(one.model.first == two.model.first);
  CHECK(one.model.first[1].name == "drop");
}

#if defined(__cpp_exceptions)

namespace {

// Throws at one place.
enum class place { none, tools, choice, schema, binding, choosing, annotating, copying };
template <class Thrown> struct breaking {
  place at = place::none;
  int state = 1;
  int* copies = nullptr;

  explicit breaking(place p) : at(p) {}
  breaking(const breaking& other) : at(other.at), state(other.state) { check(place::copying); }
  breaking(breaking&&) noexcept = default;

  void check(place p) const {
    if (at == p) throw Thrown();
  }
  bool supports_tools() const { return check(place::tools), true; }
  bool supports_forced_choice() const { return check(place::choice), true; }
  bool accepts_schema(const tool_descriptor& tool) const {
    if (tool.name == "drop") check(place::schema);
    return true;
  }
  // Both change the model before they break.
  void bind_tools(tool_schemas tools) {
    state = 100 + static_cast<int>(tools.size());
    check(place::binding);
  }
  void bind_tools(tool_schemas tools, forced_choice) {
    state = 200 + static_cast<int>(tools.size());
    check(place::choosing);
  }
};
struct named_error : std::runtime_error {
  named_error() : std::runtime_error("the words of it") {}
};
struct no_error {
  no_error() = default;
  no_error(const no_error&) = default;
};
struct silent_error : std::exception {
  const char* what() const noexcept override { return nullptr; }
};

template <class Thrown> void break_everywhere(std::string_view text) {
  const schema_binder binder;
  for (const place at : {place::tools, place::choice, place::choosing, place::copying}) {
    const auto got = binder.bind(breaking<Thrown>(at), both, forced_choice{"add"});
    INFO(static_cast<int>(at));
    CHECK(got.reason == reason::bind_failed);
    CHECK(got.model.state == 1);
    CHECK(says(got.notes, text));
    CHECK(consistent(got));
  }
  const auto plain = binder.bind(breaking<Thrown>(place::binding), both);
  CHECK(plain.reason == reason::bind_failed);
  CHECK(plain.model.state == 1);
  CHECK(says(plain.notes, "bind_tools failed: " + std::string(text)));
  const auto rejected = binder.bind(breaking<Thrown>(place::schema), both, forced_choice{"drop"});
  CHECK(rejected.reason == reason::schema_rejected);
  CHECK(rejected.model.state == 101);
  CHECK(says(rejected.notes, "the tool \"drop\" was left out: " + std::string(text)));
  const auto none = binder.bind(breaking<Thrown>(place::none), both, forced_choice{"drop"});
  CHECK(none.reason == reason::bound);
  CHECK(none.model.state == 202);

  const schema_binder annotating{annotate_cache{[](tool_schemas tools, binding_note&) {
    if (!tools.empty()) throw Thrown();
    return marked{tools, 0};
  }}};
  const auto noted = annotating.bind(caching{}, both, forced_choice{"drop"});
  CHECK(noted.reason == reason::bound);
  CHECK(noted.model.mark == 99);
  CHECK(noted.forced_choice == "drop");
  CHECK(says(noted.notes, "annotate_cache failed, and the tools are bound without it: " + std::string(text)));
}

}  // namespace

TEST_CASE("whatever a model throws, wherever, binding fails by name and leaves it as it was") {
  break_everywhere<named_error>("the words of it");
  break_everywhere<std::bad_alloc>("std::bad_alloc");
  break_everywhere<int>("an exception that is no std::exception");
  break_everywhere<no_error>("an exception that is no std::exception");
  break_everywhere<silent_error>("(no text)");
  break_everywhere<cancelled>("it was cancelled");
}

TEST_CASE("the text of an exception is shown cut and clean") {
  struct talker {
    talker bind_tools(tool_schemas) const {
      throw std::runtime_error("\x1b[2J\xff" + std::string(1'000'000, 'y'));
    }
  };
  const auto got = schema_binder{}.bind(talker{}, both);
  CHECK(got.reason == reason::bind_failed);
  REQUIRE(got.notes.size() == 1);
  CHECK(got.notes[0].size() < 1100);
  CHECK(got.notes[0].find('\x1b') == std::string::npos);
}

TEST_CASE("tools that cannot be read fail by name") {
  made_as_it_goes broken{[](int i) {
    if (i == 1) throw named_error();
    return tool_descriptor{.name = "x"};
  }};
  const auto got = schema_binder{}.bind(able{.forced = "as before"}, broken);
  CHECK(got.reason == reason::bind_failed);
  CHECK(got.model.forced == "as before");
  CHECK(says(got.notes, "the words of it"));
  struct catalogue {
    std::vector<tool_descriptor> descriptors() const { throw 7; }
  };
  CHECK(schema_binder{}.bind(able{}, catalogue{}).reason == reason::bind_failed);
}

TEST_CASE("binding ends in a named reason wherever memory runs out") {
  const std::list<tool_descriptor> list{{.name = "a name that no small string can hold, number 1"},
                                        {.name = "refused"},
                                        {.name = "refused"},
                                        {.name = "two"}};
  const schema_binder binder{annotate_cache{[](tool_schemas tools, binding_note& note) {
    note("a note that no small string can hold in itself");
    return std::vector<tool_descriptor>(tools.begin(), tools.end());
  }}};
  int failed = 0;
  bool whole = false;
  for (int after = 0; after < 200 && !whole; ++after) {
    able given{.forced = "a text that no small string can hold in itself", .refused = "refused"};
    binding_result<able> got;
    {
      const tacet_test::refusing memory(after);
      got = binder.bind(std::move(given), list,
                        forced_choice{"a name that no small string can hold, number 1"});
    }
    INFO(after);
    if (got.reason == reason::bind_failed) {
      ++failed;
      CHECK(got.model.forced == "a text that no small string can hold in itself");
      CHECK(got.model.bound.empty());
      CHECK_FALSE(got.forced_choice.has_value());
    } else {
      CHECK(got.reason == reason::schema_rejected);
      CHECK(got.model.bound.size() == 2);
      CHECK(got.model.forced == "a name that no small string can hold, number 1");
      whole = got.notes.size() == 3;
    }
  }
  CHECK(failed > 5);
  CHECK(whole);
}

#endif
