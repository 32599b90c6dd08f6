// View: what one seat, or a spectator, may know. It is built up from this list and nothing else; bots,
// clients, the wire and replays are handed Views and masked events, never a State.
#pragma once

#include <array>

#include "engine/event.hpp"
#include "engine/plain_rules.hpp"
#include "engine/state.hpp"

namespace comodin {

// What one viewer has been shown of each hand (KNOW-1): kinds, never copies with an identity.
// The viewer's own hand stands here too, whole.
struct Known {
  std::array<Hand, kSeatsMax> cards{};
  // Of those, what came into the hand openly since its holder last played or turned a card: a challenge shows
  // the hand as the play left it, and what was seen since comes on top (W4-5).
  std::array<Hand, kSeatsMax> since{};
  Hand laid{};  // the discard pile, top included: all of it came there in the open
  friend bool operator==(const Known&, const Known&) = default;

  // `event` must be masked for `viewer`.
  void learn(const PlainRules& rules, Seat viewer, const Event& event);
};

// What every seat has been shown. It lives beside the State, so that search can drop it.
class Knowledge : public Listener {
 public:
  explicit Knowledge(const PlainRules& rules) : rules_(&rules) {}
  void on(const Event& event) override;
  const PlainRules& rules() const { return *rules_; }
  const Known& of(Seat viewer) const { return known_[place_of(viewer)]; }
  // For positions set up by hand: each seat knows its own cards, and no others.
  void reset(const State& state);

 private:
  static std::size_t place_of(Seat viewer) {
    ensure(viewer < kSeatsMax || viewer == kSpectator);
    return viewer == kSpectator ? kSeatsMax : viewer;
  }
  void learn(Seat viewer, const Event& event);

  const PlainRules* rules_;
  std::array<Known, kSeatsMax + 1> known_{};
};

struct View {
  Seat viewer = kSpectator;
  Phase phase = Phase::Ready;
  Await await;
  Course course;   // its agenda's step is the question asked, an index into PlainRules::steps
  Mask drawn = 0;  // kinds of the viewer's own, when the game waits for `play` or `keep`
  Seat dealer = 0;
  Seat winner = kNoSeat;
  Direction direction = Direction::Left;
  Card top = kNoCard;
  Color color = Color::None;
  Color hyper = Color::None;
  std::uint8_t pile = 0, discards = 0;
  std::uint16_t sum = 0;
  SeatSet owes = 0, hands_up = 0, champions = 0;
  std::array<std::uint8_t, kSeatsMax> count{};
  std::array<std::uint8_t, kSeatsMax> marks{};
  std::array<std::uint8_t, kSeatsMax> stuck_draw{};
  std::array<Seat, kColors> power{kNoSeat, kNoSeat, kNoSeat, kNoSeat};
  std::array<std::int32_t, kSeatsMax> scores{}, points{};
  Known known;
  friend bool operator==(const View&, const View&) = default;
};

View view(const State& state, const Knowledge& knowledge, Seat viewer);

// The same but faster, into a view that has only ever been used for this table: empty seats are left alone.
void look(const PlainRules& rules, const State& state, const Knowledge& knowledge, Seat viewer, View& out);

}  // namespace comodin
