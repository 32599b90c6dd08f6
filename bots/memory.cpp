#include "bots/memory.hpp"

#include <algorithm>

namespace comodin {
namespace {

constexpr std::uint8_t kLong = 0xFE;  // so many gained that the sign is worth nothing

std::uint8_t more(std::uint8_t gained, int cards) {
  if (gained == Memory::kNever) return gained;
  return static_cast<std::uint8_t>(std::min<int>(gained + cards, kLong));
}

}  // namespace

void Memory::begin() {
  challenged_ = {};
  bluffed_ = {};
  begin_hand();
}

void Memory::begin_hand() {
  for (auto& seat : passed_up_) seat.fill(kNever);
  named_.fill(Color::None);
  since_named_ = {};
  asked_ = {};
  color_ = before_ = Color::None;
}

void Memory::gains(Seat seat, int cards) {
  for (std::uint8_t& gained : passed_up_[seat]) gained = more(gained, cards);
  since_named_[seat] = more(since_named_[seat], cards);
}

void Memory::passes_up(Seat seat, Color color, bool wilds) {
  if (color != Color::None) passed_up_[seat][static_cast<std::size_t>(color)] = 0;
  if (wilds) passed_up_[seat][kWilds] = 0;
}

void Memory::plays(const Event& event) {
  const bool own_turn = asked_.seat == event.seat && event.origin == Origin::Play;
  const bool wild = (rules_->wilds & bit(event.card)) != 0;
  if (rules_->restricted & bit(event.card)) before_ = color_;
  if (wild && own_turn) passes_up(event.seat, color_, false);
  if (wild && event.color != Color::None) {
    named_[event.seat] = event.color;
    since_named_[event.seat] = 0;
    passed_up_[event.seat][static_cast<std::size_t>(event.color)] = kNever;
  }
  asked_ = {};
}

// The first card drawn in answer to "your turn" was drawn instead of playing.
void Memory::draws(Seat seat) {
  if (asked_ == Await{Awaits::Turn, seat}) passes_up(seat, color_, true);
  asked_ = {};
  gains(seat, 1);
}

void Memory::swap_seats(Seat a, Seat b) {
  std::swap(passed_up_[a], passed_up_[b]);
  std::swap(named_[a], named_[b]);
  std::swap(since_named_[a], since_named_[b]);
}

void Memory::pass_on(Direction direction) {
  const auto passed_up = passed_up_;
  const auto named = named_;
  const auto since = since_named_;
  for (Seat k = 0; k < rules_->seats; ++k) {
    const Seat to = rules_->neighbour[direction == Direction::Left][k];
    passed_up_[to] = passed_up[k];
    named_[to] = named[k];
    since_named_[to] = since[k];
  }
}

void Memory::hear(const Event& event) {
  switch (event.kind) {
    case EventKind::RoundBegan: begin_hand(); break;
    case EventKind::Played: plays(event); break;
    case EventKind::Drew: draws(event.seat); break;
    case EventKind::Kept: passes_up(event.seat, color_, true); break;  // what was drawn did not fit either
    case EventKind::Gave: gains(event.other, event.value); break;
    case EventKind::Swapped: swap_seats(event.seat, event.other); break;
    case EventKind::HandsPassed: pass_on(static_cast<Direction>(event.value)); break;
    case EventKind::Flipped: asked_ = {}; break;
    case EventKind::Challenged:
      ++challenged_[event.other];
      bluffed_[event.other] = static_cast<std::uint8_t>(bluffed_[event.other] + event.value);
      break;
    case EventKind::ColorNamed: color_ = event.color; break;
    case EventKind::Awaiting: asked_ = {static_cast<Awaits>(event.value), event.seat}; break;
    default: break;
  }
}

}  // namespace comodin
