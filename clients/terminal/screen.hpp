// Screens, one on top of the other, and the Client that runs them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "clients/terminal/live_game.hpp"
#include "clients/terminal/surface.hpp"
#include "clients/terminal/theme.hpp"
#include "clients/terminal/user_files.hpp"
#include "notation/scenario.hpp"
#include "words/fault.hpp"
#include "words/words.hpp"

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
  Client(Library& texts, UserFiles place, Settings wishes, Language language)
      : library(texts), files(std::move(place)), settings(std::move(wishes)), say(language) {}

  Library& library;
  UserFiles files;
  Settings settings;
  Catalogue say;
  std::string unsaved;  // why the game that is being played could not be saved; empty: it could

  void push(std::unique_ptr<Screen> screen) { changes_.push_back(std::move(screen)); }
  void pop() { changes_.push_back(nullptr); }
  void home() { to_home_ = true; }
  void quit() { quit_ = true; }
  void speak(Language language);
  void keep_settings() const { files.keep(settings); }

  // For the loop that runs the screens: does what was asked for. False: nothing is left to show.
  bool settle();
  Screen& top() { return *screens_.back(); }

 private:
  std::vector<std::unique_ptr<Screen>> screens_, changes_;
  bool to_home_ = false, quit_ = false;
};

// A title above, keys below; returns the space between them.
Rect draw_frame(Surface& out, const std::string& title, const std::vector<Button>& keys);

// Two lines at the foot of that space, over whatever is there; nothing if there is nothing to say.
void draw_note(Surface& out, const Rect& area, const std::string& text);

Button key_button(std::string key, std::string label, Input means, bool on = true);

// ---- the screens ------------------------------------------------------------------------------------

std::unique_ptr<Screen> home_screen(Client& client);
// `rule`: a rule for the first custom wild; without one the table is set up as it was the last time.
std::unique_ptr<Screen> new_game_screen(Client& client, const std::string& rule = "");
std::unique_ptr<Screen> consent_screen(Client& client, const TableRequest& request);
// A practice hand is neither saved nor recorded.
std::unique_ptr<Screen> table_screen(Client& client, std::unique_ptr<LiveGame> game, bool practice);
// `take` gets the chosen rule: the name of a ready one, or a text. Without `take`, a new table is set up with
// that rule.
std::unique_ptr<Screen> workshop_screen(Client& client, const std::string& rule,
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
// The same for the table that was played last.
std::unique_ptr<Screen> help_screen(Client& client);

// The first game of a file. False, and why.
bool read_record(Client& client, const std::filesystem::path& path, Scenario& out, std::string& why);
bool is_move(const ScenarioLine& line);  // is the line a move, or a deal?
Seat person_of(const Scenario& record);  // your own games say who you are; in others nobody is you
// What a bot's level is called; any other name stands for itself.
std::string level_title(const Catalogue& say, const std::string& name);

// The first edition whose wilds can be written on; null: there is none.
const Edition* edition_with_custom(Library& library);
// What a rule is called: the title of a ready rule, the name on the shelf, otherwise its text.
std::string rule_title(const Client& client, const std::string& rule);

// A seed that nobody has chosen.
Key seed_by_clock();

// What is wrong with a text, in the player's language, with its place in front: "3:7: …".
std::string fault_line(const Client& client, const TextError& wrong);

// Makes a plan for the game that was asked for. False, and why.
bool plan_game(Client& client, const TableRequest& asked, LiveGame::Plan& out, TextError& why);
// Begins the game that was asked for and shows its table. False, and why.
bool start_game(Client& client, const TableRequest& request, std::string& why);

}  // namespace comodin
