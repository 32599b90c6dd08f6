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

#include "server/entry.hpp"
#include "server/limits.hpp"

namespace comodin::server {

// Why something is refused: a word for programs, English for people, the clause if it is a rule of the game.
struct Refused {
  std::string_view code;
  std::string text;
  std::string_view clause;
  explicit operator bool() const { return !code.empty(); }
};

enum class Stage : std::uint8_t { Lobby, Dealing, Playing, Between, Over };
enum class Sitter : std::uint8_t { Nobody, Person, Bot };

// What everybody in the room may know of it. The wire is handed this, and never the Room.
struct PublicSeat {
  Sitter who = Sitter::Nobody;
  std::string name;   // of a person
  std::string level;  // of the bot that plays, or sits in for a person who is away
  bool ready = false, accepted = false;
  bool away = false;    // a bot plays for the person
  bool vacant = false;  // a bot plays on for somebody who is gone: anybody may take the seat …
  bool joins = false;  // … and has: the bot plays that hand to its end, and the person sees none of its cards
  bool committed = false, revealed = false;
  Bytes32 commit{};
};
struct Lobby {
  std::string code;
  Setting setting;
  Stage stage = Stage::Lobby;
  Seat host = kNoSeat;
  std::array<PublicSeat, kSeatsMax> seats;
  std::vector<std::string> cards;  // the custom wilds: "Wc1" …
  std::vector<std::string> rules;  // what is written on them
  std::vector<std::string> means;  // the same in the rule language
  Bytes32 digest{};                // of the rules: what is accepted
  std::string game;                // the id of the game that runs or has just ended
  int hands = 0;                   // dealt in it
  Bytes32 next_commit{};           // to the secret of the hand that is played, or of the next …
  bool has_next = false;
  std::optional<FairHand> last;  // … and what the last hand was dealt from, once it is over
};

// Rule sets that several rooms share.
class RuleCache {
 public:
  explicit RuleCache(Library& library) : library_(library) {}
  Library& library() { return library_; }
  // The same with every option named that has another value where nobody names it: those that came after the
  // setting's version, and what `literal` stands for. So it means the same to everybody, now and later.
  Setting spelled_out(Setting setting);
  // Null, and what is wrong in words.
  std::shared_ptr<const RuleSet> get(const Setting& setting, const std::vector<std::string>& rules,
                                     std::string& why);

 private:
  const Edition* edition(const Setting& setting, std::string& why);

  Library& library_;
  std::map<std::string, std::weak_ptr<const RuleSet>> known_;
};

class Room {
 public:
  explicit Room(RuleCache& cache) : cache_(&cache) {}

  // `hears` gets the game's events, unmasked.
  Refused apply(const Entry& entry, Listener* hears = nullptr);
  // A new room becomes what its log makes of it. False, and why.
  bool replay(const std::vector<std::string>& log, std::string& why);

  std::uint32_t n() const { return n_; }  // entries so far
  Millis time() const { return time_; }   // of the last one
  const Lobby& lobby() const { return lobby_; }
  const Table* table() const { return table_.get(); }
  Table* table() { return table_.get(); }
  const std::string& creator() const { return creator_; }      // a player …
  const std::string& create_id() const { return create_id_; }  // … and the command that made the room
  const std::string& player(Seat seat) const { return seats_[seat].player; }
  int seats() const { return lobby_.setting.seats; }
  bool playing() const { return lobby_.stage == Stage::Playing; }
  // May whoever sits there see that seat's hand? Somebody who joins with the next one may not.
  bool sees_hand(Seat seat) const { return !lobby_.seats[seat].joins; }
  // What happened up to this entry is not told to that seat: somebody else's cards were there.
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
  // Whose token it is; takes as long for a wrong one.
  Seat seat_of(const Bytes32& token_hash) const;
  // Is it the further token of that seat, which has arrived then?
  bool is_next(Seat seat, const Bytes32& token_hash) const;

  // When the room itself has something to do, in room time, and what: a time-out's move, a deal. kNever:
  // nothing.
  Millis due() const;
  Entry when_due() const;
  bool wants_secret() const;
  // The seat whose clock runs; kNoSeat: none.
  Seat clock_seat() const;
  Millis deadline() const;  // of that seat, in room time

  bool bot_plays(Seat seat) const;  // and no person
  // The bot that plays each seat; empty: a person.
  std::vector<std::string> levels() const;
  bool has_bots() const;
  // For what bots do at random in this position.
  Key think_key() const;

  std::vector<std::string> names() const;  // of the seats, for the record

  // For tests of secrecy: goes on from a position set up by hand.
  void set_up(std::unique_ptr<Table> table);

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

  using Handler = Refused (Room::*)(const Entry&, Listener*);
  static Handler handler(Act act);
  Refused create(const Entry& entry, Listener*);
  Refused set(const Entry& entry, Listener*);
  Refused sit(const Entry& entry, Listener*);
  Refused stand(const Entry& entry, Listener*);
  Refused bot(const Entry& entry, Listener*);
  Refused remove(const Entry& entry, Listener*);
  Refused ready(const Entry& entry, Listener*);
  Refused rule(const Entry& entry, Listener*);
  Refused accept(const Entry& entry, Listener*);
  Refused start(const Entry& entry, Listener*);
  Refused go(const Entry& entry, Listener*);
  Refused reveal(const Entry& entry, Listener*);
  Refused deal(const Entry& entry, Listener* hears);
  Refused move(const Entry& entry, Listener* hears);
  Refused back(const Entry& entry, Listener*);
  Refused rematch(const Entry& entry, Listener*);
  Refused token(const Entry& entry, Listener*);
  Refused kept(const Entry& entry, Listener*);
  Refused secret(const Entry& entry, Listener*);
  Refused host(const Entry& entry, Listener*);

  Refused check_seat(const Entry& entry) const;
  Refused take_setting(const Setting& setting, std::vector<std::string> rules);
  void clear_consent();
  void free_seat(Seat seat);
  void pass_host();
  bool all_ready() const;
  void begin_dealing();
  void after_table(const Entry& entry, bool new_question);
  void close_hand();
  void remember(const std::string& player, const std::string& id);

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
  std::string creator_, create_id_;
  std::deque<std::string> out_;  // players who were removed, the last of them
  Bytes32 secret_{};
  std::shared_ptr<const RuleSet> rules_;
  std::unique_ptr<Table> table_;
  Millis stage_at_ = 0;        // when the stage began
  Millis asked_at_ = 0;        // when the question arose that the table waits for …
  std::uint32_t asked_n_ = 0;  // … and with which entry
  std::uint32_t position_ = 0;
};

inline constexpr Millis kRevealMs = 4000;              // to reveal what was committed to
inline constexpr Millis kBetweenMs = 25000;            // between two hands, if somebody is not ready
inline constexpr std::string_view kSitsIn = "casual";  // who plays for those who are away
inline constexpr std::string_view kDefaultRule = "extra-turn";

// What is accepted: a hash of everything that is written on the custom wilds.
Bytes32 digest_of(const std::vector<std::string>& rules);
// The same as older servers had it, for their logs: a line end in a rule is not told from one between two.
Bytes32 old_digest_of(const std::vector<std::string>& rules);

}  // namespace comodin::server
