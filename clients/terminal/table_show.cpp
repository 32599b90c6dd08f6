// How the table screen presents itself: the scene, its buttons, and the result of a hand.
#include <algorithm>
#include <bit>

#include "clients/terminal/table_screen.hpp"

namespace comodin {
namespace {

using namespace theme;

}  // namespace

std::vector<std::string> TableScreen::log_lines(std::size_t events) const {
  const std::vector<Event>& all = game_->events();
  return words_.story(all, all.size() - std::min(all.size(), events));
}

std::string TableScreen::message() const {
  const Catalogue& say = words_.say();
  if (!notice_.empty()) return notice_;
  if (can_make(Verb::Uno)) return say("table.call_now");
  if (question_.open() && question_.own) return say("question.own");
  for (const Move& move : moves_)
    if (move.verb == Verb::Catch) return say("table.catch_now", {words_.seat(move.what)});
  if (!mine()) return can_make(Verb::Jump) ? say("table.jump_now") : words_.waiting(view_);
  if (view_.await.kind == Awaits::Turn && can_ == 0)
    return say(can_make(Verb::Flip) ? "question.stuck_flip" : "question.stuck");
  if (view_.await.kind == Awaits::Drawn) return drawn_message();
  if (view_.await.kind == Awaits::Turn && view_.count[kYou] == 2 && !armed_) return say("question.turn_two");
  if (question_.open()) return say(can_ ? "question.panel_or_card" : "question.panel");
  return words_.question(view_);
}

// For one card, or for several of which any may be played.
std::string TableScreen::drawn_message() const {
  const Catalogue& say = words_.say();
  const std::string drawn = words_.cards({.has = view_.drawn});
  if (std::popcount(view_.drawn) == 1)
    return say(can_ ? "question.drawn_fits" : "question.drawn_useless", {drawn});
  if (can_ == view_.drawn) return say("question.drawn_all_fit", {drawn});
  return say(can_ ? "question.drawn_some_fit" : "question.drawn_none_fits",
             {drawn, words_.cards({.has = can_})});
}

std::vector<Button> TableScreen::action_buttons() const {
  const Catalogue& say = words_.say();
  const bool owes = can_make(Verb::Uno);
  std::vector<Button> out;
  const bool can_call = owes || view_.count[kYou] == 2;
  if (!in_menu() || owes)
    out.push_back({"U", say("button.uno"), typed(U'u'), can_call, owes || (armed_ && can_call)});
  if (in_menu()) out.push_back({"Enter", say("key.choose"), {.key = Stroke::Enter}, true, false});
  else if (mine() && can_) {
    const std::string_view key = view_.await.kind == Awaits::Throw     ? "button.throw"
                                 : view_.await.kind == Awaits::Discard ? "button.discard"
                                                                       : "button.play";
    out.push_back({"Enter", say(key), {.key = Stroke::Enter}, true, false});
  }
  if (const Move* move = in_menu() ? nullptr : space_move()) {
    const bool several = std::popcount(view_.drawn) > 1;
    const std::string_view key = move->verb == Verb::Draw   ? "button.draw"
                                 : move->verb == Verb::Keep ? several ? "button.keep_all" : "button.keep"
                                 : move->verb == Verb::Stop ? "button.stop"
                                                            : "button.throw_none";
    out.push_back({say("key.space"), say(key), typed(U' '), true, mine() && can_ == 0});
  }
  if (can_make(Verb::Flip) && !in_menu()) out.push_back({"F", say("button.flip"), typed(U'f'), true, false});
  if (can_make(Verb::Catch)) out.push_back({"C", say("button.catch"), typed(U'c'), true, true});
  if (can_make(Verb::Jump)) out.push_back({"J", say("button.jump"), typed(U'j'), true, true});
  if (can_make(Verb::Give) && !in_menu()) out.push_back({"G", say("button.give"), typed(U'g'), true, false});
  return out;
}

std::vector<Button> TableScreen::key_buttons() const {
  const Catalogue& say = words_.say();
  std::vector<Button> out = {
      key_button("H", say("key.hint"), typed(U'h'), mine() && !question_.own),
      key_button("L", say("key.log"), typed(U'l')), key_button("S", say("key.save"), typed(U's'), !practice_),
      key_button("?", say("key.help"), {.key = Stroke::Help}),
      key_button("Esc", say(question_.own ? "key.back" : "key.menu"), {.key = Stroke::Escape})};
  return out;
}

// With the card as its face shows it: "play ♦↑, naming red".
std::string TableScreen::brief_move(const Move& move) const {
  std::string out = words_.move(view_, move);
  const bool of_card = move.verb == Verb::Play || move.verb == Verb::Jump || move.verb == Verb::Throw ||
                       move.verb == Verb::Discard;
  if (!of_card || move.what == kNoCard) return out;
  const std::string card = words_.card(move.what);
  const std::size_t at = out.find(card);
  return at == std::string::npos ? out : out.replace(at, card.size(), brief(game_->rules(), move.what));
}

std::string TableScreen::title() const {
  const Catalogue& say = words_.say();
  return edition_title(game_->rules().edition, say.language()) + " · " +
         (practice_ ? say("table.practice") : say("table.round", {std::to_string(game_->state().rounds)}));
}

Scene TableScreen::scene() const {
  const Catalogue& say = words_.say();
  Scene out;
  out.rules = &game_->rules();
  out.words = &words_;
  out.view = view_;
  out.seats = labels_;
  out.title = title();
  out.hand = hand_;
  out.cursor = cursor_;
  out.can = can_;
  out.bluffs = bluffs_;
  out.asked = asks_card_;
  out.focus_hand = focus_hand_;
  out.armed = armed_;
  out.message = message();
  out.alert = (!notice_.empty() && alert_) || can_make(Verb::Uno);
  out.panel.title = question_.title;
  for (const Choice& choice : question_.choices) out.panel.options.push_back(choice.label);
  out.panel.cursor = question_.cursor;
  if (hint_) {
    out.hint_title =
        hint_->ready() ? say("hint.title") : say("hint.working", {std::to_string(hint_->percent())});
    for (const MoveChance& row : hint_->rows())
      out.hints.push_back({words_.move(view_, row.move), brief_move(row.move), row.win, row.points});
  }
  out.log = log_lines(400);
  out.actions = action_buttons();
  out.keys = key_buttons();
  return out;
}

void TableScreen::draw(Surface& out) {
  if (words_.say().language() != client_.say.language()) refresh();
  if (deal_show_.on()) return deal_show_.draw(game_->rules(), words_, labels_, title(), out);
  if (!game_->running()) return draw_result(out);
  columns_ =
      lay_table(out.grid.width(), out.grid.height(), game_->rules().seats - 1, static_cast<int>(hand_.size()))
          .hand_columns;
  draw_table(scene(), out);
}

// ---- the end of a hand ---------------------------------------------------------------------------

void TableScreen::on_result(const Input& input) {
  const bool over = game_->over() || practice_;
  if (input.key == Stroke::Help || input.is(U'?'))
    return client_.push(help_screen(client_, game_->plan().edition, game_->rules().options));
  if (input.is(U'l') || input.is(U'L')) return show_log();
  if (input.key == Stroke::Escape || input.is(U'q') || input.is(U'm')) return client_.pop();
  if (over && !practice_ && input.is(U'r')) {
    std::string why;
    if (auto replay = replay_screen(client_, saved_as_, why)) client_.push(std::move(replay));
    return;
  }
  if ((input.key != Stroke::Enter && !input.is(U' ')) || now_ < result_from_) return;
  if (!over) {
    game_->deal();
    return after_move();
  }
  client_.pop();
  std::string why;
  if (!practice_) start_game(client_, client_.settings.table, why);
}

void TableScreen::draw_result(Surface& out) {
  const Catalogue& say = words_.say();
  const bool over = game_->over(), ends = over || practice_;
  std::vector<Button> keys = {key_button("Enter",
                                         say(practice_ ? "key.back"
                                             : over    ? "result.again"
                                                       : "result.deal"),
                                         {.key = Stroke::Enter})};
  if (over && !saved_as_.empty()) keys.push_back(key_button("R", say("result.replay"), typed(U'r')));
  keys.push_back(key_button("L", say("key.log"), typed(U'l')));
  keys.push_back(key_button("Esc", say("key.leave"), {.key = Stroke::Escape}));
  const Rect area = draw_frame(out, title(), keys);
  Grid& grid = out.grid;
  const bool won = view_.winner == kYou || (over && (view_.champions & seat_bit(kYou)));
  std::string headline = view_.winner == kNoSeat ? say("event.blocked")
                         : view_.winner == kYou  ? say("result.you_won_hand")
                                                 : say("result.won_hand", {labels_[view_.winner].name});
  if (over) {
    std::string champions;
    for (Seat k = 0; k < game_->rules().seats; ++k)
      if (view_.champions & seat_bit(k)) champions += (champions.empty() ? "" : ", ") + labels_[k].name;
    headline =
        (view_.champions & seat_bit(kYou)) ? say("result.you_won_game") : say("result.won_game", {champions});
  }
  grid.put(area.x, area.y, won ? "★ ★ ★" : "· · ·", won ? kAccent : kQuiet);
  grid.put(area.x + 7, area.y, shortened(headline, area.w - 7), won ? kAccent : kStrong);
  const bool scored = game_->rules().format != Format::Hand;
  int y = area.y + 2;
  const int name = 24;
  grid.put(area.x + name, y, say("result.left"), kQuiet);
  if (scored) {
    grid.put(area.x + name + 10, y, say("result.points"), kQuiet);
    grid.put(area.x + name + 20, y, say("result.score"), kQuiet);
  }
  for (Seat k = 0; k < game_->rules().seats; ++k) {
    const bool winner = k == view_.winner || (view_.champions & seat_bit(k));
    const Style style = winner ? kAccent : k == kYou ? kStrong : kPlain;
    ++y;
    const std::string who =
        labels_[k].level.empty() ? labels_[k].name : labels_[k].name + " · " + labels_[k].level;
    grid.put(area.x, y, winner ? "★" : " ", kAccent);
    grid.put(area.x + 2, y, shortened(who, name - 4), style);
    grid.put(area.x + name, y, std::to_string(view_.count[k]), style);
    if (!scored) continue;
    grid.put(area.x + name + 10, y, (view_.points[k] > 0 ? "+" : "") + std::to_string(view_.points[k]),
             style);
    grid.put(area.x + name + 20, y, std::to_string(view_.scores[k]), style);
  }
  y += 2;
  if (scored && !ends)
    grid.put(area.x, y++, say("result.target", {std::to_string(game_->rules().target)}), kQuiet);
  if (!saved_as_.empty())
    draw_text(grid, {area.x, y, area.w, area.bottom() - y}, say("result.saved", {shown(saved_as_)}), kQuiet);
  if (!save_problem_.empty())
    draw_text(grid, {area.x, y, area.w, area.bottom() - y}, say("table.not_saved", {save_problem_}),
              kWarning);
}

}  // namespace comodin
