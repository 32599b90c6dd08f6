// Scene: everything that the table screen shows, as a value. What can be known comes from a View; the rest is
// where the cursor is and what the person is being asked. draw_table() turns it into a screen of any size.
#pragma once

#include <string>
#include <vector>

#include "clients/terminal/theme.hpp"
#include "engine/ruleset.hpp"
#include "engine/view.hpp"
#include "words/words.hpp"

namespace comodin {

// The least that the table needs; smaller terminals are asked to grow.
inline constexpr int kWidthMin = 60, kHeightMin = 20;

struct SeatLabel {
  std::string name, level;
};

// A small choice beside the top card: a colour, a player, yes or no. It hides neither the hand nor a button.
struct Panel {
  std::string title;
  std::vector<std::string> options;
  int cursor = 0;
  bool open() const { return !title.empty() || !options.empty(); }
};

// One row of the hint: a move, and how often it wins.
struct HintRow {
  std::string move, brief;  // `brief`: where the whole does not fit
  double win = 0, points = 0;
};

struct Scene {
  const RuleSet* rules = nullptr;
  const Words* words = nullptr;
  View view;
  std::vector<SeatLabel> seats;
  Seat bottom = 0;         // whose hand is shown below
  Seat you = 0;            // the seat that is spoken to, or kSpectator
  bool open = false;       // every hand is shown (replays)
  std::string title;       // "Clásica · mano 2 · meta 500"
  std::vector<Card> hand;  // in order
  int cursor = 0;
  Mask can = 0, bluffs = 0;  // kinds that may be played now; of those, not honestly
  bool asked = false;        // a card is asked for: what cannot be played is dimmed
  bool focus_hand = true;    // arrows move in the hand, not in the panel
  bool armed = false;        // UNO will be called with the next card
  std::string message;
  bool alert = false;  // the message is a refusal or an alarm
  Panel panel;
  std::vector<HintRow> hints;
  std::string hint_title;  // empty: no hint is shown
  std::vector<std::string> log;
  std::vector<Button> actions, keys;
};

// Where each part lies.
struct TableLayout {
  Rect title, opponents, pile, top, facts, log, panel, message, head, hand, actions, keys;
  int opponent_columns = 1, opponent_rows = 1;
  bool opponent_frames = false;
  CardSize card = CardSize::Small;
  int hand_columns = 1, hand_rows = 1, pitch = 5;  // cards in a row, rows that fit, cells from card to card
};
TableLayout lay_table(int width, int height, int opponents, int cards);

void draw_table(const Scene& scene, Surface& out);

}  // namespace comodin
