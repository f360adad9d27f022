// SPDX-License-Identifier: MIT
// Aggregates and Hana Structs under one view.
#include "support/catch.hpp"

#include <tacet/json/decode.hpp>
#include <tacet/json/encode.hpp>
#include <tacet/reflect/structure.hpp>

#include <boost/hana/adapt_adt.hpp>
#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/define_struct.hpp>

#include <array>
#include <string>
#include <vector>

using namespace tacet;

namespace shop {
struct defined {
  BOOST_HANA_DEFINE_STRUCT(defined, (int, count), (std::string, name));
};
// No aggregate: it has a constructor.
class account {
 public:
  account() : balance(7) {}
  int balance;
  std::string owner{};
  int not_listed = 5;
};
struct adapted_aggregate {
  int a;
  int b;
};
class stranger {
 public:
  stranger() {}
  int x = 0;
};
union either {
  int a;
  float b;
};
}  // namespace shop
BOOST_HANA_ADAPT_STRUCT(shop::account, balance, owner);
BOOST_HANA_ADAPT_STRUCT(shop::adapted_aggregate, a, b);

template <class T> static std::string joined() {
  std::string all;
  for (const std::string_view name : reflect::field_names<T>)
    all += (all.empty() ? "" : " ") + std::string(name);
  return all;
}

TEST_CASE("a Hana Struct that is an aggregate is read as one, and another class through Hana") {
  STATIC_REQUIRE(reflect::aggregate<shop::defined>);
  STATIC_REQUIRE(reflect::aggregate<shop::adapted_aggregate>);
  STATIC_REQUIRE(reflect::hana_structure<shop::account>);
  STATIC_REQUIRE_FALSE(reflect::aggregate<shop::account>);
  STATIC_REQUIRE_FALSE(reflect::hana_structure<shop::defined>);
  STATIC_REQUIRE_FALSE(reflect::structure<shop::stranger>);
  STATIC_REQUIRE_FALSE(reflect::structure<std::array<int, 2>>);
  STATIC_REQUIRE_FALSE(reflect::structure<std::string>);
  STATIC_REQUIRE_FALSE(reflect::structure<std::vector<int>>);
  STATIC_REQUIRE_FALSE(reflect::structure<int>);
  STATIC_REQUIRE_FALSE(reflect::structure<shop::either>);
  CHECK(joined<shop::defined>() == "count name");
  CHECK(joined<shop::account>() == "balance owner");
  CHECK(joined<shop::adapted_aggregate>() == "a b");
  STATIC_REQUIRE(reflect::size_of<shop::account> == 2);
  STATIC_REQUIRE(std::is_same_v<reflect::member_types<shop::account>, reflect::type_list<int, std::string>>);
  STATIC_REQUIRE(std::is_same_v<reflect::member_types<shop::defined>, reflect::type_list<int, std::string>>);
}

TEST_CASE("both kinds are decoded into, in any order, and written") {
  json::context c;
  shop::account account;
  REQUIRE(json::decode(R"({"owner":"x\u0041","balance":1.0})", account, c));
  CHECK(account.balance == 1);
  CHECK(account.owner == "xA");
  CHECK(account.not_listed == 5);
  json::context missing;
  CHECK_FALSE(json::decode(R"({"owner":"x"})", account, missing));
  CHECK(missing.fault == json::fault_code::missing_member);  // Hana says nothing of initialisers
  shop::defined defined;
  json::context d;
  REQUIRE(json::decode(R"({"count":3,"name":"n"})", defined, d));
  CHECK(defined.count == 3);
  text_room room;
  text_writer to(room);
  json::append_value(to, account);
  json::append_value(to, defined);
  CHECK(to.finish("") == R"({"balance":1,"owner":"x"}{"count":3,"name":"n"})");
}

TEST_CASE("members are visited as lvalues of the object") {
  shop::account account;
  reflect::visit_members(account, [&](int& balance, std::string& owner) {
    CHECK(&balance == &account.balance);
    CHECK(&owner == &account.owner);
  });
  const shop::account& fixed = account;
  CHECK(reflect::visit_members(fixed, [](const int& balance, const std::string&) { return balance; }) == 7);
}
