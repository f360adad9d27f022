// SPDX-License-Identifier: MIT
// The translation units whose compile time is measured: what they hold, and their text.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace compile_time {

enum class unit_kind {
  library,      ///< tools in an executor with so many parts
  dialects,     ///< the same, and the tools written in two wire dialects
  nlohmann,     ///< the same tools by hand: a map of functions over nlohmann::json
  header,       ///< one header of the library and nothing else
  json_header,  ///< nlohmann's
  std_headers,  ///< what a map of functions needs of the standard library
};

struct unit {
  unit_kind kind = unit_kind::library;
  int tools = 0;
  int parts = 0;

  friend bool operator==(const unit&, const unit&) = default;
};

// --- text with numbers in it ------------------------------------------------------------------------------

/// `text` with `number` for every `@`.
inline std::string numbered(std::string_view text, int number) {
  std::string made;
  for (const char c : text)
    if (c == '@') made += std::to_string(number);
    else made += c;
  return made;
}

/// The texts for 0, 1, 2 ... one behind the other.
inline std::string repeated(std::string_view text, int count, std::string_view between = "") {
  std::string made;
  for (int i = 0; i < count; ++i) {
    if (i != 0) made += between;
    made += numbered(text, i);
  }
  return made;
}

// --- what both ways share ---------------------------------------------------------------------------------

inline std::string argument_structs(int tools) {
  constexpr std::string_view one = R"(
struct arguments_@ {
  std::string name_@;
  std::optional<int> limit_@;
  bool exact_@;
  std::vector<std::string> items_@;
};
)";
  return repeated(one, tools);
}

// --- through the library ----------------------------------------------------------------------------------

inline std::string library_tools(int tools) {
  constexpr std::string_view one = R"(
inline constexpr auto tool_@ = tacet::tool<"tool_number_@">(
    [](const arguments_@& x) { return x.name_@.size() + x.items_@.size(); },
    tacet::describe<"Does the thing number @">, tacet::read_only);
)";
  return repeated(one, tools);
}

inline std::string checks(int count) {
  constexpr std::string_view one = R"(
      tacet::precondition<"check_@">([](const tacet::pending_call& call)
                                         -> std::optional<tacet::precondition_verdict> {
        if (call.id().size() == 70 + @) return tacet::precondition_verdict::block("No calls with such an id");
        return std::nullopt;
      }))";
  return "tacet::preconditions{" + repeated(one, count, ",") + "}";
}

/// Part `index` of an executor with `parts` of them, at most 8. With all of them there are three checks.
inline std::string part(int index, int parts) {
  static constexpr std::array<std::string_view, 8> texts{
      "",
      R"(tacet::steering_gate{[](const tacet::pending_call& call) -> std::optional<tacet::skip> {
        if (call.id().size() == 80) return tacet::skip{"No need for calls with such an id"};
        return std::nullopt;
      }})",
      "tacet::retries<tacet::retry_schedule{.max_attempts = 3}>{}",
      "tacet::approval_gate{[](const tacet::approval_request& request) { return request.approve(); }}",
      "tacet::progress{[](const tacet::tool_progress& value) { seen += value.sequence; }}",
      "tacet::trace_to{[](const tacet::phase_record& record) { seen += record.detail.size(); }}",
      R"(tacet::failure_text{[](const tacet::failure& failure) { return failure.message; }})",
      "tacet::diagnostics{[](const tacet::diagnosis& one) { seen += one.text.size(); }}"};
  return index == 0 ? checks(parts == 8 ? 3 : 1) : std::string(texts.at(static_cast<std::size_t>(index)));
}

inline std::string library_unit(int tools, int parts) {
  std::string text =
      "#include <tacet/tacet.hpp>\n#include <cstddef>\n#include <optional>\n#include <span>\n"
      "#include <string>\n#include <vector>\n";
  text += argument_structs(tools) + library_tools(tools);
  text +=
      "\nstd::size_t seen = 0;\n"
      "void run(std::span<const tacet::tool_call> calls, tacet::execution_report& report) {\n"
      "  static const tacet::tool_executor executor{\n      tacet::tools{" +
      repeated("tool_@", tools, ", ") + "}";
  for (int i = 0; i < parts; ++i) text += ",\n      " + part(i, parts);
  return text + "};\n  executor.execute(calls, report);\n}\n";
}

inline std::string dialect_unit(int tools, int parts) {
  return "#include <tacet/wire/anthropic_messages.hpp>\n#include <tacet/wire/openai_chat.hpp>\n" +
         library_unit(tools, parts) +
         "\nvoid describe(tacet::text_writer& to) {\n"
         "  static constexpr auto all = tacet::tools{" +
         repeated("tool_@", tools, ", ") +
         "}.descriptors();\n"
         "  tacet::openai_chat::append_tools(to, all);\n"
         "  tacet::anthropic_messages::append_tools(to, all);\n}\n";
}

// --- by hand ----------------------------------------------------------------------------------------------

inline std::string nlohmann_unit(int tools) {
  constexpr std::string_view one = R"--(
  tools["tool_number_@"] = {
      "Does the thing number @",
      R"({"type":"object","properties":{"name_@":{"type":"string"},"limit_@":{"type":"integer"},)"
      R"("exact_@":{"type":"boolean"},"items_@":{"type":"array","items":{"type":"string"}}},)"
      R"("required":["name_@","exact_@","items_@"]})",
      [](const json& given) -> json {
        arguments_@ x;
        x.name_@ = given.at("name_@").get<std::string>();
        if (given.contains("limit_@")) x.limit_@ = given.at("limit_@").get<int>();
        x.exact_@ = given.at("exact_@").get<bool>();
        x.items_@ = given.at("items_@").get<std::vector<std::string>>();
        return x.name_@.size() + x.items_@.size();
      }};
)--";
  return "#include <nlohmann/json.hpp>\n#include <functional>\n#include <optional>\n#include <string>\n"
         "#include <unordered_map>\n#include <vector>\nusing nlohmann::json;\n" +
         argument_structs(tools) + R"(
struct entry {
  std::string description;
  std::string schema;
  std::function<json(const json&)> run;
};

std::unordered_map<std::string, entry> make_tools() {
  std::unordered_map<std::string, entry> tools;
)" + repeated(one, tools) +
         R"(
  return tools;
}

std::string run(const std::string& name, const std::string& arguments) {
  static const auto tools = make_tools();
  const auto at = tools.find(name);
  if (at == tools.end()) return "no tool " + name;
  try {
    return at->second.run(json::parse(arguments)).dump();
  } catch (const std::exception& error) {
    return error.what();
  }
}
)";
}

// --- any of them ------------------------------------------------------------------------------------------

inline std::string text_of(const unit& one) {
  switch (one.kind) {
    case unit_kind::library:
      return library_unit(one.tools, one.parts);
    case unit_kind::dialects:
      return dialect_unit(one.tools, one.parts);
    case unit_kind::nlohmann:
      return nlohmann_unit(one.tools);
    case unit_kind::header:
      return "#include <tacet/tacet.hpp>\n";
    case unit_kind::json_header:
      return "#include <nlohmann/json.hpp>\n";
    case unit_kind::std_headers:
      return "#include <functional>\n#include <map>\n";
  }
  return {};
}

inline std::string name_of(const unit& one) {
  switch (one.kind) {
    case unit_kind::library:
      return std::to_string(one.parts) + (one.parts == 1 ? " part" : " parts");
    case unit_kind::dialects:
      return std::to_string(one.parts) + " parts, 2 dialects";
    case unit_kind::nlohmann:
      return "by hand, nlohmann";
    case unit_kind::header:
      return "<tacet/tacet.hpp>";
    case unit_kind::json_header:
      return "<nlohmann/json.hpp>";
    case unit_kind::std_headers:
      return "<functional>, <map>";
  }
  return {};
}

}  // namespace compile_time
