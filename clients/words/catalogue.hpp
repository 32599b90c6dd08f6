// The texts of all clients, in Spanish and English: es.json and en.json beside this file, one key for each
// text. They are made into a table at build time (tools/words.cmake); tools/words.py checks them.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace comodin {

enum class Language { Spanish, English };

// By --lang, else by the locale; Spanish where the locale says nothing.
Language language_of(const std::string& wish);
std::string_view code(Language language);  // "es", "en"

struct CatalogueRow {
  std::string_view key, es, en;
};
std::span<const CatalogueRow> catalogue_rows();  // sorted by key

// Puts the arguments in the place of {0}, {1}, …
std::string fill(std::string_view text, std::initializer_list<std::string_view> arguments);

// One language's texts.
class Catalogue {
 public:
  explicit Catalogue(Language language) : language_(language) {}
  Language language() const { return language_; }
  bool has(std::string_view key) const;
  // The text; a key that is in no catalogue stands for itself.
  std::string operator()(std::string_view key, std::initializer_list<std::string_view> arguments = {}) const;

 private:
  Language language_;
};

}  // namespace comodin
