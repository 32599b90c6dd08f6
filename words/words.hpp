// A game in words: cards, moves, what happened, what is asked, why something is refused.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/event.hpp"
#include "engine/game.hpp"
#include "engine/ruleset.hpp"
#include "engine/view.hpp"
#include "words/catalogue.hpp"

namespace comodin {

class Words {
 public:
  // `you`: the seat that is addressed, or kSpectator. `names`: of the others; "Player 3" if one is missing.
  Words(const RuleSet& rules, Language language, Seat you, std::vector<std::string> names = {})
      : rules_(&rules), say_(language), you_(you), names_(std::move(names)) {}

  const Catalogue& say() const { return say_; }
  std::string seat(Seat seat) const;  // "tú", "Lola"
  std::string color(Color color) const;
  std::string short_color(Color color) const;   // two letters
  std::string loud_color(Color color) const;    // in capitals
  std::string card(Card card) const;            // "7 rojo"
  std::string cards(const Hand& hand) const;    // "7 rojo, 9 azul"
  std::string card_with_code(Card card) const;  // "7 rojo (r7)"
  std::string cards_with_codes(Mask kinds) const;
  std::string about(Card card) const;  // what it does; empty for a number
  std::string move(const View& view, const Move& move) const;
  // One event in words, masked for `you`; empty if it is not worth a line.
  std::string event(const Event& event) const;
  // Several events in order, from the index `from`. Cards that somebody draws in a row are counted; the draw
  // for the deal is told round by round.
  std::vector<std::string> story(const std::vector<Event>& events, std::size_t from = 0) const;
  std::string question(const View& view) const;  // what the game waits for from `you`
  std::string waiting(const View& view) const;   // the same, when it waits for somebody else
  std::string refusal(Refusal refusal) const;    // with its clause
  std::string marks(std::uint8_t marks) const;   // "codos, gallina"
  std::string power(Color color) const;          // "regalar las rojas"
  std::string deals(Seat dealer) const;          // "Lola reparte"

 private:
  bool knows(Card card) const;  // does the catalogue have a name for what this card does?
  std::string about_unknown(const Symbol& symbol) const;
  std::string about_act(std::string_view key, const Event& event, std::string_view what = {}) const;
  std::string choice(const Event& event) const;
  void tell_draw(const std::vector<Event>& events, std::size_t& at, std::vector<std::string>& out) const;
  std::string text(int index) const;  // of a written rule: known ones in the reader's language
  std::string event_of_cards(const Event& event) const;
  std::string event_of_table(const Event& event) const;
  std::string target_move(const View& view, const Move& move) const;

  const RuleSet* rules_;
  Catalogue say_;
  Seat you_;
  std::vector<std::string> names_;
};

// The key of a refusal: "fault.refusal.no_match".
std::string refusal_key(Refusal refusal);

// What a rule on a custom wild does: a ready rule has a text of its own, any other is explained.
std::string about_rule(const Rule& rule, const Catalogue& say);

// How a table reads what the rulebook leaves open: a sentence for each reading that the edition leaves open,
// in the order of the options. A reading that is not the edition's own says so.
struct Reading {
  std::string sentence;
  bool usual;
};
std::vector<Reading> readings(const Edition& edition, const Options& options, const Catalogue& say);

// An edition's name in this language, and a few words on what makes it special, which may be empty.
std::string edition_title(const Edition& edition, Language language);
std::string edition_about(const Edition& edition, const Catalogue& say);

}  // namespace comodin
