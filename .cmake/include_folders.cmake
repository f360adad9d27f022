# For what calls a compiler itself instead of building a target.

# tacet_include_folders(<variable> <target>...): our headers, and the folders of these targets that the compiler does
# not search anyway.
function(tacet_include_folders variable)
  set(folders ${PROJECT_SOURCE_DIR}/include)
  foreach(target IN LISTS ARGN)
    get_target_property(more ${target} INTERFACE_INCLUDE_DIRECTORIES)
    if(more)
      list(APPEND folders ${more})
    endif()
  endforeach()
  # As a folder of ours, the system's own would be searched before the compiler's.
  list(REMOVE_ITEM folders ${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES})
  list(REMOVE_DUPLICATES folders)
  set(${variable} ${folders} PARENT_SCOPE)
endfunction()
