// SPDX-License-Identifier: MIT
// The scanner and the canonical form on the files of JSONTestSuite: y_ accepted, n_ refused, i_ as
// documented.
#include "support/catch.hpp"

#include <tacet/json/canonical.hpp>
#include <tacet/json/scan.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

using namespace tacet;

namespace {

// What RFC 8259 leaves open: numbers of any size are well formed, text that is no UTF-8 (or begins with a
// mark) is not, and nesting ends at 128.
bool is_accepted(const std::string& name) {
  if (name[0] != 'i') return name[0] == 'y';
  return name.starts_with("i_number_");
}

}  // namespace

TEST_CASE("the JSON test suite is judged as RFC 8259 and the documentation say") {
  const std::filesystem::path folder = TACET_SHARED_DATA "/json_test_suite/test_parsing";
  if (!std::filesystem::is_directory(folder)) TACET_SKIP("no " + folder.string());
  int seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const std::string name = entry.path().filename().string();
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const std::unique_ptr<char[]> exact(new char[text.size()]);
    std::copy(text.begin(), text.end(), exact.get());
    INFO(name);
    json::context c;
    CHECK(json::scan_document({exact.get(), text.size()}, c) == is_accepted(name));
    CHECK((c.fault == json::fault_code::none) == is_accepted(name));
    CHECK((c.fault == json::fault_code::none || json::is_grammar(c.fault)));
    // The canonical form has the same grammar; it refuses duplicate keys besides.
    std::string form;
    json::context other;
    const bool canonical = json::canonical({exact.get(), text.size()}, form, other);
    CHECK(canonical == (is_accepted(name) && name.find("duplicated_key") == std::string::npos));
    if (canonical) {
      std::string again;
      json::context third;
      CHECK(json::canonical(form, again, third));
      CHECK(again == form);
    }
    ++seen;
  }
  CHECK(seen >= 318);
}
