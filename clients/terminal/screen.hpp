// Screens, one on top of the other, and the Client that runs them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "clients/terminal/live_game.hpp"
#include "clients/terminal/store.hpp"
#include "clients/terminal/surface.hpp"
#include "clients/terminal/theme.hpp"
#include "clients/words/words.hpp"
#include "notation/scenario.hpp"

namespace comodin {

class Screen {
 public:
  virtual ~Screen() = default;
  virtual void draw(Surface& out) = 0;
  virtual void on(const Input& input) = 0;
  // Time has passed. Returns when it wants to be called again, or LiveGame::kNever.
  virtual Millis tick(Millis) { return LiveGame::kNever; }
};

// What all screens share. Screens ask it to show another one; that happens when they are done with the input.
class Client {
 public:
  Client(Library& texts, Store files, Settings wishes, Language language)
      : library(texts), store(std::move(files)), settings(std::move(wishes)), say(language) {}

  Library& library;
  Store store;
  Settings settings;
  Catalogue say;
  std::string unsaved;  // why the game that is being played could not be saved; empty: it could

  void push(std::unique_ptr<Screen> screen) { changes_.push_back(std::move(screen)); }
  void pop() { changes_.push_back(nullptr); }
  void home() { to_home_ = true; }
  void quit() { quit_ = true; }
  void speak(Language language);
  void keep_settings() const { store.keep(settings); }

  // For whoever runs the screens: what was asked for, done. False: nothing is left to show.
  bool settle();
  Screen& top() { return *screens_.back(); }

 private:
  std::vector<std::unique_ptr<Screen>> screens_, changes_;
  bool to_home_ = false, quit_ = false;
};

// A title above, keys below; returns what is left between.
Rect draw_frame(Surface& out, const std::string& title, const std::vector<Button>& keys);

// Two lines at the foot of that, over whatever is there; nothing if there is nothing to say.
void draw_note(Surface& out, const Rect& area, const std::string& text);

Button key_button(std::string key, std::string label, Input means, bool on = true);

// ---- the screens ------------------------------------------------------------------------------------

std::unique_ptr<Screen> home_screen(Client& client);
// `rule`: one for the first custom wild; without it the table is set up as it was the last time.
std::unique_ptr<Screen> new_game_screen(Client& client, const std::string& rule = "");
std::unique_ptr<Screen> consent_screen(Client& client, const TableWish& wish);
// A practice hand is neither saved nor recorded.
std::unique_ptr<Screen> table_screen(Client& client, std::unique_ptr<LiveGame> game, bool practice);
// `take` gets the rule that was chosen, a ready one's name or a text; without it a new table is set up with
// it.
std::unique_ptr<Screen> workshop_screen(Client& client, std::string rule,
                                        std::function<void(std::string)> take);
std::unique_ptr<Screen> saves_screen(Client& client);
std::unique_ptr<Screen> records_screen(Client& client);
std::unique_ptr<Screen> replay_screen(Client& client, const std::filesystem::path& path, std::string& why);
// The same, told line by line. Returns the exit status.
int replay_in_lines(Client& client, const std::filesystem::path& path);
std::unique_ptr<Screen> text_screen(Client& client, std::string title, std::string text,
                                    bool from_end = false);
// How the game is played: what all editions share, what is special in this one, and how a table with these
// options reads what its rulebook leaves open.
std::unique_ptr<Screen> help_screen(Client& client, const std::string& edition, const Options& options);
// The same for the table that was played at last.
std::unique_ptr<Screen> help_screen(Client& client);

// The first game of a file. False, and why.
bool read_record(Client& client, const std::filesystem::path& path, Scenario& out, std::string& why);
bool is_move(const ScenarioLine& line);            // a move, or a deal
Seat person_of(const Scenario& record);            // your own games say so; in others nobody is you
std::string level_title(const std::string& name);  // of a bot; any other name stands for itself

// The first edition whose wilds can be written on; null: there is none.
const Edition* edition_with_custom(Library& library);
// How people call a rule: a ready one's title, the name on the shelf, else its text.
std::string rule_title(const Client& client, const std::string& rule);

// A seed that nobody has chosen.
Key seed_by_clock();

// What a game as wished is made of. False, and why.
bool plan_game(Client& client, const TableWish& wish, LiveGame::Plan& out, std::string& why);
// Begins a game as wished and shows its table. False, and why.
bool start_game(Client& client, TableWish wish, std::string& why);

}  // namespace comodin
