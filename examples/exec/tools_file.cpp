// SPDX-License-Identifier: MIT
// The file of --tools: programs as tools, read strictly and with all faults at once.
#include "tools_file.hpp"

#include <tacet/dynamic/detail/near_miss.hpp>
#include <tacet/json/canonical.hpp>
#include <tacet/json/explain.hpp>
#include <tacet/json/number.hpp>
#include <tacet/json/scan.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace exec {

namespace {

namespace json = tacet::json;

constexpr std::array<std::string_view, 12> tool_keys{
    "name",         "description", "input_schema", "command", "effect",      "timeout_ms",
    "output_limit", "capability",  "max_calls",    "prefix",  "environment", "working_directory"};
constexpr std::array<std::string_view, 3> effects{"read_only", "idempotent", "once"};
constexpr std::uint64_t most_ms = std::uint64_t{31} * 24 * 60 * 60 * 1000;
constexpr std::uint64_t most_output = std::uint64_t{1} << 30;
constexpr std::size_t most_tools = tacet::registry_limits{}.tools;

std::string meant(std::string_view word) {
  return word.empty() ? "" : "; did you mean \"" + std::string(word) + "\"?";
}
// What others call the same.
std::string_view key_meant(std::string_view name) {
  if (name == "parameters") return "input_schema";
  if (name == "env") return "environment";
  if (name == "cwd") return "working_directory";
  return tacet::detail::nearest_word(name, tool_keys);
}
std::string unknown_key(std::string_view name) {
  std::string message = "unknown key; known here: ";
  for (const std::string_view one : tool_keys)
    message.append(one == tool_keys.front() ? "" : ", ").append(one);
  return message + meant(key_meant(name));
}

// The text is well formed, so the scans below always find their end.
class reader {
 public:
  reader(std::string_view text, const std::filesystem::path& folder) : folder_(folder) {
    c_.begin = text.data();
    c_.end = text.data() + text.size();
  }

  tools_file read() {
    bool has_tools = false;
    object(json::skip_blanks(c_.begin, c_.end), "",
           [&](const std::string& name, const char* value, const std::string& at) {
             if (name == "$schema") return void(string(value, at));
             if (name != "tools") return wrong(at, "unknown key; known here: tools");
             has_tools = true;
             std::size_t place = 0;
             elements(value, at, "an array of tools", [&](const char* p, const std::string& to) {
               if (place < most_tools) tool(p, to, place);
               else if (place == most_tools)
                 wrong(to, "only " + std::to_string(most_tools) + " tools are taken");
               ++place;
             });
           });
    if (!has_tools && made_.faults.empty()) wrong("/tools", "is missing");
    return std::move(made_);
  }

 private:
  void tool(const char* p, const std::string& at, std::size_t place) {
    file_tool one;
    one.place = place;
    one.command.working_directory = folder_.string();
    std::set<std::string> seen;
    const bool is_object =
        object(p, at, [&](const std::string& name, const char* value, const std::string& to) {
          if (name == "name" || name == "command") seen.insert(name);
          tool_member(one, name, value, to);
        });
    if (!is_object) return;
    for (const std::string needed : {"name", "command"})
      if (!seen.contains(needed)) wrong(at + '/' + needed, "is missing");
    made_.tools.push_back(std::move(one));
  }

  void tool_member(file_tool& one, const std::string& name, const char* p, const std::string& at) {
    if (name == "name") one.about.name = string(p, at);
    else if (name == "description") one.about.description = string(p, at);
    else if (name == "prefix") one.about.prefix = string(p, at);
    else if (name == "capability") one.about.required_capability = filled(p, at);
    else if (name == "input_schema") schema(one, p, at);
    else if (name == "command") command(one.command, p, at);
    else if (name == "effect") effect(one.about.effect, p, at);
    else if (name == "timeout_ms") {
      if (const auto got = integer(p, at, 1, most_ms)) one.about.timeout = std::chrono::milliseconds(*got);
    } else if (name == "output_limit") {
      if (const auto got = integer(p, at, 0, most_output)) one.command.output_limit = *got;
    } else if (name == "max_calls") {
      if (const auto got = integer(p, at, 0, UINT32_MAX))
        one.about.max_calls_per_invocation = static_cast<std::uint32_t>(*got);
    } else if (name == "environment") {
      environment(one.command.environment.emplace(), p, at);
    } else if (name == "working_directory") {
      const std::string given = no_zero(filled(p, at), at);
      if (!given.empty()) one.command.working_directory = (folder_ / given).string();
    } else {
      wrong(at, faults().full() ? std::string() : unknown_key(name));
    }
  }

  void schema(file_tool& one, const char* p, const std::string& at) {
    // Providers take nothing else for the arguments of a tool, which are an object themselves.
    if (*p != '{') return wrong(at, expected("an object, the JSON Schema of the arguments", p));
    one.about.input_schema = std::string(p, json::scan_value(p, c_));
  }
  void command(tacet::command_spec& spec, const char* p, const std::string& at) {
    const bool is_array = elements(p, at, "an array of a program and its arguments",
                                   [&](const char* part, const std::string& place) {
                                     spec.argv.push_back(no_zero(string(part, place), place));
                                   });
    if (!is_array) return;
    if (spec.argv.empty())
      return wrong(at, "names no program; write for example [\"./tool.sh\", \"--json\"]");
    std::string& program = spec.argv.front();
    if (program.empty()) wrong(at + "/0", "names no program");
    else if (program.find('/') != std::string::npos) program = (folder_ / program).string();
  }
  void environment(std::vector<std::string>& made, const char* p, const std::string& at) {
    object(p, at, [&](const std::string& name, const char* value, const std::string& place) {
      if (name.empty() || name.find('=') != std::string::npos || name.find('\0') != std::string::npos)
        return wrong(place, "is no name of a variable");
      made.push_back(name + '=' + no_zero(string(value, place), place));
    });
  }
  void effect(tacet::tool_effect& made, const char* p, const std::string& at) {
    if (*p != '"') return wrong(at, expected("a string", p));
    const std::string word = string(p, at);
    if (word == "read_only") made = tacet::tool_effect::read_only;
    else if (word == "idempotent") made = tacet::tool_effect::idempotent;
    else if (word == "once") made = tacet::tool_effect::once;
    else
      wrong(at, R"(expected one of "read_only", "idempotent", "once")" +
                    meant(tacet::detail::nearest_word(word, effects)));
  }

  // --- values -------------------------------------------------------------------------------------------

  template <class Each> bool object(const char* p, const std::string& at, const Each& each) {
    if (*p != '{') return wrong(at, expected("an object", p)), false;
    std::set<std::string> seen;
    for (p = json::skip_blanks(p + 1, c_.end); *p != '}';) {
      const json::string_token key = json::scan_string(p + 1, c_);
      const std::string name = json::detail::decoded(key);
      const char* const value = json::detail::past_colon(key.close + 1, c_);
      const std::string place = tacet::detail::pointer_to(at, name);
      // Of a text that is nothing but faults not every key is kept.
      if (faults().full() || seen.insert(name).second) each(name, value, place);
      else wrong(place, "stands here again, at byte " + std::to_string(p - c_.begin));
      p = past(value);
    }
    return true;
  }
  template <class Each>
  bool elements(const char* p, const std::string& at, std::string_view what, const Each& each) {
    if (*p != '[') return wrong(at, expected(what, p)), false;
    std::size_t i = 0;
    for (p = json::skip_blanks(p + 1, c_.end); *p != ']'; p = past(p))
      each(p, at + '/' + std::to_string(i++));
    return true;
  }
  const char* past(const char* value) {
    const char* const p = json::skip_blanks(json::scan_value(value, c_), c_.end);
    return *p == ',' ? json::skip_blanks(p + 1, c_.end) : p;
  }
  std::string string(const char* p, const std::string& at) {
    if (*p != '"') return wrong(at, expected("a string", p)), std::string();
    return json::detail::decoded(json::scan_string(p + 1, c_));
  }
  std::string filled(const char* p, const std::string& at) {
    std::string got = string(p, at);
    if (*p == '"' && got.empty()) wrong(at, "must not be empty");
    return got;
  }
  // A program is given its texts up to their first zero.
  std::string no_zero(std::string text, const std::string& at) {
    if (text.find('\0') != std::string::npos) wrong(at, "has a zero character in it");
    return text;
  }
  std::optional<std::uint64_t> integer(const char* p, const std::string& at, std::uint64_t least,
                                       std::uint64_t most) {
    if (json::kind_of_value(*p) != "a number") return wrong(at, expected("an integer", p)), std::nullopt;
    json::number_parts parts;
    static_cast<void>(json::scan_number(p, c_, parts));
    std::uint64_t made = 0;
    const bool held = json::exact_magnitude(parts, made) == json::fault_code::none;
    if (held && made >= least && made <= most && (made == 0 || !parts.negative)) return made;
    wrong(at, "expected an integer of " + std::to_string(least) + " to " + std::to_string(most));
    return std::nullopt;
  }
  static std::string expected(std::string_view what, const char* p) {
    return "expected " + std::string(what) + ", got " + std::string(json::kind_of_value(*p));
  }
  void wrong(const std::string& at, std::string message) { made_.faults.add(at, std::move(message)); }
  [[nodiscard]] const tacet::detail::config_faults& faults() const { return made_.faults; }

  const std::filesystem::path& folder_;
  json::context c_{};
  tools_file made_{};
};

}  // namespace

tools_file read_tools(std::string_view text, const std::filesystem::path& folder) {
  const auto refused = [](std::string why) {
    tools_file none;
    none.faults.add("", std::move(why));
    return none;
  };
  if (text.size() > most_tools_bytes) return refused("longer than 4 MiB");
  json::context c;
  if (!json::scan_document(text, c)) {
    const auto at = static_cast<std::size_t>(c.at - text.data());
    const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
    return refused("not JSON at byte " + std::to_string(at) + " (line " + std::to_string(line) + "): " +
                   std::string(c.fault == json::fault_code::trailing_text ? "more text behind the value"
                                                                          : json::grammar_text(c.fault)));
  }
  return reader(text, folder).read();
}

tacet::registration register_tools(tools_file file, tacet::tool_registry& registry,
                                   std::optional<std::chrono::milliseconds> otherwise) {
  tacet::registration all;
  tacet::detail::config_faults& faults = file.faults;
  for (file_tool& one : file.tools) {
    const std::string place = "/tools/" + std::to_string(one.place);
    const auto tell = [&](const std::string& at, const tacet::pointed_fault& fault) {
      if (!faults.has(at)) faults.add(at, fault.message);
    };
    // The registry has the time, so that a configuration may give another one.
    one.command.timeout = std::chrono::nanoseconds::max();
    if (!one.about.timeout.has_value()) one.about.timeout = otherwise;
    tacet::command program(std::move(one.command));
    if (program.fault().empty())  // why it can never run was told when it was read
      for (const tacet::pointed_fault& fault : program.check())
        tell(place + (fault.pointer == "/argv/0" ? "/command/0" : fault.pointer), fault);
    tacet::registration added = registry.add(std::move(one.about), std::move(program));
    for (const tacet::pointed_fault& fault : added.faults) tell(place + fault.pointer, fault);
    for (tacet::pointed_fault& note : added.notes)
      all.notes.push_back({place + note.pointer, std::move(note.message)});
  }
  all.faults = faults.take();
  return all;
}

}  // namespace exec
