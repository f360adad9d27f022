# Makes the target re2::re2 if RE2 is there. Its newer releases bring CMake files; that of Debian 12 does not.
if(NOT TARGET re2::re2)
  find_package(re2 CONFIG QUIET)
endif()
if(NOT TARGET re2::re2)
  find_path(TACET_RE2_INCLUDE re2/re2.h)
  find_library(TACET_RE2_LIBRARY re2)
  mark_as_advanced(TACET_RE2_INCLUDE TACET_RE2_LIBRARY)
  if(TACET_RE2_INCLUDE AND TACET_RE2_LIBRARY)
    add_library(re2::re2 UNKNOWN IMPORTED)
    set_target_properties(re2::re2 PROPERTIES
      IMPORTED_LOCATION ${TACET_RE2_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${TACET_RE2_INCLUDE})
  endif()
endif()
