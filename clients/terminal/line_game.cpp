// The line game: one line per event, a numbered list per question. Nothing depends on a place on the screen
// or on a graphic sign, so the game can be piped and read aloud.
#include <iostream>

#include "bots/ladder.hpp"
#include "clients/terminal/lines.hpp"
#include "clients/terminal/live_game.hpp"
#include "clients/terminal/screen.hpp"
#include "clients/terminal/terminal.hpp"
#include "notation/moves.hpp"
#include "table/hint.hpp"
#include "words/rule_words.hpp"

namespace comodin {
namespace {

constexpr int kHintGames = 200;

class LineGame {
 public:
  LineGame(Client& client, std::unique_ptr<LiveGame> game)
      : client_(client),
        game_(std::move(game)),
        words_(game_->rules(), client.say.language(), kYou, seat_names(game_->rules().seats)),
        told_(game_->events().size()) {}

  int run() {
    introduce();
    while (!game_->over()) {
      if (!game_->running() && !game_->deal()) break;
      tell();
      if (game_->running() && !step()) return leave();
      tell();
    }
    for (Seat k = 0; k < game_->rules().seats; ++k)
      if (game_->state().champions & seat_bit(k))
        out_.line(k == kYou ? say("result.you_won_game") : say("result.won_game", {words_.seat(k)}));
    const bool saved = save();
    if (saved) out_.line(say("result.saved", {shown(saved_)}));
    return saved ? 0 : 1;
  }

 private:
  std::string say(std::string_view key, std::initializer_list<std::string_view> arguments = {}) const {
    return client_.say(key, arguments);
  }
  std::string cards(int count) const { return client_.say.counted("table.cards", count); }

  void introduce() {
    out_.line(edition_title(game_->rules().edition, client_.say.language()) + ". " + say("lines.welcome"));
    for (Seat k = 1; k < game_->rules().seats; ++k)
      out_.line(
          say("lines.opponent", {words_.seat(k), level_title(client_.say, game_->plan().levels[k - 1u])}));
    tell_rules();
    tell_readings(false);
  }

  // How the table reads what the rulebook leaves open; unless `all` is set, only what is not as usual.
  void tell_readings(bool all) {
    const RuleSet& rules = game_->rules();
    if (all) out_.line(say("option.readings") + ":");
    for (const Reading& reading : readings(rules.edition, rules.options, client_.say))
      if (all || !reading.usual) out_.line((all ? "  " : "") + reading.sentence);
  }

  // What the table has written on its wilds.
  void tell_rules() {
    const auto& rules = game_->rules().custom_rules;
    for (std::size_t k = 0; k < rules.size(); ++k) {
      const std::string card = game_->rules().edition.custom()->text + std::to_string(k + 1);
      const std::string title = rules[k].name.empty() ? say("rule.own") : say("rule." + rules[k].name);
      out_.line(say("lines.rule", {std::to_string(k + 1), card, title, about_rule(rules[k], client_.say)}));
    }
  }

  // What has happened since the last time.
  void tell() {
    const auto& events = game_->events();
    for (const std::string& line : words_.story(events, told_)) out_.line("  " + line);
    for (; told_ < events.size(); ++told_) {
      const Event& event = events[told_];
      if (event.kind != EventKind::ScoreIs) continue;
      out_.line("  " + (event.seat == kYou
                            ? client_.say.counted("lines.score.you", event.value)
                            : client_.say.counted("lines.score", event.value, {words_.seat(event.seat)})));
    }
  }

  // False: it could not be saved, and the player has been told. What was saved before stays.
  bool save() {
    const UserFiles& files = client_.files;
    const auto unfinished = files.save_path(game_->plan().name);
    saved_ = game_->over() ? files.record_path(game_->plan().name) : unfinished;
    std::string why;
    if (!files.write(saved_, game_->text(), why)) {
      if (why != problem_) out_.line(say("table.not_saved", {why}));
      problem_ = why;
      return false;
    }
    problem_.clear();
    if (game_->over()) files.remove(unfinished, why);
    return true;
  }

  // A game in which nothing has happened yet is not worth coming back to.
  int leave() {
    if (game_->own_moves() == 0 && saved_.empty()) {
      out_.line(say("lines.goodbye"));
      return 0;
    }
    problem_.clear();  // worth saying again
    const bool saved = save();
    out_.line(saved ? say("lines.goodbye_saved", {shown(saved_)}) : say("lines.goodbye"));
    return saved ? 0 : 1;
  }

  // One move of somebody; false: the player has left.
  bool step() {
    legal(game_->rules(), game_->state(), kYou, moves_);
    const bool turn = game_->state().await.seat == kYou;
    const std::vector<Move> now(moves_.begin(), moves_.end());
    if (turn || (!now.empty() && now != declined_)) {
      if (game_->own_moves() > 0) save();
      declined_ = turn ? std::vector<Move>() : now;
      return ask(turn);
    }
    game_->poll(0, Speed::Instant);
    return true;
  }

  // ---- a question --------------------------------------------------------------------------------------

  bool ask(bool turn) {
    const View now = game_->view();
    if (turn) show_table(now);
    show_question(now, turn);
    for (;;) {
      std::string answer;
      if (!out_.ask(turn ? "> " : say("lines.react") + " > ", answer)) return false;
      if (answer.empty() && !turn) return true;
      const LineWord word = line_word(answer);
      if (word == LineWord::Leave) return false;
      if (word != LineWord::None) obey(word, now, turn);
      else if (try_move(answer)) return true;
    }
  }

  void show_question(const View& now, bool turn) {
    if (turn) out_.line(question(now));
    const Mask honest = playable(game_->rules(), game_->state(), kYou) | ~game_->rules().restricted;
    for (int i = 0; i < moves_.size(); ++i) {
      const bool bluff = moves_[i].verb == Verb::Play && !(honest >> moves_[i].what & 1);
      out_.line("  " + std::to_string(i + 1) + ") " + words_.move(now, moves_[i]) +
                (bluff ? " (" + say("lines.bluff") + ")" : ""));
    }
  }

  // Asks as the screen does, without what only a screen has: marks and keys.
  std::string question(const View& now) const {
    switch (now.await.kind) {
      case Awaits::Turn: return say("lines.turn");
      case Awaits::Throw: return say("lines.throw");
      case Awaits::Drawn: return say("lines.drawn", {words_.cards_with_codes(now.drawn)});
      default: return words_.question(now);
    }
  }

  void obey(LineWord word, const View& now, bool turn) {
    switch (word) {
      case LineWord::Hint: return hint(now);
      case LineWord::Help: return out_.line(say("lines.help"));
      case LineWord::Rules:
        tell_rules();
        tell_edition();
        return tell_readings(true);
      case LineWord::Cards: return tell_cards(now);
      case LineWord::Repeat: show_table(now); return show_question(now, turn);
      case LineWord::Save:
        problem_.clear();
        if (save()) out_.line(say("table.saved", {shown(saved_)}));
        return;
      default:
        for (const std::string& line : words_.story(game_->events())) out_.line("  " + line);
    }
  }

  // A number of the list, or a move in the notation (`play r7`).
  bool try_move(const std::string& answer) {
    std::vector<Token> tokens;
    Move move;
    if (!tokenize("1 " + answer, tokens)) {
      Cursor number_at(tokens, 1), move_at(tokens);
      int number = 0;
      if (number_at.number(number, 1, moves_.size()) && number_at.at_line_end()) move = moves_[number - 1];
      else if (!parse_move(move_at, game_->rules(), move)) {
        out_.line(say("lines.number"));
        return false;
      }
      const Refusal refusal = game_->make(move);
      if (refusal == Refusal::None) return true;
      out_.line(words_.refusal(refusal));
      return false;
    }
    out_.line(say("lines.number"));
    return false;
  }

  void hint(const View& now) {
    if (now.await.seat != kYou) return out_.line(say("hint.not_now"));
    const Choices may = choices(game_->rules(), game_->state(), kYou);
    const Question question{game_->rules(), now, game_->croupier().memory(), may};
    for (const MoveChance& row : prospects_of(question, static_cast<Key>(game_->moves()) + 1, kHintGames))
      out_.line("  " + std::to_string(static_cast<int>(row.win * 100 + 0.5)) + "%  " +
                words_.move(now, row.move));
  }

  // ---- the table ---------------------------------------------------------------------------------------

  void show_table(const View& now) {
    out_.line("");
    const int next = now.course.next;
    for (Seat k = 1; k < game_->rules().seats; ++k)
      out_.line(words_.seat(k) + ": " + cards(now.count[k]) + belongings(now, k));
    out_.line(say(now.color == Color::None ? "lines.table_open" : "lines.table",
                  {now.top == kNoCard ? "" : words_.card_with_code(now.top), words_.color(now.color)}));
    std::string way = say("lines.pile", {cards(now.pile)}) + " " +
                      say(now.direction == Direction::Left ? "lines.left" : "lines.right");
    if (next < game_->rules().seats)
      way += " " + say("table.next", {words_.seat(static_cast<Seat>(next))}) + ".";
    out_.line(way);
    if (now.sum) out_.line(say("table.sum", {std::to_string(now.sum)}));
    if (now.hands_up) out_.line(say("table.hands_up"));
    if (now.hyper != Color::None) out_.line(say("event.hyper_on", {words_.color(now.hyper)}));
    if (const std::string own = belongings(now, kYou); !own.empty())
      out_.line(say("seat.You") + ":" + own.substr(1));
    out_.line(say("lines.hand", {cards(now.count[kYou]), words_.cards(now.known.cards[kYou])}));
  }

  // ", 40 points, red power (give your red cards away), chicken, has not said UNO"
  std::string belongings(const View& now, Seat seat) const {
    std::string out;
    if (now.scores[seat]) out += ", " + client_.say.counted("lines.points", now.scores[seat]);
    for (int c = 0; c < kColors; ++c) {
      const Color color = static_cast<Color>(c);
      if (now.power[static_cast<std::size_t>(c)] != seat) continue;
      out += ", " + say("lines.power", {words_.color(color)});
      if (seat == kYou) out += " (" + words_.power(color) + ")";
    }
    if (now.marks[seat]) out += ", " + words_.marks(now.marks[seat]);
    if (now.owes & seat_bit(seat)) out += ", " + say("lines.owes");
    const std::string seen = seat == kYou ? "" : words_.cards(now.known.cards[seat]);
    return seen.empty() ? out : out + ". " + say("table.seen", {seen});
  }

  // What your cards do, each kind once.
  void tell_cards(const View& now) {
    for_each_kind(now.known.cards[kYou].has, [&](Card card) {
      const std::string about = words_.about(card);
      out_.line("  " + words_.card_with_code(card) + (about.empty() ? "" : ": " + about));
    });
  }

  void tell_edition() {
    const std::string key = "edition." + game_->rules().edition.id;
    if (client_.say.has(key)) out_.line(say(key));
  }

  Client& client_;
  std::unique_ptr<LiveGame> game_;
  Words words_;
  Lines out_;
  MoveList moves_;
  std::size_t told_;
  std::vector<Move> declined_;  // reactions that were offered last
  std::filesystem::path saved_;
  std::string problem_;
};

// Says why the game goes line by line, if nobody asked for that.
void explain_lines(const Client& client, const PlayRequest& request) {
  if (!request.no_screen.empty()) Lines().line(client.say("lines.because." + request.no_screen));
}

}  // namespace

int play_in_lines(Library& library, const PlayRequest& request, const Settings& settings) {
  const std::string language = request.language.empty() ? settings.language : request.language;
  Client client(library, UserFiles(UserFiles::usual_place()), settings, language_of(language));
  explain_lines(client, request);
  if (!request.replay.empty()) return replay_in_lines(client, request.replay);
  std::string text;
  TextError wrong{0, 0, {"file.unreadable"_fault}};
  std::unique_ptr<LiveGame> game;
  if (!request.resume.empty()) {
    if (client.files.read(request.resume, text)) game = LiveGame::resume(library, text, wrong);
  } else {
    LiveGame::Plan plan;
    if (plan_game(client, request.at_once ? request.table : settings.table, plan, wrong))
      game = LiveGame::begin(plan, wrong);
  }
  if (!game) {
    std::cerr << "comodin: " << request.resume << (request.resume.empty() ? "" : ": ")
              << fault_line(client, wrong) << '\n';
    return 2;
  }
  return LineGame(client, std::move(game)).run();
}

}  // namespace comodin
