# cmake -DSOURCE=… -DVERSION=… -DOUT=… -P commit.cmake: version, commit and its day, as C++. In an archive made by
# `git archive` they are in tools/commit.txt; where neither that nor git knows, commit and day are empty.
set(COMMIT "")
set(DAY "")
execute_process(COMMAND git -C ${SOURCE} rev-parse --show-cdup
  OUTPUT_VARIABLE ABOVE OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE NO_GIT)
file(STRINGS ${SOURCE}/tools/commit.txt ARCHIVED LIMIT_COUNT 1)
if(NOT NO_GIT AND ABOVE STREQUAL "")  # and not some other repository that an archive was unpacked in
  execute_process(
    COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 "--exclude=*"
    OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(
    COMMAND git -C ${SOURCE} log -1 --format=%cs
    OUTPUT_VARIABLE DAY OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
elseif(ARCHIVED MATCHES "^([0-9a-f]+) ([-0-9]+)$")
  set(COMMIT ${CMAKE_MATCH_1})
  set(DAY ${CMAKE_MATCH_2})
endif()
set(TEXT "// Made by tools/commit.cmake.\n#include \"apps/comodin/version.hpp\"\n\nnamespace comodin {\n
const char* const kVersion = \"${VERSION}\";\nconst char* const kCommit = \"${COMMIT}\";
const char* const kCommitDay = \"${DAY}\";\n\n}  // namespace comodin\n")
if(EXISTS ${OUT})
  file(READ ${OUT} BEFORE)
endif()
if(NOT TEXT STREQUAL "${BEFORE}")
  file(WRITE ${OUT} "${TEXT}")
endif()
