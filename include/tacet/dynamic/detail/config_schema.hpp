// SPDX-License-Identifier: MIT
// Writes the table of settings as a JSON Schema, for editors.
#pragma once

#include <tacet/dynamic/detail/config_table.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace tacet::detail {

class config_schema_writer {
 public:
  [[nodiscard]] static std::string text() {
    config_schema_writer own;
    own.text_ =
        "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
        "  \"title\": \"Configuration of a tacet executor\",\n  ";
    own.object("", 2);
    own.text_ += "\n}\n";
    return std::move(own.text_);
  }

 private:
  // The keywords of the object at `place`, without its braces.
  void object(std::string_view place, std::size_t indent) {
    const std::string line = ",\n" + std::string(indent, ' ');
    text_ += "\"type\": \"object\"";
    if (const config_setting* const each = find_setting(std::string(place) + "/*"); each != nullptr) {
      text_ += line + "\"propertyNames\": {\"minLength\": 1}" + line + "\"additionalProperties\": ";
      return value(*each, indent);
    }
    text_ += line + "\"additionalProperties\": false" + line + "\"properties\": {";
    bool first = true;
    for (const config_setting& one : config_settings) {
      if (one.section() != place) continue;
      text_ += (first ? "\n" : ",\n") + std::string(indent + 2, ' ') + '"' + std::string(one.key()) + "\": ";
      first = false;
      value(one, indent + 2);
    }
    text_ += '\n' + std::string(indent, ' ') + '}';
  }

  void value(const config_setting& of, std::size_t indent) {
    const std::string inner(indent + 2, ' ');
    text_ += "{\n" + inner + "\"description\": \"" + std::string(of.says) + "\",\n" + inner;
    switch (of.type) {
      case setting_type::object:
        object(of.pointer, indent + 2);
        break;
      case setting_type::integer:
        number("integer", of);
        break;
      case setting_type::number:
        number("number", of);
        break;
      case setting_type::boolean:
        text_ += "\"type\": \"boolean\"";
        break;
      case setting_type::text:
        text_ += "\"type\": \"string\"";
        break;
      case setting_type::choice:
        text_ += "\"enum\": [";
        for (const std::string_view one : retried_errors_texts)
          text_ += (one == retried_errors_texts.front() ? "\"" : ", \"") + std::string(one) + '"';
        text_ += ']';
        break;
      case setting_type::names:
        text_ += "\"type\": \"array\",\n" + inner + "\"items\": {\"type\": \"string\", \"minLength\": 1},\n" +
                 inner + "\"uniqueItems\": true";
        break;
    }
    const std::string standard = of.standard == nullptr ? "" : of.standard();
    if (!standard.empty()) text_ += ",\n" + inner + "\"default\": " + standard;
    text_ += '\n' + std::string(indent, ' ') + '}';
  }

  void number(std::string_view type, const config_setting& of) {
    text_ += "\"type\": \"" + std::string(type) + "\", \"minimum\": " + number_text(of.least);
    if (of.most != no_most) text_ += ", \"maximum\": " + number_text(of.most);
  }

  std::string text_{};
};

}  // namespace tacet::detail
