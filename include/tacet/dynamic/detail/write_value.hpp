// SPDX-License-Identifier: MIT
// Writes a JSON value as the results of typed tools are written.
#pragma once

#include <tacet/json/encode.hpp>
#include <tacet/text/text_writer.hpp>

#include <boost/json/value.hpp>

#include <string_view>

namespace tacet::detail {

/// Numbers that are not finite become null, what is no UTF-8 becomes U+FFFD, a real number has its shortest spelling. (The
/// serializer of Boost.JSON writes NaN, the bytes as they are, and 1E-1.)
inline void write_value(text_writer& to, const boost::json::value& value) {
  switch (value.kind()) {
    case boost::json::kind::null: return to.append("null");
    case boost::json::kind::bool_: return json::append_value(to, value.get_bool());
    case boost::json::kind::int64: return to.append(value.get_int64());
    case boost::json::kind::uint64: return to.append(value.get_uint64());
    case boost::json::kind::double_: return json::append_value(to, value.get_double());
    case boost::json::kind::string: return json::append_string(to, std::string_view(value.get_string()));
    case boost::json::kind::array: {
      to.append('[');
      bool first = true;
      for (const boost::json::value& one : value.get_array()) {
        if (!first) to.append(',');
        first = false;
        write_value(to, one);
      }
      return to.append(']');
    }
    case boost::json::kind::object: {
      to.append('{');
      bool first = true;
      for (const auto& [key, member] : value.get_object()) {
        if (!first) to.append(',');
        first = false;
        json::append_string(to, std::string_view(key));
        to.append(':');
        write_value(to, member);
      }
      return to.append('}');
    }
  }
}

}  // namespace tacet::detail
