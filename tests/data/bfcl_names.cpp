// SPDX-License-Identifier: MIT
// The functions of a public collection, offered to every provider: their names, and their schemas in every dialect.
#include "support/catch.hpp"
#include "unit/dynamic/provider_rules.hpp"

#include <tacet/dynamic/dynamic_tools.hpp>
#include <tacet/dynamic/provider_schema.hpp>
#include <tacet/tacet.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

using namespace tacet;
using boost::json::value;
using json::schema_dialect;

namespace {

const char* const sets[] = {"BFCL_v4_simple_python.json",     "BFCL_v4_multiple.json",    "BFCL_v4_parallel.json",
                            "BFCL_v4_parallel_multiple.json", "BFCL_v4_live_simple.json", "BFCL_v4_live_multiple.json"};
constexpr schema_dialect dialects[] = {schema_dialect::plain, schema_dialect::openai_strict, schema_dialect::anthropic,
                                       schema_dialect::anthropic_strict, schema_dialect::gemini};

// `[a-zA-Z0-9_-]{1,64}`, as OpenAI and Anthropic say it.
bool is_plain_name(std::string_view name) {
  if (name.empty() || name.size() > 64) return false;
  for (const char c : name)
    if (std::string_view("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-").find(c) == std::string_view::npos) return false;
  return true;
}
// Gemini: it begins with a letter or an underscore.
bool is_gemini_name(std::string_view name) {
  return is_plain_name(name) && std::string_view("0123456789-").find(name.front()) == std::string_view::npos;
}

struct counts {
  std::size_t lines = 0, functions = 0, dotted = 0, mapped = 0, collisions = 0, long_names = 0, calls = 0, contradictions = 0, untold = 0;
  std::map<schema_dialect, std::size_t> expressible;
};

}  // namespace

TEST_CASE("the functions of a public collection are offered to every provider, and called by the offered name") {
  const std::filesystem::path folder = TACET_SHARED_DATA "/bfcl";
  if (!std::filesystem::is_directory(folder)) TACET_SKIP("no " + folder.string());
  counts seen;
  for (const char* const set : sets) {
    std::ifstream questions(folder / set);
    for (std::string text; std::getline(questions, text);) {
      if (++seen.lines % 10 != 0 && tacet_test::is_sanitized) continue;  // a tenth of them takes as long as all of them without
      const value line = boost::json::parse(text);
      INFO(line.at("id").as_string().c_str());
      tool_registry registry;
      std::string called;
      value given;
      for (const value& f : line.at("function").as_array()) {
        dynamic_tool about{.name = std::string(f.at("name").as_string()), .description = std::string(f.at("description").as_string())};
        about.input_schema = f.at("parameters");
        seen.dotted += about.name.find('.') != std::string::npos ? 1U : 0U;
        seen.long_names += about.name.size() > 64 ? 1U : 0U;
        const registration told = registry.add(std::move(about), [&](const value& arguments, tool_context& context) {
          called = context.tool_name();
          given = arguments;
        });
        INFO(told.message());
        CHECK(told);
        ++seen.functions;
      }
      std::map<schema_dialect, provider_tools> sent;
      for (const schema_dialect dialect : dialects) sent.emplace(dialect, descriptors_in(registry, dialect));
      std::vector<std::string> names;
      std::set<std::string> offered;
      for (std::size_t i = 0; i < registry.size(); ++i) {
        const std::string name(registry.offered_name(i));
        names.emplace_back(registry.descriptor(i).name);
        CHECK(is_plain_name(name));
        CHECK(is_gemini_name(name));
        seen.mapped += name != names.back() ? 1U : 0U;
        seen.collisions += offered.insert(name).second ? 0U : 1U;
        CHECK(registry.find(name) == i);
      }
      CHECK(offered.size() == registry.size());
      const tool_executor executor{dynamic_tools{std::move(registry)}};
      for (const auto& [dialect, tools] : sent)
        for (std::size_t i = 0; i < tools.size(); ++i) {
          INFO(json::to_text(dialect) << ' ' << names[i] << ' ' << tools[i].input_schema);
          CHECK(offered.contains(std::string(tools[i].name)));
          const sent_schema& made = tools.schema(i);
          CHECK(made.faults.empty());
          const value schema = boost::json::parse(made.text);
          CHECK(tacet_test::refusals(made.expressible ? dialect : schema_dialect::anthropic, schema) == "");
          seen.expressible[dialect] += made.expressible ? 1U : 0U;
          // What a model sends by that schema runs; null for what may be left out is absent.
          const std::string arguments = boost::json::serialize(tacet_test::value_of(schema, schema));
          const tool_call call{"c", tools[i].name, arguments};
          called.clear();
          const execution_report report = executor.execute({&call, 1});
          INFO(arguments << " -> " << report.outcomes.at(0).content);
          // One tool of the collection asks an array that is one of some strings; and Gemini takes lists of strings alone.
          const bool contradicts = names[i] == "extract_parameters_v1" && line.at("id") == "live_simple_71-35-0";
          const bool untold = dialect == schema_dialect::gemini && report.outcomes.at(0).content.find("must be one of") != std::string::npos;
          if (contradicts || untold) {
            CHECK(report.outcomes.at(0).kind == outcome_kind::bad_arguments);
            ++(contradicts ? seen.contradictions : seen.untold);
            continue;
          }
          CHECK(report.outcomes.at(0).kind == outcome_kind::succeeded);
          CHECK(called == names[i]);
          ++seen.calls;
        }
    }
  }
  std::cout << "tacet: " << seen.lines << " lines, " << seen.functions << " functions, " << seen.dotted << " names with dots, " << seen.mapped
            << " offered otherwise, " << seen.long_names << " too long, " << seen.collisions << " collisions, " << seen.calls << " calls\n";
  for (const auto& [dialect, count] : seen.expressible) std::cout << "tacet:   " << count << " expressible: " << json::to_text(dialect) << '\n';
  CHECK(seen.lines == 2311);
  CHECK(seen.collisions == 0);
  if (tacet_test::is_sanitized) return;
  CHECK(seen.functions == 6113);
  CHECK(seen.dotted == 1403);
  CHECK(seen.mapped == 1403);
  CHECK(seen.contradictions == 5);
  CHECK(seen.untold == 2);
  CHECK(seen.calls == 5 * 6113 - 7);
  const std::map<schema_dialect, std::size_t> expected{{schema_dialect::plain, 6113}, {schema_dialect::openai_strict, 6079}, {schema_dialect::anthropic, 6113}, {schema_dialect::anthropic_strict, 6079}, {schema_dialect::gemini, 6113}};
  CHECK(seen.expressible == expected);
}
