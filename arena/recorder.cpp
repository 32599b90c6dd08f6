#include "arena/recorder.hpp"

#include <algorithm>
#include <cstdlib>

#include "arena/table.hpp"
#include "engine/match.hpp"
#include "notation/player.hpp"

namespace comodin {
namespace {

constexpr std::uint64_t kBotPurpose = 1000;  // the bots' own stream of the game's key

// Writes down what chance decides.
class ChanceNotes : public Listener, public Chance {
 public:
  void on(const Event&) override {}
  void shuffle(std::span<Card> cards) override {
    lines.push_back({.kind = LineKind::ChancePile, .cards = {cards.rbegin(), cards.rend()}});
  }
  int put_back(int, int under) override {
    lines.push_back({.kind = LineKind::ChancePutBack, .number = under});
    return under;
  }
  std::vector<ScenarioLine> lines;
};

class GameWriter {
 public:
  explicit GameWriter(const RecordWish& wish)
      : wish_(wish), rules_(*wish.rules), bot_(split(wish.key, kBotPurpose), 8) {}

  std::string run(std::uint64_t* final_hash) {
    state_ = new_game(rules_, wish_.key);
    for (int hand = 0; hand < kHandsMax && check_deal(state_) == Refusal::None; ++hand) {
      if (hand == 0) first_deal();
      else next_deal();
      play_hand();
      for (const ScenarioLine& line : result_lines(rules_, state_)) write(line);
    }
    if (check_deal(state_) == Refusal::None) text_ += "# left here after 1000 hands\n";
    if (final_hash) *final_hash = hash(state_);
    return std::move(text_);
  }

 private:
  void write(const ScenarioLine& line) { (text_ += print_line(rules_, line)) += '\n'; }

  void write_position() {
    if (!wish_.trace) return;
    for (const ScenarioLine& check : position_lines(rules_, state_)) write(check);
  }

  // Chance lines stand before the move or deal they belong to.
  template <class Act>
  void write_step(const ScenarioLine& step, Act act) {
    ChanceNotes notes;
    act(notes);
    for (const ScenarioLine& chance : notes.lines) write(chance);
    write(step);
    write_position();
  }

  // The record's set-up is the table as it was dealt, before the first card is turned.
  void first_deal() {
    ChanceNotes notes;
    deal(rules_, state_, notes, notes);
    std::vector<Card> deck;
    for (const ScenarioLine& line : notes.lines)
      if (line.kind == LineKind::ChancePile) deck = line.cards;
    text_ = "scenario " + quoted(wish_.name) + "\n" + print_setup(dealt(deck));
    for (const ScenarioLine& line : notes.lines)
      if (line.kind == LineKind::ChancePutBack) write(line);
    write_position();
  }

  Setup dealt(const std::vector<Card>& deck) const {
    Setup setup;
    setup.edition = wish_.edition;
    setup.rules = wish_.rules;
    setup.start = Start::Begin;
    setup.names = wish_.seats;
    setup.seed = wish_.key;
    setup.rest_none = true;
    setup.dealer = state_.dealer;
    setup.hands.resize(static_cast<std::size_t>(rules_.seats));
    for (auto& hand : setup.hands) hand.emplace();
    const int cards = rules_.cards_dealt * rules_.seats;
    Seat seat = state_.dealer;
    for (int i = 0; i < cards; ++i) {
      seat = seat_after(rules_, seat, rules_.edition.direction);
      setup.hands[seat]->push_back(deck[static_cast<std::size_t>(i)]);
    }
    setup.pile.assign(deck.begin() + cards, deck.end());
    return setup;
  }

  void next_deal() {
    write_step({.kind = LineKind::Deal}, [&](ChanceNotes& notes) { deal(rules_, state_, notes, notes); });
  }

  void play_hand() {
    while (state_.phase == Phase::Running) {
      const Move move = next_move(rules_, state_, bot_);
      write_step({.kind = LineKind::Move, .move = move}, [&](ChanceNotes& notes) {
        if (apply(rules_, state_, move, notes, notes) != Refusal::None) std::abort();  // our own bot
      });
    }
  }

  const RecordWish& wish_;
  const RuleSet& rules_;
  RandomBot bot_;
  State state_;
  std::string text_;
};

}  // namespace

std::string record_game(const RecordWish& wish, std::uint64_t* final_hash) {
  return GameWriter(wish).run(final_hash);
}

}  // namespace comodin
