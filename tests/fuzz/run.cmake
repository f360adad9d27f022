# Runs the fuzzer PROGRAM for SECONDS: first the inputs in SEEDS and those that were found by earlier runs in
# WORK/corpus, then changed ones. An input that ends it is kept in WORK/found, and printed.
cmake_minimum_required(VERSION 3.25)

file(MAKE_DIRECTORY ${WORK}/corpus ${WORK}/found)
# What was found before must hold first: a fault is not mended because the next run happens not to meet it.
file(GLOB found ${WORK}/found/*)
if(found)
  execute_process(COMMAND ${PROGRAM} -timeout=10 -rss_limit_mb=2048 ${found} RESULT_VARIABLE result ERROR_VARIABLE said)
  if(NOT result EQUAL 0)
    message("${said}")
    message(FATAL_ERROR "an input that an earlier run found still ends the program (${result}): ${found}")
  endif()
  file(REMOVE ${found})
endif()

execute_process(
  COMMAND ${PROGRAM} -max_total_time=${SECONDS} -max_len=4096 -timeout=10 -rss_limit_mb=2048 -dict=${WORDS}
    -artifact_prefix=${WORK}/found/ -print_final_stats=1 ${WORK}/corpus ${SEEDS}
  RESULT_VARIABLE result ERROR_VARIABLE said)
if(result EQUAL 0)
  string(REGEX MATCH "stat::number_of_executed_units: [0-9]+" runs "${said}")
  message(STATUS "${runs}")
  return()
endif()

# The log of the search is long; what matters stands at its end.
string(LENGTH "${said}" length)
if(length GREATER 20000)
  math(EXPR length "${length} - 20000")
  string(SUBSTRING "${said}" ${length} -1 said)
endif()
message("${said}")
file(GLOB found ${WORK}/found/*)
foreach(file IN LISTS found)
  file(READ ${file} bytes HEX)
  message("${file}, in hexadecimal:\n${bytes}")
endforeach()
message(FATAL_ERROR "${PROGRAM} ended with ${result}")
