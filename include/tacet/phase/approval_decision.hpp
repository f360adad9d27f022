// SPDX-License-Identifier: MIT
// A yes or no to exactly one call, as an approver gives it and as it is stored.
#pragma once

#include <tacet/json/digest.hpp>
#include <tacet/phase/pending_call.hpp>
#include <tacet/values/signature.hpp>

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tacet {

/// What a decision is about: one call, or every call of the session with the same name and equal argument
/// values.
enum class approval_scope : std::uint8_t { this_call, session };

namespace detail {

/// The id of a call behind its length, then the `signature`.
struct approval_key {
  std::string text{};
  std::size_t signature_at = 0;

  [[nodiscard]] std::string_view signature() const noexcept {
    return signature_at < text.size() ? std::string_view(text).substr(signature_at) : std::string_view{};
  }
  [[nodiscard]] bool has_id() const noexcept { return !text.empty() && text.front() != '0'; }
};
// A template like `signature`, for the sake of who asks for no approvals.
template <std::convertible_to<const tool_call&> Call> [[nodiscard]] approval_key key_of(const Call& of) {
  const tool_call& call = of;
  approval_key key{std::to_string(call.id.size())};
  key.text.append(1, '\n').append(call.id);
  key.signature_at = key.text.size();
  key.text.append(signature(call));
  return key;
}

// Visible ASCII stands for itself and other bytes for `%` and two digits, so a text has no blank and no line
// end.
inline void append_visible(std::string_view bytes, std::string& to) {
  constexpr char hex[] = "0123456789abcdef";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7F && c != '%') to.push_back(c);
    else to.append({'%', hex[byte >> 4], hex[byte & 15]});
  }
}
// False where a `%` has no two digits behind it.
inline bool read_visible(std::string_view text, std::string& to) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      to.push_back(text[i]);
      continue;
    }
    std::uint8_t byte = 0;
    const char* const first = text.data() + i + 1;
    if (text.size() - i < 3 || std::from_chars(first, first + 2, byte, 16).ptr != first + 2) return false;
    to.push_back(static_cast<char>(byte));
    i += 2;
  }
  return true;
}
inline std::string line_sum(std::string_view line) {
  const json::digest128 sum = json::digest_text(line, 'a');
  std::string text;
  for (const std::uint64_t half : {sum.high, sum.low})
    for (int shift = 60; shift >= 0; shift -= 4) text.push_back("0123456789abcdef"[half >> shift & 15]);
  return text;
}

}  // namespace detail

/// A yes or no to one call. It is made from the request that it answers, and holds what that call was: it is
/// void for any other id, name or arguments, and one for the session for any other name or arguments.
class approval_decision {
 public:
  [[nodiscard]] bool approved() const noexcept { return approved_; }
  /// Of a denial, told to the model.
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }
  [[nodiscard]] approval_scope scope() const noexcept { return scope_; }
  /// The id, name and canonical arguments of the call that was decided, as one text. Its form may change
  /// between versions.
  [[nodiscard]] const std::string& key() const noexcept { return key_.text; }
  /// The part of `key()` without the id, which a decision for the session is found by: the `signature` of the
  /// call.
  [[nodiscard]] std::string_view session_key() const noexcept { return key_.signature(); }
  /// Whether that call had an id.
  [[nodiscard]] bool has_id() const noexcept { return key_.has_id(); }
  /// Whether this decision is about `call`: same name, equal argument values and, unless it is for the
  /// session, the same id. Allocates.
  template <std::convertible_to<const tool_call&> Call> [[nodiscard]] bool is_about(const Call& call) const {
    if (scope_ == approval_scope::session) return session_key() == signature(call);
    return key_.text == detail::key_of(call).text;
  }

  /// One line of visible ASCII to store the decision by, without its line end. It holds the arguments of the
  /// call: keep it as secret as they are, and where nobody else can write, since who writes such a line
  /// approves a call.
  [[nodiscard]] std::string to_text() const {
    std::string text(form);
    text.append(approved_ ? " approved " : " denied ");
    text.append(scope_ == approval_scope::session ? "session " : "once ");
    detail::append_visible(key_.text, text);
    text.push_back(' ');
    detail::append_visible(reason_, text);
    const std::string sum = detail::line_sum(text);
    return text.append(1, ' ').append(sum);
  }
  /// The decision of which `to_text` made the line; empty when the line is cut, altered, of another version
  /// or anything else. The sum in it shows accidents and not intent.
  [[nodiscard]] static std::optional<approval_decision> restore(std::string_view line) {
    const std::size_t end = line.rfind(' ');
    if (end == std::string_view::npos || line.substr(end + 1) != detail::line_sum(line.substr(0, end)))
      return std::nullopt;
    std::string_view rest = line.substr(0, end);
    const auto next = [&rest] {
      const std::string_view field = rest.substr(0, rest.find(' '));
      rest.remove_prefix(field.size() == rest.size() ? field.size() : field.size() + 1);
      return field;
    };
    (void)next();  // the form
    approval_decision made;
    made.approved_ = next() == "approved";
    made.scope_ = next() == "session" ? approval_scope::session : approval_scope::this_call;
    std::string& key = made.key_.text;
    if (!detail::read_visible(next(), key) || !detail::read_visible(next(), made.reason_))
      return std::nullopt;
    std::size_t id_size = 0;
    (void)std::from_chars(key.data(), key.data() + key.size(), id_size);
    const std::string id_begin = std::to_string(id_size).append(1, '\n');
    if (!key.starts_with(id_begin) || id_size >= key.size() - id_begin.size()) return std::nullopt;
    made.key_.signature_at = id_begin.size() + id_size;
    // What is not as it would be written was not written by `to_text`.
    if (made.session_key().find('\n') == std::string_view::npos || made.to_text() != line)
      return std::nullopt;
    return made;
  }

 private:
  friend class approval_request;
  // Also of the form of `signature`: raise it when either changes.
  static constexpr std::string_view form = "tacet-approval-1";

  approval_decision() = default;
  template <class Call>
  approval_decision(const Call& call, bool approved, std::string reason, approval_scope scope)
      : key_(detail::key_of(call)), reason_(std::move(reason)), scope_(scope), approved_(approved) {}

  detail::approval_key key_;
  std::string reason_;
  approval_scope scope_ = approval_scope::this_call;
  bool approved_ = false;
};

/// What an approver sees. It refers to the call, which must outlive it.
class approval_request {
 public:
  explicit approval_request(const pending_call& call) noexcept : call_(call) {}
  [[nodiscard]] const pending_call& call() const noexcept { return call_; }
  /// Yes to this call, or for the session to every call of the same name with equal argument values.
  template <class Decision = approval_decision>
  [[nodiscard]] Decision approve(approval_scope scope = approval_scope::this_call) const {
    return {call_.call, true, {}, scope};
  }
  /// No. `reason` is told to the model.
  template <class Decision = approval_decision>
  [[nodiscard]] Decision deny(std::string reason = {},
                              approval_scope scope = approval_scope::this_call) const {
    return {call_.call, false, std::move(reason), scope};
  }

 private:
  const pending_call& call_;
};

}  // namespace tacet
