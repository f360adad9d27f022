// SPDX-License-Identifier: MIT
// The two servers beside the tests: the mock provider, and the oracle made of the providers' own packages.
#pragma once

#include "http_client.hpp"

#include <boost/json/value.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace peers {

/// One body of a request, for the oracle.
struct typed_body {
  std::string dialect;
  std::string body;
};

/// Sends a request to the mock provider.
http_answer ask_provider(const std::string& target, std::string body, const http_headers& headers = {});

/// The last request that the provider has taken, as it understood it: in the words of OpenAI's chat
/// completions, whatever dialect it came in.
boost::json::value last_understood();

/// What the TypeScript compiler says of each body held against the types of the official package: nothing
/// where it fits.
std::vector<std::vector<std::string>> complaints(const std::vector<typed_body>& bodies);

/// What the official client makes of the provider's reply to a body: the whole reply, as JSON text, also
/// where the body asks for a stream. `status` is 422 where the client throws; then the text says what.
http_answer official_reply(const typed_body& asked);

}  // namespace peers
