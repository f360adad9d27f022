# For the scripts here and of tests/docs/ that call a compiler.

# precompiled_options(<variable> <folder> <text>): with which options the program of this text takes a header from the
# folder, which tests/reject/ has precompiled, if it includes one. It is then read before all else that is included.
function(precompiled_options variable folder text)
  set(options "")
  foreach(header tacet/async/async_executor.hpp tacet/tacet.hpp)  # the first has most of the second in it
    string(FIND "${text}" "#include <${header}>" at)
    if(at EQUAL -1)
      continue()
    endif()
    if(EXISTS ${folder}/${header})  # g++ sees by itself that there is one with .gch beside it
      set(options -include ${folder}/${header})
    elseif(EXISTS ${folder}/${header}.gch)
      set(options -include-pch ${folder}/${header}.gch)
    endif()
    break()
  endforeach()
  set(${variable} "${options}" PARENT_SCOPE)
endfunction()
