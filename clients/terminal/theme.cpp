#include "clients/terminal/theme.hpp"

#include <algorithm>
#include <array>

#include "notation/moves.hpp"

namespace comodin {
namespace {

constexpr std::array<char32_t, 4> kShapes = {U'♥', U'♦', U'♣', U'♠'};
constexpr std::array<Ink, 5> kCards = {Ink{196, 49, 52, 1}, Ink{233, 187, 43, 3}, Ink{47, 143, 78, 2},
                                       Ink{45, 99, 196, 4}, Ink{52, 54, 64, 0}};
constexpr std::array<Ink, 4> kColorTexts = {Ink{255, 120, 110, 9}, Ink{255, 214, 92, 11},
                                            Ink{110, 220, 140, 10}, Ink{122, 172, 255, 12}};

// Faces of symbols that are not numbers; any other symbol stands for itself.
constexpr struct {
  std::string_view symbol, face;
} kFaces[] = {{"s", "⊘"},  {"v", "⇄"},   {"W", "★"},   {"W4", "+4"}, {"Wc", "✎"},  {"Wx", "╳"}, {"Wk", "☼"},
              {"Wh", "»"}, {"Wr", "♥↑"}, {"Wy", "♦↑"}, {"Wg", "♣↑"}, {"Wb", "♠↑"}, {"Wp", "?↑"}};

// Five rows of a large face, three cells wide (five for signs); `#` is drawn.
constexpr struct {
  std::string_view face;
  std::array<std::string_view, 5> rows;
} kLarge[] = {{"0", {"###", "# #", "# #", "# #", "###"}},
              {"1", {" # ", "## ", " # ", " # ", "###"}},
              {"2", {"###", "  #", "###", "#  ", "###"}},
              {"3", {"###", "  #", " ##", "  #", "###"}},
              {"4", {"# #", "# #", "###", "  #", "  #"}},
              {"5", {"###", "#  ", "###", "  #", "###"}},
              {"6", {"###", "#  ", "###", "# #", "###"}},
              {"7", {"###", "  #", "  #", " # ", " # "}},
              {"8", {"###", "# #", "###", "# #", "###"}},
              {"9", {"###", "# #", "###", "  #", "###"}},
              {"+", {"   ", " # ", "###", " # ", "   "}},
              {"⊘", {" ### ", "#  ##", "# # #", "##  #", " ### "}},
              {"⇄", {"   # ", "#####", "     ", "#####", " #   "}},
              {"★", {"  #  ", "#####", " ### ", "## ##", "#   #"}},
              {"✎", {"   ##", "  ## ", " ##  ", "##   ", "#    "}},
              {"╳", {"#   #", " # # ", "  #  ", " # # ", "#   #"}},
              {"☼", {"# # #", " ### ", "## ##", " ### ", "# # #"}},
              {"»", {"# #  ", " # # ", "  # #", " # # ", "# #  "}},
              {"?", {"###", "  #", " ##", "   ", " # "}},
              {"↑", {" # ", "###", " # ", " # ", " # "}},
              {"♥", {" # # ", "#####", "#####", " ### ", "  #  "}},
              {"♦", {"  #  ", " ### ", "#####", " ### ", "  #  "}},
              {"♣", {" ### ", " ### ", "#####", "## ##", "  #  "}},
              {"♠", {"  #  ", " ### ", "#####", "## ##", "  #  "}}};

Ink mixed(const Ink& a, const Ink& b, int of_8, std::uint8_t basic) {
  const auto mix = [&](int x, int y) { return static_cast<std::uint8_t>((x * of_8 + y * (8 - of_8)) / 8); };
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b), basic};
}

Ink on_card(Color color) { return color == Color::Yellow ? theme::kDark : theme::kBright; }

const std::array<std::string_view, 5>* large(std::string_view face) {
  for (const auto& known : kLarge)
    if (known.face == face) return &known.rows;
  return nullptr;
}

std::vector<std::string> characters(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) append_utf8(out.emplace_back(), next_char(text));
  return out;
}

// The face in blocks, its middle at the middle of the area. False if there is no picture or no room.
bool draw_large(Grid& out, const Rect& area, const std::string& face, const Style& style) {
  int width = -1;
  for (const std::string& one : characters(face)) {
    if (!large(one)) return false;
    width += static_cast<int>((*large(one))[0].size()) * 2 + 2;
  }
  if (width > area.w || area.h < 5) return false;
  int x = area.x + (area.w - width + 1) / 2;
  const int y = area.y + (area.h - 5) / 2;
  for (const std::string& one : characters(face)) {
    const auto& rows = *large(one);
    for (int r = 0; r < 5; ++r)
      for (std::size_t c = 0; c < rows[0].size(); ++c)
        if (rows[static_cast<std::size_t>(r)][c] == '#')
          out.fill({x + static_cast<int>(c) * 2, y + r, 2, 1}, U'█', style);
    x += static_cast<int>(rows[0].size()) * 2 + 2;
  }
  return true;
}

void put_centered(Grid& out, const Rect& area, int y, std::string_view text, const Style& style) {
  const std::string fits = shortened(text, area.w);
  out.put(area.x + (area.w - text_width(fits)) / 2, y, fits, style);
}

// The four shapes on the upper edge of a wild.
void draw_shapes(Grid& out, int x, int y, int width, Ink back, bool dim) {
  const int gap = width >= 7 ? 2 : 1;
  int at = x;
  for (std::size_t c = 0; c < 4; ++c) {
    const Ink fg = dim ? mixed(kColorTexts[c], back, 4, 8) : kColorTexts[c];
    out.set(at, y, kShapes[c], {fg, back, static_cast<std::uint8_t>(dim ? kDim : kBold)});
    at += c == 1 && gap == 1 ? 2 : gap;
  }
}

}  // namespace

char32_t shape_of(Color color) {
  return color == Color::None ? U'★' : kShapes[static_cast<std::size_t>(color)];
}

Ink ink_of(Color color) { return kCards[static_cast<std::size_t>(color)]; }

Style text_of(Color color) {
  return color == Color::None ? theme::kStrong
                              : Style{kColorTexts[static_cast<std::size_t>(color)], theme::kFelt, kBold};
}

std::string face_of(const RuleSet& rules, Card card) {
  const Symbol& symbol = rules.edition.symbols[rules.cards[card].symbol];
  for (const auto& known : kFaces) {
    if (known.symbol != symbol.text) continue;
    return symbol.custom ? std::string(known.face) + card_name(rules, card).substr(symbol.text.size())
                         : std::string(known.face);
  }
  return symbol.wild ? symbol.text.substr(1) : symbol.text;
}

std::string brief(const RuleSet& rules, Card card) {
  std::string out;
  if (rules.cards[card].color != Color::None) append_utf8(out, shape_of(rules.cards[card].color));
  return out + face_of(rules, card);
}

void draw_border(Grid& out, const Rect& r, Border border, const Style& style) {
  const char32_t* line = border == Border::Round ? U"╭╮╰╯─│" : U"╔╗╚╝═║";
  for (int x = r.x + 1; x < r.right() - 1; ++x) {
    out.set(x, r.y, line[4], style);
    out.set(x, r.bottom() - 1, line[4], style);
  }
  for (int y = r.y + 1; y < r.bottom() - 1; ++y) {
    out.set(r.x, y, line[5], style);
    out.set(r.right() - 1, y, line[5], style);
  }
  out.set(r.x, r.y, line[0], style);
  out.set(r.right() - 1, r.y, line[1], style);
  out.set(r.x, r.bottom() - 1, line[2], style);
  out.set(r.right() - 1, r.bottom() - 1, line[3], style);
}

void draw_card(Grid& out, int x, int y, CardSize size, const Words& words, const RuleSet& rules, Card card,
               const CardLook& look) {
  const auto [w, h] = box_of(size);
  const Color color = rules.cards[card].color;
  const bool dim = look.asked && !look.can && !look.bluff;
  const bool wild = color == Color::None;
  const Ink back = dim ? mixed(ink_of(color), theme::kFelt, 3, 0) : ink_of(color);
  Ink front = dim ? mixed(wild ? theme::kText : kColorTexts[static_cast<std::size_t>(color)], theme::kFelt, 5,
                          wild ? std::uint8_t{8} : kColorTexts[static_cast<std::size_t>(color)].basic)
                  : on_card(color);
  const Style style{front, back, static_cast<std::uint8_t>(dim ? kDim : kBold)};
  const Style edge = look.chosen ? Style{theme::kDark, theme::kGold, kBold}
                                 : Style{dim ? front : mixed(front, back, 5, front.basic), back,
                                         static_cast<std::uint8_t>(dim ? kDim : 0)};
  out.fill({x, y, w, h}, U' ', style);
  draw_border(out, {x, y, w, h}, look.chosen ? Border::Double : Border::Round, edge);
  put_centered(out, {x + 1, y, w - 2, h}, y + h / 2, face_of(rules, card), style);
  if (wild) {
    draw_shapes(out, x, y, w, look.chosen ? theme::kDark : back, dim);
  } else if (size == CardSize::Small) {
    out.put(x + 1, y, words.short_color(color), look.chosen ? edge : style);
    out.set(x + 3, y, shape_of(color), look.chosen ? edge : style);
  } else {
    out.set(x + 1, y + 1, shape_of(color), style);
    out.put(x + 3, y + 1, words.short_color(color), style);
    out.set(x + w - 2, y + h - 2, shape_of(color), style);
  }
  const char32_t mark = look.bluff ? U'?' : U'▲';
  if (look.asked && (look.can || look.bluff)) out.set(x + w / 2, y + h - 1, mark, edge.with(kBold));
}

void draw_top_card(Grid& out, const Rect& area, const Words& words, const RuleSet& rules, Card card,
                   Color named) {
  const Color color = rules.cards[card].color != Color::None ? rules.cards[card].color : named;
  const Style style{on_card(color), ink_of(color), kBold};
  out.fill(area, U' ', style);
  draw_border(out, area, Border::Round, style);
  const Rect inner{area.x + 1, area.y + 1, area.w - 2, area.h - 2};
  std::string word;
  append_utf8(word, shape_of(color));
  if (color != Color::None) word += " " + words.loud_color(color);
  out.put(inner.x, inner.y, word, style, inner.right());
  const Rect middle{inner.x, inner.y + 1, inner.w, inner.h - 2};
  const std::string face = face_of(rules, card);
  if (!draw_large(out, middle, face, style)) {
    const std::string key = "face." + rules.edition.symbols[rules.cards[card].symbol].text;
    const std::string name = words.say().has(key) ? face + " " + words.say()(key) : face;
    put_centered(out, middle, middle.y + (middle.h - 1) / 2, name, style);
  }
  out.set(inner.right() - 1, inner.bottom() - 1, shape_of(color), style);
  if (rules.cards[card].color != Color::None) return;
  out.fill({inner.x, inner.bottom() - 1, 7, 1}, U' ', {theme::kText, theme::kDark});
  draw_shapes(out, inner.x, inner.bottom() - 1, 7, theme::kDark, false);
}

int draw_buttons(Surface& out, const Rect& area, const std::vector<Button>& buttons) {
  int x = area.x, y = area.y, total = -2;
  for (const Button& button : buttons) total += text_width(button.key) + text_width(button.label) + 5;
  const int saved = static_cast<int>(buttons.size()) - 1;
  const bool tight = area.h == 1 && total - saved > area.w;  // no room for space around the keys
  const int gap = area.h > 1 || total <= area.w ? 2 : 1;
  const std::string pad = tight ? "" : " ";
  for (const Button& button : buttons) {
    const int width = text_width(button.key) + (tight ? 0 : 2) + 1 + text_width(button.label);
    if (x > area.x && x + width > area.right()) {
      if (y + 1 >= area.bottom()) break;
      x = area.x;
      ++y;
    }
    const Style key = button.hot  ? theme::kCursor
                      : button.on ? Style{theme::kBright, theme::kFeltLight, kBold}
                                  : Style{theme::kMuted, theme::kFelt, kDim};
    const Style label = button.hot ? theme::kAccent : button.on ? theme::kPlain : theme::kQuiet.with(kDim);
    int end = out.grid.put(x, y, pad + button.key + pad, key, area.right());
    end = out.grid.put(end, y, " " + button.label, label, area.right());
    out.clickable({x, y, end - x, 1}, button.means);
    x = end + gap;
  }
  return y - area.y + 1;
}

int draw_text(Grid& out, const Rect& area, std::string_view text, const Style& style) {
  const std::vector<std::string> lines = wrapped(text, area.w);
  int y = 0;
  for (; y < area.h && y < static_cast<int>(lines.size()); ++y) {
    std::string line = lines[static_cast<std::size_t>(y)];
    if (y + 1 == area.h && y + 1 < static_cast<int>(lines.size()))
      line = shortened(line + " " + lines[static_cast<std::size_t>(y) + 1] + "…", area.w);
    out.put(area.x, area.y + y, line, style, area.right());
  }
  return y;
}

}  // namespace comodin
