// comodin play: a game in the terminal, line by line, against bots.
#include <CLI/CLI.hpp>
#include <ctime>
#include <iostream>

#include "apps/comodin/commands.hpp"
#include "apps/comodin/words.hpp"
#include "bots/random_bot.hpp"
#include "notation/moves.hpp"
#include "notation/rule.hpp"

namespace comodin {
namespace {

struct PlayOptions {
  TableChoice table{.players = 3};
  std::uint64_t seed = 0;  // 0: by the clock
  std::string language;
};

constexpr Seat kYou = Words::kYou;

// Tells the player what happens, masked.
class Narrator : public Listener {
 public:
  Narrator(const RuleSet& rules, const Words& words) : knowledge(rules), words_(words) {}
  void on(const Event& event) override {
    knowledge.on(event);
    const std::string line = words_.event(mask(event, kYou));
    if (!line.empty()) std::cout << "  " << line << '\n';
  }
  Knowledge knowledge;

 private:
  const Words& words_;
};

class LineGame {
 public:
  LineGame(const RuleSet& rules, std::uint64_t seed, Language language)
      : rules_(rules),
        words_(rules, language),
        narrator_(rules, words_),
        bot_(split(seed, 3)),
        state_(new_game(rules, seed)) {}

  int run() {
    std::cout << words_.pick("Escribe el número de tu jugada; q para salir.",
                             "Type the number of your move; q to leave.")
              << '\n';
    for (std::size_t k = 0; k < rules_.custom_rules.size(); ++k)
      std::cout << rules_.edition.custom()->text << k + 1 << ": " << print_rule(rules_.custom_rules[k])
                << '\n';
    while (check_deal(state_) == Refusal::None) {
      std::cout << "\n" << words_.pick("— Nueva mano —", "— New hand —") << '\n';
      deal(rules_, state_, narrator_, chance_);
      while (state_.phase == Phase::Running)
        if (!step()) return farewell();
    }
    for (Seat k = 0; k < rules_.seats; ++k)
      if (state_.champions & seat_bit(k))
        std::cout << words_.pick("Gana la partida: ", "The game is won by: ") << words_.seat(k) << '\n';
    return 0;
  }

 private:
  int farewell() {
    std::cout << words_.pick("Hasta luego.", "Goodbye.") << '\n';
    return 0;
  }

  void make(const Move& move) { apply(rules_, state_, move, narrator_, chance_); }

  // One move of somebody; false: the player has left.
  bool step() {
    Move move;
    if (state_.owes || rules_.out_of_turn) {
      if (state_.await.seat != kYou && !ask_reaction()) return false;
      const Seat seat = static_cast<Seat>(1 + bot_.below(static_cast<std::uint32_t>(rules_.seats) - 1));
      if (state_.phase == Phase::Running &&
          bot_.react(choices(rules_, state_, seat), seat, state_.top(), move))
        return make(move), true;
      if (state_.phase != Phase::Running) return true;
    }
    if (state_.await.seat == kYou) return ask_move();
    const Seat seat = state_.await.seat;
    make(bot_.answer(rules_, choices(rules_, state_, seat), seat));
    return true;
  }

  // The player may call or catch while others are about to play.
  bool ask_reaction() {
    MoveList moves;
    legal(rules_, state_, kYou, moves);
    if (moves.empty()) return true;
    const View now = view(state_, narrator_.knowledge, kYou);
    for (int i = 0; i < moves.size(); ++i)
      std::cout << "  " << i + 1 << ") " << words_.move(now, moves[i]) << '\n';
    std::cout << words_.pick("¿Reaccionas? (Enter: no) > ", "React? (Enter: no) > ") << std::flush;
    std::string answer;
    if (!std::getline(std::cin, answer) || answer == "q") return false;
    const int number = std::atoi(answer.c_str());
    if (number >= 1 && number <= moves.size()) make(moves[number - 1]);
    return true;
  }

  void show_table(const View& now) {
    std::cout << '\n';
    for (Seat k = 1; k < rules_.seats; ++k)
      std::cout << words_.seat(k) << ": " << int{now.count[k]} << (k + 1 < rules_.seats ? ", " : "\n");
    std::cout << words_.pick("Mesa: ", "Table: ") << (now.top == kNoCard ? "" : words_.card(now.top));
    if (now.color != Color::None)
      std::cout << words_.pick(", color ", ", colour ") << words_.color(now.color);
    std::cout << '\n'
              << words_.pick("Tu mano: ", "Your hand: ") << hand_text(rules_, now.known.cards[kYou]) << '\n';
  }

  bool ask_move() {
    MoveList moves;
    legal(rules_, state_, kYou, moves);
    const View now = view(state_, narrator_.knowledge, kYou);
    show_table(now);
    std::cout << words_.question(now) << '\n';
    for (int i = 0; i < moves.size(); ++i)
      std::cout << "  " << i + 1 << ") " << words_.move(now, moves[i]) << '\n';
    for (;;) {
      std::cout << "> " << std::flush;
      std::string answer;
      if (!std::getline(std::cin, answer) || answer == "q") return false;
      Move move;
      if (!read_move(answer, moves, move)) continue;
      const Refusal refusal = check(rules_, state_, move);
      if (refusal == Refusal::None) return make(move), true;
      std::cout << words_.refusal(refusal) << '\n';
    }
  }

  // A number of the list, or a move in the notation (`play r7`).
  bool read_move(const std::string& answer, const MoveList& moves, Move& out) {
    std::vector<Token> tokens;
    if (tokenize("1 " + answer, tokens)) return false;
    Cursor number_at(tokens, 1), move_at(tokens);
    int number = 0;
    if (number_at.number(number, 1, moves.size(), "")) return out = moves[number - 1], true;
    if (parse_move(move_at, rules_, out)) return true;
    std::cout << words_.pick("Escribe un número de la lista, o q para salir.",
                             "Type a number of the list, or q to leave.")
              << '\n';
    return false;
  }

  const RuleSet& rules_;
  Words words_;
  Narrator narrator_;
  Chance chance_;
  RandomBot bot_;
  State state_;
};

int run_play(const PlayOptions& wish) {
  RuleSet rules;
  std::string why;
  const std::uint64_t seed = wish.seed ? wish.seed : static_cast<std::uint64_t>(std::time(nullptr));
  if (!freeze_table(wish.table, seed, rules, why)) return usage_error(why);
  return LineGame(rules, seed, language_of(wish.language)).run();
}

}  // namespace

Command add_play(CLI::App& app) {
  auto wish = std::make_shared<PlayOptions>();
  app.description("A game in the terminal, line by line, against bots that play at random. You are seat 1.");
  add_table_options(app, wish->table);
  app.add_option("-s,--seed", wish->seed, "for the deal and the bots; by the clock if left out")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--lang", wish->language, "es or en; by the locale if left out")
      ->check(CLI::IsMember({"es", "en"}));
  app.footer("Example:\n  comodin play --edition creeper --players 4 --lang en");
  return [wish] { return run_play(*wish); };
}

}  // namespace comodin
