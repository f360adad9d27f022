// SPDX-License-Identifier: MIT
// The schema of an argument struct in the language of one provider, and what that language could not say.
#pragma once

#include <tacet/json/schema.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace tacet::json {

/// The schema of `T` in one dialect, as a constant text. `Open` as for `schema_text`, which is the plain
/// dialect. Costs 4 to 6 ms of compile time per dialect and struct of four members (g++ 12), and nothing for
/// a dialect that is not asked for.
template <class T, schema_dialect Dialect, bool Open = false>
inline constexpr std::string_view schema_for{
    detail::schema_storage<T, detail::written_as(Dialect), Open>.data(),
    detail::schema_storage<T, detail::written_as(Dialect), Open>.size()};

/// What the dialect could not express of `T`:
/// `static_assert(degradations_of<T, schema_dialect::gemini>.lacks(degradation::map_not_expressible))`.
template <class T, schema_dialect Dialect, bool Open = false>
inline constexpr degradation_set degradations_of =
    detail::schema_measured<T, detail::written_as(Dialect), Open>.found;

namespace detail {

struct lost_measure {
  std::size_t places;
  std::size_t path_bytes;
};
template <class T, schema_dialect D, bool Open> consteval lost_measure measure_lost() {
  schema_writer w;
  w.listing = true;
  put_all(w, node_of<T>, D, Open);
  return {w.listed, w.paths.size};
}
template <lost_measure Measured> struct lost_places {
  std::array<char, Measured.path_bytes> paths{};
  std::array<lost_place, Measured.places> places{};
};
template <class T, schema_dialect D, bool Open> consteval auto find_lost() {
  lost_places<measure_lost<T, D, Open>()> made{};
  schema_writer w;
  w.listing = true;
  w.paths.to = made.paths.data();
  w.list = made.places.data();
  put_all(w, node_of<T>, D, Open);
  return made;
}
template <class T, schema_dialect D, bool Open> inline constexpr auto lost = find_lost<T, D, Open>();

template <class T, schema_dialect D, bool Open> consteval auto list_degraded() {
  constexpr auto& all = lost<T, D, Open>;
  std::array<degraded_member, all.places.size()> made{};
  for (std::size_t i = 0; i < made.size(); ++i)
    made[i] = {std::string_view(all.paths.data() + all.places[i].at, all.places[i].size), all.places[i].what};
  return made;
}

}  // namespace detail

/// Every degradation with the member that it concerns, in declared order; for a message or a test.
template <class T, schema_dialect Dialect, bool Open = false>
inline constexpr auto degraded_members = detail::list_degraded<T, detail::written_as(Dialect), Open>();

}  // namespace tacet::json
