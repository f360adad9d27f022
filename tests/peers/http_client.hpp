// SPDX-License-Identifier: MIT
// One request over HTTP to this machine, and the answer in the pieces in which it arrived.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace peers {

using http_headers = std::vector<std::pair<std::string, std::string>>;

struct http_answer {
  unsigned status = 0;  ///< 0: the connection ended before it was sent
  http_headers headers{};
  std::vector<std::string> pieces{};  ///< of the body
  bool whole = false;                 ///< it ended as its headers announced, not with the connection

  [[nodiscard]] std::string body() const;
  /// The value of a header; empty when it was not sent.
  [[nodiscard]] std::string_view header(std::string_view name) const;
};

/// Throws when nothing answers on the port within 30 seconds, or what answers speaks no HTTP. A connection
/// that ends too early is an answer.
http_answer post(unsigned short port, const std::string& target, std::string body,
                 const http_headers& headers = {});
http_answer get(unsigned short port, const std::string& target);

}  // namespace peers
