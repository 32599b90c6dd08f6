#include "load/script.hpp"

#include <algorithm>
#include <utility>

#include "server/common/version.hpp"

namespace comodin {
namespace {

constexpr Micros kResendAfter = 5'000'000;
constexpr std::size_t kWaitingMost = 256;  // moves of one room that are due and cannot be made yet

// {"do":…,"id":…,…}; `fields` are more of it, as JSON.
std::string frame_of(std::string_view verb, const std::string& id, const std::string& fields = "") {
  std::string out = R"({"do":")";
  out.append(verb).append(R"(","id":")").append(id).append("\"");
  if (!fields.empty()) out.append(",").append(fields);
  return out + "}";
}

std::string field(std::string_view key, std::string_view text) {
  return std::string("\"").append(key).append("\":\"").append(text).append("\"");
}

std::string field(std::string_view key, long number) {
  return std::string("\"").append(key).append("\":").append(std::to_string(number));
}

}  // namespace

Script::Script(const LoadPlan& plan, LoadReport& report, Link link)
    : plan_(plan),
      report_(report),
      link_(std::move(link)),
      in_room_(plan.seats - plan.bots),
      random_(plan.seed),
      people_(static_cast<std::size_t>(plan.rooms * in_room_)),
      rooms_(static_cast<std::size_t>(plan.rooms)) {
  for (int k = 0; k < people(); ++k) {
    Person& person = people_[static_cast<std::size_t>(k)];
    person.index = k;
    person.room = k / in_room_;
    person.seat = k % in_room_ + 1;
  }
}

int Script::rooms_playing() const {
  return static_cast<int>(std::ranges::count_if(rooms_, [this](const Room& room) { return plays(room); }));
}

std::uint64_t Script::unanswered() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(people_, [](const Person& person) { return !person.pending.id.empty(); }));
}

int Script::missing() const {
  return static_cast<int>(
      std::ranges::count_if(people_, [](const Person& person) { return person.lost != 0; }));
}

void Script::measure(bool on) {
  measuring_ = on;
  if (on) return;
  for (Room& room : rooms_)  // nothing more falls due, so what is not under way will not be made
    if (room.due == 0 && room.owed == 0) went_on(room);
}

void Script::finish() {
  for (Person& person : people_) {
    if (person.lost == 0) continue;
    ++report_.errors["not back at the end"];
    report_.back.add(link_.now() - std::exchange(person.lost, 0));
  }
  for (Room& room : rooms_) {
    went_on(room);
    report_.still.add(room.longest);
  }
}

// ---- arriving and leaving ----------------------------------------------------------------------

void Script::opened(int which) {
  Person& person = people_[static_cast<std::size_t>(which)];
  if (plan_.relay)
    return send(person, R"({"do":"join",)" + field("room", "r" + std::to_string(person.room)) + "}");
  std::string fields = field("version", server::kMessagesVersion);
  if (!person.player_token.empty()) fields += "," + field("token", person.player_token);
  send(person, frame_of("hello", fresh_id(), fields));
}

void Script::closed(int which) {
  Person& person = people_[static_cast<std::size_t>(which)];
  if (person.welcome) --welcomed_;
  if (measuring_ && person.seated && plays(room_of(person))) person.lost = link_.now();
  person.welcome = person.seated = false;
}

void Script::heard(int which, std::string_view message) {
  Person& person = people_[static_cast<std::size_t>(which)];
  const std::string_view type = value_of(message, "type");
  if (plan_.relay) return type == "joined" ? welcome(person, message) : relay_heard(person, message);
  if (type == "events" || type == "view") return about_table(person, message);
  if (type == "ack") return acked(person, message);
  if (type == "room") return about_room(person, message);
  if (type == "welcome") return welcome(person, message);
  if (type == "refused") return refused(person, message);
  if (type == "bye") return bye(person, message);
}

void Script::open_room(int room) {
  rooms_[static_cast<std::size_t>(room)].open = true;
  if (Person* first = people_of(room); first->welcome) arrive(*first);
}

void Script::welcome(Person& person, std::string_view message) {
  person.welcome = true;
  ++welcomed_;
  if (const std::string_view token = value_of(message, "token"); !token.empty()) person.player_token = token;
  if (!plan_.relay && room_of(person).open) arrive(person);
}

// Goes where this person belongs: to the seat, or to the room with an empty one.
void Script::arrive(Person& person) {
  const Room& room = room_of(person);
  if (!person.seat_token.empty()) {
    person.resume_id = fresh_id();
    ++report_.reconnected;
    return send(person, frame_of("resume", person.resume_id,
                                 field("room", room.code) + "," + field("token", person.seat_token) + "," +
                                     field("seen", person.table_n)));
  }
  if (!room.code.empty()) {
    person.join_id = fresh_id();
    return send(person, frame_of("join", person.join_id, field("room", room.code)));
  }
  if (person.seat != 1) return;  // joins when there is a room
  if (!person.pending.id.empty()) return resend(person);
  std::string fields =
      field("edition", plan_.edition) + "," + field("seats", plan_.seats) + "," + field("clock", plan_.clock);
  if (!plan_.options.empty()) fields += "," + field("options", plan_.options);
  command(person, "create", fields);
}

// Everybody leaves the room, and the first makes another.
void Script::leave(int which) {
  ++report_.rooms_left;
  Room& room = rooms_[static_cast<std::size_t>(which)];
  const Micros longest = room.longest;
  room = {};
  room.open = true;
  room.longest = longest;
  for (int k = 0; k < in_room_; ++k) {
    Person& person = people_of(which)[k];
    Person fresh;
    fresh.index = person.index;
    fresh.room = which;
    fresh.seat = k + 1;
    fresh.player_token = person.player_token;
    fresh.welcome = person.welcome;
    person = std::move(fresh);
    if (person.welcome) send(person, frame_of("leave", fresh_id()));
  }
  if (Person* first = people_of(which); first->welcome) arrive(*first);
}

// ---- commands and answers ----------------------------------------------------------------------

void Script::command(Person& person, const std::string& verb, const std::string& fields) {
  person.pending = {.id = fresh_id(), .frame = {}, .verb = verb, .sent = link_.now()};
  person.pending.frame = frame_of(verb, person.pending.id, fields);
  send(person, person.pending.frame);
}

void Script::sit_down(Person& person) {
  command(person, "sit",
          field("seat", person.seat) + "," + field("name", "Load " + std::to_string(person.seat)));
}

void Script::resend(Person& person) {
  if (person.pending.id.empty()) return;
  person.pending.again = true;
  person.pending.sent = link_.now();
  ++report_.resent;
  send(person, person.pending.frame);
}

void Script::resend_overdue() {
  const Micros now = link_.now();
  for (Person& person : people_)
    if (person.seated && !person.pending.id.empty() && now - person.pending.sent > kResendAfter)
      resend(person);
}

void Script::probe(int which) {
  Person& person = people_[static_cast<std::size_t>(which)];
  if (person.seated && room_of(person).stage == "playing")
    send(person, frame_of("why", fresh_id(), field("move", "draw")));
}

void Script::follow(Person& person) {
  if (!person.pending.id.empty() || !person.seated) return;
  switch (std::exchange(person.seen.next, NextStep::None)) {
    case NextStep::None: return;
    case NextStep::Bot:
      return command(person, "bot", field("seat", person.seen.bot_seat) + "," + field("level", "casual"));
    case NextStep::Accept: return command(person, "accept", field("digest", person.seen.digest));
    case NextStep::Ready: return command(person, "ready");
    case NextStep::Start: return command(person, "start");
    case NextStep::Rematch: return command(person, "rematch");
  }
}

void Script::acked(Person& person, std::string_view message) {
  const std::string_view id = value_of(message, "id");
  if (const std::string_view token = value_of(message, "token"); !token.empty()) person.seat_token = token;
  if (id == person.resume_id) {
    person.resume_id.clear();
    person.seated = true;
    link_.entered(person.index);
    if (person.lost != 0) report_.back.add(link_.now() - std::exchange(person.lost, 0));
    return person.pending.id.empty() ? follow(person) : resend(person);
  }
  if (id == person.join_id) {
    person.join_id.clear();
    link_.entered(person.index);
    return person.pending.verb == "sit" ? resend(person) : sit_down(person);
  }
  if (id.empty() || id != person.pending.id) return;
  const long n = number_of(message, "n");
  const Pending done = std::exchange(person.pending, {});
  Room& room = room_of(person);
  if (done.verb == "create") room.code = value_of(message, "room");
  // A `sit` that is sent again only gets a further token.
  if (done.verb != "sit" || !done.again) link_.note_ack(room.code + " " + std::to_string(n) + " " + done.id);
  after_ack(person, done, n);
  follow(person);
}

void Script::after_ack(Person& person, const Pending& done, long n) {
  // What the room said before the command happened is out of date. After a resend there may be no further
  // message.
  if (done.verb != "move" && !done.again) {
    person.acked_n = n;
    person.seen.next = NextStep::None;
  }
  if (done.verb == "create") {
    link_.entered(person.index);
    return sit_down(person);
  }
  if (done.verb == "sit") {
    person.seated = true;
    if (person.seat == 1)  // the first to sit down is the host
      for (int k = 1; k < in_room_; ++k)
        if (Person& other = people_of(person.room)[k]; other.welcome && !other.seated) arrive(other);
  } else if (done.verb == "move") {
    Room& room = room_of(person);
    room.move_n = n;
    count_ack(room);
    end_move_if_seen(person.room);
  }
}

void Script::refused(Person& person, std::string_view message) {
  const std::string_view id = value_of(message, "id");
  ++report_.errors["refused: " + std::string(value_of(message, "why"))];
  if (id.empty()) return;
  if (id == person.resume_id || id == person.join_id) return link_.close(person.index);
  if (id != person.pending.id) return;
  if (std::exchange(person.pending, {}).verb != "move") return;
  ++report_.refused;
  end_move(person.room);
}

void Script::bye(Person& person, std::string_view message) {
  if (value_of(message, "why") != "moved") {
    ++report_.byes;
    return;
  }
  ++report_.moved;
  link_.moved(person.index, value_of(message, "to"));
}

// ---- what the server tells ---------------------------------------------------------------------

void Script::about_room(Person& person, std::string_view message) {
  Room& room = room_of(person);
  if (value_of(message, "room") != room.code) return;    // one that this person has left
  if (number_of(message, "n") < person.acked_n) return;  // from before the last command happened
  const SeenRoom seen = read_room(message, person.seat, in_room_, plan_.seats);
  if (room.stage != seen.stage) new_stage(person.room, seen.stage);
  if (room.code.empty()) return;  // everybody has left
  person.seen = seen;
  follow(person);
}

void Script::new_stage(int which, std::string_view stage) {
  Room& room = rooms_[static_cast<std::size_t>(which)];
  room.stage = stage;
  room.still = room.owed = 0;
  if (stage == "playing") ++report_.hands;
  if (stage != "over") return;
  ++report_.games;
  if (plan_.games > 0 && ++room.games >= plan_.games) leave(which);
}

void Script::about_table(Person& person, std::string_view message) {
  if (!person.seated) return;
  const SeenTable seen = read_table(message, person.seat, random_.next());
  const bool events = value_of(message, "type") == "events";
  if (events) count_event(message);
  Room& room = room_of(person);
  if (std::exchange(room.table_n, std::max(room.table_n, seen.n)) < seen.n && events &&
      value_of(message, "by") != "person")
    went_on(room);
  if (seen.n < person.table_n) return;
  person.table_n = seen.n;
  person.move = seen.mine ? std::string(seen.move) : std::string();
  end_move_if_seen(person.room);
  if (room.owed != 0 && make_move(person.room, room.owed)) room.owed = 0;
}

void Script::relay_heard(Person& person, std::string_view message) {
  Room& room = room_of(person);
  count_event(message);
  const std::string_view id = value_of(message, "id");
  if (room.due == 0 || id != room.relay_id) return;
  if (id == person.pending.id) {
    person.pending = {};
    count_ack(room);
  }
  if (++room.heard < in_room_) return;
  if (measuring_) report_.event.add(link_.now() - room.due);
  end_move(person.room);
}

// ---- moves -------------------------------------------------------------------------------------

void Script::move_is_due(int which, Micros when) {
  Room& room = rooms_[static_cast<std::size_t>(which)];
  const bool playing = plays(room);
  when = std::min(when, link_.now());
  if (playing && measuring_ && room.still == 0) room.still = when;
  if (playing && room.due != 0 && room.waiting.size() < kWaitingMost) return room.waiting.push_back(when);
  if (playing && room.owed != 0 && make_move(which, room.owed)) {
    room.owed = 0;
    return room.waiting.push_back(when);
  }
  if (playing && room.due == 0 && room.owed == 0) {
    if (make_move(which, when)) return;
    if (anybody_away(which)) {
      room.owed = when;
      return;
    }
  }
  ++report_.skipped;
}

// Who can make a move now; null: nobody.
Script::Person* Script::mover_of(int which) {
  Person* const people = people_of(which);
  if (plan_.relay) {
    Person& next = people[rooms_[static_cast<std::size_t>(which)].turn++ % in_room_];
    next.move = "play R5";
    return next.welcome ? &next : nullptr;
  }
  Person* mover = nullptr;
  for (int k = 0; k < in_room_; ++k)
    if (people[k].seated && !people[k].move.empty() && people[k].pending.id.empty()) mover = &people[k];
  return mover;
}

bool Script::anybody_away(int which) {
  const Person* const people = people_of(which);
  return !plan_.relay &&
         std::any_of(people, people + in_room_, [](const Person& one) { return !one.seated; });
}

bool Script::make_move(int which, Micros due) {
  Person* const mover = mover_of(which);
  if (!mover) return false;
  Room& room = rooms_[static_cast<std::size_t>(which)];
  room.due = due;
  room.move_n = 0;
  room.heard = 0;
  command(*mover, "move", field("move", std::exchange(mover->move, {})) + "," + field("at", mover->table_n));
  room.relay_id = mover->pending.id;
  if (!measuring_) return true;
  ++report_.sent;
  report_.move_bytes += mover->pending.frame.size();
  return true;
}

void Script::count_event(std::string_view message) {
  if (!measuring_) return;
  ++report_.events;
  report_.event_bytes += message.size();
}

void Script::count_ack(Room& room) {
  ++report_.acked;
  if (measuring_) report_.ack.add(link_.now() - room.due);
  went_on(room);
}

// The table no longer stands still; but if a further move is due already, it might follow at once.
void Script::went_on(Room& room) {
  if (room.still == 0) return;
  room.longest = std::max(room.longest, link_.now() - room.still);
  room.still = room.waiting.empty() ? 0 : link_.now();
}

// A move is over when everybody at the table has seen it.
void Script::end_move_if_seen(int which) {
  const Room& room = rooms_[static_cast<std::size_t>(which)];
  if (room.due == 0 || room.move_n == 0) return;
  for (int k = 0; k < in_room_; ++k)
    if (people_of(which)[k].table_n < room.move_n) return;
  if (measuring_) report_.event.add(link_.now() - room.due);
  end_move(which);
}

// Continues with a move that is already due.
void Script::end_move(int which) {
  Room& room = rooms_[static_cast<std::size_t>(which)];
  room.due = 0;
  if (room.waiting.empty()) return;
  if (plays(room) && make_move(which, room.waiting.front())) return room.waiting.pop_front();
  if (plays(room) && room.owed == 0 && anybody_away(which)) {
    room.owed = room.waiting.front();
    room.waiting.pop_front();
  }
  report_.skipped += room.waiting.size();
  room.waiting.clear();
}

}  // namespace comodin
