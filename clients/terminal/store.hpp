// Store: the files of one person: settings, rules, unfinished games, records of finished ones. They lie under
// $XDG_DATA_HOME/comodin, or ~/.local/share/comodin. Every file is written beside its place,
// synced and renamed: if that fails, what was there before is there still.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "clients/words/catalogue.hpp"
#include "table/table_wish.hpp"

namespace comodin {

enum class Speed { Instant, Fast, Normal, Slow };
std::string_view speed_word(Speed speed);  // "fast"
bool speed_of(std::string_view word, Speed& out);
// What a bot's reaction takes at this speed.
int at_speed(int ms, Speed speed);

struct Settings {
  std::string language;  // empty: by the locale
  Speed speed = Speed::Normal;
  TableWish table;
};
std::string print_settings(const Settings& settings);
// Lines that make no sense are passed over.
void read_settings(const std::string& text, Settings& out);

// A rule of one's own, on the shelf.
struct KeptRule {
  std::string name, text;
  friend bool operator==(const KeptRule&, const KeptRule&) = default;
};
inline constexpr std::size_t kShelfMax = 100;
// As the page writes its own: "# name", the rule, an empty line.
std::string print_shelf(const std::vector<KeptRule>& rules);
// Whether they are rules says whoever uses them.
std::vector<KeptRule> read_shelf(const std::string& text);

// A path as people read it: `~` for their own folder.
std::string shown(const std::filesystem::path& path);

class Store {
 public:
  explicit Store(std::filesystem::path root) : root_(std::move(root)) {}
  static std::filesystem::path usual_place();

  struct Entry {
    std::filesystem::path path;
    std::string name;
  };
  std::vector<Entry> saves() const { return list("saves"); }      // newest first
  std::vector<Entry> records() const { return list("records"); }  // newest first

  // A name for a game that begins now; no other has it.
  std::string new_name(const std::string& edition) const;
  std::filesystem::path save_path(const std::string& name) const { return root_ / "saves" / (name + ".scn"); }
  std::filesystem::path record_path(const std::string& name) const {
    return root_ / "records" / (name + ".scn");
  }

  bool read(const std::filesystem::path& path, std::string& text) const;
  bool write(const std::filesystem::path& path, const std::string& text, std::string& why) const;
  bool remove(const std::filesystem::path& path, std::string& why) const;

  // Rules of one's own, by name. Kept as a whole; false, and why.
  std::vector<KeptRule> shelf() const;
  bool keep_shelf(const std::vector<KeptRule>& rules, std::string& why) const;

  Settings settings(const Library& library) const;
  void keep(const Settings& settings) const;

 private:
  std::vector<Entry> list(const char* folder) const;
  std::filesystem::path root_;
};

}  // namespace comodin
