#include "clients/words/catalogue.hpp"

#include <algorithm>
#include <cstdlib>

namespace comodin {
namespace {

bool starts(const char* text, std::string_view with) {
  return text && std::string_view(text).starts_with(with);
}

const CatalogueRow* find(std::string_view key) {
  const auto rows = catalogue_rows();
  const auto row = std::lower_bound(rows.begin(), rows.end(), key,
                                    [](const CatalogueRow& a, std::string_view b) { return a.key < b; });
  return row != rows.end() && row->key == key ? &*row : nullptr;
}

}  // namespace

Language language_of(const std::string& wish) {
  if (wish == "es") return Language::Spanish;
  if (wish == "en") return Language::English;
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);
    if (!value || !*value || starts(value, "C") || starts(value, "POSIX")) continue;
    return starts(value, "es") ? Language::Spanish : Language::English;
  }
  return Language::Spanish;
}

std::string_view code(Language language) { return language == Language::Spanish ? "es" : "en"; }

std::string fill(std::string_view text, std::initializer_list<std::string_view> arguments) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool place = text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}' && text[i + 1] >= '0' &&
                       text[i + 1] <= '9';
    if (!place) {
      out += text[i];
      continue;
    }
    const auto index = static_cast<std::size_t>(text[i + 1] - '0');
    if (index < arguments.size()) out += arguments.begin()[index];
    i += 2;
  }
  return out;
}

bool Catalogue::has(std::string_view key) const { return find(key) != nullptr; }

std::string Catalogue::operator()(std::string_view key,
                                  std::initializer_list<std::string_view> arguments) const {
  const CatalogueRow* row = find(key);
  if (!row) return std::string(key);
  return fill(language_ == Language::Spanish ? row->es : row->en, arguments);
}

}  // namespace comodin
