#include "tests/fuzz/common.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "editions/editions.hpp"
#include "notation/edition.hpp"
#include "notation/rule.hpp"

namespace comodin::fuzz {

void broken(const char* law, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: broken law: %s\n", file, line, law);
  std::abort();
}

Library& library() {
  static Library shipped = standard_library();
  return shipped;
}

RuleSet table(Bytes& bytes) {
  static constexpr Option kTried[] = {Option::DrawnForced,  Option::DrawnVoluntary, Option::TwoPlayerReverse,
                                      Option::W4Bluff,      Option::Format,         Option::Stacking,
                                      Option::JumpIn,       Option::SevenZero,      Option::Draw,
                                      Option::Teams,        Option::UnoWindow,      Option::DoubleUno,
                                      Option::DoubleSecond, Option::FlipEffect,     Option::ShieldReverse,
                                      Option::ThrowColor,   Option::ThrowWild,      Option::StuckDraw};
  Fault why;
  const auto editions = library().editions();
  const NamedText& named = editions[static_cast<std::size_t>(bytes.below(static_cast<int>(editions.size())))];
  const Edition* edition = library().edition(std::string(named.name), "", why);
  LAW(edition != nullptr);
  const int seats = kSeatsMin + bytes.below(kSeatsMax - kSeatsMin + 1);
  Options options = edition->options;
  for (Option option : kTried) {
    const int value = bytes.below(static_cast<int>(info(option).values.size()));
    if (edition->uses(option)) options.set(option, value);
  }
  options.set(Option::Cards, 1 + bytes.below(seats < 10 ? 10 : 7));
  options.set(Option::Target, 1 + bytes.next());

  const auto ready = library().ready_rules();
  std::vector<Rule> custom(static_cast<std::size_t>(custom_count(*edition, options)));
  for (Rule& rule : custom)
    parse_rule_text(ready[static_cast<std::size_t>(bytes.below(static_cast<int>(ready.size())))].text, rule);
  RuleSet rules;
  if (freeze(*edition, options, seats, custom, rules)) {
    options.set(Option::Teams, static_cast<int>(Teams::Off));
    options.set(Option::Cards, 7);
    LAW(!freeze(*edition, options, seats, custom, rules));
  }
  return rules;
}

void cards_are_conserved(const RuleSet& rules, const State& state) {
  std::array<int, kKindsMax> left{};
  for (int i = 0; i < rules.deck_size; ++i) ++left[rules.deck[static_cast<std::size_t>(i)]];
  for (int seat = 0; seat < kSeatsMax; ++seat) {
    const Hand& hand = state.hands[static_cast<std::size_t>(seat)];
    LAW(seat < rules.seats || hand.size() == 0);
    LAW(hand.size() == state.count[static_cast<std::size_t>(seat)]);
    for_each_card(hand, [&](Card card) { --left[card]; });
  }
  LAW(state.pile + state.discards <= kCardsMax && state.loose <= state.pile);
  for (int i = 0; i < kCardsMax; ++i)
    if (i < state.pile || i >= kCardsMax - state.discards)
      --left[state.cards[static_cast<std::size_t>(i)] % kKindsMax];
  LAW(std::all_of(left.begin(), left.end(), [](int n) { return n == 0; }));
}

namespace {

bool same_bits(const State& a, const State& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// Is `move` among what its seat can do?
bool listed(const RuleSet& rules, const State& state, const Move& move) {
  MoveList moves;
  legal(rules, state, move.seat, moves);
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

// The move, with every field that its verb ignores as the notation leaves it.
Move plain(Move move) {
  const bool lays = move.verb == Verb::Play || move.verb == Verb::Jump;
  move.uno = lays && move.uno;
  if (!lays && move.verb != Verb::Color) move.color = Color::None;
  if (!lays && move.verb != Verb::Power) move.power = Color::None;
  switch (move.verb) {
    case Verb::Draw:
    case Verb::Keep:
    case Verb::Accept:
    case Verb::Challenge:
    case Verb::Color:
    case Verb::Power:
    case Verb::Stop:
    case Verb::Flip:
    case Verb::Confirm:
    case Verb::Uno: move.what = 0; break;
    default: break;
  }
  return move;
}

// While a hand runs, the seat that is waited for can do something; when it is over, nobody can.
void somebody_can_go_on(const RuleSet& rules, const State& state) {
  MoveList moves;
  if (state.phase == Phase::Running) {
    LAW(state.await.kind != Awaits::None && state.await.seat < rules.seats);
    legal(rules, state, state.await.seat, moves);
    LAW(std::any_of(moves.begin(), moves.end(), [](const Move& move) { return move.verb < Verb::Uno; }));
  } else {
    LAW(state.await.kind == Awaits::None);
  }
}

}  // namespace

Refusal apply_any(const RuleSet& rules, State& state, const Move& move) {
  const State before = state;
  const Refusal expected = check(rules, state, move);
  LAW(same_bits(before, state));
  const bool seated = move.seat < rules.seats;
  const bool as_listed = seated && listed(rules, state, move);
  const bool in_essence = seated && listed(rules, state, plain(move));
  const Refusal refusal = apply(rules, state, move);
  LAW(refusal == expected);
  LAW(!reason(refusal).word().empty());
  if (refusal != Refusal::None) {
    LAW(same_bits(before, state));
    LAW(!as_listed);
    return refusal;
  }
  LAW(in_essence);
  State again = before;
  apply(rules, again, plain(move));
  LAW(same_bits(again, state));
  cards_are_conserved(rules, state);
  somebody_can_go_on(rules, state);
  return refusal;
}

void play_on(const RuleSet& rules, State& state, std::uint64_t seed, int moves) {
  Random random(seed);
  MoveList list;
  for (; moves > 0; --moves) {
    if (state.phase != Phase::Running) {
      if (deal(rules, state) != Refusal::None) return;
      cards_are_conserved(rules, state);
      continue;
    }
    const auto anybody = static_cast<Seat>(random.below(static_cast<std::uint32_t>(rules.seats)));
    const Seat seat = random.one_in(4) ? anybody : state.await.seat;
    legal(rules, state, seat, list);
    if (list.empty()) continue;
    const Move move = list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))];
    LAW(apply_any(rules, state, move) == Refusal::None);
  }
}

}  // namespace comodin::fuzz
