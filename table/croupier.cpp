#include "table/croupier.hpp"

#include <cstdlib>

namespace comodin {

Croupier::Croupier(const RuleSet& rules, std::span<Bot* const> seats, Listener* also)
    : rules_(rules), also_(also), knowledge_(rules), memory_(rules) {
  for (std::size_t k = 0; k < seats.size() && k < kSeatsMax; ++k) {
    bots_[k] = seats[k];
    listeners_ |= seats[k] && seats[k]->listens();
  }
}

void Croupier::begin(Key key, Key bots_key) {
  state_ = new_game(rules_, key);
  knowledge_.reset(state_);
  memory_.begin();
  seat_bots(bots_key);
}

void Croupier::resume(const State& state, const Knowledge& knowledge, const Memory& memory, Key bots_key) {
  state_ = state;
  knowledge_ = knowledge;
  memory_ = memory;
  seat_bots(bots_key);
}

void Croupier::seat_bots(Key bots_key) {
  for (Seat k = 0; k < rules_.seats; ++k)
    if (bots_[k]) bots_[k]->begin(rules_, one_way(split(bots_key, k)));
}

void Croupier::on(const Event& event) {
  knowledge_.on(event);
  if (hides(event, kSpectator)) memory_.hear(mask(event, kSpectator));
  else memory_.hear(event);
  if (listeners_)
    for (Seat k = 0; k < rules_.seats; ++k)
      if (bots_[k] && bots_[k]->listens()) bots_[k]->hear(mask(event, k));
  if (also_) also_->on(event);
}

Refusal Croupier::deal(Chance* chance) {
  return comodin::deal(rules_, state_, *this, chance ? *chance : no_script_);
}

Refusal Croupier::make(const Move& move, Chance* chance) {
  return apply(rules_, state_, move, *this, chance ? *chance : no_script_);
}

// Asks every seat that could react how soon it would; the soonest is heard. On a tie it is the seat that
// follows the awaited one most closely.
bool Croupier::quickest_reaction(Reaction& out) {
  bool any = false;
  Seat seat = state_.await.seat;
  for (int asked = 0; asked < rules_.seats; ++asked, seat = rules_.neighbour[1][seat]) {
    if (!bots_[seat]) continue;
    const Choices may = choices(rules_, state_, seat);
    if (!may.reactions()) continue;
    Reaction reaction;
    if (!bots_[seat]->react({rules_, seen_by(seat), memory_, may}, reaction)) continue;
    if (any && reaction.after_ms >= out.after_ms) continue;
    out = reaction;
    any = true;
  }
  return any;
}

const View& Croupier::seen_by(Seat seat) {
  look(rules_, state_, knowledge_, seat, seen_);
  return seen_;
}

Move Croupier::answer(Seat seat) {
  const Choices may = choices(rules_, state_, seat);
  return bots_[seat]->answer({rules_, seen_by(seat), memory_, may});
}

bool Croupier::next(Reaction& out) {
  if (state_.phase != Phase::Running) return false;
  const Seat seat = state_.await.seat;
  const bool reacts = somebody_may_react(rules_, state_) && quickest_reaction(out);
  if (!bots_[seat]) return reacts;
  const int thinks = bots_[seat]->pace();
  if (reacts && (out.move.seat == seat || out.after_ms <= thinks)) return true;
  out = {answer(seat), thinks};
  return true;
}

void Croupier::play_hand() {
  if (deal() != Refusal::None) std::abort();
  Reaction move;
  while (next(move))
    if (make(move.move) != Refusal::None) std::abort();  // a bot of our own
}

}  // namespace comodin
