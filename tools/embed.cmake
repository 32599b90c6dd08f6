# Writes OUT, a .cpp with the edition files, the ready rules and the clause ids of docs/RULES.md.
function(texts name pattern out)
  file(GLOB found ${SOURCE}/${pattern})
  list(SORT found)
  set(rows "")
  foreach(path ${found})
    get_filename_component(stem ${path} NAME_WE)
    file(READ ${path} text)
    string(APPEND rows "    {\"${stem}\", R\"~~~(${text})~~~\"},\n")
  endforeach()
  set(${out} "constexpr NamedText ${name}[] = {\n${rows}};\n" PARENT_SCOPE)
endfunction()

texts(kEditions "editions/*/*.edition" EDITIONS)
texts(kRules "editions/*/rules/*.rule" RULES)
file(STRINGS ${SOURCE}/docs/RULES.md lines REGEX "^- [A-Z0-9]+-[0-9]+ ")
set(CLAUSES "")
foreach(line ${lines})
  string(REGEX MATCH "[A-Z0-9]+-[0-9]+" id "${line}")
  string(APPEND CLAUSES "    \"${id}\",\n")
endforeach()
file(WRITE ${OUT} "// Made by tools/embed.cmake.
#include \"editions/editions.hpp\"

namespace comodin {
namespace {

${EDITIONS}
${RULES}
constexpr std::string_view kClauses[] = {
${CLAUSES}};

}  // namespace

Library standard_library(Library::ReadFile read) {
  return {kEditions, kRules, kClauses, std::move(read)};
}

}  // namespace comodin
")
