#include "words/catalogue.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace comodin {
namespace {

bool starts(const char* text, std::string_view with) {
  return text && std::string_view(text).starts_with(with);
}

// Both languages keep their texts in the same order.
std::vector<CatalogueRow> sorted_rows() {
  const auto es = catalogue_texts(Language::Spanish), en = catalogue_texts(Language::English);
  std::vector<CatalogueRow> rows;
  for (std::size_t i = 0; i < es.size(); ++i) rows.push_back({es[i].key, es[i].text, en[i].text});
  std::ranges::sort(rows, {}, &CatalogueRow::key);
  return rows;
}

const CatalogueRow* find(std::string_view key) {
  const auto rows = catalogue_rows();
  const auto row = std::lower_bound(rows.begin(), rows.end(), key,
                                    [](const CatalogueRow& a, std::string_view b) { return a.key < b; });
  return row != rows.end() && row->key == key ? &*row : nullptr;
}

template <class Text>
std::string fill_places(std::string_view text, std::span<const Text> arguments) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool place = text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}' && text[i + 1] >= '0' &&
                       text[i + 1] <= '9';
    if (!place) {
      out += text[i];
      continue;
    }
    const auto index = static_cast<std::size_t>(text[i + 1] - '0');
    if (index < arguments.size()) out += arguments[index];
    i += 2;
  }
  return out;
}

}  // namespace

Language language_of(const std::string& tag) {
  if (tag == "es") return Language::Spanish;
  if (tag == "en") return Language::English;
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);
    if (!value || !*value || starts(value, "C") || starts(value, "POSIX")) continue;
    return starts(value, "es") ? Language::Spanish : Language::English;
  }
  return Language::Spanish;
}

std::string_view code(Language language) { return language == Language::Spanish ? "es" : "en"; }

std::span<const CatalogueRow> catalogue_rows() {
  static const std::vector<CatalogueRow> kRows = sorted_rows();
  return kRows;
}

std::string fill(std::string_view text, std::initializer_list<std::string_view> arguments) {
  return fill_places(text, std::span(arguments.begin(), arguments.size()));
}

std::string fill(std::string_view text, std::span<const std::string> arguments) {
  return fill_places(text, arguments);
}

bool Catalogue::has(std::string_view key) const { return find(key) != nullptr; }

std::string_view Catalogue::text(std::string_view key) const {
  const CatalogueRow* row = find(key);
  if (!row) return key;
  return language_ == Language::Spanish ? row->es : row->en;
}

std::string Catalogue::operator()(std::string_view key,
                                  std::initializer_list<std::string_view> arguments) const {
  return fill(text(key), arguments);
}

std::string Catalogue::counted(std::string_view key, int count,
                               std::initializer_list<std::string_view> arguments) const {
  std::vector<std::string> all = {std::to_string(count)};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const std::string form = std::string(key) + (count == 1 ? ".one" : ".other");
  return fill(text(form), std::span<const std::string>(all));
}

}  // namespace comodin
