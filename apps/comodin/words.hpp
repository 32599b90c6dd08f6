// What the line game says, in Spanish and English.
#pragma once

#include <string>
#include <string_view>

#include "engine/event.hpp"
#include "engine/game.hpp"
#include "engine/view.hpp"

namespace comodin {

enum class Language { Spanish, English };

// By --lang, else by the locale; Spanish where the locale says nothing.
Language language_of(const std::string& wish);

class Words {
 public:
  Words(const RuleSet& rules, Language language) : rules_(rules), language_(language) {}

  std::string_view pick(std::string_view spanish, std::string_view english) const {
    return language_ == Language::Spanish ? spanish : english;
  }
  std::string seat(Seat seat) const;  // "tú", "Jugador 3"
  std::string color(Color color) const;
  std::string card(Card card) const;  // "7 rojo (r7)"
  std::string move(const View& view, const Move& move) const;
  // One event in words; empty if it is not worth a line. Masked for the player.
  std::string event(const Event& event) const;
  std::string question(const View& view) const;  // what the game waits for
  std::string refusal(Refusal refusal) const;

  static constexpr Seat kYou = 0;

 private:
  std::string doer(Seat seat, std::string_view you, std::string_view they) const;
  std::string played(const Event& event) const;

  const RuleSet& rules_;
  Language language_;
};

}  // namespace comodin
