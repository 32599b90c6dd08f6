# Writes OUT, a .cpp with the files of WEB, a built clients/web: the assembler takes them in as they are, quickly.
# X.gz is X, compressed. Without WEB, or with nothing in it, the table is empty.
file(GLOB_RECURSE paths RELATIVE ${WEB}/ ${WEB}/*)
list(SORT paths)
set(blobs "")
set(names "")
set(rows "")
set(count 0)
# Sets `out` to a view of the file, which is put under a name of its own.
macro(take path out)
  string(APPEND blobs "COMODIN_WEB_FILE(\"${count}\", \"${WEB}/${path}\")\n")
  string(APPEND names "extern const char comodin_web_${count}[], comodin_web_${count}_end[];\n")
  set(${out} "{comodin_web_${count}, comodin_web_${count}_end}")
  math(EXPR count "${count} + 1")
endmacro()
foreach(path ${paths})
  if(NOT path MATCHES "[.]gz$")
    file(SHA256 ${WEB}/${path} hash)
    string(SUBSTRING ${hash} 0 24 hash)
    take(${path} body)
    set(gzip "{}")
    if(EXISTS ${WEB}/${path}.gz)
      take(${path}.gz gzip)
    endif()
    string(APPEND rows "      {\"${path}\", \"${hash}\", ${body}, ${gzip}},\n")
  endif()
endforeach()
if(rows)
  set(body "  static const WebFile files[] = {\n${rows}  };\n  return files;")
else()
  set(body "  return {};")
endif()
file(WRITE ${OUT} "// Made by tools/embed_web.cmake.
#include \"server/net/pages.hpp\"

#define COMODIN_WEB_FILE(number, path)                                               \\
  asm(\".section .rodata\\n.balign 16\\n.global comodin_web_\" number                    \\
      \"\\ncomodin_web_\" number \":\\n.incbin \\\"\" path \"\\\"\\n.global comodin_web_\" number  \\
      \"_end\\ncomodin_web_\" number \"_end:\\n.byte 0\\n.previous\\n\");
${blobs}
extern \"C\" {
${names}}

namespace comodin::server {

std::span<const WebFile> web_files() {
${body}
}

}  // namespace comodin::server
")
