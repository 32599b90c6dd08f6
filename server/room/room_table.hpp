// RoomTable: a live game: the engine's state, what each seat has been shown, and its history. The history is
// enough to play the game again, for those who missed something and for the record.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bots/memory.hpp"
#include "engine/game.hpp"
#include "engine/ruleset.hpp"
#include "engine/view.hpp"
#include "fair/game.hpp"

namespace comodin::server {

enum class By : std::uint8_t { Person, Bot, Clock };  // whose decision a move was

class RoomTable : private Listener {
 public:
  // A new game with no hand dealt. `game` is its id; it enters every seed.
  RoomTable(std::shared_ptr<const RuleSet> rules, std::string game);

  const RuleSet& rules() const { return play_.rules(); }
  const std::shared_ptr<const RuleSet>& shared_rules() const { return play_.shared_rules(); }
  const std::string& game() const { return play_.game(); }
  const State& state() const { return play_.state(); }
  const Knowledge& knowledge() const { return knowledge_; }
  const Memory& memory() const { return memory_; }  // for bots
  View view_of(Seat viewer) const { return view(state(), knowledge_, viewer); }

  // `n` is the number of the entry; `hears` gets the events unmasked. The first deal also finds the dealer.
  // A hand that is not the next one, or whose numbers are not those committed to, is refused: NotNow.
  Refusal deal(std::uint32_t n, const FairHand& hand, Listener* hears);
  Refusal move(std::uint32_t n, const Move& move, By by, Listener* hears);

  // One deal or move of the past, with its events masked for the viewer and how things looked after it.
  struct Past {
    std::uint32_t n;
    By by;  // of a deal: Clock
    const std::vector<Event>& events;
    const View& view;
    const State& state;  // for choices(); never leaves the server
  };
  // Plays the game again and tells what came after entry `since`.
  void replay(std::uint32_t since, Seat viewer, const std::function<void(const Past&)>& tell) const;

  // The game as a record that `comodin check` accepts, with the lines that prove its deals. While a hand
  // runs, only the hands before it (empty if there are none). From a name that a record cannot hold, the
  // offending characters are left out.
  std::string record(const std::string& name, const std::string& edition,
                     const std::vector<std::string>& seats) const;
  const std::vector<FairHand>& hands() const { return play_.hands(); }

  // For positions set up by hand: tests of secrecy. Nothing before it can be replayed, and there is no
  // record.
  void set_up(const State& state, const Knowledge& knowledge, const Memory& memory);

 private:
  void on(const Event& event) override;
  struct Turn {  // of the history
    std::uint32_t n;
    By by;
    bool is_deal;
    Move move;
  };
  struct SetUp {
    State state;
    Knowledge knowledge;
    Memory memory;
  };

  RoomTable from_the_start() const;
  Refusal again(const Turn& turn, const std::vector<FairHand>& all, Listener* hears);
  std::size_t ended_turns() const;

  FairGame play_;
  Knowledge knowledge_;
  Memory memory_;
  std::vector<Turn> history_;
  std::shared_ptr<const SetUp> set_up_;
  Listener* hears_ = nullptr;
};

// What is done for a seat whose time is up: draw, keep, accept, stop; otherwise the first move that gives
// nothing away.
Move safe_move(const RuleSet& rules, const MoveList& moves);

}  // namespace comodin::server
