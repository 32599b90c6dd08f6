// One run of `comodin load`: connects, sets rooms up, plays.
#include <algorithm>
#include <deque>
#include <queue>
#include <unordered_map>
#include <utility>

#include "apps/comodin/load.hpp"
#include "apps/comodin/load_message.hpp"
#include "engine/chance.hpp"
#include "server/dial.hpp"

namespace comodin {
namespace {

using server::Dialer;
using Micros = std::int64_t;

constexpr Micros kSecond = 1'000'000;
constexpr Micros kTick = 1'000;               // moves that are due within it are sent together
constexpr Micros kPatience = 30 * kSecond;    // for everybody to be connected, or to play, after the ramp
constexpr Micros kDrain = 3 * kSecond;        // for the last answers
constexpr Micros kResendAfter = 5 * kSecond;  // of a command that nobody has answered
constexpr int kRetryMs = 100, kRetrySpreadMs = 300;  // before connecting again
constexpr std::size_t kWaitingMost = 256;            // moves of one room that are due and cannot be made yet
constexpr std::size_t kAcksBytes = 1 << 16;

// A command that has not been answered.
struct Pending {
  std::string id, frame, verb;
  Micros sent = 0;
  bool again = false;  // it has been sent more than once
};

// One person: one connection at a time.
struct LoadSeat {
  Dialer::Id conn = 0;
  int room = 0, number = 1;
  std::string player_token, token;  // of the player; of the seat
  std::string resume_id, join_id;
  bool welcome = false, seated = false;  // on the present connection
  long acked_n = 0;                      // of its last command that is no move
  long table_n = 0;                      // the last that was seen of the table
  std::string move;                      // that it would make now; empty: it is not its turn
  Pending pending;
  Wish wish = Wish::None;
  std::string digest;
  int bot_seat = 0;
};

struct LoadRoom {
  std::string code;
  std::string stage;
  bool begun = false;  // set-up
  int games = 0;
  Micros from = 0;  // when the move under way was due; 0: there is none
  long move_n = 0;  // the number it was acknowledged with; 0: not yet
  std::string relay_id;
  int heard = 0, turn = 0;     // relay: who has heard of it; whose turn it is
  std::deque<Micros> waiting;  // moves that are due and cannot be made yet
};

class LoadRun {
 public:
  LoadRun(const LoadPlan& plan, LoadReport& report);
  bool run(std::string& why);

 private:
  enum class Phase : std::uint8_t { Connect, SetUp, Play, Drain, Done };

  // ---- connections
  void connect(LoadSeat& seat);
  void give_up(const std::string& why);  // nothing can be measured
  void opened(Dialer::Id conn);
  void closed(Dialer::Id conn, int code);
  void heard(Dialer::Id conn, std::string_view message);
  void say_hello(LoadSeat& seat);
  void welcomed(LoadSeat& seat, std::string_view message);
  void arrive(LoadSeat& seat);

  // ---- commands
  std::string fresh_id() { return "c" + std::to_string(++ids_); }
  void command(LoadSeat& seat, const std::string& verb, const std::string& fields);
  void sit_down(LoadSeat& seat);
  void resend(LoadSeat& seat);
  void acked(LoadSeat& seat, std::string_view message);
  void refused(LoadSeat& seat, std::string_view message);
  void note_ack(const LoadSeat& seat, long n);
  void follow_wish(LoadSeat& seat);

  // ---- rooms
  void about_room(LoadSeat& seat, std::string_view message);
  void about_table(LoadSeat& seat, std::string_view message);
  void new_stage(LoadRoom& room, std::string_view stage);
  void leave(LoadRoom& room);
  void due(int room, Micros when, Micros now);
  bool move(int room, Micros from);
  void look_whether_done(int room);
  void next_waiting(int room);
  void relay_heard(LoadSeat& seat, std::string_view message);
  bool plays(const LoadRoom& room) const { return plan_.relay ? room.heard >= 0 : room.stage == "playing"; }
  LoadSeat* seats_of(int room) { return &seats_[static_cast<std::size_t>(room * people_)]; }

  // ---- time
  void tick();
  void advance(Micros now);
  void begin(Phase phase, Micros now);
  void begin_play(Micros now);
  void progress(Micros now);
  void flush_acks();
  void error(const std::string& what) { ++report_.errors[what]; }
  bool measuring() const { return phase_ == Phase::Play; }
  int playing() const;

  const LoadPlan& plan_;
  LoadReport& report_;
  int people_;
  Dialer dialer_;
  Random random_;
  std::vector<LoadSeat> seats_;
  std::vector<LoadRoom> rooms_;
  std::unordered_map<Dialer::Id, std::size_t> by_conn_;
  std::priority_queue<std::pair<Micros, int>, std::vector<std::pair<Micros, int>>, std::greater<>> schedule_;
  std::uint64_t ids_ = 0;
  Phase phase_ = Phase::Connect;
  Micros phase_began_ = 0, next_progress_ = 0, play_began_ = 0;
  std::size_t connected_ = 0, set_up_ = 0;  // how many have been begun
  std::size_t welcomed_ = 0;
  bool anybody_ = false;  // has got through to a server
  std::string why_;       // it was given up
  std::uint64_t sent_before_ = 0;
  std::FILE* acks_ = nullptr;
  std::string acks_text_;
};

LoadRun::LoadRun(const LoadPlan& plan, LoadReport& report)
    : plan_(plan),
      report_(report),
      people_(plan.seats - plan.bots),
      dialer_({.opened = [this](Dialer::Id conn) { opened(conn); },
               .text = [this](Dialer::Id conn, std::string_view text) { heard(conn, text); },
               .closed = [this](Dialer::Id conn, int code) { closed(conn, code); }}),
      random_(plan.seed),
      seats_(static_cast<std::size_t>(plan.rooms * people_)),
      rooms_(static_cast<std::size_t>(plan.rooms)) {
  for (std::size_t k = 0; k < seats_.size(); ++k) {
    seats_[k].room = static_cast<int>(k) / people_;
    seats_[k].number = static_cast<int>(k) % people_ + 1;
  }
}

// ---- connections
// --------------------------------------------------------------------------------------------

void LoadRun::connect(LoadSeat& seat) {
  seat.welcome = seat.seated = false;
  seat.conn = dialer_.connect(plan_.host, plan_.port, plan_.path);
  if (!seat.conn) return give_up("there is no host " + plan_.host);
  by_conn_[seat.conn] = static_cast<std::size_t>(&seat - seats_.data());
}

void LoadRun::give_up(const std::string& why) {
  why_ = why;
  phase_ = Phase::Done;
}

void LoadRun::opened(Dialer::Id conn) {
  const auto found = by_conn_.find(conn);
  if (found == by_conn_.end()) return;
  anybody_ = true;
  LoadSeat& seat = seats_[found->second];
  if (plan_.relay) return dialer_.send(conn, R"({"do":"join","room":"r)" + std::to_string(seat.room) + "\"}");
  say_hello(seat);
}

void LoadRun::say_hello(LoadSeat& seat) {
  std::string frame = R"({"do":"hello","id":")" + fresh_id() + R"(","version":1)";
  if (!seat.player_token.empty()) frame += R"(,"token":")" + seat.player_token + "\"";
  dialer_.send(seat.conn, frame + "}");
}

void LoadRun::closed(Dialer::Id conn, int code) {
  const auto found = by_conn_.find(conn);
  if (found == by_conn_.end()) return;
  LoadSeat& seat = seats_[found->second];
  const std::size_t which = found->second;
  by_conn_.erase(found);
  const bool was = seat.welcome;
  seat.welcome = seat.seated = false;
  seat.conn = 0;
  welcomed_ -= was;
  ++report_.closed;
  if (phase_ == Phase::Done) return;
  if (!plan_.reconnect && !anybody_)
    return give_up("no game server answers at ws://" + plan_.host + ":" + std::to_string(plan_.port) +
                   plan_.path);
  if (!plan_.reconnect) return error("closed by the server, code " + std::to_string(code));
  const auto wait = kRetryMs + static_cast<int>(random_.below(kRetrySpreadMs));
  dialer_.after(wait, [this, which] {
    if (phase_ == Phase::Done) return;
    connect(seats_[which]);
  });
}

void LoadRun::heard(Dialer::Id conn, std::string_view message) {
  const auto found = by_conn_.find(conn);
  if (found == by_conn_.end()) return;
  LoadSeat& seat = seats_[found->second];
  const std::string_view type = quick(message, "type");
  if (plan_.relay) return type == "joined" ? welcomed(seat, message) : relay_heard(seat, message);
  if (type == "events" || type == "view") return about_table(seat, message);
  if (type == "ack") return acked(seat, message);
  if (type == "room") return about_room(seat, message);
  if (type == "welcome") return welcomed(seat, message);
  if (type == "refused") return refused(seat, message);
  if (type == "bye") ++report_.byes;
}

void LoadRun::welcomed(LoadSeat& seat, std::string_view message) {
  seat.welcome = true;
  ++welcomed_;
  if (const std::string_view token = quick(message, "token"); !token.empty()) seat.player_token = token;
  if (plan_.relay) return;
  if (rooms_[static_cast<std::size_t>(seat.room)].begun) arrive(seat);
}

// Goes where it belongs: to its seat, or to the room that it is to sit down in.
void LoadRun::arrive(LoadSeat& seat) {
  const LoadRoom& room = rooms_[static_cast<std::size_t>(seat.room)];
  if (!seat.token.empty()) {
    seat.resume_id = fresh_id();
    ++report_.reconnected;
    return dialer_.send(seat.conn, R"({"do":"resume","id":")" + seat.resume_id + R"(","room":")" + room.code +
                                       R"(","token":")" + seat.token + R"(","seen":)" +
                                       std::to_string(seat.table_n) + "}");
  }
  if (!room.code.empty()) {
    seat.join_id = fresh_id();
    return dialer_.send(seat.conn,
                        R"({"do":"join","id":")" + seat.join_id + R"(","room":")" + room.code + "\"}");
  }
  if (seat.number != 1) return;  // it joins when there is a room
  if (!seat.pending.id.empty()) return resend(seat);
  std::string fields = R"("edition":")" + plan_.edition + R"(","seats":)" + std::to_string(plan_.seats) +
                       R"(,"clock":)" + std::to_string(plan_.clock);
  if (!plan_.options.empty()) fields += R"(,"options":")" + plan_.options + "\"";
  command(seat, "create", fields);
}

// ---- commands
// -----------------------------------------------------------------------------------------------

void LoadRun::command(LoadSeat& seat, const std::string& verb, const std::string& fields) {
  seat.pending = {.id = fresh_id(), .frame = {}, .verb = verb, .sent = Dialer::now_us()};
  seat.pending.frame = R"({"do":")" + verb + R"(","id":")" + seat.pending.id + "\"" +
                       (fields.empty() ? "" : "," + fields) + "}";
  dialer_.send(seat.conn, seat.pending.frame);
}

void LoadRun::sit_down(LoadSeat& seat) {
  const std::string number = std::to_string(seat.number);
  command(seat, "sit", R"("seat":)" + number + R"(,"name":"Load )" + number + "\"");
}

void LoadRun::resend(LoadSeat& seat) {
  if (seat.pending.id.empty()) return;
  seat.pending.again = true;
  seat.pending.sent = Dialer::now_us();
  ++report_.resent;
  dialer_.send(seat.conn, seat.pending.frame);
}

void LoadRun::note_ack(const LoadSeat& seat, long n) {
  if (!acks_ || (seat.pending.verb == "sit" && seat.pending.again)) return;  // it got a further token only
  acks_text_ += rooms_[static_cast<std::size_t>(seat.room)].code + " " + std::to_string(n) + " " +
                seat.pending.id + "\n";
  if (acks_text_.size() > kAcksBytes) flush_acks();
}

void LoadRun::acked(LoadSeat& seat, std::string_view message) {
  const std::string_view id = quick(message, "id");
  LoadRoom& room = rooms_[static_cast<std::size_t>(seat.room)];
  const std::string_view token = quick(message, "token");
  if (!token.empty()) seat.token = token;
  if (id == seat.resume_id) {
    seat.resume_id.clear();
    seat.seated = true;
    return seat.pending.id.empty() ? follow_wish(seat) : resend(seat);
  }
  if (id == seat.join_id) {
    seat.join_id.clear();
    if (seat.pending.verb == "sit") return resend(seat);
    return sit_down(seat);
  }
  if (id != seat.pending.id || id.empty()) return;
  const long n = quick_number(message, "n");
  if (seat.pending.verb == "create") room.code = quick(message, "room");
  note_ack(seat, n);
  const Pending done = std::exchange(seat.pending, {});
  // What it wished before its command happened is void. After a resend there may be no further message.
  if (done.verb != "move" && !done.again) seat.acked_n = n, seat.wish = Wish::None;
  if (done.verb == "create") {
    sit_down(seat);
  } else if (done.verb == "sit") {
    seat.seated = true;
    if (seat.number == 1)  // the first to sit is the host
      for (int k = 1; k < people_; ++k)
        if (LoadSeat& other = seats_of(seat.room)[k]; other.welcome && !other.seated) arrive(other);
  } else if (done.verb == "move") {
    ++report_.acked;
    room.move_n = n;
    if (measuring()) report_.ack.add(Dialer::now_us() - room.from);
    look_whether_done(seat.room);
  }
  follow_wish(seat);
}

void LoadRun::refused(LoadSeat& seat, std::string_view message) {
  const std::string_view id = quick(message, "id");
  error("refused: " + std::string(quick(message, "why")));
  if (id.empty()) return;
  if (id == seat.resume_id || id == seat.join_id) return dialer_.close(seat.conn);
  if (id != seat.pending.id) return;
  const std::string verb = std::exchange(seat.pending, {}).verb;
  if (verb != "move") return;
  ++report_.refused;
  rooms_[static_cast<std::size_t>(seat.room)].from = 0;
  next_waiting(seat.room);
}

void LoadRun::follow_wish(LoadSeat& seat) {
  if (!seat.pending.id.empty() || !seat.seated) return;
  switch (std::exchange(seat.wish, Wish::None)) {
    case Wish::None: return;
    case Wish::Bot:
      return command(seat, "bot", R"("seat":)" + std::to_string(seat.bot_seat) + R"(,"level":"casual")");
    case Wish::Accept: return command(seat, "accept", R"("digest":")" + seat.digest + "\"");
    case Wish::Ready: return command(seat, "ready", "");
    case Wish::Start: return command(seat, "start", "");
    case Wish::Rematch: return command(seat, "rematch", "");
  }
}

// ---- rooms
// --------------------------------------------------------------------------------------------------

void LoadRun::about_room(LoadSeat& seat, std::string_view message) {
  LoadRoom& room = rooms_[static_cast<std::size_t>(seat.room)];
  if (quick(message, "room") != room.code) return;        // one that was left
  if (quick_number(message, "n") < seat.acked_n) return;  // from before its last command happened
  const SeenRoom seen = read_room(message, seat.number, people_, plan_.seats);
  if (room.stage != seen.stage) new_stage(room, seen.stage);
  if (room.code.empty()) return;  // it has been left
  seat.wish = seen.wish;
  seat.digest = seen.digest;
  seat.bot_seat = seen.bot_seat;
  follow_wish(seat);
}

void LoadRun::new_stage(LoadRoom& room, std::string_view stage) {
  room.stage = stage;
  if (stage == "playing") ++report_.hands;
  if (stage != "over") return;
  ++report_.games;
  if (plan_.games > 0 && ++room.games >= plan_.games) leave(room);
}

// Leaves the room to itself, and makes another.
void LoadRun::leave(LoadRoom& room) {
  const int which = static_cast<int>(&room - rooms_.data());
  ++report_.rooms_left;
  room = {.code = {}, .stage = {}, .begun = true};
  for (int k = 0; k < people_; ++k) {
    LoadSeat& seat = seats_of(which)[k];
    const LoadSeat old = std::exchange(seat, {.conn = seat.conn, .room = which, .number = k + 1});
    seat.player_token = old.player_token;
    seat.welcome = old.welcome;
    if (seat.welcome) dialer_.send(seat.conn, R"({"do":"leave","id":")" + fresh_id() + "\"}");
  }
  if (seats_of(which)->welcome) arrive(*seats_of(which));
}

void LoadRun::about_table(LoadSeat& seat, std::string_view message) {
  if (!seat.seated) return;
  const SeenTable seen = read_table(message, seat.number, random_.next());
  if (measuring() && quick(message, "type") == "events")
    ++report_.events, report_.event_bytes += message.size();
  if (seen.n < seat.table_n) return;
  seat.table_n = seen.n;
  if (seen.mine) seat.move = seen.move;
  else seat.move.clear();
  look_whether_done(seat.room);
}

void LoadRun::due(int which, Micros when, Micros now) {
  LoadRoom& room = rooms_[static_cast<std::size_t>(which)];
  if (!plays(room)) {
    ++report_.skipped;
  } else if (room.from != 0) {
    if (room.waiting.size() < kWaitingMost) room.waiting.push_back(when);
    else ++report_.skipped;
  } else if (!move(which, std::min(when, now))) {
    ++report_.skipped;
  }
}

// Somebody makes a move; false: nobody can.
bool LoadRun::move(int which, Micros from) {
  LoadRoom& room = rooms_[static_cast<std::size_t>(which)];
  LoadSeat* const seats = seats_of(which);
  LoadSeat* mover = nullptr;
  if (plan_.relay) {
    LoadSeat& next = seats[room.turn++ % people_];
    if (next.welcome) mover = &next, next.move = "play R5";
  } else {
    for (int k = 0; k < people_; ++k)
      if (seats[k].seated && !seats[k].move.empty() && seats[k].pending.id.empty()) mover = &seats[k];
  }
  if (!mover) return false;
  room.from = from;
  room.move_n = 0;
  room.heard = 0;
  command(*mover, "move",
          R"("move":")" + std::exchange(mover->move, {}) + R"(","at":)" + std::to_string(mover->table_n));
  room.relay_id = mover->pending.id;
  if (!measuring()) return true;
  ++report_.sent;
  report_.move_bytes += mover->pending.frame.size();
  return true;
}

// The move is done when everybody at the table has seen it.
void LoadRun::look_whether_done(int which) {
  LoadRoom& room = rooms_[static_cast<std::size_t>(which)];
  if (room.from == 0 || room.move_n == 0) return;
  for (int k = 0; k < people_; ++k)
    if (seats_of(which)[k].table_n < room.move_n) return;
  if (measuring()) report_.event.add(Dialer::now_us() - room.from);
  room.from = 0;
  next_waiting(which);
}

void LoadRun::next_waiting(int which) {
  LoadRoom& room = rooms_[static_cast<std::size_t>(which)];
  if (room.waiting.empty()) return;
  const Micros from = room.waiting.front();
  if (plays(room) && move(which, from)) return room.waiting.pop_front();
  report_.skipped += room.waiting.size();
  room.waiting.clear();
}

void LoadRun::relay_heard(LoadSeat& seat, std::string_view message) {
  LoadRoom& room = rooms_[static_cast<std::size_t>(seat.room)];
  if (measuring()) ++report_.events, report_.event_bytes += message.size();
  const std::string_view id = quick(message, "id");
  if (room.from == 0 || id != room.relay_id) return;
  if (id == seat.pending.id) {
    seat.pending = {};
    ++report_.acked;
    if (measuring()) report_.ack.add(Dialer::now_us() - room.from);
  }
  if (++room.heard < people_) return;
  if (measuring()) report_.event.add(Dialer::now_us() - room.from);
  room.from = 0;
  next_waiting(seat.room);
}

// ---- time
// ---------------------------------------------------------------------------------------------------

int LoadRun::playing() const {
  return static_cast<int>(
      std::ranges::count_if(rooms_, [this](const LoadRoom& room) { return plays(room); }));
}

void LoadRun::begin(Phase phase, Micros now) {
  phase_ = phase;
  phase_began_ = now;
  if (plan_.server_pid == 0) return;
  if (phase == Phase::SetUp) report_.has_use = read_use(plan_.server_pid, report_.idle);
  if (phase == Phase::Play) read_use(plan_.server_pid, report_.begin);
  if (phase == Phase::Drain) read_use(plan_.server_pid, report_.end);
}

void LoadRun::begin_play(Micros now) {
  report_.sockets = static_cast<int>(welcomed_);
  report_.rooms_set_up = playing();
  begin(Phase::Play, now);
  play_began_ = now;
  const auto gap = static_cast<std::uint32_t>(static_cast<double>(kSecond) / plan_.rate);
  for (int k = 0; k < plan_.rooms; ++k) schedule_.emplace(now + random_.below(gap), k);
}

void LoadRun::advance(Micros now) {
  const double ramp = std::max(0.001, plan_.ramp) * static_cast<double>(kSecond);
  const double part = std::min(1.0, static_cast<double>(now - phase_began_) / ramp);
  const Micros deadline = phase_began_ + static_cast<Micros>(ramp) + kPatience;
  if (phase_ == Phase::Connect) {
    const auto until = static_cast<std::size_t>(part * static_cast<double>(seats_.size()));
    while (connected_ < until && phase_ != Phase::Done) connect(seats_[connected_++]);
    const bool all_known = !plan_.reconnect && connected_ == seats_.size() && by_conn_.size() == welcomed_;
    if (all_known && welcomed_ == 0) give_up("nobody was let in");
    if (phase_ == Phase::Done) return;
    if (welcomed_ == seats_.size() || all_known || now > deadline)
      plan_.relay ? begin_play(now) : begin(Phase::SetUp, now);
    if (plan_.relay && phase_ == Phase::Play)
      report_.idle = report_.begin, report_.has_use = plan_.server_pid;
  } else if (phase_ == Phase::SetUp) {
    const auto until = static_cast<std::size_t>(part * static_cast<double>(rooms_.size()));
    for (; set_up_ < until; ++set_up_) {
      rooms_[set_up_].begun = true;
      if (LoadSeat* first = seats_of(static_cast<int>(set_up_)); first->welcome) arrive(*first);
    }
    if (set_up_ == rooms_.size() && (playing() == plan_.rooms || now > deadline)) begin_play(now);
  } else if (phase_ == Phase::Play) {
    const auto gap = static_cast<Micros>(static_cast<double>(kSecond) / plan_.rate);
    while (!schedule_.empty() && schedule_.top().first <= now + kTick) {
      const auto [when, room] = schedule_.top();
      schedule_.pop();
      schedule_.emplace(when + gap, room);
      due(room, when, now);
    }
    if (static_cast<double>(now - play_began_) < plan_.seconds * static_cast<double>(kSecond)) return;
    report_.seconds = static_cast<double>(now - play_began_) / static_cast<double>(kSecond);
    report_.rooms_playing = playing();
    begin(Phase::Drain, now);
  } else if (phase_ == Phase::Drain) {
    report_.unanswered = static_cast<std::uint64_t>(
        std::ranges::count_if(seats_, [](const LoadSeat& seat) { return !seat.pending.id.empty(); }));
    if (report_.unanswered == 0 || now > phase_began_ + kDrain) phase_ = Phase::Done;
  }
}

void LoadRun::progress(Micros now) {
  static constexpr const char* kNames[] = {"connecting", "setting up", "playing", "waiting", "done"};
  next_progress_ = now + kSecond;
  for (LoadSeat& seat : seats_)
    if (seat.seated && !seat.pending.id.empty() && now - seat.pending.sent > kResendAfter) resend(seat);
  std::fprintf(stderr, "%-10s %5.0f s: %zu sockets, %d rooms play, %llu moves, %llu in the last second\n",
               kNames[static_cast<int>(phase_)],
               static_cast<double>(now - phase_began_) / static_cast<double>(kSecond), welcomed_,
               phase_ == Phase::Connect ? 0 : playing(), static_cast<unsigned long long>(report_.acked),
               static_cast<unsigned long long>(report_.acked - sent_before_));
  sent_before_ = report_.acked;
}

void LoadRun::flush_acks() {
  if (!acks_ || acks_text_.empty()) return;
  std::fwrite(acks_text_.data(), 1, acks_text_.size(), acks_);
  std::fflush(acks_);
  acks_text_.clear();
}

void LoadRun::tick() {
  const Micros now = Dialer::now_us();
  advance(now);
  flush_acks();
  if (now >= next_progress_) progress(now);
  if (phase_ == Phase::Done) return dialer_.stop();
  dialer_.after(1, [this] { tick(); });
}

bool LoadRun::run(std::string& why) {
  if (!plan_.acks.empty()) {
    acks_ = std::fopen(plan_.acks.c_str(), "a");
    if (!acks_) return why = "cannot write " + plan_.acks, false;
  }
  begin(Phase::Connect, Dialer::now_us());
  next_progress_ = phase_began_ + kSecond;
  tick();
  dialer_.run();
  flush_acks();
  if (acks_) std::fclose(acks_);
  if (!why_.empty()) return why = why_, false;
  if (report_.sockets == 0) return why = "nobody could connect", false;
  return true;
}

}  // namespace

bool run_load(const LoadPlan& plan, LoadReport& report, std::string& why) {
  return LoadRun(plan, report).run(why);
}

}  // namespace comodin
