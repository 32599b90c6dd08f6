// Room: a lobby, the games played in it, and who sits where. It is a pure function of its log: apply() checks
// an entry and makes it happen, or refuses it and changes nothing. No clock, no connections, no chance.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/ruleset.hpp"
#include "server/common/limits.hpp"
#include "server/room/entry.hpp"
#include "server/room/lobby.hpp"
#include "server/room/refused.hpp"
#include "server/room/rule_cache.hpp"

namespace comodin::server {

class Room {
 public:
  explicit Room(RuleCache& cache) : cache_(&cache) {}

  // `hears` gets the game's events, unmasked.
  Refused apply(const Entry& entry, Listener* hears = nullptr);
  // Makes a new room from its log; or what is wrong with the log.
  Fault replay(const std::vector<std::string>& log);

  std::uint32_t n() const { return n_; }  // entries so far
  Millis time() const { return time_; }   // of the last one
  const Lobby& lobby() const { return lobby_; }
  const RoomTable* table() const { return table_.get(); }
  RoomTable* table() { return table_.get(); }
  const std::string& creator() const { return creator_; }      // a player …
  const std::string& create_id() const { return create_id_; }  // … and the command that made the room
  const std::string& player(Seat seat) const { return seats_[seat].player; }
  int seats() const { return lobby_.setting.seats; }
  bool playing() const { return lobby_.stage == Stage::Playing; }
  // May whoever sits there see that seat's hand? Somebody who joins with the next hand may not.
  bool sees_hand(Seat seat) const { return !lobby_.seats[seat].joins; }
  // Up to this entry the seat is told nothing: the cards there were somebody else's.
  std::uint32_t hidden_until(Seat seat) const { return seats_[seat].hidden_until; }
  // Has the host sent this player away?
  bool is_out(const std::string& player) const;
  // The entry that last changed the table: what bots think about.
  std::uint32_t position() const { return position_; }

  // The number that a player's command was answered with, if it is among the last. Seats are left and taken
  // again; a resend is a player's.
  std::optional<std::uint32_t> answered(const std::string& player, const std::string& id) const;
  // The entry with which its player took the seat.
  std::uint32_t taken_with(Seat seat) const { return seats_[seat].taken; }
  // Whose token this is; a wrong one takes just as long.
  Seat seat_of(const Bytes32& token_hash) const;
  // Why may that seat's person not make this move now? `refusal` has the answer; None: they may. Refused if
  // there is no answer: no hand is running, the hand there is somebody else's, or the text is not a move.
  Refused ask_why(Seat seat, const std::string& text, Refusal& refusal) const;
  // Is this the seat's next token? If so, it has reached the player.
  bool is_next(Seat seat, const Bytes32& token_hash) const;

  // When the room itself has something to do, in room time, and what: a time-out's move, a deal. kNever:
  // nothing.
  Millis due() const;
  Entry when_due() const;
  bool wants_secret() const;
  // The seat whose clock runs; kNoSeat: none.
  Seat clock_seat() const;
  Millis deadline() const;  // of that seat, in room time

  bool bot_plays(Seat seat) const;  // and not a person
  // The bot that plays each seat; empty: a person.
  std::vector<std::string> levels() const;
  bool has_bots() const;
  // The key for what bots do at random in this position.
  Key think_key() const;

  std::vector<std::string> names() const;  // of the seats, for the record

  // For tests of secrecy: goes on from a position set up by hand.
  void set_up(std::unique_ptr<RoomTable> table);

 private:
  struct PrivateSeat {
    std::string player;
    bool has_token = false, has_next = false;
    Bytes32 token{}, next_token{}, nonce{};
    int missed = 0;           // turns in a row
    bool stood = false;       // has given the seat up, and not come back
    std::uint32_t taken = 0;  // the entry that seated the player
    std::uint32_t hidden_until = 0;
  };

  // One for each act: carries it out, or says why not.
  Refused on(const Entry& entry, const act::Create& create);
  Refused on(const Entry& entry, const act::Set& set);
  Refused on(const Entry& entry, const act::Sit& sit);
  Refused on(const Entry& entry, const act::Stand& stand);
  Refused on(const Entry& entry, const act::Bot& bot);
  Refused on(const Entry& entry, const act::Remove& remove);
  Refused on(const Entry& entry, const act::Ready& ready);
  Refused on(const Entry& entry, const act::Rule& rule);
  Refused on(const Entry& entry, const act::Accept& accept);
  Refused on(const Entry& entry, const act::Start& start);
  Refused on(const Entry& entry, const act::Go& go);
  Refused on(const Entry& entry, const act::Reveal& reveal);
  Refused on(const Entry& entry, const act::Deal& deal, Listener* hears);
  Refused on(const Entry& entry, const act::Move& act, Listener* hears);
  Refused on(const Entry& entry, const act::Back& back);
  Refused on(const Entry& entry, const act::Rematch& rematch);
  Refused on(const Entry& entry, const act::Token& token);
  Refused on(const Entry& entry, const act::Kept& kept);
  Refused on(const Entry& entry, const act::Secret& secret);
  Refused on(const Entry& entry, const act::Host& host);

  Refused read_move_of(Seat seat, const std::string& text, Move& move) const;
  Refused check_doer(const Entry& entry, Doer doer) const;
  // Whose entry it is: the player at its seat, or the one who comes with it.
  std::string player_of(const Entry& entry) const;
  Refused take_setting(const Setting& setting, std::vector<std::string> rules);
  void clear_consent();
  void free_seat(Seat seat);
  void pass_host();
  bool all_ready() const;
  void begin_dealing(Millis at);
  void after_table(Millis at, bool new_question);
  void close_hand(Millis at);
  void remember(const std::string& player, const std::string& id);
  std::uint64_t command_of(const std::string& player, const std::string& id) const;

  RuleCache* cache_;
  std::uint32_t n_ = 0;
  Millis time_ = 0;
  Lobby lobby_;
  std::array<PrivateSeat, kSeatsMax> seats_;
  struct Answer {
    std::uint64_t command;  // a hash of the player and the id
    std::uint32_t n;
  };
  std::deque<Answer> answers_;  // the last kAnswersKept for each seat, oldest first
  struct Command {
    std::string player, id;
    std::uint64_t hash = 0;
  };
  mutable Command last_;  // its hash is wanted twice: was it answered, and now it is
  std::string creator_, create_id_;
  std::deque<std::string> out_;  // players who were removed, the last of them
  Bytes32 secret_{};
  std::shared_ptr<const RuleSet> rules_;
  std::unique_ptr<RoomTable> table_;
  Millis stage_at_ = 0;        // when the stage began
  Millis asked_at_ = 0;        // when the question arose that the table waits for …
  std::uint32_t asked_n_ = 0;  // … and with which entry
  std::uint32_t position_ = 0;
};

inline constexpr Millis kRevealMs = 4000;              // to reveal what was committed to
inline constexpr Millis kBetweenMs = 25000;            // between two hands, if somebody is not ready
inline constexpr std::string_view kSitsIn = "casual";  // who plays for those who are away
}  // namespace comodin::server
