// The first screen, the lists of saved games and records, and texts to read.
#include <algorithm>
#include <utility>

#include "clients/terminal/menu.hpp"
#include "clients/terminal/screen.hpp"
#include "notation/edition.hpp"
#include "notation/player.hpp"

namespace comodin {
namespace {

using namespace theme;

// Four cards in a row, after the name.
void draw_banner(Grid& grid, const Rect& area, const std::string& motto) {
  static constexpr std::string_view kFaces[] = {"7", "⇄", "+2", "★"};
  int x = area.x;
  for (std::size_t i = 0; i < 4; ++i, x += 6) {
    const Color color = static_cast<Color>(i);
    const Style style{color == Color::Yellow ? kDark : kBright, ink_of(color), kBold};
    grid.fill({x, area.y, 5, 3}, U' ', style);
    draw_border(grid, {x, area.y, 5, 3}, Border::Round, style);
    grid.set(x + 1, area.y, shape_of(color), style);
    grid.put(x + 2, area.y + 1, kFaces[i], style);
  }
  grid.put(x + 1, area.y, "C O M O D Í N", kAccent);
  draw_text(grid, {x + 1, area.y + 1, area.right() - x - 1, 2}, motto, kQuiet);
}

class Home : public Screen {
 public:
  explicit Home(Client& client) : client_(client) {}

  void draw(Surface& out) override {
    fill();
    const Catalogue& say = client_.say;
    Rect area = draw_frame(out, say("home.title"),
                           {key_button("↑↓", say("key.move"), {.key = Stroke::Down}),
                            key_button("Enter", say("key.choose"), {.key = Stroke::Enter}),
                            key_button("q", say("key.quit"), typed(U'q'))});
    draw_banner(out.grid, {area.x, area.y, area.w, 3}, say("home.motto"));
    area.y += 4;
    area.h -= 4;
    menu_.draw(out, area);
    draw_note(out, area, problem_);
  }

  void on(const Input& input) override {
    problem_.clear();
    fill();
    if (input.is(U'q') || input.key == Stroke::Escape) return client_.quit();
    if (input.key == Stroke::Help) return client_.push(help_screen(client_));
    if (input.key == Stroke::Char && input.character >= U'1' && input.character <= U'8') {
      menu_.cursor = static_cast<int>(input.character - U'1');
      return choose(menu_.cursor);
    }
    const Menu::Act act = menu_.on(input);
    if (act == Menu::Act::None || (act != Menu::Act::Enter && menu_.cursor != kLanguage)) return;
    choose(menu_.cursor);
  }

 private:
  enum Row { kPlay, kNew, kContinue, kReplays, kWorkshop, kHow, kLanguage, kQuit };

  std::string table_line() const {
    Fault why;
    const TableRequest& request = client_.settings.table;
    const Edition* edition = client_.library.edition(request.edition, "", why);
    const std::string title = edition ? edition_title(*edition, client_.say.language()) : request.edition;
    return client_.say("home.table", {title, std::to_string(request.players)});
  }

  void fill() {
    const Catalogue& say = client_.say;
    const auto count = [](const auto& list) { return list.empty() ? "—" : std::to_string(list.size()); };
    menu_.rows = {
        {"1 " + say("home.play"), table_line(), say("home.play.about")},
        {"2 " + say("home.new"), "", say("home.new.about")},
        {"3 " + say("home.continue"), count(client_.files.saves()), say("home.continue.about")},
        {"4 " + say("home.replays"), count(client_.files.records()), say("home.replays.about")},
        {"5 " + say("home.workshop"), "", say("home.workshop.about")},
        {"6 " + say("home.how"), "", say("home.how.about")},
        {"7 " + say("home.language"), say("language.name"), say("home.language.about"), false, true},
        {"8 " + say("home.quit"), "", say("home.quit.about")}};
  }

  void choose(int row) {
    switch (row) {
      case kPlay:
        if (!start_game(client_, client_.settings.table, problem_) &&
            !start_game(client_, default_request(client_.library), problem_))
          return;
        problem_.clear();
        return;
      case kNew: return client_.push(new_game_screen(client_));
      case kContinue: return client_.push(saves_screen(client_));
      case kReplays: return client_.push(records_screen(client_));
      case kWorkshop: return client_.push(workshop_screen(client_, "", {}));
      case kHow: return client_.push(help_screen(client_));
      case kLanguage:
        return client_.speak(client_.say.language() == Language::Spanish ? Language::English
                                                                         : Language::Spanish);
      default: return client_.quit();
    }
  }

  Client& client_;
  Menu menu_;
  std::string problem_;
};

// "2026-11-16 14:05" for a name that begins with the time at which the game began; any other name stands for
// itself.
std::string began(const std::string& name) {
  constexpr std::string_view kPattern = "dddd-dd-dd-dddd";
  for (std::size_t i = 0; i < kPattern.size(); ++i)
    if (i >= name.size() || (kPattern[i] == 'd' ? name[i] < '0' || name[i] > '9' : name[i] != '-'))
      return name;
  return name.substr(0, 10) + " " + name.substr(11, 2) + ":" + name.substr(13, 2);
}

// What a player wants to know about a game before opening it.
struct Summary {
  std::string brief, whole;
};

Summary summary_of(Client& client, const std::filesystem::path& path) {
  const Catalogue& say = client.say;
  Scenario game;
  std::string why;
  if (!read_record(client, path, game, why)) return {say("files.broken"), say("files.unreadable", {why})};
  ScenarioPlayer player(game);
  player.run();
  const RuleSet& rules = player.rules();
  const State& state = player.state();
  const std::string title = edition_title(rules.edition, say.language()), seats = std::to_string(rules.seats),
                    hand = std::to_string(state.rounds);
  const Words words(rules, say.language(), person_of(game), seat_names(rules.seats));
  std::string scores;
  for (Seat k = 0; k < rules.seats && rules.format != Format::Hand; ++k)
    (scores += scores.empty() ? "" : ", ") += words.seat(k) + " " + std::to_string(state.scores[k]);
  std::string winners;
  for (Seat k = 0; k < rules.seats; ++k)
    if (state.champions & seat_bit(k)) (winners += winners.empty() ? "" : ", ") += words.seat(k);
  Summary out{say("files.brief", {title, seats, hand}), say("files.whole", {title, seats, hand})};
  if (!winners.empty()) {
    out.brief += " · ★ " + winners;
    out.whole += " " + say("files.won", {winners});
  } else if (!scores.empty()) out.brief += " · " + std::to_string(state.scores[LiveGame::kYou]);
  if (!scores.empty()) out.whole += " " + say("files.scores", {scores, std::to_string(rules.target)});
  return out;
}

// Saved games, or records.
class Files : public Screen {
 public:
  Files(Client& client, bool saves) : client_(client), saves_(saves) { fill(); }

  void draw(Surface& out) override {
    look_into(out.grid.height());
    const Catalogue& say = client_.say;
    const Rect area =
        draw_frame(out, say(saves_ ? "home.continue" : "home.replays"),
                   {key_button("Enter", say(saves_ ? "key.resume" : "key.watch"), {.key = Stroke::Enter}),
                    key_button("x", say("key.delete"), typed(U'x')),
                    key_button("Esc", say("key.back"), {.key = Stroke::Escape})});
    if (entries_.empty())
      draw_text(out.grid, area, say(saves_ ? "files.no_saves" : "files.no_records"), kQuiet);
    menu_.draw(out, area);
    draw_note(out, area, problem_);
  }

  void on(const Input& input) override {
    problem_.clear();
    const bool sure = std::exchange(sure_, false);
    if (input.key == Stroke::Escape || input.is(U'q')) return client_.pop();
    if (input.key == Stroke::Help) return client_.push(help_screen(client_));
    if (entries_.empty()) return;
    if (input.is(U'x')) return remove(sure);
    if (menu_.on(input) == Menu::Act::Enter) open();
  }

 private:
  void fill() {
    entries_ = saves_ ? client_.files.saves() : client_.files.records();
    menu_.rows.clear();
    for (const UserFiles::Entry& entry : entries_)
      menu_.rows.push_back({began(entry.name), "", shown(entry.path)});
    looked_into_.assign(entries_.size(), false);
    menu_.cursor = std::min(menu_.cursor, std::max(0, static_cast<int>(entries_.size()) - 1));
  }

  const UserFiles::Entry& chosen() const { return entries_[static_cast<std::size_t>(menu_.cursor)]; }

  // Reads only the files that can be on the screen, because there may be many.
  void look_into(int rows) {
    const int from = std::max(0, menu_.cursor - rows),
              to = std::min(static_cast<int>(entries_.size()), menu_.cursor + rows);
    for (int i = from; i < to; ++i) {
      const std::size_t at = static_cast<std::size_t>(i);
      if (looked_into_[at]) continue;
      looked_into_[at] = true;
      const Summary found = summary_of(client_, entries_[at].path);
      menu_.rows[at].value = found.brief;
      menu_.rows[at].about = found.whole + "\n" + menu_.rows[at].about;
    }
  }

  void remove(bool sure) {
    if (!sure) {
      sure_ = true;
      problem_ = client_.say("files.sure", {chosen().name});
      return;
    }
    std::string why;
    if (!client_.files.remove(chosen().path, why)) problem_ = client_.say("files.not_deleted", {why});
    fill();
  }

  void open() {
    std::string text, why;
    if (saves_) {
      TextError wrong{0, 0, {"file.unreadable"_fault}};
      auto game =
          client_.files.read(chosen().path, text) ? LiveGame::resume(client_.library, text, wrong) : nullptr;
      if (!game) {
        problem_ = client_.say("files.unreadable", {fault_line(client_, wrong)});
        return;
      }
      client_.pop();
      return client_.push(table_screen(client_, std::move(game), false));
    }
    auto screen = replay_screen(client_, chosen().path, why);
    if (screen) client_.push(std::move(screen));
    else problem_ = client_.say("files.unreadable", {why});
  }

  Client& client_;
  bool saves_;
  std::vector<UserFiles::Entry> entries_;
  Menu menu_;
  std::vector<bool> looked_into_;
  bool sure_ = false;  // the last key asked the player to confirm
  std::string problem_;
};

class Text : public Screen {
 public:
  Text(Client& client, std::string title, std::string text, bool from_end)
      : client_(client), title_(std::move(title)), text_(std::move(text)), first_(from_end ? 1 << 20 : 0) {}

  void draw(Surface& out) override {
    const Catalogue& say = client_.say;
    const Rect area = draw_frame(out, title_,
                                 {key_button("↑", say("key.up"), {.key = Stroke::PageUp}),
                                  key_button("↓", say("key.down"), {.key = Stroke::PageDown}),
                                  key_button("Esc", say("key.back"), {.key = Stroke::Escape})});
    std::vector<std::string> lines = wrapped(text_, std::min(area.w, 90));
    page_ = area.h;
    last_ = std::max(0, static_cast<int>(lines.size()) - area.h);
    first_ = std::clamp(first_, 0, last_);
    for (int y = 0; y < area.h && first_ + y < static_cast<int>(lines.size()); ++y) {
      const std::string& line = lines[static_cast<std::size_t>(first_ + y)];
      const bool heading = line.starts_with("# ");
      out.grid.put(area.x, area.y + y, heading ? line.substr(2) : line, heading ? kAccent : kPlain);
    }
    if (first_ > 0) out.grid.put(area.right() + 1, area.y, "▲", kAccent);
    if (first_ < last_) out.grid.put(area.right() + 1, area.bottom() - 1, "▼", kAccent);
  }

  void on(const Input& input) override {
    switch (input.key) {
      case Stroke::Up:
      case Stroke::WheelUp: --first_; return;
      case Stroke::Down:
      case Stroke::WheelDown: ++first_; return;
      case Stroke::PageUp: first_ -= page_ - 1; return;
      case Stroke::PageDown: first_ += page_ - 1; return;
      case Stroke::Home: first_ = 0; return;
      case Stroke::End: first_ = last_; return;
      case Stroke::Escape:
      case Stroke::Enter:
      case Stroke::Help: return client_.pop();
      default: break;
    }
    if (input.is(U' ')) first_ += page_ - 1;
    if (input.is(U'q') || input.is(U'l') || input.is(U'?')) client_.pop();
  }

 private:
  Client& client_;
  std::string title_, text_;
  int first_ = 0, last_ = 0, page_ = 1;
};

}  // namespace

std::unique_ptr<Screen> home_screen(Client& client) { return std::make_unique<Home>(client); }
std::unique_ptr<Screen> saves_screen(Client& client) { return std::make_unique<Files>(client, true); }
std::unique_ptr<Screen> records_screen(Client& client) { return std::make_unique<Files>(client, false); }

std::unique_ptr<Screen> text_screen(Client& client, std::string title, std::string text, bool from_end) {
  return std::make_unique<Text>(client, std::move(title), std::move(text), from_end);
}

std::unique_ptr<Screen> help_screen(Client& client) {
  const TableRequest& request = client.settings.table;
  Fault why;
  const Edition* edition = client.library.edition(request.edition, "", why);
  Options options = edition ? edition->options : Options();
  for (const std::string& text : request.options)
    if (edition) set_option(*edition, text, options, why);
  return help_screen(client, request.edition, options);
}

std::unique_ptr<Screen> help_screen(Client& client, const std::string& edition, const Options& options) {
  const Catalogue& say = client.say;
  std::string text = say("help.goal") + "\n\n" + say("help.turn") + "\n\n" + say("help.cards") + "\n\n" +
                     say("help.uno") + "\n\n";
  Fault why;
  const auto add = [&](const Edition& one) {
    const std::string key = "edition." + one.id + ".how";
    if (say.has(key)) text += "# " + edition_title(one, say.language()) + "\n" + say(key) + "\n\n";
  };
  if (const Edition* first = client.library.edition(edition, "", why)) {
    add(*first);
    text += "# " + say("option.readings") + "\n";
    for (const Reading& reading : readings(*first, options, say)) text += "· " + reading.sentence + "\n";
    text += "\n";
  }
  for (const NamedText& known : client.library.editions())
    if (known.name != edition)
      if (const Edition* other = client.library.edition(std::string(known.name), "", why)) add(*other);
  return text_screen(client, say("home.how"), text + say("help.keys"));
}

}  // namespace comodin
