// SPDX-License-Identifier: MIT
// One request over HTTP to this machine, with Boost.Beast.
#include "http_client.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <stdexcept>

namespace peers {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

// Beast times only asynchronous operations, so each one is started and waited for.
class connection {
 public:
  explicit connection(unsigned short port) : port_(port) {
    const asio::ip::tcp::endpoint there(asio::ip::address_v4::loopback(), port);
    must("connecting", await([&](auto done) { stream_.async_connect(there, done); }));
  }

  http_answer exchange(const http::request<http::string_body>& request) {
    must("sending", await([&](auto done) { http::async_write(stream_, request, done); }));
    http::response_parser<http::buffer_body> parser;
    parser.body_limit(std::uint64_t{64} << 20);
    http_answer answer;
    const beast::error_code unanswered =
        await([&](auto done) { http::async_read_header(stream_, buffer_, parser, done); });
    if (unanswered == http::error::end_of_stream || unanswered == http::error::partial_message ||
        unanswered == asio::error::connection_reset)
      return answer;
    must("reading", unanswered);
    answer.status = parser.get().result_int();
    for (const auto& field : parser.get().base())
      answer.headers.emplace_back(std::string(field.name_string()), std::string(field.value()));
    std::array<char, 4096> room;
    while (!parser.is_done()) {
      auto& body = parser.get().body();
      body.data = room.data();
      body.size = room.size();
      beast::error_code failed =
          await([&](auto done) { http::async_read_some(stream_, buffer_, parser, done); });
      if (failed == http::error::need_buffer) failed = {};
      if (const std::size_t size = room.size() - body.size; size != 0)
        answer.pieces.emplace_back(room.data(), size);
      if (failed == beast::error::timeout) must("reading", failed);
      if (failed) return answer;
    }
    answer.whole = true;
    return answer;
  }

 private:
  template <class Start> beast::error_code await(Start&& start) {
    beast::error_code result = asio::error::operation_aborted;
    stream_.expires_after(std::chrono::seconds(30));
    start([&](beast::error_code failed, auto&&...) { result = failed; });
    io_.restart();
    io_.run();
    return result;
  }
  void must(const char* what, beast::error_code failed) const {
    if (failed)
      throw std::runtime_error(std::string(what) + ", port " + std::to_string(port_) + ": " +
                               failed.message());
  }

  unsigned short port_;
  asio::io_context io_;
  beast::tcp_stream stream_{io_};
  beast::flat_buffer buffer_;
};

http_answer exchange(http::verb verb, unsigned short port, const std::string& target, std::string body,
                     const http_headers& headers) {
  http::request<http::string_body> request(verb, target, 11);
  request.set(http::field::host, "127.0.0.1:" + std::to_string(port));
  request.set(http::field::connection, "close");
  if (verb == http::verb::post) request.set(http::field::content_type, "application/json");
  for (const auto& [name, value] : headers) request.set(name, value);
  request.body() = std::move(body);
  request.prepare_payload();
  return connection(port).exchange(request);
}

}  // namespace

std::string http_answer::body() const {
  std::string all;
  for (const std::string& piece : pieces) all += piece;
  return all;
}

std::string_view http_answer::header(std::string_view name) const {
  for (const auto& [key, value] : headers)
    if (beast::iequals({key.data(), key.size()}, {name.data(), name.size()})) return value;
  return {};
}

http_answer post(unsigned short port, const std::string& target, std::string body,
                 const http_headers& headers) {
  return exchange(http::verb::post, port, target, std::move(body), headers);
}
http_answer get(unsigned short port, const std::string& target) {
  return exchange(http::verb::get, port, target, {}, {});
}

}  // namespace peers
