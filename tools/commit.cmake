# cmake -DSOURCE=… -DOUT=… -P commit.cmake: the commit that is built, as C++; empty where there is no git.
execute_process(
  COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 "--exclude=*"
  OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
set(TEXT "namespace comodin {\nextern const char* const kCommit;\nconst char* const kCommit = \"${COMMIT}\";\n}\n")
if(EXISTS ${OUT})
  file(READ ${OUT} BEFORE)
endif()
if(NOT TEXT STREQUAL "${BEFORE}")
  file(WRITE ${OUT} "${TEXT}")
endif()
