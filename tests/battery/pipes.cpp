#include "tests/battery/pipes.hpp"

#include <gtest/gtest.h>

#include "engine/imagine.hpp"

namespace comodin::battery {
namespace {

// Cards for everybody out of what is unseen, lowest kinds first.
Guess some_world(const PlainRules& rules, const View& view) {
  Guess guess;
  guess.key = 1;
  int hand[kSeatsMax];
  for (Seat k = 0; k < rules.seats; ++k) {
    guess.hands[k] = view.known.cards[k];
    hand[k] = view.count[k] - view.known.cards[k].size();
  }
  int pile = view.pile;
  for_each_card(unseen(rules, view), [&](Card card) {
    Seat k = 0;
    while (k < rules.seats && hand[k] == 0) ++k;
    if (k < rules.seats) {
      --hand[k];
      guess.hands[k].add(card);
    } else if (pile-- > 0) {
      guess.pile.add(card);
    }
  });
  return guess;
}

class Nosy : public Bot {
 public:
  void begin(const RuleSet&, Key key) override { seen_ = key; }

  Move answer(const Question& question) override {
    MoveList moves;
    moves_to_ask(question.rules, question.view, question.choices, BotQuestionKind::Go, moves);
    return moves[static_cast<int>(look(question) % static_cast<Key>(moves.size()))];
  }

  bool react(const Question& question, Reaction& out) override {
    MoveList moves;
    moves_to_ask(question.rules, question.view, question.choices, BotQuestionKind::React, moves);
    const Key seen = look(question);
    if (seen % 3 == 0) return false;
    out = {moves[static_cast<int>(seen % static_cast<Key>(moves.size()))],
           static_cast<int>(seen >> 8 & 1023)};
    return true;
  }

  int pace() override { return static_cast<int>(note(7) >> 8 & 1023); }
  bool listens() const override { return true; }

  void hear(const Event& event) override {
    const Course& course = event.course;
    note(event.kind, event.seat, event.other, event.card, event.color, event.origin, event.open, event.value);
    note(course.turns, course.turn, course.next, course.agenda.step, course.may_keep);
    note_hand(event.cards);
  }

 private:
  template <class... Values>
  Key note(Values... values) {
    for (const Key value : {static_cast<Key>(values)...}) seen_ = mix(seen_ ^ value) + 1;
    return seen_;
  }
  void note_hand(const Hand& hand) { note(hand.has, hand.more[0], hand.more[1], hand.more[2]); }

  Key look(const Question& question) {
    const PlainRules& rules = question.rules;
    const View& view = question.view;
    note(hash(imagine(rules, view, some_world(rules, view))), view.drawn);
    note_hand(view.known.laid);
    for (Seat k = 0; k < rules.seats; ++k) {
      note_hand(view.known.cards[k]);
      note_hand(view.known.since[k]);
      remember(question.memory, k);
    }
    const Choices& may = question.choices;
    note(question.memory.before_accused(), may.cards, may.verbs, may.with_cards, may.uno, may.branches);
    return note(may.seats, may.catches, may.gifts);
  }

  void remember(const Memory& memory, Seat k) {
    for (std::size_t color = 0; color <= Memory::kWilds; ++color) note(memory.passed_up(k, color));
    note(memory.named(k), memory.since_named(k), memory.challenged(k), memory.bluffed(k));
  }

  Key seen_ = 0;
};

// The last line of the last question.
std::string last_line(std::string text) {
  if (!text.empty()) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

}  // namespace

std::unique_ptr<Bot> make_nosy() { return std::make_unique<Nosy>(); }

bool Loop::start(std::string&) {
  session_ = std::make_unique<BotSession>(make_(), "loop \"back\"");
  replies_.clear();
  return true;
}

void Loop::send(std::string_view lines) {
  while (session_ && !lines.empty()) {
    const std::size_t end = lines.find('\n');
    std::string reply;
    if (!session_->hear(lines.substr(0, end), reply)) {
      EXPECT_EQ(session_->error(), "");
      session_.reset();
    }
    replies_ += reply;
    lines.remove_prefix(end + 1);
  }
}

Channel::Got Loop::receive(std::string& line, int) {
  if (replies_.empty()) return session_ ? Got::Nothing : Got::Closed;
  const std::size_t end = replies_.find('\n');
  line = replies_.substr(0, end);
  replies_.erase(0, end + 1);
  return Got::Line;
}

Channel::Got Tape::receive(std::string& line, int) {
  BotQuestion ask;
  if (!greeted_) line = "ready";
  else if (const TextError wrong = parse_question(last_line(sent_), ask)) return Got::Nothing;
  else
    line = (ask.kind == BotQuestionKind::Go ? "choose " : "pass ") + std::to_string(ask.id) +
           (ask.kind == BotQuestionKind::Go ? " 1" : "");
  greeted_ = true;
  return Got::Line;
}

}  // namespace comodin::battery
