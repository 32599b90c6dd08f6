#include "bots/scorer.hpp"

#include <algorithm>
#include <iterator>

#include "engine/match.hpp"

namespace comodin {
namespace {

constexpr int kLate = 2;           // cards a rival holds when it gets serious
constexpr float kBestOdds = 0.2f;  // a right challenge swings eight cards, a wrong one costs two

// Two players; more than two.
constexpr Weights kTuned[2] = {
#include "bots/veterana_weights.inc"
};

constexpr std::string_view kNames[] = {
    "points",       "points late", "wild",        "wild late", "same symbol", "attack",       "attack late",
    "skip",         "skip late",   "again",       "reverse",   "others draw", "self draws",   "hyperspeed",
    "throws",       "shows",       "swaps",       "power",     "power gift",  "power double", "power flip",
    "power shield", "bluff",       "held",        "alone",     "stay",        "unseen",       "next lacks",
    "next named",   "draw",        "draw wild",   "draw late", "keep",        "keep wild",    "keep late",
    "challenge",    "points near", "attack near", "skip near", "finish",      "spread",       "wild spare",
};
static_assert(std::size(kNames) == kWeights && static_cast<int>(Weight::WildSpare) + 1 == kWeights);

class Judge {
 public:
  Judge(const Situation& situation, const Weights& weights, float mood)
      : s_(situation), w_(weights), mood_(mood), closest_(situation.closest()), late_(closest_ <= kLate) {}

  Move answer() {
    switch (s_.await.kind) {
      case Awaits::Challenge: return challenged();
      case Awaits::Throw:
      case Awaits::Discard: return shed();
      case Awaits::Color: return {.verb = Verb::Color, .seat = s_.me, .color = best_color()};
      case Awaits::Power: return {.verb = Verb::Power, .seat = s_.me, .power = best_power()};
      case Awaits::Vote:
        return {Verb::Vote, s_.me, branch_value(2) >= branch_value(1) ? std::uint8_t{1} : std::uint8_t{0}};
      case Awaits::Choice: return s_.may.seats ? pick() : choose();
      case Awaits::Confirm: return {Verb::Confirm, s_.me};
      case Awaits::Swap: return {Verb::Swap, s_.me, fewest(s_.may.seats)};
      default: return turn();
    }
  }

  // The value of any answer: a card may name a colour other than the best.
  float value_of(const Move& move) const {
    switch (move.verb) {
      case Verb::Play: {
        Move best;
        float value = card_value(move.what, best);
        if (move.color != Color::None)
          value += color_value(move.color, move.what) - color_value(best.color, move.what);
        if (move.power != Color::None) value += power_value(move.power) - power_value(best.power);
        return value;
      }
      case Verb::Draw: return draw_value();
      case Verb::Keep: return keep_value();
      case Verb::Stop: return -50;
      case Verb::Color: return color_value(move.color, kNoCard);
      case Verb::Power: return power_value(move.power);
      case Verb::Throw:
      case Verb::Discard: return move.what == kNoCard ? -50 : shed_value(move.what);
      default: return 0;
    }
  }

 private:
  float w(Weight weight) const { return w_[static_cast<std::size_t>(weight)]; }
  bool wild(Card card) const { return (s_.rules.wilds & bit(card)) != 0; }
  float next_sign() const { return s_.rival(s_.next) ? 1.0f : -1.0f; }

  // ---- colours ---------------------------------------------------------------------------------

  // What it is worth to have this colour in force, `gone` having left the hand.
  float color_value(Color color, Card gone) const {
    const Mask kinds = of_color(s_.rules, color);
    const Hand of_it = s_.hand.only(kinds);
    const int held = of_it.size() - (gone != kNoCard && (kinds & bit(gone)) ? 1 : 0);
    float value = w(Weight::Held) * static_cast<float>(held);
    if (held == 0) value += w(Weight::Alone);
    if (color == s_.color) value += w(Weight::Stay);
    value += w(Weight::Unseen) * 10 * unseen_share(s_, color);
    if (s_.memory) value += signs(color);
    return value;
  }

  float signs(Color color) const {
    float value = 0;
    const std::uint8_t gained = s_.memory->passed_up(s_.next, static_cast<std::size_t>(color));
    if (gained != Memory::kNever) value += w(Weight::NextLacks) / (1.0f + static_cast<float>(gained));
    if (s_.memory->named(s_.next) == color) value += w(Weight::NextNamed);
    return next_sign() * value;
  }

  Color best_color(Card gone = kNoCard, float* value = nullptr) const {
    Color best = Color::Red;
    float most = -1e9f;
    for (int c = 0; c < kColors; ++c) {
      const float here = color_value(static_cast<Color>(c), gone);
      if (here <= most) continue;
      most = here;
      best = static_cast<Color>(c);
    }
    if (value) *value = most;
    return best;
  }

  // ---- powers ----------------------------------------------------------------------------------

  float power_value(Color color) const {
    const Seat holder = s_.power[static_cast<std::size_t>(color)];
    if (holder != kNoSeat && !s_.rival(holder)) return 0;
    static constexpr Weight kOf[] = {Weight::PowerGift, Weight::PowerDouble, Weight::PowerFlip,
                                     Weight::PowerShield};
    for (std::size_t a = 0; a < kAbilities; ++a)
      if (s_.rules.powers[a] == color) return w(Weight::Power) + w(kOf[a]);
    return 0;
  }

  Color best_power() const {
    Color best = Color::Red;
    for (int c = 1; c < kColors; ++c)
      if (power_value(static_cast<Color>(c)) > power_value(best)) best = static_cast<Color>(c);
    return best;
  }

  // ---- cards -----------------------------------------------------------------------------------

  float effect_value(Card card, Color color) const {
    const Effect& e = s_.effects[card];
    float value = w(Weight::Again) * e.plays_again + w(Weight::OthersDraw) * e.others_draw +
                  w(Weight::SelfDraws) * e.player_draws + w(Weight::Throws) * e.throws +
                  w(Weight::Shows) * e.shows_hands;
    const bool next_late = s_.count[s_.next] <= kLate;
    const float near = 1 / static_cast<float>(std::max<int>(s_.count[s_.next], 1));
    value += next_sign() * e.next_draws *
             (w(Weight::Attack) + near * w(Weight::AttackNear) + (next_late ? w(Weight::AttackLate) : 0));
    value += next_sign() * loses_turn(e, color) *
             (w(Weight::Skip) + near * w(Weight::SkipNear) + (next_late ? w(Weight::SkipLate) : 0));
    if (e.reverses > 0) value += w(Weight::Reverse) * e.reverses * reverse_gain();
    if (e.hyperspeed > 0)
      value += w(Weight::Hyperspeed) * static_cast<float>(s_.hand.only(of_color(s_.rules, color)).size());
    if (e.swaps > 0) value += w(Weight::Swaps) * e.swaps * static_cast<float>(s_.own() - 1 - closest_);
    return value;
  }

  // HYPER-2: any card of that colour costs next the turn.
  float loses_turn(const Effect& e, Color color) const {
    return s_.hyper != Color::None && s_.hyper == color ? std::max(e.next_loses_turn, 1.0f)
                                                        : e.next_loses_turn;
  }

  float reverse_gain() const {
    Seat before = s_.rules.neighbour[0][s_.me];
    if (before == s_.next) before = s_.rules.neighbour[1][s_.me];
    return static_cast<float>(s_.count[before] - s_.count[s_.next]);
  }

  float card_value(Card card, Move& move) const {
    const CardInfo& info = s_.rules.cards[card];
    const float tens = static_cast<float>(info.points) / 10;
    float value =
        tens * (w(Weight::Points) + w(Weight::PointsNear) / static_cast<float>(std::max(closest_, 1)) +
                (late_ ? w(Weight::PointsLate) : 0));
    value += hand_value(card);
    move = {Verb::Play, s_.me, card};
    Color color = info.color;
    if (wild(card)) {
      float of_color_named = 0;
      color = best_color(card, &of_color_named);
      if (s_.rules.names_color & bit(card)) move.color = color;
      value += of_color_named + w(Weight::Wild) + (s_.own() <= 3 ? w(Weight::WildLate) : 0);
      value += w(Weight::WildSpare) * static_cast<float>(s_.hand.only(s_.rules.wilds).size() - 1);
      if (info.picks_power) move.power = best_power();
      const Color power = info.picks_power ? move.power : info.grants;
      if (power != Color::None) value += power_value(power);
      if ((s_.rules.restricted & bit(card)) && is_bluff(s_.rules, s_.hand, card, s_.color)) value += bluff();
    } else {
      value += color_value(color, card);
      const Hand same = s_.hand.only(s_.rules.same_symbol[card]);
      value += w(Weight::SameSymbol) * static_cast<float>(same.size() - 1);
    }
    return value + effect_value(card, color);
  }

  // What is left in the hand.
  float hand_value(Card gone) const {
    Hand left = s_.hand;
    left.remove(gone);
    if (s_.own() == 2) return left.has & s_.rules.wilds ? w(Weight::Finish) : 0;
    int colors = 0;
    for (int c = 0; c < kColors; ++c) colors += (left.has & of_color(s_.rules, static_cast<Color>(c))) != 0;
    return w(Weight::Spread) * static_cast<float>(colors);
  }

  // Bluffs are for some moods only, so that they cannot be read.
  float bluff() const { return mood_ < 0.25f ? w(Weight::Bluff) : w(Weight::Bluff) - 100; }

  // ---- questions -------------------------------------------------------------------------------

  Move turn() const {
    Move best;
    float most = -1e9f;
    for_each_kind(s_.may.cards, [&](Card card) {
      Move move;
      const float value = s_.own() == 1 ? 1e6f : card_value(card, move);
      if (s_.own() == 1) card_value(card, move);
      if (value <= most) return;
      most = value;
      best = move;
    });
    if (s_.may.has(Verb::Flip) && !s_.may.cards) return {Verb::Flip, s_.me};
    if (s_.may.has(Verb::Draw) && draw_value() > most) return {Verb::Draw, s_.me};
    if (s_.may.has(Verb::Keep) && keep_value() > most) return {Verb::Keep, s_.me};
    if (s_.may.has(Verb::Stop) && most < -50) return {Verb::Stop, s_.me};
    return best;
  }

  float draw_value() const {
    if (!s_.may.cards) return 0;
    float value = w(Weight::Draw) + (late_ ? w(Weight::DrawLate) : 0);
    if (!(s_.may.cards & ~s_.rules.wilds)) value += w(Weight::DrawWild);
    return value;
  }

  float keep_value() const {
    if (!s_.may.cards) return 0;
    float value = w(Weight::Keep) + (late_ ? w(Weight::KeepLate) : 0);
    if (s_.may.cards & s_.rules.wilds) value += w(Weight::KeepWild);
    return value;
  }

  // HOUSE-1: an answer passes the sum on. W4-4: a challenge is a bet on what the other held.
  Move challenged() const {
    if (s_.may.cards) return turn();
    if (!s_.may.has(Verb::Challenge)) return {Verb::Accept, s_.me};
    const float edge = guilt(s_) - kBestOdds - w(Weight::Challenge) / 10;
    const float willing = 0.5f + 4 * edge;  // close to the odds the mood decides
    return {mood_ < willing ? Verb::Challenge : Verb::Accept, s_.me};
  }

  float shed_value(Card card) const {
    const CardInfo& info = s_.rules.cards[card];
    const float value = static_cast<float>(info.points) / 10 * (late_ ? 2.0f : 1.0f);
    if (wild(card)) return value - (late_ ? 2.0f : 8.0f);
    return value - 0.5f * static_cast<float>(s_.hand.only(of_color(s_.rules, info.color)).size());
  }

  // A throw or a discard: what is dear to hold goes first, wilds stay.
  Move shed() const {
    Move best{s_.may.with_cards, s_.me, kNoCard};
    float most = -1e9f;
    for_each_kind(s_.may.cards, [&](Card card) {
      const float value = shed_value(card);
      if (value <= most) return;
      most = value;
      best.what = card;
    });
    return best;
  }

  Seat fewest(SeatSet seats) const {
    Seat best = kNoSeat;
    for (Seat k = 0; k < s_.rules.seats; ++k) {
      if (!(seats & seat_bit(k))) continue;
      if (best == kNoSeat || s_.count[k] < s_.count[best]) best = k;
    }
    return best;
  }

  // Somebody is picked to be harmed, as most rules go: the rival that is closest to going out.
  Move pick() const {
    SeatSet rivals = 0;
    for (Seat k = 0; k < s_.rules.seats; ++k)
      if ((s_.may.seats & seat_bit(k)) && s_.rival(k)) rivals |= seat_bit(k);
    return {Verb::Choose, s_.me, static_cast<std::uint8_t>(fewest(rivals ? rivals : s_.may.seats) + 1)};
  }

  Move choose() const {
    int best = 1;
    for (int k = 2; k <= s_.may.branches; ++k)
      if (branch_value(k) > branch_value(best)) best = k;
    return {Verb::Choose, s_.me, static_cast<std::uint8_t>(best)};
  }

  // What the k-th branch of the question would bring: the card's player and its target are known.
  float branch_value(int k) const {
    const Effect e = effect_of(s_.rules, static_cast<Address>(s_.step + k));
    const float draw = w(Weight::Attack), skip = w(Weight::Skip);
    float value = 0;
    value += (s_.player == s_.me    ? -1.0f
              : s_.rival(s_.player) ? 1.0f
                                    : -1.0f) *
             draw * (e.player_draws - e.plays_again);
    if (s_.aimed_at != kNoSeat)
      value += (s_.rival(s_.aimed_at) ? 1.0f : -1.0f) * (draw * e.next_draws + skip * e.next_loses_turn);
    value += (s_.player == s_.me ? 1.0f : -1.0f) * draw * e.others_draw;
    return value - 0.1f * e.burdens;
  }

  const Situation& s_;
  const Weights& w_;
  const float mood_;
  const int closest_;
  const bool late_;
};

}  // namespace

std::string_view name_of(Weight weight) { return kNames[static_cast<std::size_t>(weight)]; }

const Weights& tuned_weights(int seats) { return kTuned[seats > 2]; }

float move_value(const Situation& situation, const Weights& weights, const Move& move) {
  return Judge(situation, weights, 0).value_of(move);
}

Move best_move(const Situation& situation, const Weights& weights, float mood) {
  return Judge(situation, weights, mood).answer();
}

}  // namespace comodin
