// UserFiles: the files of one person: settings, rules, unfinished games, records of finished ones. They lie
// in $XDG_DATA_HOME/comodin or ~/.local/share/comodin. Every file is written beside its place, synced and
// renamed; if that fails, the older file is still there.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "table/table_request.hpp"
#include "words/catalogue.hpp"

namespace comodin {

enum class Speed { Instant, Fast, Normal, Slow };
std::string_view speed_word(Speed speed);  // "fast"
bool speed_of(std::string_view word, Speed& out);
// How long a bot's reaction takes at this speed.
int at_speed(int ms, Speed speed);

struct Settings {
  std::string language;  // empty: by the locale
  Speed speed = Speed::Normal;
  TableRequest table;
};
std::string print_settings(const Settings& settings);
// Skips lines that make no sense.
void read_settings(const std::string& text, Settings& out);

// A rule of the player's own, on the shelf.
struct KeptRule {
  std::string name, text;
  friend bool operator==(const KeptRule&, const KeptRule&) = default;
};
inline constexpr std::size_t kShelfMax = 100;
// In the format of the page: "# name", the rule, an empty line.
std::string print_shelf(const std::vector<KeptRule>& rules);
// Does not check whether they are valid rules.
std::vector<KeptRule> read_shelf(const std::string& text);

// A path as people read it: `~` for their own folder.
std::string shown(const std::filesystem::path& path);

class UserFiles {
 public:
  explicit UserFiles(std::filesystem::path root) : root_(std::move(root)) {}
  static std::filesystem::path usual_place();

  struct Entry {
    std::filesystem::path path;
    std::string name;
  };
  std::vector<Entry> saves() const { return list("saves"); }      // newest first
  std::vector<Entry> records() const { return list("records"); }  // newest first

  // A new name for a game that begins now.
  std::string new_name(const std::string& edition) const;
  std::filesystem::path save_path(const std::string& name) const { return root_ / "saves" / (name + ".scn"); }
  std::filesystem::path record_path(const std::string& name) const {
    return root_ / "records" / (name + ".scn");
  }

  bool read(const std::filesystem::path& path, std::string& text) const;
  bool write(const std::filesystem::path& path, const std::string& text, std::string& why) const;
  bool remove(const std::filesystem::path& path, std::string& why) const;

  // The player's own rules, by name. keep_shelf() writes all of them; false, and why.
  std::vector<KeptRule> shelf() const;
  bool keep_shelf(const std::vector<KeptRule>& rules, std::string& why) const;

  Settings settings(const Library& library) const;
  void keep(const Settings& settings) const;

 private:
  std::vector<Entry> list(const char* folder) const;
  std::filesystem::path root_;
};

}  // namespace comodin
