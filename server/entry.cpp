#include "server/entry.hpp"

#include <array>

#include "notation/json.hpp"
#include "server/limits.hpp"

namespace comodin::server {
namespace {

constexpr std::array<std::string_view, 20> kActs = {
    "create", "set",    "sit",  "stand", "bot",  "remove",  "ready", "rule", "accept", "start",
    "go",     "reveal", "deal", "move",  "back", "rematch", "token", "kept", "secret", "host"};
static_assert(kActs.size() == static_cast<std::size_t>(Act::Host) + 1);
constexpr std::array<std::string_view, 3> kBy = {"person", "bot", "clock"};

constexpr Millis kAtMax = Millis{1} << 50;
constexpr int kClockMax = 3600;

template <std::size_t N>
bool index_of(const std::array<std::string_view, N>& words, std::string_view word, std::size_t& out) {
  for (out = 0; out < N; ++out)
    if (words[out] == word) return true;
  return false;
}

bool has_setting(Act act) { return act == Act::Create || act == Act::Set; }

void write_setting(JsonPen& pen, const Setting& setting) {
  pen.key("edition").text(setting.edition).key("options").text(setting.options);
  pen.key("seats").number(setting.seats).key("clock").number(setting.clock);
  pen.key("listed").flag(setting.listed).key("chat").flag(setting.chat).key("open").flag(setting.open);
  if (setting.version > 1) pen.key("version").number(setting.version);
}

// A number between two bounds, if the field is there.
template <class Number>
bool read_number(const Fields& fields, std::string_view key, std::int64_t least, std::int64_t most,
                 Number& out, std::string& why) {
  if (!fields.find(key)) return true;
  const std::int64_t* value = fields.number(key);
  if (!value || *value < least || *value > most) {
    why = std::string(key) + ": a number from " + std::to_string(least) + " to " + std::to_string(most);
    return false;
  }
  out = static_cast<Number>(*value);
  return true;
}

bool read_flag(const Fields& fields, std::string_view key, bool& out, std::string& why) {
  if (!fields.find(key)) return true;
  const bool* value = fields.flag(key);
  if (!value) return why = std::string(key) + ": true or false", false;
  return out = *value, true;
}

bool read_text(const Fields& fields, std::string_view key, std::size_t most, std::string& out,
               std::string& why) {
  if (!fields.find(key)) return true;
  const std::string* value = fields.text(key);
  if (!value || value->size() > most)
    return why = std::string(key) + ": a text of at most " + std::to_string(most) + " bytes", false;
  return out = *value, true;
}

bool read_words(const Fields& fields, Entry& out, std::string& why) {
  std::size_t act = 0, by = 0;
  const std::string* word = fields.text("act");
  if (!word || !index_of(kActs, *word, act)) return why = "act: no such", false;
  out.act = static_cast<Act>(act);
  if (fields.find("by")) {
    word = fields.text("by");
    if (!word || !index_of(kBy, *word, by)) return why = "by: person, bot or clock", false;
    out.by = static_cast<By>(by);
  }
  if (!fields.find("bytes")) return true;
  word = fields.text("bytes");
  out.has_bytes = word && parse_hex(*word, out.bytes);
  if (!out.has_bytes) why = "bytes: 64 hexadecimal digits";
  return out.has_bytes;
}

}  // namespace

std::string_view by_word(By by) { return kBy[static_cast<std::size_t>(by)]; }

bool read_setting(const Fields& fields, Setting& out, std::string& why) {
  return read_text(fields, "edition", 40, out.edition, why) &&
         read_text(fields, "options", kOptionsTextMax, out.options, why) &&
         read_number(fields, "seats", kSeatsMin, kSeatsMax, out.seats, why) &&
         read_number(fields, "clock", 0, kClockMax, out.clock, why) &&
         read_flag(fields, "listed", out.listed, why) && read_flag(fields, "chat", out.chat, why) &&
         read_flag(fields, "open", out.open, why);
}

std::string print_entry(const Entry& entry) {
  std::string out;
  JsonPen pen(out);
  pen.open('{').key("act").text(kActs[static_cast<std::size_t>(entry.act)]).key("at").number(entry.at);
  if (entry.seat != kNoSeat) pen.key("seat").number(entry.seat + 1);
  if (!entry.id.empty()) pen.key("id").text(entry.id);
  if (!entry.text.empty()) pen.key("text").text(entry.text);
  if (!entry.player.empty()) pen.key("player").text(entry.player);
  if (entry.card) pen.key("card").number(entry.card);
  if (entry.flag) pen.key("flag").flag(true);
  if (entry.by != By::Person) pen.key("by").text(by_word(entry.by));
  if (entry.has_bytes) pen.key("bytes").text(hex(entry.bytes));
  if (has_setting(entry.act)) write_setting(pen, entry.setting);
  pen.close('}');
  return out;
}

bool parse_entry(std::string_view text, Entry& out, std::string& why) {
  out = {};
  Fields fields;
  int seat = 0;
  if (!Fields::parse(text, kFieldsMax + 8, fields, why) || !read_words(fields, out, why)) return false;
  if (!read_number(fields, "at", 0, kAtMax, out.at, why) ||
      !read_number(fields, "seat", 1, kSeatsMax, seat, why) ||
      !read_text(fields, "id", kIdMax, out.id, why) || !read_text(fields, "text", kRuleMax, out.text, why) ||
      !read_text(fields, "player", 16, out.player, why) ||
      !read_number(fields, "card", 0, INT32_MAX, out.card, why) || !read_flag(fields, "flag", out.flag, why))
    return false;
  if (seat) out.seat = static_cast<Seat>(seat - 1);
  if (!has_setting(out.act)) return true;
  out.setting.version = 1;
  return read_number(fields, "version", 1, kOptionsVersion, out.setting.version, why) &&
         read_setting(fields, out.setting, why);
}

}  // namespace comodin::server
