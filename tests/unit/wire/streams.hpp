// SPDX-License-Identifier: MIT
// What the tests of streams share: events as bytes, replies as text, and every way to cut.
#pragma once

#include "support/catch.hpp"

#include <tacet/tacet.hpp>
#include <tacet/wire/reply_stream.hpp>

#include <boost/json.hpp>

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace tacet_stream {

using namespace tacet;
using texts = std::vector<std::string>;

inline std::string events(const texts& datas) {
  std::string all;
  for (const std::string& one : datas) all += "data: " + one + "\n\n";
  return all;
}

template <class Dialect> decoded<reply> whole(std::string_view bytes, const reply_options& options = {}) {
  reply_stream<Dialect> stream(options);
  stream.feed(bytes);
  return stream.finish();
}

/// Everything of a reply that two must have in common, for comparing and for reading a failed test. The
/// members of the turn are in the order of their names: a stream has an order of its own.
inline boost::json::value ordered(const boost::json::value& v) {
  if (const auto* const a = v.if_array()) {
    boost::json::array made;
    for (const auto& one : *a) made.push_back(ordered(one));
    return made;
  }
  const auto* const o = v.if_object();
  if (o == nullptr) return v;
  std::map<std::string, boost::json::value> members;
  for (const auto& one : *o) members.emplace(one.key(), ordered(one.value()));
  boost::json::object made;
  for (const auto& [key, value] : members) made.emplace(key, value);
  return made;
}
template <class Dialect> std::string shown(const decoded<reply>& got) {
  if (!got) return "failed: " + std::string(to_text(got.error().reason)) + ": " + got.error().message;
  std::string all;
  for (const tool_call& call : got->calls()) {
    all += std::string(call.id) + ' ' + std::string(call.name) + '(' + std::string(call.arguments) + ')';
    all += call.cut ? " cut\n" : "\n";
  }
  all += "text: " + std::string(got->text()) + "\nrefusal: " + std::string(got->refusal()) + '\n';
  all += std::string(to_text(got->finish())) + '/' + std::string(got->finish_text()) +
         (got->cut() ? " cut\n" : "\n");
  for (const reply_note& one : got->notes())
    all += std::string(to_text(one.kind)) + ' ' + std::to_string(one.position) + '\n';
  return all + boost::json::serialize(ordered(boost::json::parse("[" + Dialect::turn(*got) + "]")));
}

/// The calls alone, as `id name(arguments)`.
inline texts calls(const decoded<reply>& got) {
  texts all;
  if (!got) return {"failed: " + std::string(to_text(got.error().reason)) + ": " + got.error().message};
  for (const tool_call& call : got->calls())
    all.push_back(std::string(call.id) + ' ' + std::string(call.name) + '(' + std::string(call.arguments) +
                  ')');
  return all;
}

/// Feeds the bytes one by one and in random pieces, and cut at each of `places`; gives what is always the same.
template <class Dialect>
std::string some_cuts(std::string_view bytes, const reply_options& options = {}, std::size_t places = 0) {
  const std::string wanted = shown<Dialect>(whole<Dialect>(bytes, options));
  std::size_t different = 0;
  const auto compare = [&](reply_stream<Dialect>& stream) {
    const std::string got = shown<Dialect>(stream.finish());
    if (got != wanted && different++ == 0) CHECK(got == wanted);
  };
  // Each piece in memory of its own, so that a view that is kept for too long is found.
  const auto feed = [](reply_stream<Dialect>& stream, std::string_view piece) {
    const std::vector<char> own(piece.begin(), piece.end());
    stream.feed({own.data(), own.size()});
  };
  for (std::size_t i = 0; i < places; ++i) {
    reply_stream<Dialect> stream(options);
    feed(stream, bytes.substr(0, i));
    feed(stream, bytes.substr(i));
    compare(stream);
  }
  reply_stream<Dialect> single(options);
  for (const char& c : bytes) feed(single, {&c, 1});
  compare(single);
  std::mt19937 random(5);
  for (int n = 0; n < 20; ++n) {
    reply_stream<Dialect> stream(options);
    const std::size_t most = 1 + random() % 200;
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t size = 1 + random() % most;
      feed(stream, bytes.substr(at, size));
      at += size;
    }
    compare(stream);
  }
  CHECK(different == 0);
  return wanted;
}
/// The same, cut at each place once.
template <class Dialect> std::string every_cut(std::string_view bytes) {
  return some_cuts<Dialect>(bytes, {}, bytes.size());
}

/// The stream dies at every byte; gives how many of the ends gave a reply, none of which may be another than
/// the whole.
template <class Dialect> std::size_t alive_after_death(std::string_view bytes) {
  const texts wanted = calls(whole<Dialect>(bytes));
  std::size_t alive = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const decoded<reply> got = whole<Dialect>(bytes.substr(0, i));
    if (!got) {
      if (got.error().reason != decode_failure::interrupted) FAIL(got.error().message);
      continue;
    }
    ++alive;
    if (calls(got) != wanted) FAIL(bytes.substr(0, i));
  }
  return alive;
}

/// What a listener is told, as `kind position text`, pieces of one kind joined.
template <class Dialect> texts told(std::string_view bytes, std::size_t size) {
  reply_stream<Dialect> stream;
  struct item {
    delta_kind kind;
    std::size_t position;
    std::string text;
  };
  std::vector<item> all;
  for (std::size_t at = 0; at < bytes.size(); at += size)
    stream.feed(bytes.substr(at, size), [&](const reply_delta& d) {
      if (well_formed_size(d.text) != d.text.size()) FAIL("half a character");
      if (!all.empty() && all.back().kind == d.kind && all.back().position == d.position)
        all.back().text += d.text;
      else all.push_back({d.kind, d.position, std::string(d.text)});
    });
  texts made;
  for (const item& one : all)
    made.push_back(std::string(to_text(one.kind)) + ' ' + std::to_string(one.position) + ' ' + one.text);
  return made;
}

}  // namespace tacet_stream
