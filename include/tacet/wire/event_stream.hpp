// SPDX-License-Identifier: MIT
// Splits a stream of bytes into server-sent events, whatever pieces it arrives in.
#pragma once

#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tacet {

/// One event. The views are valid while it is handed over, no longer.
struct server_event {
  std::string_view name{};  ///< of its last `event` line; empty stands for "message"
  std::string_view data{};  ///< the `data` lines, joined by \n
  std::string_view id{};    ///< the last id that was sent, with this event or an earlier one
};

/// A parser of `text/event-stream` (WHATWG HTML, "Server-sent events", 9.2.5 and 9.2.6). Lines end with \n,
/// \r\n or \r; one U+FEFF at the beginning is skipped; `retry` and unknown fields are passed over. The same
/// bytes give the same events for every cut. The bytes of an event are handed over as they came: whether they
/// are UTF-8 is for the reader of the event to judge. An event of one data line that lies in one piece is not
/// copied. Linear in the bytes. Throws only std::bad_alloc and what the taker throws.
class event_stream {
 public:
  /// An event with more than `most_bytes`, an open line included, ends the stream.
  explicit event_stream(std::size_t most_bytes = std::size_t{64} << 20) noexcept : most_bytes_(most_bytes) {}

  /// Calls `take(const server_event&)` for each event that ends in `bytes`. A taker that answers false stops
  /// the stream. False when the stream was stopped or an event was too large: nothing is taken from then on.
  template <class Take> bool feed(std::string_view bytes, Take&& take) {
    if (stopped_) return false;
    std::string_view rest = bytes;
    if (mark_ < 3) rest = past_mark(rest);
    // Where the next \n is: looked for once, also where lines end with \r.
    const char* newline = nullptr;
    while (!rest.empty()) {
      if (after_return_ && rest.front() == '\n') rest.remove_prefix(1);
      after_return_ = false;
      if (rest.empty()) break;
      const char* const begin = rest.data();
      const char* const end = begin + rest.size();
      if (newline == nullptr || newline < begin) newline = find(begin, end, '\n');
      const char* const stop = find(begin, newline, '\r');
      const std::string_view line(begin, static_cast<std::size_t>(stop - begin));
      if (const std::size_t held = size(); held > most_bytes_ || line.size() > most_bytes_ - held)
        return stop_with(too_large_);
      if (stop == end) {
        line_.append(line);
        break;
      }
      after_return_ = *stop == '\r';
      rest.remove_prefix(line.size() + 1);
      if (!end_of_line(line, take)) return false;
    }
    keep();
    return true;
  }

  /// Whether the stream ended because an event was too large.
  [[nodiscard]] bool too_large() const noexcept { return too_large_; }

  /// What has come of an event that no blank line has ended; a standard reader drops it. An open line counts
  /// as ended. Nothing where there is no data.
  [[nodiscard]] std::optional<server_event> unfinished() {
    if (stopped_) return std::nullopt;
    keep();
    if (!line_.empty()) field(line_), keep(), line_.clear();
    if (!has_data_) return std::nullopt;
    return server_event{name_, data_, id_};
  }

 private:
  static const char* find(const char* begin, const char* end, char wanted) noexcept {
    // A call costs more than a few bytes.
    if (end - begin < 16) {
      while (begin != end && *begin != wanted) ++begin;
      return begin;
    }
    const void* const at = std::memchr(begin, wanted, static_cast<std::size_t>(end - begin));
    return at == nullptr ? end : static_cast<const char*>(at);
  }

  [[nodiscard]] std::size_t size() const noexcept { return line_.size() + data().size() + name().size(); }
  [[nodiscard]] std::string_view data() const noexcept { return data_here_ ? data_view_ : data_; }
  [[nodiscard]] std::string_view name() const noexcept { return name_here_ ? name_view_ : name_; }

  // Skips a byte order mark, of which any part may be in an earlier piece.
  std::string_view past_mark(std::string_view bytes) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    while (mark_ < 3 && !bytes.empty()) {
      if (bytes.front() != mark[mark_]) {
        line_.append(mark.substr(0, mark_));
        mark_ = 3;
        return bytes;
      }
      ++mark_;
      bytes.remove_prefix(1);
    }
    return bytes;
  }

  template <class Take> bool end_of_line(std::string_view line, Take& take) {
    if (line_.empty()) {
      if (line.empty()) return dispatch(take);
      field(line);
      return true;
    }
    line_.append(line);
    field(line_);
    keep();
    line_.clear();
    return true;
  }

  void field(std::string_view line) {
    const std::size_t colon = line.find(':');
    const std::string_view which = line.substr(0, colon);  // empty for a comment
    std::string_view value = line.substr(colon == std::string_view::npos ? line.size() : colon + 1);
    if (value.starts_with(' ')) value.remove_prefix(1);
    if (which == "data") {
      if (!has_data_) {
        data_view_ = value;
        has_data_ = data_here_ = true;
        return;
      }
      keep();
      data_ += '\n';
      data_ += value;
    } else if (which == "event") {
      name_view_ = value;
      name_here_ = true;
    } else if (which == "id" && value.find('\0') == std::string_view::npos) {
      id_.assign(value);
    }
  }
  // Copies what lies in the bytes that are being read.
  void keep() {
    if (std::exchange(data_here_, false)) data_.assign(data_view_);
    if (std::exchange(name_here_, false)) name_.assign(name_view_);
  }

  template <class Take> bool dispatch(Take& take) {
    const bool wanted = std::exchange(has_data_, false);
    bool go_on = true;
    if (wanted) {
      const server_event event{name(), data(), id_};
      stopped_ = true;  // for good, when the taker throws
      if constexpr (std::is_void_v<decltype(take(event))>) take(event);
      else go_on = take(event);
      stopped_ = false;
    }
    data_.clear();
    name_.clear();
    data_here_ = name_here_ = false;
    return go_on || stop_with(stopped_);
  }
  bool stop_with(bool& why) noexcept {
    stopped_ = why = true;
    return false;
  }

  std::size_t most_bytes_;
  std::string line_{};  // the beginning of a line whose end has not come
  std::string data_{};
  std::string name_{};
  std::string id_{};
  std::string_view data_view_{};  // in the bytes that are being read, while data_here_
  std::string_view name_view_{};
  bool has_data_ = false;
  bool data_here_ = false;
  bool name_here_ = false;
  bool after_return_ = false;
  bool stopped_ = false;
  bool too_large_ = false;
  unsigned char mark_ = 0;  // how many bytes of the byte order mark were skipped; 3 behind it
};

}  // namespace tacet
