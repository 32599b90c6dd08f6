// The line game: one line for each thing that happens, a numbered list for each question. Nothing depends on
// where on a screen it stands, so it can be piped and read aloud.
#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "bots/ladder.hpp"
#include "arena/hint.hpp"
#include "clients/terminal/live_game.hpp"
#include "clients/terminal/screen.hpp"
#include "clients/terminal/terminal.hpp"
#include "notation/moves.hpp"
#include "notation/rule.hpp"

namespace comodin {
namespace {

constexpr Seat kYou = LiveGame::kYou;

class LineGame {
 public:
  LineGame(Client& client, std::unique_ptr<LiveGame> game)
      : client_(client),
        game_(std::move(game)),
        words_(game_->rules(), client.say.language(), kYou, seat_names(game_->rules().seats)),
        told_(game_->events().size()) {}

  int run() {
    introduce();
    if (game_->state().phase == Phase::Ready) game_->deal();
    for (;;) {
      tell();
      if (!save() || game_->over()) break;
      if (!game_->running()) {
        if (!game_->deal()) break;
        continue;
      }
      if (!step()) return std::cout << say("lines.goodbye", {shown(saved_)}) << '\n', 0;
    }
    for (Seat k = 0; k < game_->rules().seats; ++k)
      if (game_->state().champions & seat_bit(k))
        std::cout << (k == kYou ? say("result.you_won_game") : say("result.won_game", {words_.seat(k)}))
                  << '\n';
    std::cout << say("result.saved", {shown(saved_)}) << '\n';
    return 0;
  }

 private:
  std::string say(std::string_view key, std::initializer_list<std::string_view> arguments = {}) const {
    return client_.say(key, arguments);
  }

  void introduce() {
    std::cout << edition_title(game_->rules().edition, client_.say.language()) << ". " << say("lines.welcome")
              << '\n';
    for (Seat k = 1; k < game_->rules().seats; ++k)
      std::cout << say("lines.opponent", {words_.seat(k), game_->plan().levels[k - 1u]}) << '\n';
    const auto& rules = game_->rules().custom_rules;
    for (std::size_t k = 0; k < rules.size(); ++k)
      std::cout << game_->rules().edition.custom()->text << k + 1 << ": " << print_rule(rules[k]) << '\n';
  }

  // What has happened since the last time.
  void tell() {
    const auto& events = game_->events();
    for (const std::string& line : words_.story(events, told_)) std::cout << "  " << line << '\n';
    for (; told_ < events.size(); ++told_)
      if (events[told_].kind == EventKind::ScoreIs)
        std::cout << "  "
                  << say("lines.score",
                         {words_.seat(events[told_].seat), std::to_string(events[told_].value)})
                  << '\n';
  }

  bool save() {
    const Store& store = client_.store;
    std::string why;
    saved_ = game_->over() ? store.record_path(game_->plan().name) : store.save_path(game_->plan().name);
    if (!store.write(saved_, game_->text(), why) && !warned_)
      warned_ = true, std::cout << say("table.not_saved", {why}) << '\n';
    if (game_->over()) store.remove(store.save_path(game_->plan().name));
    return true;
  }

  // One move of somebody; false: the player has left.
  bool step() {
    if (game_->state().await.seat == kYou) return ask_move();
    if (asked_at_ != game_->moves() && may_react()) {
      asked_at_ = game_->moves();
      return ask_reaction();
    }
    game_->poll(0, Speed::Instant);
    return true;
  }

  bool may_react() {
    legal(game_->rules(), game_->state(), kYou, moves_);
    return !moves_.empty();
  }

  void list_moves(const View& now) const {
    for (int i = 0; i < moves_.size(); ++i)
      std::cout << "  " << i + 1 << ") " << words_.move(now, moves_[i]) << '\n';
  }

  bool ask_reaction() {
    const View now = game_->view();
    list_moves(now);
    std::cout << say("lines.react") << " > " << std::flush;
    std::string answer;
    if (!std::getline(std::cin, answer) || answer == "q") return false;
    const int number = std::atoi(answer.c_str());
    if (number >= 1 && number <= moves_.size()) game_->make(Move(moves_[number - 1]));
    return true;
  }

  void show_table(const View& now) const {
    std::cout << '\n';
    for (Seat k = 1; k < game_->rules().seats; ++k) {
      std::cout << say("lines.seat", {words_.seat(k), std::to_string(now.count[k])});
      for (int c = 0; c < kColors; ++c)
        if (now.power[static_cast<std::size_t>(c)] == k)
          std::cout << ", " << say("lines.power", {words_.color(static_cast<Color>(c))});
      if (now.marks[k]) std::cout << ", " << words_.marks(now.marks[k]);
      if (now.owes & seat_bit(k)) std::cout << ", " << say("lines.owes");
      std::cout << '\n';
    }
    std::cout << say("lines.table",
                     {now.top == kNoCard ? "" : words_.card_with_code(now.top), words_.color(now.color)})
              << '\n';
    if (now.hyper != Color::None) std::cout << say("event.hyper_on", {words_.color(now.hyper)}) << '\n';
    std::cout << say("lines.hand") << words_.cards(now.known.cards[kYou]) << '\n';
  }

  bool ask_move() {
    legal(game_->rules(), game_->state(), kYou, moves_);
    const View now = game_->view();
    show_table(now);
    const bool turn = now.await.kind == Awaits::Turn;
    std::cout << (turn ? say("lines.turn") : words_.question(now)) << '\n';
    list_moves(now);
    for (;;) {
      std::cout << "> " << std::flush;
      std::string answer;
      if (!std::getline(std::cin, answer) || answer == "q") return false;
      if (command(answer, now)) continue;
      Move move;
      if (!read_move(answer, move)) continue;
      const Refusal refusal = game_->make(move);
      if (refusal == Refusal::None) return true;
      std::cout << words_.refusal(refusal) << '\n';
    }
  }

  bool command(const std::string& answer, const View& now) {
    if (answer == "h") return hint(now), true;
    if (answer == "?") return std::cout << say("lines.help") << '\n', true;
    if (answer == "s") return save(), std::cout << say("table.saved", {shown(saved_)}) << '\n', true;
    if (answer != "l") return false;
    for (const std::string& line : words_.story(game_->events())) std::cout << "  " << line << '\n';
    return true;
  }

  void hint(const View& now) {
    const Choices may = choices(game_->rules(), game_->state(), kYou);
    const Question question{game_->rules(), now, game_->croupier().memory(), may};
    const auto rows = prospects_of(question, static_cast<Key>(game_->moves()) + 1, 200);
    for (const MoveChance& row : rows)
      std::cout << "  " << static_cast<int>(row.win * 100 + 0.5) << "%  " << words_.move(now, row.move)
                << '\n';
  }

  // A number of the list, or a move in the notation (`play r7`).
  bool read_move(const std::string& answer, Move& out) {
    std::vector<Token> tokens;
    if (tokenize("1 " + answer, tokens)) return false;
    Cursor number_at(tokens, 1), move_at(tokens);
    int number = 0;
    if (number_at.number(number, 1, moves_.size(), "")) return out = moves_[number - 1], true;
    if (parse_move(move_at, game_->rules(), out)) return true;
    std::cout << say("lines.number") << '\n';
    return false;
  }

  Client& client_;
  std::unique_ptr<LiveGame> game_;
  Words words_;
  MoveList moves_;
  std::size_t told_;
  int asked_at_ = -1;
  bool warned_ = false;
  std::filesystem::path saved_;
};

}  // namespace

int play_in_lines(Library& library, const PlayWish& wish, const Settings& settings) {
  const std::string language = wish.language.empty() ? settings.language : wish.language;
  Client client(library, Store(Store::usual_place()), settings, language_of(language));
  std::string why = "cannot be read", text;
  std::unique_ptr<LiveGame> game;
  if (!wish.resume.empty()) {
    if (client.store.read(wish.resume, text)) game = LiveGame::resume(library, text, why);
  } else {
    LiveGame::Plan plan;
    if (plan_game(client, wish.at_once ? wish.table : settings.table, plan, why))
      game = LiveGame::begin(plan, why);
  }
  if (!game)
    return std::cerr << "comodin: " << wish.resume << (wish.resume.empty() ? "" : ": ") << why << '\n', 2;
  return LineGame(client, std::move(game)).run();
}

}  // namespace comodin
