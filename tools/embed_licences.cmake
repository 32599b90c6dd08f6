# cmake -DSOURCE=… -DOUT=… -P embed_licences.cmake: LICENSE and THIRD-PARTY.md as C++.
set(CHARACTERS 8000)  # of a literal: compilers need not take longer ones
set(rows "")
foreach(name LICENSE THIRD-PARTY.md)
  file(READ ${SOURCE}/${name} text)
  if(name STREQUAL THIRD-PARTY.md)
    string(PREPEND text "\n")
  endif()
  string(LENGTH "${text}" left)
  while(left GREATER 0)
    string(SUBSTRING "${text}" 0 ${CHARACTERS} part)
    string(APPEND rows "    R\"~~~(${part})~~~\"\n")
    string(LENGTH "${part}" taken)
    string(SUBSTRING "${text}" ${taken} -1 text)
    string(LENGTH "${text}" left)
  endwhile()
endforeach()
file(WRITE ${OUT} "// Made by tools/embed_licences.cmake.
#include \"apps/comodin/licences.hpp\"

namespace comodin {

const char* const kLicences =
${rows};

}  // namespace comodin
")
