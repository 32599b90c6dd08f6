#include "server/hub/messages.hpp"

#include "server/common/version.hpp"

namespace comodin::server {
namespace {

constexpr std::string_view kPhrases[] = {"hello", "good_luck", "well_played", "thanks", "ouch",  "hurry_up",
                                         "sorry", "one_more",  "goodbye",     "laugh",  "cry",   "wow",
                                         "heart", "thumbs_up", "think",       "angry",  "party", "zzz"};
constexpr std::string_view kStages[] = {"lobby", "dealing", "playing", "between", "over"};
constexpr std::string_view kSitters[] = {"nobody", "person", "bot"};

constexpr std::size_t kTableBytes = 1200;  // about as long as a message with a view is

template <class Write>
std::string message(std::string_view type, Write write, std::size_t about = 0) {
  std::string out;
  out.reserve(about);
  JsonPen pen(out);
  pen.open('{').key("type").text(type);
  write(pen);
  pen.close('}');
  return out;
}

void write_seat_number(JsonPen& pen, Seat seat) {
  if (seat == kNoSeat) pen.null();
  else pen.number(seat + 1);
}

void write_clock(JsonPen& pen, const ClockFace& clock) {
  if (clock.seat == kNoSeat) return;
  pen.key("clock").open('{').key("seat").number(clock.seat + 1).key("left").number(clock.left).close('}');
}

void write_setting(JsonPen& pen, const Setting& setting) {
  pen.key("edition").text(setting.edition).key("options").text(setting.options);
  pen.key("clock").number(setting.clock).key("listed").flag(setting.listed);
  pen.key("chat").flag(setting.chat).key("open").flag(setting.open);
}

void write_seat(JsonPen& pen, Seat number, const PublicSeat& seat, bool here) {
  pen.open('{').key("seat").number(number + 1).key("who").text(kSitters[static_cast<std::size_t>(seat.who)]);
  if (seat.who == Sitter::Person) {
    pen.key("name").text(seat.name).key("here").flag(here).key("away").flag(seat.away);
    if (seat.joins) pen.key("joins").flag(true);
    pen.key("ready").flag(seat.ready).key("accepted").flag(seat.accepted);
    if (seat.committed) pen.key("commit").text(hex(seat.commit)).key("revealed").flag(seat.revealed);
  }
  if (seat.who == Sitter::Bot) pen.key("level").text(seat.level).key("vacant").flag(seat.vacant);
  pen.close('}');
}

void write_rules(JsonPen& pen, const Lobby& lobby) {
  pen.key("rules").open('[');
  for (std::size_t k = 0; k < lobby.rules.size(); ++k)
    pen.open('{')
        .key("card")
        .text(lobby.cards[k])
        .key("text")
        .text(lobby.rules[k])
        .key("means")
        .text(lobby.means[k])
        .close('}');
  pen.close(']').key("digest").text(hex(lobby.digest));
}

// What the last hand was dealt from: published only when it is over, and in a closed room when the game is;
// whoever has the secret can work out every hand.
void write_fair(JsonPen& pen, const Lobby& lobby) {
  if (lobby.has_next || lobby.stage == Stage::Playing) pen.key("commit").text(hex(lobby.next_commit));
  if (!lobby.last || (!lobby.setting.open && lobby.stage != Stage::Over)) return;
  pen.key("last").open('{').key("hand").number(lobby.last->hand).key("secret").text(hex(lobby.last->secret));
  pen.key("contributions").open('[');
  for (const Contribution& one : lobby.last->contributions) {
    pen.open('{').key("seat").number(one.seat + 1).key("commit").text(hex(one.commit));
    if (!one.withheld) pen.key("nonce").text(hex(one.nonce));
    pen.close('}');
  }
  pen.close(']').close('}');
}

void write_fault(JsonPen& pen, const Fault& fault, int line, int column) {
  pen.open('{').key("code").text(fault.code).key("args").open('[');
  for (const std::string& arg : fault.args) pen.text(arg);
  pen.close(']');
  if (line) pen.key("line").number(line).key("column").number(column);
  pen.close('}');
}

}  // namespace

std::span<const std::string_view> phrases() { return kPhrases; }

std::string welcome_message(const std::string& id, const std::string& player, const std::string& new_token) {
  return message("welcome", [&](JsonPen& pen) {
    pen.key("id").text(id).key("version").number(kMessagesVersion).key("player").text(player);
    if (!new_token.empty()) pen.key("token").text(new_token);
  });
}

std::string ack_message(const std::string& id, std::uint32_t n, const AckExtras& extras) {
  return message("ack", [&](JsonPen& pen) {
    pen.key("id").text(id).key("n").number(n);
    if (!extras.room.empty()) pen.key("room").text(extras.room);
    if (extras.seat != kNoSeat) pen.key("seat").number(extras.seat + 1);
    if (!extras.token.empty()) pen.key("token").text(extras.token);
  });
}

std::string refused_message(const std::string& id, const Refused& why) {
  return message("refused", [&](JsonPen& pen) {
    if (!id.empty()) pen.key("id").text(id);
    pen.key("why").text(why.code).key("text").text(english(why));
    if (!why.clause.empty()) pen.key("clause").text(why.clause);
    if (why.fault) write_fault(pen.key("fault"), why.fault, why.line, why.column);
  });
}

std::string why_message(const std::string& id, const std::string& move, Refusal refusal) {
  return message("why", [&](JsonPen& pen) {
    pen.key("id").text(id).key("move").text(move);
    if (refusal == Refusal::None) return;
    const Reason why = reason(refusal);
    pen.key("why").text(why.word());
    if (!why.clause.empty()) pen.key("clause").text(why.clause);
  });
}

std::string room_message(std::uint32_t n, const Lobby& lobby, const Presence& presence) {
  return message("room", [&](JsonPen& pen) {
    pen.key("n").number(n).key("room").text(lobby.code);
    pen.key("stage").text(kStages[static_cast<std::size_t>(lobby.stage)]);
    pen.key("host");
    write_seat_number(pen, lobby.host);
    write_setting(pen, lobby.setting);
    pen.key("watchers").number(presence.watchers).key("seats").open('[');
    for (Seat k = 0; k < lobby.setting.seats; ++k) write_seat(pen, k, lobby.seats[k], presence.here >> k & 1);
    pen.close(']');
    if (!lobby.rules.empty()) write_rules(pen, lobby);
    if (!lobby.game.empty()) pen.key("game").text(lobby.game).key("hands").number(lobby.hands);
    write_fair(pen, lobby);
  });
}

std::string events_message(const RuleSet& rules, const Seen& seen, const ClockFace& clock) {
  const auto write = [&](JsonPen& pen) {
    write_seen(pen, rules, seen);
    write_clock(pen, clock);
  };
  return message("events", write, kTableBytes);
}

std::string view_message(const RuleSet& rules, const Seen& seen, const ClockFace& clock) {
  return message("view", [&](JsonPen& pen) {
    write_seen_now(pen, rules, seen);
    write_clock(pen, clock);
  });
}

std::string clock_message(const ClockFace& clock) {
  return message(
      "clock", [&](JsonPen& pen) { pen.key("seat").number(clock.seat + 1).key("left").number(clock.left); });
}

std::string chat_message(Seat seat, const std::string& name, const std::string& phrase,
                         const std::string& text) {
  return message("chat", [&](JsonPen& pen) {
    pen.key("seat").number(seat + 1).key("name").text(name);
    if (!phrase.empty()) pen.key("phrase").text(phrase);
    if (!text.empty()) pen.key("text").text(text);
  });
}

std::string rooms_message(const std::string& id, const std::string& rooms) {
  return message("rooms", [&](JsonPen& pen) { pen.key("id").text(id).key("rooms").raw(rooms); });
}

std::string games_message(const std::string& id, const std::vector<StoredGame>& games) {
  return message("games", [&](JsonPen& pen) {
    pen.key("id").text(id).key("games").open('[');
    for (const StoredGame& game : games) pen.raw(game.summary);
    pen.close(']');
  });
}

std::string record_message(const std::string& id, const std::string& game, const std::string& record) {
  return message("record", [&](JsonPen& pen) {
    pen.key("id").text(id).key("game").text(game).key("record").text(record);
  });
}

std::string bye_message(std::string_view why, std::string_view to) {
  return message("bye", [&](JsonPen& pen) {
    pen.key("why").text(why);
    if (!to.empty()) pen.key("to").text(to);
  });
}

std::string room_row(const Lobby& lobby, const Presence& presence) {
  int people = 0, free = 0;
  for (Seat k = 0; k < lobby.setting.seats; ++k) {
    people += lobby.seats[k].who == Sitter::Person;
    free += lobby.seats[k].who == Sitter::Nobody;
  }
  std::string out;
  JsonPen pen(out);
  pen.open('{')
      .key("room")
      .text(lobby.code)
      .key("stage")
      .text(kStages[static_cast<std::size_t>(lobby.stage)]);
  pen.key("edition").text(lobby.setting.edition).key("options").text(lobby.setting.options);
  pen.key("seats").number(lobby.setting.seats).key("people").number(people).key("free").number(free);
  pen.key("watchers").number(presence.watchers).close('}');
  return out;
}

std::string game_row(const GameRow& row) {
  std::string out;
  JsonPen pen(out);
  pen.open('{').key("game").text(row.game).key("room").text(row.room).key("edition").text(row.edition);
  pen.key("ended").number(row.ended).key("seats").open('[');
  for (std::size_t k = 0; k < row.names.size(); ++k)
    pen.open('{').key("name").text(row.names[k]).key("score").number(row.scores[k]).close('}');
  pen.close(']').key("champions").open('[');
  for (std::size_t k = 0; k < row.names.size(); ++k)
    if (row.champions >> k & 1) pen.number(static_cast<int>(k) + 1);
  pen.close(']').close('}');
  return out;
}

}  // namespace comodin::server
