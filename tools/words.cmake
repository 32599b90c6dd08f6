# Writes OUT, a .cpp with the texts of words/es.json and en.json. Each text has a line of its own there, and what
# JSON escapes, C++ escapes alike.
foreach(language es en)
  file(READ ${SOURCE}/words/${language}.json ${language})
  string(REGEX REPLACE "\n  \"web[.][^\n]*" "" ${language} "${${language}}")  # the page reads the catalogue itself
  string(REGEX REPLACE "\n  (\"[^\"\n]+\"): (\"[^\n]*\")(,?)" "\n    {\\1, \\2}\\3" ${language} "${${language}}")
endforeach()
file(WRITE ${OUT} "// Made by tools/words.cmake.
#include \"words/catalogue.hpp\"

namespace comodin {
namespace {

constexpr CatalogueText kSpanish[] = ${es};

constexpr CatalogueText kEnglish[] = ${en};

constexpr bool same_keys() {
  if (std::size(kSpanish) != std::size(kEnglish)) return false;
  for (std::size_t i = 0; i < std::size(kSpanish); ++i)
    if (kSpanish[i].key != kEnglish[i].key) return false;
  return true;
}
static_assert(same_keys(), \"words/es.json and en.json differ in keys or their order: see tools/words.py\");

}  // namespace

std::span<const CatalogueText> catalogue_texts(Language language) {
  if (language == Language::Spanish) return kSpanish;
  return kEnglish;
}

}  // namespace comodin
")
