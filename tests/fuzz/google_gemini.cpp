// SPDX-License-Identifier: MIT
// Any bytes as a reply and as a history of google_gemini.
#include "mutate_json.hpp"
#include "properties.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<char> text(data, data + size);
  tacet_fuzz::check_decoder<tacet::google_gemini>(tacet_fuzz::view(text));
  tacet_fuzz::check_history<tacet::google_gemini>(tacet_fuzz::view(text));
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  return tacet_fuzz::mutate(data, size, most, seed, tacet_fuzz::changed_json);
}
