// SPDX-License-Identifier: MIT
// Ids that another provider made are mapped where they are not taken, alike on call and result, and stay apart.
#include "wire.hpp"

#include <set>

using namespace tacet_case;

TEST_CASE("case 024: ids of another provider go to Anthropic as it takes them, and stay distinct") {
  const std::vector<std::string> ids{"functions.do:0", "functions_do_0", "a|b", "a_b", "toolu_legal-1", "a|b "};
  std::vector<tacet::chat_call> calls;
  for (const std::string& id : ids) calls.push_back({id, "do", "{}"});
  const bj::object sent = body<tacet::anthropic_messages>(exchange(calls));
  const bj::array& turn = sent.at("messages").at(1).at("content").as_array();
  const bj::array& results = sent.at("messages").at(2).at("content").as_array();
  REQUIRE(turn.size() == ids.size());
  REQUIRE(results.size() == ids.size());
  std::set<std::string> seen;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::string id(turn[i].at("id").get_string());
    CHECK(tacet::profiles::anthropic.ids.takes(id));
    CHECK(seen.insert(id).second);
    CHECK(results[i].at("tool_use_id").get_string() == id);
    CHECK(results[i].at("content").get_string() == "result of " + ids[i]);
    if (tacet::profiles::anthropic.ids.takes(ids[i])) CHECK(id == ids[i]);
  }
  // And the same the next time.
  CHECK(body<tacet::anthropic_messages>(exchange(calls)) == sent);
}
