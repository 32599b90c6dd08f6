// The table with a person at it: keys and clicks become moves, bots move in their time, everything is saved.
#pragma once

#include "clients/terminal/deal_show.hpp"
#include "clients/terminal/hint_thread.hpp"
#include "clients/terminal/scene.hpp"
#include "clients/terminal/screen.hpp"

namespace comodin {

class TableScreen : public Screen {
 public:
  TableScreen(Client& client, std::unique_ptr<LiveGame> game, bool practice);

  void sit_down();  // deals, if no hand is being played

  void draw(Surface& out) override;
  void on(const Input& input) override;
  Millis tick(Millis now) override;

 private:
  struct Choice {
    std::string label;
    std::function<void()> act;
  };
  struct Asked {
    std::string title;
    std::vector<Choice> choices;
    int cursor = 0;
    bool own = false;         // asked by the player, not by the game; Escape closes it
    std::vector<Move> moves;  // the moves it leads to; it stays open as long as all of them are legal
    bool pauses = false;      // nobody moves while it is open
    bool open() const { return !choices.empty(); }
  };

  // Reads the game again: the view, the moves, the hand, what is asked.
  void refresh();
  void refresh_hand();
  void ask_what_the_game_asks();
  void ask(Asked question);
  void close_own_question();

  void try_move(const Move& move);
  void let_them_move();
  void after_move();
  bool save(bool asked = false);  // false: it could not be saved; before your first move only if `asked`
  void leave(const std::function<void()>& go);

  void choose_card(int index);
  void narrow(std::vector<Move> moves);  // asks for power and colour until one move is left
  void say_uno();
  void say_catch();
  void give_cards();
  Asked ask_whom(Verb verb);  // among the moves that can be made now
  void press_space();
  void seat_chosen(Seat seat);
  void toggle_hint();
  void open_menu();
  void show_log();

  void on_menu(const Input& input);
  void on_menu_letter(char32_t letter, const std::function<void(int)>& choose);
  bool on_hand(const Input& input);
  void on_letter(char32_t letter);
  void on_result(const Input& input);

  bool mine() const { return view_.await.seat == LiveGame::kYou && game_->running(); }
  bool can_make(Verb verb) const;
  bool in_menu() const { return question_.open() && !focus_hand_; }  // keys are for the question
  const Move* space_move() const;  // draw, keep, stop, throw nothing: whichever it is now
  void notice(std::string text, bool alert);
  std::string message() const;
  std::string drawn_message() const;
  std::string title() const;
  std::string brief_move(const Move& move) const;
  std::vector<Button> action_buttons() const;
  std::vector<Button> key_buttons() const;
  Scene scene() const;
  std::vector<std::string> log_lines(std::size_t events) const;  // of the last this many events
  void draw_result(Surface& out);

  Client& client_;
  std::unique_ptr<LiveGame> game_;
  bool practice_;
  std::vector<SeatLabel> labels_;
  Words words_;
  View view_;
  MoveList moves_;
  std::vector<Card> hand_;
  Mask can_ = 0, bluffs_ = 0;
  int cursor_ = 0, columns_ = 10;
  bool asks_card_ = false, focus_hand_ = true, armed_ = false;
  Asked question_;
  std::string notice_;
  bool alert_ = false;
  Millis now_ = 0, notice_until_ = 0, keep_at_ = 0;
  Millis result_from_ = 0;  // from when on keys may leave the result; 0: no result is shown
  DealShow deal_show_;      // before the first hand
  std::unique_ptr<HintThread> hint_;
  std::string saved_as_, save_problem_;
};

}  // namespace comodin
