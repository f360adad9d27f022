# Compiles through ccache where there is one and nobody has chosen a launcher.
find_program(TACET_CCACHE ccache DOC "Compiler cache, used when found")
mark_as_advanced(TACET_CCACHE)
if(TACET_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  # ccache wants this sloppiness before it caches files that use a precompiled header. No CCACHE_BASEDIR: the
  # precompiled header of one clone would then be taken in another, with the first one's paths in it.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${TACET_CCACHE})
endif()
