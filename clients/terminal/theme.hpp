// How things look: colours, cards, boxes, buttons. Colour alone never carries meaning: cards carry a shape
// and two letters, what can be played is marked, what is chosen has a border of its own.
#pragma once

#include <string>
#include <vector>

#include "clients/terminal/surface.hpp"
#include "engine/ruleset.hpp"
#include "words/words.hpp"

namespace comodin {

namespace theme {

inline constexpr Ink kFelt{19, 33, 36, 0}, kFeltLight{31, 51, 54, 0}, kText{226, 231, 226, 7};
inline constexpr Ink kMuted{133, 152, 149, 8}, kBright{255, 255, 255, 15}, kGold{255, 209, 92, 11};
inline constexpr Ink kAlarm{255, 122, 104, 9}, kDark{12, 20, 22, 0}, kEdge{58, 84, 86, 8};

inline constexpr Style kPlain{kText, kFelt}, kQuiet{kMuted, kFelt}, kStrong{kBright, kFelt, kBold};
inline constexpr Style kAccent{kGold, kFelt, kBold}, kWarning{kAlarm, kFelt, kBold};
inline constexpr Style kBar{kText, kFeltLight}, kBarStrong{kGold, kFeltLight, kBold};
inline constexpr Style kCursor{kDark, kGold, kBold};

}  // namespace theme

char32_t shape_of(Color color);  // ♥ ♦ ♣ ♠
Ink ink_of(Color color);         // of the card; a wild is dark
Style text_of(Color color);      // the colour as text on the table

// What stands in the middle of a card: "7", "⊘", "+4".
std::string face_of(const RuleSet& rules, Card card);
// A card in few cells: "♥7".
std::string brief(const RuleSet& rules, Card card);

enum class CardSize { Small, Large };  // 5×3, 7×5
struct CardBox {
  int w, h;
};
inline constexpr CardBox box_of(CardSize size) {
  return size == CardSize::Small ? CardBox{5, 3} : CardBox{7, 5};
}

struct CardLook {
  bool can = true;      // may be played now
  bool bluff = false;   // … but not honestly
  bool chosen = false;  // the cursor is on it
  bool asked = true;    // somebody asks for a card: what cannot be played is dimmed
};
void draw_card(Grid& out, int x, int y, CardSize size, const Words& words, const RuleSet& rules, Card card,
               const CardLook& look);

// The top of the discard pile, as large as the room allows. `named`: the colour in force.
void draw_top_card(Grid& out, const Rect& area, const Words& words, const RuleSet& rules, Card card,
                   Color named);

enum class Border { Round, Double };
void draw_border(Grid& out, const Rect& rect, Border border, const Style& style);

// A key and what it does, side by side, clickable.
struct Button {
  std::string key, label;
  Input means;
  bool on = true, hot = false;
};
// Draws buttons in a row from x; those that do not fit go to the next row, while there are rows. Returns the
// number of rows used.
int draw_buttons(Surface& out, const Rect& area, const std::vector<Button>& buttons);

// Text in lines; returns how many were written. What does not fit ends in an ellipsis.
int draw_text(Grid& out, const Rect& area, std::string_view text, const Style& style);

}  // namespace comodin
