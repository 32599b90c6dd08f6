// Lobby: what everybody in a room may know of it. The messages to clients are made from it, and never from
// the Room.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fair/game.hpp"
#include "server/room/setting.hpp"

namespace comodin::server {

enum class Stage : std::uint8_t { Lobby, Dealing, Playing, Between, Over };
enum class Sitter : std::uint8_t { Nobody, Person, Bot };

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

}  // namespace comodin::server
