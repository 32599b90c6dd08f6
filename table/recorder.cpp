#include "table/recorder.hpp"

#include <cstdlib>

#include "table/croupier.hpp"
#include "table/random_table.hpp"

namespace comodin {
namespace {

constexpr std::uint64_t kBotPurpose = 1000;  // the bots' own stream of the game's key

// Whoever plays: a croupier's bots, or one random bot for all seats.
class Players {
 public:
  Players(Croupier& croupier, bool random, Key key)
      : croupier_(croupier), random_(random), legal_(split(key, kBotPurpose), 8) {}

  Move next() {
    if (random_) return next_move(croupier_.rules(), croupier_.state(), legal_);
    Reaction move;
    croupier_.next(move);
    return move.move;
  }

 private:
  Croupier& croupier_;
  bool random_;
  RandomBot legal_;
};

}  // namespace

std::string record_game(const RecordHead& head, const std::vector<std::unique_ptr<Bot>>& bots,
                        std::uint64_t* final_hash) {
  std::vector<Bot*> seats;
  for (const auto& bot : bots) seats.push_back(bot.get());
  Croupier croupier(*head.rules, seats);
  croupier.begin(head.key, split(head.key, kBotPurpose));
  Players players(croupier, bots.empty(), head.key);
  RecordWriter writer(head);
  const State& state = croupier.state();
  for (int hand = 0; hand < kHandsMax && croupier.deal(&writer.chance()) == Refusal::None; ++hand) {
    writer.dealt(state);
    while (state.phase == Phase::Running) {
      const Move move = players.next();
      if (croupier.make(move, &writer.chance()) != Refusal::None) std::abort();  // our own bot
      writer.moved(move, state);
    }
  }
  if (check_deal(state) == Refusal::None) writer.remark("left here after 1000 hands");
  if (final_hash) *final_hash = hash(state);
  return writer.text();
}

}  // namespace comodin
