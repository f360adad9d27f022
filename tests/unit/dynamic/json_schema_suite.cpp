// SPDX-License-Identifier: MIT
// The public test suite of JSON Schema: every answer right, or the schema refused for a reason that stands
// here.
#include "support/catch.hpp"

#include <tacet/dynamic/json_schema.hpp>

#include <boost/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

// The Debian package json-schema-test-suite; another checkout of the suite can be named when this is
// compiled.
#ifndef TACET_JSON_SCHEMA_SUITE
#define TACET_JSON_SCHEMA_SUITE "/usr/share/json-schema-test-suite"
#endif

namespace js = boost::json;
namespace fs = std::filesystem;
using namespace tacet;

namespace {

constexpr std::string_view other_document = "refers to another document";
constexpr std::string_view dynamic_scope = "several schemas have this \"$dynamicAnchor\"";
constexpr std::string_view dialect = "not a known dialect";
constexpr std::string_view regex = "not a regular expression that can be used";

// Schemas that are refused when they are compiled, and why; all others must compile. An empty description:
// some of the file, which differ between the releases of the suite.
struct refusal {
  std::string_view draft, file, description, why;
};
constexpr refusal refusals[] = {
    {"undeclared", "definitions.json", "valid definition", other_document},
    {"undeclared", "definitions.json", "invalid definition", other_document},
    {"undeclared", "ref.json", "remote ref, containing refs itself", other_document},
    {"undeclared", "refRemote.json", "remote ref", other_document},
    {"undeclared", "refRemote.json", "fragment within remote ref", other_document},
    {"undeclared", "refRemote.json", "ref within remote ref", other_document},
    {"undeclared", "refRemote.json", "base URI change", other_document},
    {"undeclared", "refRemote.json", "base URI change - change folder", other_document},
    {"undeclared", "refRemote.json", "base URI change - change folder in subschema", other_document},
    {"undeclared", "refRemote.json", "root ref in remote ref", other_document},
    {"draft7", "definitions.json", "valid definition", other_document},
    {"draft7", "definitions.json", "invalid definition", other_document},
    {"draft7", "ref.json", "remote ref, containing refs itself", other_document},
    {"draft7", "refRemote.json", "remote ref", other_document},
    {"draft7", "refRemote.json", "fragment within remote ref", other_document},
    {"draft7", "refRemote.json", "ref within remote ref", other_document},
    {"draft7", "refRemote.json", "base URI change", other_document},
    {"draft7", "refRemote.json", "base URI change - change folder", other_document},
    {"draft7", "refRemote.json", "base URI change - change folder in subschema", other_document},
    {"draft7", "refRemote.json", "root ref in remote ref", other_document},
    {"draft2020-12", "defs.json", "", other_document},
    {"draft2020-12", "id.json", "", other_document},
    {"draft2020-12", "ref.json", "", other_document},
    {"draft2020-12", "refRemote.json", "", other_document},
    {"draft2020-12", "dynamicRef.json", "", other_document},
    {"draft2020-12", "dynamicRef.json", "", dynamic_scope},
    {"draft2020-12", "unevaluatedItems.json", "", dynamic_scope},
    {"draft2020-12", "unevaluatedProperties.json", "", dynamic_scope},
    {"draft2020-12", "vocabulary.json", "", dialect},
    {"draft2020-12", "optional/cross-draft.json", "", other_document},
    {"draft2020-12", "optional/dynamicRef.json", "", dynamic_scope},
    {"draft2020-12", "optional/ecmascript-regex.json", "", other_document},
    {"draft2020-12", "optional/ecmascript-regex.json", "", regex},
    {"draft2020-12", "optional/format-assertion.json", "", dialect},
};

// Tests whose answer differs because the schema names no draft and is read as draft 2020-12.
struct difference {
  std::string_view draft, file, description, test;
};
constexpr difference differences[] = {
    // Draft 2020-12 applies what stands beside a reference.
    {"undeclared", "ref.json", "ref overrides any sibling keywords", "ref valid, maxItems ignored"},
};

struct counts {
  std::size_t passed = 0, refused = 0, annotated = 0, other_draft = 0, wrong = 0;

  [[nodiscard]] std::size_t total() const { return passed + refused + annotated + other_draft + wrong; }
  void add(const counts& other) {
    passed += other.passed;
    refused += other.refused;
    annotated += other.annotated;
    other_draft += other.other_draft;
    wrong += other.wrong;
  }
  void print(std::string_view name) const {
    std::printf("  %-46.*s %4zu of %4zu", static_cast<int>(name.size()), name.data(), passed, total());
    if (refused > 0) std::printf(", refused when compiled: %zu", refused);
    if (annotated > 0) std::printf(", annotation only: %zu", annotated);
    if (other_draft > 0) std::printf(", otherwise in the draft it is read as: %zu", other_draft);
    if (wrong > 0) std::printf(", WRONG: %zu", wrong);
    std::printf("\n");
  }
};

std::string text(const js::value& v) { return {v.as_string().data(), v.as_string().size()}; }

js::value read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  js::parse_options options;
  options.max_depth = 256;
  return js::parse(js::string_view(whole.data(), whole.size()), {}, options);
}

class suite {
 public:
  explicit suite(std::string_view draft) : draft_(draft) {}

  counts run(const fs::path& folder) {
    counts all;
    std::vector<fs::path> files;
    for (const auto& one : fs::recursive_directory_iterator(folder))
      if (one.path().extension() == ".json") files.push_back(one.path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
      const std::string name = file.lexically_relative(folder).generic_string();
      const counts some = run_file(name, read(file));
      some.print(name);
      all.add(some);
    }
    return all;
  }

 private:
  counts run_file(const std::string& file, const js::value& groups) {
    counts result;
    for (const js::value& group : groups.as_array()) {
      const std::string description = text(group.at("description"));
      INFO(draft_ << "/" << file << ": " << description);
      schema_options options;
      options.for_arguments = false;
      js::value schema = group.at("schema");
      // What stands in the folder of a draft is written for that draft.
      if (draft_ == "draft7" && schema.is_object() && !schema.as_object().contains("$schema"))
        schema.as_object()["$schema"] = "http://json-schema.org/draft-07/schema#";
      const auto compiled = json_schema::compile(schema, options);
      if (!compiled.schema) {
        REQUIRE_FALSE(compiled.faults.empty());
        for (const pointed_fault& fault : compiled.faults) {
          INFO(to_text(fault));
          CHECK(is_listed(file, description, fault.message));
        }
        result.refused += group.at("tests").as_array().size();
        continue;
      }
      CHECK_FALSE(is_listed(file, description, {}));
      for (const js::value& test : group.at("tests").as_array()) {
        const bool differs = differs_here(file, description, text(test.at("description")));
        result.add(run_test(*compiled.schema, schema, test, differs));
      }
    }
    return result;
  }

  static counts run_test(const json_schema& compiled, const js::value& schema, const js::value& test,
                         bool differs) {
    INFO(text(test.at("description")));
    counts result;
    const bool expected = test.at("valid").as_bool();
    std::vector<pointed_fault> faults;
    const bool accepted = compiled.accepts(test.at("data"));
    CHECK(compiled.check(test.at("data"), faults) == accepted);
    CHECK(accepted == faults.empty());
    if (differs) {
      CHECK(accepted != expected);
      ++result.other_draft;
    } else if (accepted == expected) ++result.passed;
    else if (accepted && annotates(schema)) ++result.annotated;
    else ++result.wrong;
    CHECK(result.wrong == 0);
    return result;
  }

  // The specification lets `format` and the content of texts be annotations, and so they are read.
  static bool annotates(const js::value& schema) {
    if (const js::array* const list = schema.if_array())
      return std::any_of(list->begin(), list->end(), annotates);
    const js::object* const object = schema.if_object();
    return object != nullptr && std::any_of(object->begin(), object->end(), [](const auto& member) {
             return member.key() == "format" || member.key() == "contentEncoding" ||
                    member.key() == "contentMediaType" || annotates(member.value());
           });
  }

  // With a message: whether it may be the reason. Without: whether the schema must be refused.
  [[nodiscard]] bool is_listed(std::string_view file, std::string_view description,
                               std::string_view message) const {
    return std::any_of(std::begin(refusals), std::end(refusals), [&](const refusal& one) {
      if (one.draft != draft_ || one.file != file) return false;
      if (message.empty()) return one.description == description;
      return (one.description.empty() || one.description == description) &&
             message.substr(0, one.why.size()) == one.why;
    });
  }

  [[nodiscard]] bool differs_here(std::string_view file, std::string_view description,
                                  std::string_view test) const {
    return std::any_of(std::begin(differences), std::end(differences), [&](const difference& one) {
      return one.draft == draft_ && one.file == file && one.description == description && one.test == test;
    });
  }

  std::string_view draft_;
};

void run(std::string_view draft, std::string_view written_for) {
  const fs::path folder = fs::path(TACET_JSON_SCHEMA_SUITE) / "tests" / written_for;
  if (!fs::is_directory(folder)) {
    WARN("skipped: there is no suite of " << draft << " (Debian package json-schema-test-suite)");
    return;
  }
  std::printf("JSON Schema test suite, %.*s\n", static_cast<int>(draft.size()), draft.data());
  const counts all = suite(draft).run(folder);
  all.print("all");
  CHECK(all.passed > 0);
  CHECK(all.wrong == 0);
}

}  // namespace

TEST_CASE("the public suite of draft 2020-12") { run("draft2020-12", "draft2020-12"); }
TEST_CASE("the public suite of draft-07") { run("draft7", "draft7"); }

// Servers often send schemas of draft-07 without saying so.
TEST_CASE("the public suite of draft-07, with schemas that name no draft") { run("undeclared", "draft7"); }
