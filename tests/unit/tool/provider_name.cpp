// SPDX-License-Identifier: MIT
// Every name has one that providers take, always the same.
#include "support/catch.hpp"

#include <tacet/tool/provider_name.hpp>
#include <tacet/tool/tool.hpp>

#include <set>
#include <string>
#include <string_view>

using namespace tacet;

namespace {
std::string offered(std::string_view name) { return std::string(provider_name(name).view()); }
}  // namespace

TEST_CASE("a name that providers take stays") {
  for (const std::string& name : {std::string("search"), std::string("A-z_09"), std::string("3d"), std::string(64, 'x')})
    CHECK(offered(name) == name);
}

TEST_CASE("every other name becomes one that they take") {
  CHECK(offered("adm.tools/list") == "adm_tools_list");
  CHECK(offered("two words") == "two_words");
  CHECK(offered("caf\xC3\xA9") == "caf_");
  CHECK(offered("\xF0\x9F\x8D\xB8") == "_");
  CHECK(offered("") == "unnamed");
  CHECK(offered("\xFF\xC3") == "__");
  for (const std::size_t size : {65U, 128U, 256U, 4000U}) {
    const std::string name(size, 'x');
    CHECK(offered(name).size() == 64);
    CHECK(offered(name) == offered(name));
    CHECK(rule::is_provider_name(offered(name)));
  }
  CHECK(offered(std::string(65, 'x')) != offered(std::string(66, 'x')));
  CHECK(offered(std::string(64, 'x') + ".") != offered(std::string(64, 'x') + "/"));
}

TEST_CASE("long names that differ only at their end are told apart") {
  std::set<std::string> seen;
  for (int i = 0; i < 10000; ++i) seen.insert(offered(std::string(100, 'a') + std::to_string(i)));
  CHECK(seen.size() == 10000);
}
