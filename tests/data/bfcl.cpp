// SPDX-License-Identifier: MIT
// The functions and the accepted calls of a public collection: every function registers, and what is accepted runs.
#include "support/catch.hpp"

#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/tacet.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace tacet;
using boost::json::array;
using boost::json::object;
using boost::json::value;

namespace {

// In a list of accepted values an empty text means that the argument may be left out.
bool is_left_out(const value& v) { return v.is_string() && v.get_string().empty(); }

std::vector<value> readings(const value& accepted);

// The members, each a list of accepted values: all at their first, and then each other value of each once.
std::vector<value> calls_of(const object& accepted) {
  std::vector<std::pair<std::string, std::vector<value>>> all;  // an empty text among them: left out
  for (const auto& [name, list] : accepted) {
    std::vector<value> of_member;
    if (list.is_array())
      for (const value& one : list.get_array())
        for (value& reading : readings(one)) of_member.push_back(std::move(reading));
    else of_member.push_back(list);
    if (of_member.empty()) of_member.emplace_back("");
    all.emplace_back(name, std::move(of_member));
  }
  const auto with = [&all](std::size_t changed, const value& instead) {
    object call;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const value& v = i == changed ? instead : all[i].second.front();
      if (!is_left_out(v)) call.emplace(all[i].first, v);
    }
    return call;
  };
  std::vector<value> calls;
  calls.emplace_back(with(all.size(), nullptr));
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 1; j < all[i].second.size(); ++j) calls.emplace_back(with(i, all[i].second[j]));
  return calls;
}
// What an accepted value stands for: objects hold lists of values, also those in arrays.
std::vector<value> readings(const value& accepted) {
  if (accepted.is_object()) return calls_of(accepted.get_object());
  if (!accepted.is_array()) return {accepted};
  const array& elements = accepted.get_array();
  std::vector<std::vector<value>> each;
  for (const value& one : elements) each.push_back(readings(one));
  array first;
  for (const auto& one : each) first.push_back(one.front());
  std::vector<value> all{first};
  for (std::size_t i = 0; i < each.size(); ++i)
    for (std::size_t j = 1; j < each[i].size(); ++j) {
      array other = first;
      other[i] = each[i][j];
      all.emplace_back(std::move(other));
    }
  return all;
}

// The type that the collection writes, by its standard name; empty for none, or for any value.
std::string type_of(const value& schema) {
  const value* const type = schema.is_object() ? schema.get_object().if_contains("type") : nullptr;
  if (type == nullptr || !type->is_string()) return {};
  const std::string_view text = type->get_string();
  return text == "dict" ? "object" : text == "float" ? "number" : text == "tuple" ? "array" : text == "any" ? "" : std::string(text);
}
std::string kind_of(const value& v) {
  return v.is_object() ? "object" : v.is_array() ? "array" : v.is_string() ? "string" : v.is_bool() ? "boolean" : v.is_null() ? "null"
         : v.is_int64() || v.is_uint64() ? "integer" : "number";
}

// Every way in which a value contradicts the part of a schema that this collection uses, found without the library.
void contradictions(const value& schema, const value& v, std::vector<std::string>& found) {
  if (!schema.is_object()) return;
  const object& s = schema.get_object();
  const std::string wanted = type_of(schema), got = kind_of(v);
  const bool whole = v.is_double() && v.get_double() == static_cast<double>(static_cast<std::int64_t>(v.get_double()));
  if (!wanted.empty() && wanted != got && !(wanted == "number" && got == "integer") && !(wanted == "integer" && whole)) {
    found.push_back(wanted + " declared, " + got + " accepted");
    return;
  }
  if (const value* const list = s.if_contains("enum"); list != nullptr && list->is_array()) {
    bool listed = false;
    for (const value& one : list->get_array()) listed = listed || one == v;
    if (!listed) found.push_back("outside of the enum");
  }
  if (v.is_array())
    if (const value* const items = s.if_contains("items"))
      for (const value& one : v.get_array()) contradictions(*items, one, found);
  if (!v.is_object()) return;
  if (const value* const required = s.if_contains("required"); required != nullptr && required->is_array())
    for (const value& name : required->get_array())
      if (!v.get_object().contains(name.get_string())) found.push_back("a required argument left out");
  if (const value* const members = s.if_contains("properties"); members != nullptr && members->is_object())
    for (const auto& [name, member] : v.get_object())
      if (const value* const declared = members->get_object().if_contains(name)) contradictions(*declared, member, found);
}

struct line {
  std::string id;
  array functions;
  array accepted;
};
std::vector<line> lines_of(const std::filesystem::path& folder, const std::string& set) {
  std::map<std::string, array, std::less<>> answers;
  std::ifstream accepted(folder / "possible_answer" / set);
  for (std::string text; std::getline(accepted, text);) {
    const value v = boost::json::parse(text);
    answers.emplace(v.at("id").get_string(), v.at("ground_truth").get_array());
  }
  std::vector<line> all;
  std::ifstream questions(folder / set);
  for (std::string text; std::getline(questions, text);) {
    const value v = boost::json::parse(text);
    line one{std::string(v.at("id").get_string()), v.at("function").get_array(), {}};
    if (const auto at = answers.find(one.id); at != answers.end()) one.accepted = at->second;
    all.push_back(std::move(one));
  }
  return all;
}

const char* const sets[] = {"BFCL_v4_simple_python.json",     "BFCL_v4_multiple.json",    "BFCL_v4_parallel.json",
                            "BFCL_v4_parallel_multiple.json", "BFCL_v4_live_simple.json", "BFCL_v4_live_multiple.json"};

}  // namespace

TEST_CASE("the functions of a public collection register, and their accepted calls run") {
  const std::filesystem::path folder = TACET_SHARED_DATA "/bfcl";
  if (!std::filesystem::is_directory(folder)) TACET_SKIP("no " + folder.string());
  std::size_t functions = 0, ran = 0, refused = 0, lacking = 0;
  std::map<std::string, int> kinds;
  for (const char* const set : sets)
    for (const line& one : lines_of(folder, set)) {
      INFO(one.id);
      tool_registry registry;
      std::string called;
      value given;
      std::map<std::string, value, std::less<>> schemas;
      for (const value& f : one.functions) {
        dynamic_tool about{.name = std::string(f.at("name").get_string()), .description = std::string(f.at("description").get_string())};
        about.input_schema = boost::json::serialize(f.at("parameters"));
        schemas.emplace(about.name, f.at("parameters"));
        const registration told = registry.add(std::move(about), [&](const value& arguments, tool_context& context) {
          called = context.tool_name();
          given = arguments;
        });
        INFO(f.at("name").get_string().c_str());
        CHECK(told.message().empty());
        functions += told ? 1U : 0U;
      }
      const tool_executor executor{dynamic_tools{std::move(registry)}};
      const auto run = [&](std::string_view name, const value& arguments) {
        called.clear();
        const std::string text = boost::json::serialize(arguments);
        const tool_call call{"c", name, text};
        const execution_report report = executor.execute({&call, 1});
        return std::pair(report.outcomes.at(0).kind, std::string(report.outcomes.at(0).content));
      };
      for (const value& entry : one.accepted) {
        const auto& [key, accepted] = *entry.get_object().begin();
        const std::string name(key);
        const auto schema = schemas.find(name);
        REQUIRE(schema != schemas.end());
        for (const value& call : calls_of(accepted.get_object())) {
          const auto [kind, content] = run(name, call);
          std::vector<std::string> against;
          // null means absent where it is no value of the member: such a call runs.
          value without = call;
          for (auto at = without.get_object().begin(); at != without.get_object().end();)
            at = at->value().is_null() ? without.get_object().erase(at) : at + 1;
          contradictions(schema->second, without, against);
          INFO(boost::json::serialize(call) << " -> " << content);
          if (against.empty()) {
            CHECK(kind == outcome_kind::succeeded);
            CHECK(called == name);
            ++ran;
          } else {
            // Some of them are what the repairs of arguments are for: a number in a string, for example.
            if (kind == outcome_kind::succeeded) {
              ++kinds["repaired: " + against.front()];
              continue;
            }
            CHECK(kind == outcome_kind::bad_arguments);
            CHECK(called.empty());
            ++refused;
            ++kinds[against.front()];
          }
        }
        // With any required argument removed the call is refused, and the answer says which.
        const value first = calls_of(accepted.get_object()).front();
        const value* const required = schema->second.get_object().if_contains("required");
        if (required == nullptr) continue;
        for (const value& r : required->get_array()) {
          if (!first.get_object().contains(r.get_string())) continue;
          value less = first;
          less.get_object().erase(r.get_string());
          const auto [kind, content] = run(name, less);
          CHECK(kind == outcome_kind::bad_arguments);
          CHECK(content.find("(at /" + std::string(r.get_string()) + ")") != std::string::npos);
          CHECK(called.empty());
          ++lacking;
        }
      }
    }
  std::cout << "tacet: " << functions << " functions, " << ran << " accepted calls ran, " << refused << " were refused, " << lacking
            << " without a required argument were\n";
  for (const auto& [kind, count] : kinds) std::cout << "tacet:   " << count << " " << kind << '\n';
  CHECK(functions == 6113);
  CHECK(ran == 6677);
  CHECK(lacking == 5543);
  // What the collection accepts although its own schema does not. Nothing else is refused.
  const std::map<std::string, int> expected{
      {"a required argument left out", 24},         {"array declared, string accepted", 1},   {"integer declared, string accepted", 13},
      {"outside of the enum", 68},                  {"string declared, array accepted", 1},   {"string declared, boolean accepted", 18},
      {"string declared, integer accepted", 4},
  };
  CHECK(kinds == expected);
}
