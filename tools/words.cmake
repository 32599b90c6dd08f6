# Writes OUT, a .cpp with the texts of clients/words/es.json and en.json, key by key.
file(READ ${SOURCE}/clients/words/es.json es)
file(READ ${SOURCE}/clients/words/en.json en)
string(JSON count LENGTH "${es}")
math(EXPR last "${count} - 1")
set(keys "")
foreach(i RANGE ${last})
  string(JSON key MEMBER "${es}" ${i})
  if(NOT key MATCHES "^web[.]")  # the web client reads the catalogue itself
    list(APPEND keys "${key}")
  endif()
endforeach()
list(SORT keys)
set(rows "")
foreach(key ${keys})
  string(JSON spanish GET "${es}" "${key}")
  string(JSON english ERROR_VARIABLE missing GET "${en}" "${key}")
  if(missing)
    message(FATAL_ERROR "clients/words/en.json: ${key} is missing")
  endif()
  string(APPEND rows "    {\"${key}\", R\"~~~(${spanish})~~~\", R\"~~~(${english})~~~\"},\n")
endforeach()
file(WRITE ${OUT} "// Made by tools/words.cmake.
#include \"clients/words/catalogue.hpp\"

namespace comodin {
namespace {

constexpr CatalogueRow kRows[] = {
${rows}};

}  // namespace

std::span<const CatalogueRow> catalogue_rows() { return kRows; }

}  // namespace comodin
")
