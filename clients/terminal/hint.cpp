#include "clients/terminal/hint.hpp"

#include <algorithm>
#include <tuple>

#include "arena/table.hpp"
#include "engine/imagine.hpp"

namespace comodin {
namespace {

constexpr int kMovesMax = 2000;  // of one imagined hand

// A world that fits what is known: the unseen cards dealt at random.
Guess guess_world(const Question& question, Random& random) {
  const View& view = question.view;
  std::vector<Card> cards;
  for_each_card(unseen(question.rules, view), [&](Card card) { cards.push_back(card); });
  for (std::size_t left = cards.size(); left > 1; --left)
    std::swap(cards[left - 1], cards[random.below(static_cast<std::uint32_t>(left))]);
  Guess guess;
  guess.key = random.next();
  for (Seat k = 0; k < question.rules.seats; ++k) {
    guess.hands[k] = view.known.cards[k];
    for (int missing = view.count[k] - guess.hands[k].size(); missing > 0 && !cards.empty(); --missing)
      guess.hands[k].add(cards.back()), cards.pop_back();
  }
  for (Card card : cards) guess.pile.add(card);
  guess.drawn = view.drawn;
  guess.may_keep = view.course.may_keep;
  const Color before = question.memory.before_accused();
  if (view.course.accused != kNoSeat && before != Color::None)
    guess.guilty = (guess.hands[view.course.accused].has &
                    question.rules.of_color[static_cast<std::size_t>(before)]) != 0;
  return guess;
}

bool out_of_turn(Verb verb) {
  return verb == Verb::Uno || verb == Verb::Catch || verb == Verb::Give || verb == Verb::Jump;
}

// What is worth comparing: with the call where it is owed, and the call itself is no question.
std::vector<MoveChance> candidates(const Question& question, const State& state) {
  MoveList moves;
  legal(question.rules, state, question.seat(), moves);
  std::vector<MoveChance> out;
  for (const Move& move : moves)
    if (!out_of_turn(move.verb) && (move.uno || !question.choices.uno || (move.verb != Verb::Play)))
      out.push_back({move});
  return out;
}

}  // namespace

void sort_by_win(std::vector<MoveChance>& rows) {
  const auto key = [](const MoveChance& row) {
    const Move& m = row.move;
    return std::tuple(-row.win, m.verb, m.what, m.color, m.power, m.uno);
  };
  std::sort(rows.begin(), rows.end(),
            [&](const MoveChance& a, const MoveChance& b) { return key(a) < key(b); });
}

// To be replaced by the Monte-Carlo player of bots/: here everybody plays on at random.
std::vector<MoveChance> prospects_of(const Question& question, Key key, int worlds) {
  Random random(key);
  std::vector<MoveChance> out;
  for (int w = 0; w < worlds; ++w) {
    const State world = imagine(question.rules, question.view, guess_world(question, random));
    if (out.empty()) out = candidates(question, world);
    const Key play = random.next();
    for (MoveChance& row : out) {
      State state = world;
      apply(question.rules, state, row.move);
      RandomBot bot(play, 1);
      for (int i = 0; i < kMovesMax && state.phase == Phase::Running; ++i)
        apply(question.rules, state, next_move(question.rules, state, bot));
      const bool won = state.phase == Phase::Won && state.winner == question.seat();
      row.win += won;
      row.points += (won ? 1.0 : -1.0) * state.points[state.winner < question.rules.seats ? state.winner : 0];
    }
  }
  for (MoveChance& row : out) row.win /= worlds, row.points /= worlds;
  return out;
}

Hint::Hint(std::shared_ptr<const RuleSet> rules, const View& view, const Memory& memory,
           const Choices& choices, Key key)
    : rules_(std::move(rules)), view_(view), memory_(memory), choices_(choices), key_(key) {
  thread_ = std::thread([this] { run(); });
}

Hint::~Hint() {
  stop_ = true;
  thread_.join();
}

void Hint::run() {
  for (int slice = 0; slice < kSlices && !stop_; ++slice) {
    const Question question{*rules_, view_, memory_, choices_};
    const std::vector<MoveChance> now = prospects_of(question, split(key_, static_cast<Key>(slice)), kWorlds);
    const std::scoped_lock lock(guard_);
    if (rows_.empty()) rows_ = now;
    for (std::size_t i = 0; slice > 0 && i < rows_.size() && i < now.size(); ++i) {
      rows_[i].win += (now[i].win - rows_[i].win) / (slice + 1);
      rows_[i].points += (now[i].points - rows_[i].points) / (slice + 1);
    }
    done_ = slice + 1;
  }
}

std::vector<MoveChance> Hint::rows() const {
  std::vector<MoveChance> out;
  {
    const std::scoped_lock lock(guard_);
    out = rows_;
  }
  sort_by_win(out);
  return out;
}

}  // namespace comodin
