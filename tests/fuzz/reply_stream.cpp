// SPDX-License-Identifier: MIT
// Any bytes as a stream of events: the first byte chooses the provider, the next two how the rest is cut.
#include "mutate_json.hpp"
#include "properties.hpp"

#include <tacet/wire/reply_stream.hpp>

#include <algorithm>
#include <cstring>
#include <random>
#include <utility>

namespace {

using namespace tacet_fuzz;

// What a listener hears, without the cuts that only the pieces make.
struct heard {
  std::vector<std::pair<tacet::delta_kind, std::string>> all{};
  void operator()(const tacet::reply_delta& one) {
    using kind = tacet::delta_kind;
    std::string text = std::to_string(one.position) + ":" + std::string(one.text);
    const bool joins = one.kind != kind::call_begun && one.kind != kind::call_complete;
    if (joins && !all.empty() && all.back().first == one.kind && last == one.position)
      all.back().second += one.text;
    else all.emplace_back(one.kind, std::move(text));
    last = one.position;
  }
  std::size_t last = 0;
};

struct read_stream {
  tacet::decoded<tacet::reply> got;
  heard said;
};

// Each piece has memory of its own, which is gone when the next comes.
template <class Dialect, class Next> read_stream read(std::string_view bytes, Next&& next) {
  tacet::reply_stream<Dialect> stream;
  heard said;
  while (!bytes.empty()) {
    const std::size_t size = std::min<std::size_t>(bytes.size(), next());
    const std::vector<char> piece = exactly(bytes.substr(0, size));
    if (!stream.feed(view(piece), said)) break;
    bytes.remove_prefix(size);
  }
  return {stream.finish(), std::move(said)};
}

void expect_same(const read_stream& whole, const read_stream& cut) {
  expect(whole.got.has_value() == cut.got.has_value(), "a cut makes no reply and takes none");
  expect(whole.said.all == cut.said.all, "a cut changes nothing that is told");
  if (!whole.got) {
    const tacet::decode_error &a = whole.got.error(), &b = cut.got.error();
    expect(a.reason == b.reason && a.message == b.message && a.offset == b.offset &&
               a.provider_type == b.provider_type && a.provider_message == b.provider_message,
           "a cut changes no error", a.message + "\n" + b.message);
    return;
  }
  expect(whole.got->source() == cut.got->source(), "a cut changes no reply", cut.got->source());
  expect(whole.got->text() == cut.got->text() && whole.got->finish() == cut.got->finish() &&
             whole.got->calls().size() == cut.got->calls().size(),
         "a cut changes nothing of a reply", cut.got->source());
}

template <class Dialect> void check_stream(std::string_view bytes, unsigned seed) {
  const read_stream whole = read<Dialect>(bytes, [] { return SIZE_MAX; });
  expect_same(whole, read<Dialect>(bytes, [] { return std::size_t{1}; }));
  std::minstd_rand random(seed + 1);
  const unsigned most = 2 + seed % 61;
  expect_same(whole, read<Dialect>(bytes, [&] { return std::size_t{1} + random() % most; }));
  if (whole.got) {
    check_decoder<Dialect>(whole.got->source());
  } else {
    expect(!whole.got.error().message.empty(), "an error says something");
  }
}

// Changes the value of one event, or repeats, drops or moves a line.
std::string changed_line(std::string_view text, randomness& random) {
  if (text.size() < 3) return {};
  std::vector<std::string> lines;
  for (std::size_t at = 3; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  if (lines.empty()) return {};
  const std::size_t which = random() % lines.size();
  const auto place = [&] { return lines.begin() + static_cast<std::ptrdiff_t>(random() % lines.size()); };
  const std::string line = lines[which];
  if (line.starts_with("data: {") && random() % 4 != 0) {
    const std::string made = changed_json(std::string_view(line).substr(6), random);
    if (!made.empty()) lines[which] = "data: " + made;
  } else if (random() % 2 == 0) {
    lines.insert(place(), line);
  } else {
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(which));
    if (!lines.empty() && random() % 2 == 0) lines.insert(place(), line);
  }
  std::string all(text.substr(0, 3));
  for (const std::string& one : lines) all += one + '\n';
  return all;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  return mutate(data, size, most, seed, changed_line);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const unsigned seed = data[1] + 256U * data[2];
  const std::vector<char> text(data + 3, data + size);
  switch (data[0] % 4) {
    case 0:
      check_stream<tacet::openai_chat>(view(text), seed);
      break;
    case 1:
      check_stream<tacet::openai_responses>(view(text), seed);
      break;
    case 2:
      check_stream<tacet::anthropic_messages>(view(text), seed);
      break;
    default:
      check_stream<tacet::google_gemini>(view(text), seed);
  }
  return 0;
}
