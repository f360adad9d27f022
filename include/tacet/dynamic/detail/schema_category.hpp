// SPDX-License-Identifier: MIT
// The short names of Unicode's general categories, which is all that RE2 knows of them.
#pragma once

#include <array>
#include <string_view>

namespace tacet::detail {

/// `L` for `Letter`; any other name as it is.
inline std::string_view short_category(std::string_view name) {
  static constexpr std::array<std::array<std::string_view, 2>, 37> categories = {{
      {{"Letter", "L"}},
      {{"Cased_Letter", "LC"}},
      {{"Uppercase_Letter", "Lu"}},
      {{"Lowercase_Letter", "Ll"}},
      {{"Titlecase_Letter", "Lt"}},
      {{"Modifier_Letter", "Lm"}},
      {{"Other_Letter", "Lo"}},
      {{"Mark", "M"}},
      {{"Nonspacing_Mark", "Mn"}},
      {{"Spacing_Mark", "Mc"}},
      {{"Enclosing_Mark", "Me"}},
      {{"Number", "N"}},
      {{"Decimal_Number", "Nd"}},
      {{"digit", "Nd"}},
      {{"Letter_Number", "Nl"}},
      {{"Other_Number", "No"}},
      {{"Punctuation", "P"}},
      {{"punct", "P"}},
      {{"Connector_Punctuation", "Pc"}},
      {{"Dash_Punctuation", "Pd"}},
      {{"Open_Punctuation", "Ps"}},
      {{"Close_Punctuation", "Pe"}},
      {{"Initial_Punctuation", "Pi"}},
      {{"Final_Punctuation", "Pf"}},
      {{"Other_Punctuation", "Po"}},
      {{"Symbol", "S"}},
      {{"Math_Symbol", "Sm"}},
      {{"Currency_Symbol", "Sc"}},
      {{"Modifier_Symbol", "Sk"}},
      {{"Other_Symbol", "So"}},
      {{"Separator", "Z"}},
      {{"Space_Separator", "Zs"}},
      {{"Line_Separator", "Zl"}},
      {{"Paragraph_Separator", "Zp"}},
      {{"Other", "C"}},
      {{"Control", "Cc"}},
      {{"Format", "Cf"}},
  }};
  for (const auto& [long_name, short_name] : categories)
    if (name == long_name) return short_name;
  return name;
}

}  // namespace tacet::detail
