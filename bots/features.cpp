#include "bots/features.hpp"

#include <algorithm>

#include "bots/belief.hpp"
#include "engine/imagine.hpp"
#include "engine/match.hpp"

namespace comodin {
namespace {

constexpr int kSymbols = 14;  // 0 … 9, skip, reverse, attack, anything else
constexpr int kWildSorts = 14;

// Where each group of facts begins.
constexpr int kHandCard = 0;                                   // slot × symbol × (one, two)
constexpr int kHandWild = kHandCard + kColors * kSymbols * 2;  // sort × (one, two, three)
constexpr int kHandSize = kHandWild + kWildSorts * 3;          // 0 … 17
constexpr int kHandColor = kHandSize + 18;                     // slot × 0 … 6
constexpr int kHandPoints = kHandColor + kColors * 7;          // 8 bins
constexpr int kTop = kHandPoints + 8;                          // symbol, then sort of wild
constexpr int kAction = kTop + kSymbols + kWildSorts;          // verb
constexpr int kNextDraws = kAction + kVerbs;                   // 4 bins
constexpr int kEffects = kNextDraws + 4;                       // 8 flags
constexpr int kHyper = kEffects + 8;                           // on this colour, on another
constexpr int kSum = kHyper + 2;                               // 4 bins
constexpr int kGuilt = kSum + 4;                               // 8 bins
constexpr int kPlayable = kGuilt + 8;                          // kinds that could be played: 0 … 4
constexpr int kNextCount = kPlayable + 5;                      // 0 … 12
constexpr int kPreviousCount = kNextCount + 13;                // 0 … 12
constexpr int kClosest = kPreviousCount + 13;                  // 0 … 12
constexpr int kSeats = kClosest + 13;                          // 2 … 10
constexpr int kNextLacks = kSeats + 9;                         // slot or wilds × 4 bins
constexpr int kNextNamed = kNextLacks + (kColors + 1) * 4;     // slot
constexpr int kPreviousLacks = kNextNamed + kColors;           // slot × 2 bins
constexpr int kNextHolds = kPreviousLacks + kColors * 2;       // slot or wilds: was shown
constexpr int kUnseen = kNextHolds + kColors + 1;              // slot or wilds × 6 bins
constexpr int kTopUnseen = kUnseen + (kColors + 1) * 6;        // cards like the top: 0 … 4
constexpr int kPile = kTopUnseen + 5;                          // 5 bins
constexpr int kPowerHolder = kPile + 5;                        // ability × (me, next, other, nobody)
constexpr int kPowerSlot = kPowerHolder + kAbilities * 4;      // ability × slot
constexpr int kRules = kPowerSlot + kAbilities * kColors;      // 16 flags
constexpr int kAwaits = kRules + 16;                           // what was asked
constexpr int kTeamMate = kAwaits + 13;                        // next is a partner
// What only means something together.
constexpr int kSizes = kTeamMate + 1;       // cards of one's own × cards of next, 0 … 9
constexpr int kRisk = kSizes + 100;         // points in the hand × cards of the closest rival
constexpr int kMatches = kRisk + 8 * 4;     // cards that would fit next: 0 … 7 × wilds, 0 … 2
constexpr int kVariety = kMatches + 8 * 3;  // colours in the hand, 0 … 4 × its size, 4 bins
constexpr int kCanPlay = kVariety + 5 * 4;  // how likely next has something to play: 8 bins × loses the turn
constexpr int kEnd = kCanPlay + 8 * 2;
static_assert(kEnd <= kFeatures);

int bin(int value, std::initializer_list<int> edges) {
  int at = 0;
  for (const int edge : edges) at += value >= edge;
  return at;
}

int wild_sort(const CardInfo& info, bool restricted, const Effect& e,
              const std::array<Color, kAbilities>& powers) {
  if (restricted || info.attack > 0) return 1;
  if (info.picks_power) return 6;
  if (info.grants != Color::None)
    for (std::size_t a = 0; a < kAbilities; ++a)
      if (powers[a] == info.grants) return 2 + static_cast<int>(a);
  if (e.hyperspeed > 0) return 7;
  if (e.throws > 0) return 8;
  if (info.take_shown || info.take_draws) return 9;
  if (e.plays_again > 0) return 10;
  if (e.next_draws > 0 || e.others_draw > 0 || e.next_loses_turn > 0) return 11;
  if (e.player_draws < 0 || e.others_draw < 0) return 12;
  const bool plain = e.player_draws == 0 && e.swaps == 0 && e.shows_hands == 0 && e.burdens == 0;
  return plain ? 0 : 13;
}

int symbol_sort(const CardInfo& info, const Effect& e, Op first) {
  if (info.number >= 0) return info.number;
  if (info.attack > 0 || e.next_draws > 0) return 12;
  if (first == Op::Reverse) return 11;
  return e.next_loses_turn > 0 ? 10 : 13;
}

}  // namespace

void Classes::read(const PlainRules& rules, const Effects& effects) {
  for (int kind = 0; kind < rules.kinds; ++kind) {
    const auto card = static_cast<Card>(kind);
    const CardInfo& info = rules.cards[card];
    const bool wild = (rules.wilds & bit(card)) != 0, restricted = (rules.restricted & bit(card)) != 0;
    const int sort = wild ? wild_sort(info, restricted, effects[card], rules.powers)
                          : symbol_sort(info, effects[card], rules.steps[info.play].op);
    of_[card] = static_cast<std::uint8_t>(sort);
  }
}

// The table as the move leaves it, as far as its player can tell.
struct Facts::After {
  Move move;
  Hand hand;
  Card top;
  Color color;
  Color slots[kColors];  // the colours in their order
  int slot_of[kColors];
  int held[kColors];  // by slot
  int size;
  bool bluff = false;
  Effect effect{};
};

Facts::Facts(const Question& question, const Effects& effects, const Classes& classes)
    : q_(question), effects_(effects), classes_(classes), situation_(situation_of(question, effects)) {
  const PlainRules& rules = q_.rules;
  const View& view = q_.view;
  Hand seen = view.known.laid;
  for (Seat k = 0; k < rules.seats; ++k) {
    const Hand& known = view.known.cards[k];
    for (std::size_t c = 0; c < kColors; ++c) unseen_[c] -= known.only(rules.of_color[c]).size();
    unseen_[kColors] -= known.only(rules.wilds).size();
  }
  for (std::size_t c = 0; c < kColors; ++c)
    unseen_[c] += effects.color_cards(static_cast<Color>(c)) - seen.only(rules.of_color[c]).size();
  unseen_[kColors] += effects.color_cards(Color::None) - seen.only(rules.wilds).size();
  for (int& n : unseen_) all_unseen_ += n = std::max(n, 0);
  playable_ = std::popcount(q_.choices.cards);
  if (view.await.kind == Awaits::Challenge) guilt_ = guilt(situation_);

  FactList& out = shared_;
  const int flags[16] = {rules.has_powers(),
                         rules.hyperspeed,
                         rules.goes_off != 0,
                         rules.drawn_forced == Drawn::May,
                         rules.drawn_voluntary == Drawn::May,
                         rules.bluff == Bluff::Allowed,
                         rules.restricted_by_wild != 0,
                         rules.stacking != Stacking::None,
                         rules.jump_in == JumpIn::On,
                         rules.draw == DrawRule::UntilPlayable,
                         rules.teams == Teams::Pairs,
                         rules.format == Format::Low,
                         rules.two_player_reverse == TwoPlayerReverse::Skip,
                         rules.first_direction == Direction::Right,
                         view.hands_up != 0,
                         view.owes != 0};
  for (int i = 0; i < 16; ++i)
    if (flags[i]) out.add(kRules + i);
  out.add(kSeats + rules.seats - 2);
  out.add(kPile + bin(view.pile, {5, 15, 35, 60}));
  out.add(kAwaits + static_cast<int>(view.await.kind));
  out.add(kPlayable + std::min(playable_, 4));
  out.add(kClosest + std::min(situation_.closest(), 12));
  if (!situation_.rival(situation_.next)) out.add(kTeamMate);
  if (view.await.kind == Awaits::Challenge)
    out.add(kGuilt + bin(static_cast<int>(guilt_ * 100), {3, 7, 12, 18, 25, 35, 50}));
}

void Facts::of(const Move& move, FactList& out) const {
  After a{};
  a.move = move;
  a.hand = situation_.hand;
  a.size = situation_.own();
  a.top = situation_.top;
  a.color = situation_.color;
  const bool sheds = (move.verb == Verb::Play || move.verb == Verb::Throw || move.verb == Verb::Discard ||
                      move.verb == Verb::Jump) &&
                     move.what != kNoCard;
  if (sheds) {
    a.hand.remove(move.what);
    --a.size;
  }
  if (move.verb == Verb::Play || move.verb == Verb::Jump) {
    const CardInfo& info = q_.rules.cards[move.what];
    a.top = move.what;
    a.color = info.color == Color::None ? move.color : info.color;
    a.effect = effects_[move.what];
    a.bluff = (q_.rules.restricted & bit(move.what)) &&
              is_bluff(q_.rules, situation_.hand, move.what, situation_.color);
  }
  if (move.verb == Verb::Color) a.color = move.color;
  int by_color[kColors];
  for (int c = 0; c < kColors; ++c)
    by_color[c] = a.hand.only(of_color(q_.rules, static_cast<Color>(c))).size();
  int order[kColors] = {0, 1, 2, 3};
  const int in_force = static_cast<int>(a.color);
  std::sort(order, order + kColors, [&](int x, int y) {
    if ((x == in_force) != (y == in_force)) return x == in_force;
    return by_color[x] != by_color[y] ? by_color[x] > by_color[y] : x < y;
  });
  for (int s = 0; s < kColors; ++s) {
    a.slots[s] = static_cast<Color>(order[s]);
    a.slot_of[order[s]] = s;
    a.held[s] = by_color[order[s]];
  }
  out = shared_;
  hand(a, out);
  action(a, out);
  table(a, out);
  others(a, out);
  unseen(a, out);
  if (q_.rules.has_powers()) powers(a, out);
  together(a, out);
}

void Facts::hand(const After& a, FactList& out) const {
  int points = 0;
  int wilds[kWildSorts] = {};
  int cards[kColors * kSymbols] = {};
  for_each_kind(a.hand.has, [&](Card card) {
    const CardInfo& info = q_.rules.cards[card];
    const int n = a.hand.count(card);
    points += n * info.points;
    if (info.color == Color::None) wilds[classes_.symbol(card)] += n;
    else cards[a.slot_of[static_cast<int>(info.color)] * kSymbols + classes_.symbol(card)] += n;
  });
  for (int i = 0; i < kColors * kSymbols; ++i)
    if (cards[i]) out.add(kHandCard + 2 * i + (cards[i] > 1));
  for (int i = 0; i < kWildSorts; ++i)
    if (wilds[i]) out.add(kHandWild + 3 * i + std::min(wilds[i], 3) - 1);
  out.add(kHandSize + (a.size <= 15 ? a.size : a.size <= 20 ? 16 : 17));
  for (int s = 0; s < kColors; ++s) out.add(kHandColor + 7 * s + std::min(a.held[s], 6));
  out.add(kHandPoints + bin(points, {10, 20, 40, 60, 90, 130, 180}));
}

void Facts::action(const After& a, FactList& out) const {
  out.add(kAction + static_cast<int>(a.move.verb));
  const Effect& e = a.effect;
  out.add(kNextDraws + bin(static_cast<int>(e.next_draws + 0.5f), {1, 3, 5}));
  const bool skips =
      e.next_loses_turn > 0 || (situation_.hyper != Color::None && situation_.hyper == a.color);
  const bool plays = a.move.verb == Verb::Play;
  const bool flags[8] = {plays && skips,     e.plays_again > 0, e.reverses > 0, e.others_draw > 0,
                         e.player_draws < 0, e.throws > 0,      a.bluff,        a.color != situation_.color};
  for (int i = 0; i < 8; ++i)
    if (flags[i]) out.add(kEffects + i);
}

void Facts::table(const After& a, FactList& out) const {
  const bool wild = (q_.rules.wilds & bit(a.top)) != 0;
  out.add(kTop + (wild ? kSymbols : 0) + classes_.symbol(a.top));
  const bool starts = a.effect.hyperspeed > 0;
  if (starts || (situation_.hyper != Color::None && situation_.hyper == a.color)) out.add(kHyper);
  else if (situation_.hyper != Color::None) out.add(kHyper + 1);
  out.add(kSum + bin(situation_.sum, {1, 3, 5}));
}

void Facts::others(const After& a, FactList& out) const {
  const Memory& memory = q_.memory;
  const Seat next = situation_.next;
  Seat previous = q_.rules.neighbour[0][situation_.me];
  if (previous == next) previous = q_.rules.neighbour[1][situation_.me];
  out.add(kNextCount + std::min<int>(situation_.count[next], 12));
  if (q_.rules.seats > 2) out.add(kPreviousCount + std::min<int>(situation_.count[previous], 12));
  for (int s = 0; s <= kColors; ++s) {
    const std::size_t color = s < kColors ? static_cast<std::size_t>(a.slots[s]) : Memory::kWilds;
    const std::uint8_t gained = memory.passed_up(next, color);
    if (gained != Memory::kNever) out.add(kNextLacks + 4 * s + bin(gained, {1, 2, 4}));
    const Mask kinds = s < kColors ? q_.rules.of_color[color] : q_.rules.wilds;
    if (q_.view.known.cards[next].has & kinds) out.add(kNextHolds + s);
    if (s == kColors || q_.rules.seats == 2) continue;
    const std::uint8_t before = memory.passed_up(previous, color);
    if (before != Memory::kNever) out.add(kPreviousLacks + 2 * s + (before > 1));
  }
  const Color named = memory.named(next);
  if (named != Color::None) out.add(kNextNamed + a.slot_of[static_cast<int>(named)]);
}

void Facts::unseen(const After& a, FactList& out) const {
  for (int s = 0; s <= kColors; ++s) {
    const std::size_t color = s < kColors ? static_cast<std::size_t>(a.slots[s]) : kColors;
    const int percent = all_unseen_ ? 100 * unseen_[color] / all_unseen_ : 0;
    out.add(kUnseen + 6 * s + bin(percent, {8, 14, 19, 24, 29}));
  }
  const Mask same = q_.rules.same_symbol[a.top];
  if (!same) return;
  int alike = 0;
  for_each_kind(same, [&](Card card) { alike += q_.rules.cards[card].points == 0 ? 1 : 2; });
  alike -= q_.view.known.laid.only(same).size() + a.hand.only(same).size();
  out.add(kTopUnseen + std::clamp(alike, 0, 8) / 2);
}

void Facts::powers(const After& a, FactList& out) const {
  auto holders = situation_.power;
  if (a.move.verb == Verb::Play) {
    const CardInfo& info = q_.rules.cards[a.move.what];
    const Color taken = info.picks_power ? a.move.power : info.grants;
    if (taken != Color::None) holders[static_cast<std::size_t>(taken)] = situation_.me;
  }
  if (a.move.verb == Verb::Power && a.move.power != Color::None)
    holders[static_cast<std::size_t>(a.move.power)] = situation_.me;
  for (int ability = 0; ability < kAbilities; ++ability) {
    const Color color = q_.rules.powers[static_cast<std::size_t>(ability)];
    if (color == Color::None) continue;
    const Seat holder = holders[static_cast<std::size_t>(color)];
    const int who = holder == kNoSeat ? 3 : holder == situation_.me ? 0 : holder == situation_.next ? 1 : 2;
    out.add(kPowerHolder + 4 * ability + who);
    out.add(kPowerSlot + kColors * ability + a.slot_of[static_cast<int>(color)]);
  }
}

void Facts::together(const After& a, FactList& out) const {
  const int next = situation_.count[situation_.next];
  out.add(kSizes + 10 * std::min(a.size, 9) + std::min(next, 9));
  out.add(kRisk + 4 * bin(points_of(q_.rules, a.hand), {10, 20, 40, 60, 90, 130, 180}) +
          bin(situation_.closest(), {2, 3, 5}));

  const Mask fits = a.color == Color::None ? 0 : matching(q_.rules, a.top, a.color) & ~q_.rules.wilds;
  const int wilds = a.hand.only(q_.rules.wilds).size();
  out.add(kMatches + 3 * std::min(a.hand.only(fits).size(), 7) + std::min(wilds, 2));

  int colors = 0;
  for (const int held : a.held) colors += held > 0;
  out.add(kVariety + 4 * colors + bin(a.size, {3, 5, 8}));

  const int in_force = static_cast<int>(a.color);
  const int good = unseen_[kColors] + (in_force < kColors ? unseen_[static_cast<std::size_t>(in_force)] : 0);
  const float share = all_unseen_ ? static_cast<float>(good) / static_cast<float>(all_unseen_) : 0;
  float stuck = 1;
  for (int card = 0; card < std::min(next, 12); ++card) stuck *= 1 - share;
  const bool skips = a.move.verb == Verb::Play && a.effect.next_loses_turn > 0;
  out.add(kCanPlay + 2 * bin(static_cast<int>(100 * (1 - stuck)), {20, 35, 50, 60, 70, 80, 90}) + skips);
}

}  // namespace comodin
