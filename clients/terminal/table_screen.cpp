#include "clients/terminal/table_screen.hpp"

#include <algorithm>

namespace comodin {
namespace {

// How long a notice stays; how long before a card is kept automatically; how long before a result can be
// left, because the last key of a hand was not meant for it.
constexpr Millis kNoticeMs = 4500, kPauseMs = 900, kResultMs = 500;

std::vector<std::string> names_of(const LiveGame& game) { return seat_names(game.rules().seats); }

std::vector<SeatLabel> labels_of(const LiveGame& game, const Catalogue& say) {
  std::vector<SeatLabel> out{{say("seat.You"), ""}};
  const std::vector<std::string> names = names_of(game);
  for (Seat k = 1; k < game.rules().seats; ++k)
    out.push_back({names[k], level_title(say, game.plan().levels[k - 1u])});
  return out;
}

bool with_card(Verb verb) {
  return verb == Verb::Play || verb == Verb::Throw || verb == Verb::Discard || verb == Verb::Jump;
}

// Moves that are a choice of their own, to be offered in the panel.
bool to_be_asked(Verb verb) {
  switch (verb) {
    case Verb::Accept:
    case Verb::Challenge:
    case Verb::Color:
    case Verb::Power:
    case Verb::Vote:
    case Verb::Choose:
    case Verb::Confirm:
    case Verb::Swap: return true;
    default: return false;
  }
}

}  // namespace

TableScreen::TableScreen(Client& client, std::unique_ptr<LiveGame> game, bool practice)
    : client_(client),
      game_(std::move(game)),
      practice_(practice),
      words_(game_->rules(), client.say.language(), kYou, names_of(*game_)) {}

void TableScreen::sit_down() {
  std::size_t at = game_->events().size();
  if (game_->state().phase == Phase::Ready) {
    game_->deal();
    save();
    deal_show_ = DealShow(read_deal_draw(game_->rules(), game_->events(), at));
  }
  refresh();
}

// ---- what there is to see -------------------------------------------------------------------------------

void TableScreen::refresh() {
  words_ = Words(game_->rules(), client_.say.language(), kYou, names_of(*game_));
  labels_ = labels_of(*game_, client_.say);
  const Await before = view_.await;
  const Mask drawn_before = view_.drawn;
  view_ = game_->view();
  legal(game_->rules(), game_->state(), kYou, moves_);
  const bool anew = !(before == view_.await) || drawn_before != view_.drawn;
  refresh_hand();
  if (view_.count[kYou] != 2) armed_ = false;
  question_ = {};
  focus_hand_ = true;
  if (mine()) ask_what_the_game_asks();
  if (game_->running()) result_from_ = 0;
  else if (result_from_ == 0) result_from_ = now_ + kResultMs;
  const bool only_keep = mine() && view_.await.kind == Awaits::Drawn && can_ == 0;
  if (!only_keep) keep_at_ = 0;
  else if (anew || keep_at_ == 0) keep_at_ = now_ + at_speed(kPauseMs, client_.settings.speed);
}

void TableScreen::refresh_hand() {
  const Card chosen =
      cursor_ < static_cast<int>(hand_.size()) ? hand_[static_cast<std::size_t>(cursor_)] : kNoCard;
  hand_.clear();
  for_each_card(view_.known.cards[kYou], [&](Card card) { hand_.push_back(card); });
  can_ = bluffs_ = 0;
  for (const Move& move : moves_)
    if (with_card(move.verb) && move.what != kNoCard) can_ |= bit(move.what);
  asks_card_ = mine() && (can_ != 0 || space_move());
  if (mine() && view_.await.kind != Awaits::Throw && view_.await.kind != Awaits::Discard)
    bluffs_ = can_ & game_->rules().restricted & ~playable(game_->rules(), game_->state(), kYou);
  const auto at = std::find(hand_.begin(), hand_.end(), chosen);
  if (at != hand_.end()) cursor_ = static_cast<int>(at - hand_.begin());
  cursor_ = std::clamp(cursor_, 0, std::max(0, static_cast<int>(hand_.size()) - 1));
  // The cursor waits where something can be done.
  const Mask honest = can_ & ~bluffs_;
  const auto fits = [&](Card card) { return (honest ? honest : can_) >> card & 1; };
  if (!hand_.empty() && can_ && !fits(hand_[static_cast<std::size_t>(cursor_)]))
    cursor_ = static_cast<int>(std::find_if(hand_.begin(), hand_.end(), fits) - hand_.begin());
}

void TableScreen::ask_what_the_game_asks() {
  std::vector<Choice> choices;
  for (const Move& move : moves_)
    if (to_be_asked(move.verb))
      choices.push_back({words_.move(view_, move), [this, move] { try_move(move); }});
  if (choices.empty()) return;
  if (view_.await.kind == Awaits::Vote) std::reverse(choices.begin(), choices.end());  // yes first
  if (view_.await.kind == Awaits::Color || view_.await.kind == Awaits::Power)
    for (std::size_t i = 0; i < choices.size(); ++i) {
      std::string shape;
      append_utf8(shape, shape_of(static_cast<Color>(i)));
      choices[i].label = shape + " " + choices[i].label;
    }
  ask({.title = words_.question(view_), .choices = std::move(choices)});
}

void TableScreen::ask(Asked question) {
  hint_.reset();
  if (question.own) notice_.clear();
  question_ = std::move(question);
  focus_hand_ = false;
}

void TableScreen::close_own_question() {
  if (question_.own) refresh();
}

void TableScreen::notice(std::string text, bool alert) {
  notice_ = std::move(text);
  alert_ = alert;
  notice_until_ = now_ + kNoticeMs;
}

bool TableScreen::can_make(Verb verb) const {
  return std::any_of(moves_.begin(), moves_.end(), [&](const Move& move) { return move.verb == verb; });
}

const Move* TableScreen::space_move() const {
  for (const Move& move : moves_)
    if (move.verb == Verb::Draw || move.verb == Verb::Keep || move.verb == Verb::Stop ||
        (move.verb == Verb::Throw && move.what == kNoCard))
      return &move;
  return nullptr;
}

// ---- making moves -----------------------------------------------------------------------------------------

void TableScreen::try_move(const Move& move) {
  const Refusal refusal = game_->make(move);
  if (refusal != Refusal::None) return notice(words_.refusal(refusal), true);
  notice_.clear();
  after_move();
}

void TableScreen::after_move() {
  hint_.reset();
  save();
  refresh();
}

bool TableScreen::save(bool asked) {
  const bool over = game_->over();
  if (practice_ || !saved_as_.empty() || (!asked && !over && game_->own_moves() == 0)) return true;
  const UserFiles& files = client_.files;
  const auto unfinished = files.save_path(game_->plan().name),
             path = over ? files.record_path(game_->plan().name) : unfinished;
  std::string why;
  const bool saved = files.write(path, game_->text(), why);
  if (!saved && save_problem_.empty()) notice(words_.say()("table.not_saved", {why}), true);
  client_.unsaved = save_problem_ = why;
  if (saved && over) {
    saved_as_ = path.string();
    files.remove(unfinished, why);
  }
  return saved;
}

// A game that cannot be saved is not left without a warning.
void TableScreen::leave(const std::function<void()>& go) {
  if (save(true)) return go();
  const Catalogue& say = client_.say;
  ask({.title = say("table.not_saved", {save_problem_}),
       .choices = {{say("menu.go_on"), [this] { close_own_question(); }},
                   {say("menu.leave_unsaved"),
                    [this, go] {
                      client_.unsaved.clear();
                      go();
                    }}},
       .own = true,
       .pauses = true});
}

void TableScreen::choose_card(int index) {
  if (index < 0 || index >= static_cast<int>(hand_.size())) return;
  cursor_ = index;
  const Card card = hand_[static_cast<std::size_t>(index)];
  std::vector<Move> moves;
  for (const Move& move : moves_)
    if (with_card(move.verb) && move.what == card && move.uno == (armed_ && view_.count[kYou] == 2))
      moves.push_back(move);
  if (!moves.empty()) return narrow(std::move(moves));
  const CardInfo& info = game_->rules().cards[card];
  Verb verb = Verb::Play;
  if (mine() && view_.await.kind == Awaits::Throw) verb = Verb::Throw;
  if (mine() && view_.await.kind == Awaits::Discard) verb = Verb::Discard;
  Move move{verb, kYou, card};
  if (verb == Verb::Play && (game_->rules().names_color & bit(card))) move.color = Color::Red;
  if (verb == Verb::Play && info.picks_power) move.power = Color::Red;
  try_move(move);
}

// Asks for what the moves differ in: first the power, then the colour.
void TableScreen::narrow(std::vector<Move> moves) {
  if (moves.size() == 1) return try_move(moves.front());
  const bool power = moves.front().power != moves.back().power;
  std::vector<Choice> choices;
  for (int c = 0; c < kColors; ++c) {
    const Color color = static_cast<Color>(c);
    std::vector<Move> left;
    for (const Move& move : moves)
      if ((power ? move.power : move.color) == color) left.push_back(move);
    if (left.empty()) continue;
    std::string label;
    append_utf8(label, shape_of(color));
    label += " " + (power ? words_.say()("move.power", {words_.color(color), words_.power(color)})
                          : words_.color(color));
    choices.push_back({label, [this, left] { narrow(left); }});
  }
  ask({.title = words_.say()(power ? "question.power" : "question.color"),
       .choices = std::move(choices),
       .own = true,
       .moves = std::move(moves)});
}

void TableScreen::say_uno() {
  if (can_make(Verb::Uno)) return try_move({Verb::Uno, kYou});
  if (view_.count[kYou] == 2 && game_->running()) {
    armed_ = !armed_;
    return notice(words_.say()(armed_ ? "table.armed_now" : "table.disarmed"), false);
  }
  try_move({Verb::Uno, kYou});
}

void TableScreen::say_catch() {
  Asked whom = ask_whom(Verb::Catch);
  if (whom.choices.size() == 1) return whom.choices.front().act();
  if (!whom.open()) return notice(words_.refusal(Refusal::NothingToCatch), true);
  whom.title = words_.say()("table.catch_whom");
  ask(std::move(whom));
}

void TableScreen::give_cards() {
  Asked whom = ask_whom(Verb::Give);
  if (!whom.open()) return try_move({Verb::Give, kYou, 1});
  whom.title = words_.say()("table.give_whom");
  ask(std::move(whom));
}

TableScreen::Asked TableScreen::ask_whom(Verb verb) {
  Asked out{.own = true};
  for (const Move& move : moves_) {
    if (move.verb != verb) continue;
    out.choices.push_back({words_.seat(move.what), [this, move] { try_move(move); }});
    out.moves.push_back(move);
  }
  return out;
}

void TableScreen::press_space() {
  if (const Move* move = space_move()) return try_move(Move(*move));
  try_move({Verb::Draw, kYou});
}

// A click on a player catches them if possible; otherwise it says what is known about them.
void TableScreen::seat_chosen(Seat seat) {
  for (const Move& move : moves_)
    if (move.verb == Verb::Catch && move.what == seat) return try_move(Move(move));
  const Catalogue& say = words_.say();
  std::string text =
      say("table.about_seat", {labels_[seat].name, labels_[seat].level, std::to_string(view_.count[seat])});
  for (int c = 0; c < kColors; ++c)
    if (view_.power[static_cast<std::size_t>(c)] == seat)
      text += " " + say("table.holds_power",
                        {words_.color(static_cast<Color>(c)), words_.power(static_cast<Color>(c))});
  if (view_.marks[seat]) text += " " + say("table.is_marked", {words_.marks(view_.marks[seat])});
  const std::string known = words_.cards(view_.known.cards[seat]);
  if (!known.empty()) text += " " + say("table.seen", {known});
  notice(text, false);
}

void TableScreen::toggle_hint() {
  if (hint_) return hint_.reset();
  if (!mine()) return notice(words_.say()("hint.not_now"), false);
  close_own_question();
  const auto& croupier = game_->croupier();
  hint_ = std::make_unique<HintThread>(Hint(game_->plan().rules, view_, croupier.memory(),
                                            choices(game_->rules(), game_->state(), kYou),
                                            split(game_->plan().key, static_cast<Key>(game_->moves()) + 99)));
}

void TableScreen::show_log() {
  std::string text;
  for (const std::string& line : log_lines(game_->events().size())) text += line + "\n";
  client_.push(text_screen(client_, words_.say()("key.log"), text, true));
}

void TableScreen::open_menu() {
  const Catalogue& say = client_.say;
  std::vector<Choice> choices;
  choices.push_back({say("menu.go_on"), [this] { close_own_question(); }});
  choices.push_back({say("menu.help"), [this] {
                       close_own_question();
                       client_.push(help_screen(client_, game_->plan().edition, game_->rules().options));
                     }});
  choices.push_back({say("menu.log"), [this] {
                       close_own_question();
                       show_log();
                     }});
  choices.push_back(
      {say("menu.speed", {say("speed." + std::string(speed_word(client_.settings.speed)))}), [this] {
         const int next = static_cast<int>(client_.settings.speed) % 3 + 1;
         client_.settings.speed = static_cast<Speed>(next);
         client_.keep_settings();
         open_menu();
         question_.cursor = 3;
       }});
  choices.push_back({say("menu.language"), [this] {
                       client_.speak(client_.say.language() == Language::Spanish ? Language::English
                                                                                 : Language::Spanish);
                       refresh();
                     }});
  choices.push_back(
      {say(practice_ ? "menu.end_practice" : "menu.leave"), [this] { leave([this] { client_.pop(); }); }});
  choices.push_back({say("menu.quit"), [this] { leave([this] { client_.quit(); }); }});
  ask({.title = say(practice_ ? "menu.practice" : "menu.title"),
       .choices = std::move(choices),
       .own = true,
       .pauses = true});
}

// ---- keys ----------------------------------------------------------------------------------------

void TableScreen::on(const Input& input) {
  if (deal_show_.hears(now_)) return deal_show_.skip();
  if (!game_->running()) return on_result(input);
  if (input.key == Stroke::Help || input.is(U'?'))
    return client_.push(help_screen(client_, game_->plan().edition, game_->rules().options));
  if (input.key == Stroke::Player) return seat_chosen(static_cast<Seat>(input.number));
  if (input.key == Stroke::HandCard) {
    close_own_question();
    focus_hand_ = true;
    return choose_card(input.number);
  }
  if (hint_ && question_.open()) return hint_.reset();  // it hides the question
  if (in_menu()) return on_menu(input);
  if (on_hand(input)) return;
  if (input.key == Stroke::Escape || input.is(U'q')) return hint_ ? hint_.reset() : open_menu();
  if (input.key == Stroke::Char) on_letter(input.character);
}

// Keys in a menu belong to the menu: none of them plays, draws or passes at the table. Only what does not
// change the table is left, and what the others race for.
void TableScreen::on_menu(const Input& input) {
  const int count = static_cast<int>(question_.choices.size());
  const auto choose = [&](int index) {
    if (index < 0 || index >= count) return;
    const auto act = question_.choices[static_cast<std::size_t>(index)].act;  // it may close the question
    act();
  };
  const auto go = [&](int to) { question_.cursor = (to + count) % count; };
  switch (input.key) {
    case Stroke::Item: return choose(input.number);
    case Stroke::Enter: return choose(question_.cursor);
    case Stroke::Right:
    case Stroke::Down:
    case Stroke::WheelDown: return go(question_.cursor + 1);
    case Stroke::Left:
    case Stroke::Up:
    case Stroke::WheelUp: return go(question_.cursor - 1);
    case Stroke::Home:
    case Stroke::PageUp: return go(0);
    case Stroke::End:
    case Stroke::PageDown: return go(count - 1);
    case Stroke::Tab:
    case Stroke::BackTab:
      if (!question_.own) {
        focus_hand_ = true;
        return;
      }
      return go(question_.cursor + (input.key == Stroke::Tab ? 1 : -1));
    case Stroke::Escape: return question_.own ? close_own_question() : open_menu();
    case Stroke::Char: return on_menu_letter(input.character, choose);
    default: return;
  }
}

void TableScreen::on_menu_letter(char32_t letter, const std::function<void(int)>& choose) {
  if (letter == U' ') return choose(question_.cursor);
  if (letter >= U'0' && letter <= U'9') return choose(letter == U'0' ? 9 : static_cast<int>(letter - U'1'));
  const char32_t small = letter >= U'A' && letter <= U'Z' ? letter + (U'a' - U'A') : letter;
  if (small == U'q') return question_.own ? close_own_question() : open_menu();
  const bool race = (small == U'u' && can_make(Verb::Uno)) || (small == U'c' && can_make(Verb::Catch)) ||
                    (small == U'j' && can_make(Verb::Jump));
  const bool harmless =
      small == U'l' || small == U's' || (!question_.own && (small == U'h' || small == U'm'));
  if (race || harmless) on_letter(small);
}

bool TableScreen::on_hand(const Input& input) {
  const int count = static_cast<int>(hand_.size());
  const auto go = [&](int to) {
    cursor_ = std::clamp(to, 0, std::max(0, count - 1));
    return true;
  };
  switch (input.key) {
    case Stroke::Left: return go(cursor_ - 1);
    case Stroke::Right: return go(cursor_ + 1);
    case Stroke::Up: return cursor_ >= columns_ ? go(cursor_ - columns_) : true;
    case Stroke::Down: return go(cursor_ + columns_);
    case Stroke::WheelUp: return go(cursor_ - 1);
    case Stroke::WheelDown: return go(cursor_ + 1);
    case Stroke::PageUp: return go(cursor_ - columns_ * 2);
    case Stroke::PageDown: return go(cursor_ + columns_ * 2);
    case Stroke::Home: return go(0);
    case Stroke::End: return go(count - 1);
    case Stroke::Enter: choose_card(cursor_); return true;
    case Stroke::Tab:
    case Stroke::BackTab: {
      if (question_.open()) {
        focus_hand_ = false;
        return true;
      }
      const int step = input.key == Stroke::Tab ? 1 : count - 1;
      for (int k = 1; count && k <= count; ++k) {
        const int at = (cursor_ + k * step) % count;
        if (can_ >> hand_[static_cast<std::size_t>(at)] & 1) return go(at);
      }
      return true;
    }
    default: return false;
  }
}

void TableScreen::on_letter(char32_t letter) {
  switch (letter) {
    case U' ': return press_space();
    case U'u':
    case U'U': return say_uno();
    case U'c':
    case U'C': return say_catch();
    case U'g':
    case U'G': return give_cards();
    case U'f':
    case U'F': return try_move({Verb::Flip, kYou});
    case U'h':
    case U'H': return toggle_hint();
    case U'l':
    case U'L': return show_log();
    case U'm':
    case U'M': return open_menu();
    case U's':
    case U'S':
      if (practice_) return;
      if (!save(true)) return notice(client_.say("table.not_saved", {save_problem_}), true);
      return notice(client_.say("table.saved", {shown(client_.files.save_path(game_->plan().name))}), false);
    case U'j':
    case U'J':
      for (int i = 0; i < static_cast<int>(hand_.size()); ++i)
        if (can_make(Verb::Jump) && hand_[static_cast<std::size_t>(i)] == view_.top) return choose_card(i);
      return try_move({Verb::Jump, kYou, view_.top});
    default: return;
  }
}

Millis TableScreen::tick(Millis now) {
  now_ = now;
  const Millis shown = deal_show_.tick(now, client_.settings.speed);
  if (deal_show_.on()) return shown;
  Millis due = LiveGame::kNever;
  const auto sooner = [&](Millis at) { due = due == LiveGame::kNever ? at : std::min(due, at); };
  if (!question_.pauses) {
    let_them_move();
    due = game_->due();
    const bool keeps = keep_at_ > 0 && !question_.own;  // not while the player chooses something else
    if (keeps && now >= keep_at_) {
      try_move({Verb::Keep, kYou});
      sooner(now);
    } else if (keeps) sooner(keep_at_);
  }
  if (shown != LiveGame::kNever) sooner(shown);
  if (now < result_from_) sooner(result_from_);
  if (!notice_.empty() && now >= notice_until_) notice_.clear();
  if (!notice_.empty()) sooner(notice_until_);
  if (hint_ && !hint_->ready()) sooner(now + 60);
  return due;
}

void TableScreen::let_them_move() {
  bool moved = false;
  // Without delays bots play on until a person is asked; the bound keeps the keys responsive.
  for (int k = 0; k < 50 && game_->poll(now_, client_.settings.speed); ++k) moved = true;
  if (!moved) return;
  const Asked kept = question_.own ? question_ : Asked{};
  save();
  refresh();
  const bool stands = std::all_of(kept.moves.begin(), kept.moves.end(),
                                  [&](const Move& move) { return game_->check(move) == Refusal::None; });
  if (kept.open() && game_->running() && stands) {
    question_ = kept;
    focus_hand_ = false;
  }
  if (!mine()) hint_.reset();
}

std::unique_ptr<Screen> table_screen(Client& client, std::unique_ptr<LiveGame> game, bool practice) {
  auto screen = std::make_unique<TableScreen>(client, std::move(game), practice);
  screen->sit_down();
  return screen;
}

}  // namespace comodin
