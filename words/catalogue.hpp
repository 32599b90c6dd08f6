// The texts of all clients, in Spanish and English: es.json and en.json beside this file, one key for each
// text. They are made into a table at build time (tools/words.cmake); tools/words.py checks them.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace comodin {

enum class Language { Spanish, English };

// From --lang, otherwise from the locale; Spanish if the locale does not say.
Language language_of(const std::string& tag);
std::string_view code(Language language);  // "es", "en"

struct CatalogueText {
  std::string_view key, text;
};
std::span<const CatalogueText> catalogue_texts(Language language);  // as the file has them

struct CatalogueRow {
  std::string_view key, es, en;
};
std::span<const CatalogueRow> catalogue_rows();  // sorted by key

// Replaces {0}, {1}, … by the arguments.
std::string fill(std::string_view text, std::initializer_list<std::string_view> arguments);
std::string fill(std::string_view text, std::span<const std::string> arguments);

// One language's texts.
class Catalogue {
 public:
  explicit Catalogue(Language language) : language_(language) {}
  Language language() const { return language_; }
  bool has(std::string_view key) const;
  // The text with its places unfilled; an unknown key stands for itself.
  std::string_view text(std::string_view key) const;
  // The text with its places filled in.
  std::string operator()(std::string_view key, std::initializer_list<std::string_view> arguments = {}) const;
  // KEY.one or KEY.other by the number, which is also place {0}; the arguments fill {1}, {2} and so on.
  std::string counted(std::string_view key, int count,
                      std::initializer_list<std::string_view> arguments = {}) const;

 private:
  Language language_;
};

}  // namespace comodin
