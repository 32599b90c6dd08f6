#include "clients/terminal/lines.hpp"

#include <iostream>
#include <sstream>

#include "clients/terminal/ascii.hpp"

namespace comodin {
namespace {

constexpr struct {
  LineWord word;
  std::string_view key;
} kWords[] = {{LineWord::Hint, "lines.words.hint"},   {LineWord::Log, "lines.words.log"},
              {LineWord::Save, "lines.words.save"},   {LineWord::Repeat, "lines.words.repeat"},
              {LineWord::Cards, "lines.words.cards"}, {LineWord::Rules, "lines.words.rules"},
              {LineWord::Help, "lines.words.help"},   {LineWord::Leave, "lines.words.leave"}};

std::string trimmed(std::string_view text) {
  const std::size_t from = text.find_first_not_of(" \t\r");
  if (from == std::string_view::npos) return "";
  return std::string(text.substr(from, text.find_last_not_of(" \t\r") + 1 - from));
}

}  // namespace

LineWord line_word(std::string_view answer) {
  std::string asked = trimmed(answer);
  for (char& c : asked)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  for (const Language language : {Language::Spanish, Language::English}) {
    for (const auto& [word, key] : kWords) {
      std::istringstream forms(Catalogue(language)(key));
      for (std::string form; forms >> form;)
        if (form == asked) return word;
    }
  }
  return LineWord::None;
}

Lines::Lines() : utf8_(locale_is_utf8()) {}

std::string Lines::heard(const std::string& text) const { return utf8_ ? text : ascii_text(text); }

void Lines::line(const std::string& text) { std::cout << heard(text) << '\n'; }

bool Lines::ask(const std::string& prompt, std::string& answer) {
  std::cout << heard(prompt) << std::flush;
  if (!std::cout || !std::getline(std::cin, answer)) return false;
  answer = trimmed(answer);
  return true;
}

}  // namespace comodin
