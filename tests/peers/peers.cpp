// SPDX-License-Identifier: MIT
// The servers that with_provider.mjs has started, by their ports.
#include "peers.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace peers {
namespace {

namespace bj = boost::json;

unsigned short port_in(const char* variable) {
  const char* const text = std::getenv(variable);
  unsigned short port = 0;
  if (text == nullptr || std::from_chars(text, text + std::strlen(text), port).ec != std::errc() || port == 0)
    throw std::runtime_error(std::string(variable) + " holds no port: with_provider.mjs starts this program");
  return port;
}
unsigned short provider() { return port_in("TACET_PEER_PROVIDER"); }
unsigned short oracle() { return port_in("TACET_PEER_ORACLE"); }

bj::object object_of(const typed_body& one) { return {{"dialect", one.dialect}, {"body", one.body}}; }

}  // namespace

http_answer ask_provider(const std::string& target, std::string body, const http_headers& headers) {
  return post(provider(), target, std::move(body), headers);
}

bj::value last_understood() {
  const http_answer journal = get(provider(), "/__aimock/journal");
  if (journal.status != 200) throw std::runtime_error("the provider keeps no journal");
  const bj::value all = bj::parse(journal.body());
  return all.as_array().back().at("body");
}

std::vector<std::vector<std::string>> complaints(const std::vector<typed_body>& bodies) {
  bj::array asked;
  for (const typed_body& one : bodies) asked.push_back(object_of(one));
  const http_answer answer = post(oracle(), "/types", bj::serialize(asked));
  if (answer.status != 200) throw std::runtime_error("the oracle failed: " + answer.body());
  std::vector<std::vector<std::string>> all;
  const bj::value said = bj::parse(answer.body());
  for (const bj::value& one : said.as_array()) {
    auto& list = all.emplace_back();
    for (const bj::value& complaint : one.as_array()) list.emplace_back(complaint.as_string());
  }
  if (all.size() != bodies.size()) throw std::runtime_error("the oracle did not judge every body");
  return all;
}

http_answer official_reply(const typed_body& asked) {
  return post(oracle(), "/reply", bj::serialize(object_of(asked)));
}

}  // namespace peers
