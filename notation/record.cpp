#include "notation/record.hpp"

#include "engine/match.hpp"
#include "notation/player.hpp"

namespace comodin {

void RecordWriter::Notes::shuffle(std::span<Card> cards) {
  lines.push_back({.kind = LineKind::ChancePile, .cards = {cards.rbegin(), cards.rend()}});
}

int RecordWriter::Notes::put_back(int, int under) {
  lines.push_back({.kind = LineKind::ChancePutBack, .number = under});
  return under;
}

void RecordWriter::write(const ScenarioLine& line) { (text_ += print_line(rules_, line)) += '\n'; }

void RecordWriter::write_position(const State& state) {
  if (!head_.trace) return;
  for (const ScenarioLine& check : position_lines(rules_, state)) write(check);
}

// Chance lines come before the move or deal they belong to.
void RecordWriter::write_step(const ScenarioLine& step, const State& after) {
  for (const ScenarioLine& chance : notes_.lines) write(chance);
  notes_.lines.clear();
  write(step);
  write_position(after);
}

void RecordWriter::dealt(const State& after) {
  if (begun_) return write_step({.kind = LineKind::Deal}, after);
  begun_ = true;
  first_deal(after);
}

void RecordWriter::moved(const Move& move, const State& after) {
  write_step({.kind = LineKind::Move, .move = move}, after);
  if (after.phase == Phase::Running) return;
  for (const ScenarioLine& line : result_lines(rules_, after)) write(line);
}

// The record's set-up is the table as it was dealt, before the first card is turned.
void RecordWriter::first_deal(const State& after) {
  std::vector<Card> deck;
  for (const ScenarioLine& line : notes_.lines)
    if (line.kind == LineKind::ChancePile) deck = line.cards;
  Card drawn[kCardsMax];
  const DealerDraw draw = draw_for_deal(rules_, after.key, drawn);
  const bool drew = head_.version > 1 && draw.drawn > 0 && draw.dealer == after.dealer;
  text_ += "scenario " + quoted(head_.name) + "\n" + print_setup(setup(after, deck, drew));
  if (drew) write({.kind = LineKind::ChanceDealer, .cards = {drawn, drawn + draw.drawn}});
  for (const ScenarioLine& line : notes_.lines)
    if (line.kind == LineKind::ChancePutBack) write(line);
  notes_.lines.clear();
  write_position(after);
}

Setup RecordWriter::setup(const State& after, const std::vector<Card>& deck, bool drew) const {
  Setup setup;
  setup.version = head_.version;
  setup.edition = head_.edition;
  setup.rules = head_.rules;
  setup.start = drew ? Start::BeginDraw : Start::Begin;
  setup.names = head_.seats;
  setup.seed = head_.key;
  setup.rest_none = true;
  if (!drew) setup.dealer = after.dealer;
  setup.hands.resize(static_cast<std::size_t>(rules_.seats));
  for (auto& hand : setup.hands) hand.emplace();
  const int cards = rules_.cards_dealt * rules_.seats;
  Seat seat = after.dealer;
  for (int i = 0; i < cards; ++i) {
    seat = seat_after(rules_, seat, rules_.edition.direction);
    setup.hands[seat]->push_back(deck[static_cast<std::size_t>(i)]);
  }
  setup.pile.assign(deck.begin() + cards, deck.end());
  return setup;
}

}  // namespace comodin
