#include "clients/terminal/ascii.hpp"

#include <cstdlib>
#include <cstring>

#include "clients/terminal/cells.hpp"

namespace comodin {
namespace {

// Pairs of a character and what stands for it. The signs that open Spanish questions and exclamations have no
// equivalent in ASCII.
constexpr std::u32string_view kCells =
    U"áaéeíióoúuüuñnÁAÉEÍIÓOÚUÜUÑN¿ ¡ ─-│|╭.╮.╰'╯'═=║#╔#╗#╚#╝#├+┤+▲^▼v◀<▶>←<→>↑^↓v↻>↺<♥r♦y♣g♠b●*○o█#▓#▒:░.▄_"
    U"▀\"…~·-«\"»\""
    U"—-–-−-✓v✗x★*×x⊘O⇄R✎/╳X☼*▮#▸>▁.▂.▃-▅-▆=▇=“\"”\"‘'’'";

// Where a text may grow or shrink.
constexpr struct {
  char32_t character;
  std::string_view text;
} kTexts[] = {{U'¿', ""}, {U'¡', ""}, {U'…', "..."}};

}  // namespace

bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (!value || !*value) continue;
    return std::strstr(value, "UTF-8") || std::strstr(value, "utf8") || std::strstr(value, "UTF8") ||
           std::strstr(value, "utf-8");
  }
  return false;
}

char ascii_cell(char32_t character) {
  if (character < 0x80) return static_cast<char>(character);
  for (std::size_t i = 0; i + 1 < kCells.size(); i += 2)
    if (kCells[i] == character) return static_cast<char>(kCells[i + 1]);
  return '?';
}

std::string ascii_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const char32_t character = next_char(text);
    bool known = false;
    for (const auto& [one, instead] : kTexts)
      if (one == character) {
        out += instead;
        known = true;
      }
    if (!known) out += ascii_cell(character);
  }
  return out;
}

}  // namespace comodin
