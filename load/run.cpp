// One run: dials, hands messages to the script and its commands to sockets, and keeps the time.
#include <algorithm>
#include <cstdio>
#include <optional>
#include <queue>
#include <unordered_map>
#include <utility>

#include "load/load.hpp"
#include "load/script.hpp"
#include "server/net/dial.hpp"

namespace comodin {
namespace {

using server::Dialer;

constexpr Micros kSecond = 1'000'000;
constexpr Micros kTick = 1'000;             // moves that are due within it are sent together
constexpr Micros kPatience = 30 * kSecond;  // after the ramp, for everybody to be connected, or to play
constexpr Micros kDrain = 10 * kSecond;     // for the last answers
constexpr int kRetryMs = 50, kRetrySpreadMs = 200;  // before dialling again; doubled each time …
constexpr int kRetryMostMs = 2'000;                 // … up to this
constexpr int kMoveMs = 100;                        // at most, before dialling where the server has sent us
constexpr int kMovesMost = 5;  // of somebody in a row without getting into a room: after that we wait
constexpr Micros kLookEvery = 100'000;  // whether somebody waits in vain for an answer
constexpr int kQuiet = 3;               // as long as our patience: then we ask
constexpr std::size_t kAcksBytes = 1 << 16;

// The file of acknowledged commands, for checks after a crash of the server.
class AckFile {
 public:
  ~AckFile() {
    if (file_) std::fclose(file_);
  }
  bool open(const std::string& path) {
    if (!path.empty()) file_ = std::fopen(path.c_str(), "a");
    return path.empty() || file_;
  }
  void add(const std::string& line) {
    if (file_) (text_ += line) += '\n';
    if (text_.size() > kAcksBytes) flush();
  }
  void flush() {
    if (!file_ || text_.empty()) return;
    std::fwrite(text_.data(), 1, text_.size(), file_);
    std::fflush(file_);
    text_.clear();
  }

 private:
  std::FILE* file_ = nullptr;
  std::string text_;
};

class LoadRun {
 public:
  LoadRun(const LoadPlan& plan, LoadReport& report);
  bool run(std::string& why);

 private:
  enum class Phase : std::uint8_t { Connect, SetUp, Play, Drain, Done };
  // One person's telephone.
  struct Caller {
    Dialer::Id conn = 0;  // 0: none
    LoadAddress dialled;
    std::optional<LoadAddress> elsewhere;  // to be dialled next, once: where the server has sent this person
    int server = 0;                        // of those we know, from this person's own
    int tries = 0, moves = 0;              // since this person was last in a room
    Micros heard = 0;                      // when something was, on this connection; 0: never
    Micros asked = 0;                      // since when nothing is answered; 0: nothing is to be
  };

  Link link();
  Caller& caller(int person) { return callers_[static_cast<std::size_t>(person)]; }
  const LoadAddress& server_of(int person);
  void dial(int person);
  void dial_later(int person);
  void dial_after(int person, int ms);
  void opened(Dialer::Id conn);
  void text(Dialer::Id conn, std::string_view message);
  void closed(Dialer::Id conn, int code);
  void moved(int person, std::string_view to);
  void hang_up(int person);
  void look_for_the_dead(Micros now);
  void give_up(const std::string& why);  // nothing can be measured

  void tick();
  void advance(Micros now);
  void advance_connect(Micros now);
  void advance_set_up(Micros now);
  void advance_play(Micros now);
  void begin(Phase phase, Micros now);
  void begin_play(Micros now);
  void show_progress(Micros now);
  double ramp() const { return std::max(0.001, plan_.ramp) * static_cast<double>(kSecond); }
  // How many of `all` have their turn by now, and whether it has taken too long.
  int ramped(int all, Micros now) const;
  bool told_to_stop() const { return plan_.stop && *plan_.stop; }
  bool too_long(Micros now) const { return now > phase_began_ + static_cast<Micros>(ramp()) + kPatience; }

  const LoadPlan& plan_;
  LoadReport& report_;
  Dialer dialer_;
  Script script_;
  Random random_;
  AckFile acks_;
  std::vector<Caller> callers_;
  std::unordered_map<Dialer::Id, int> by_conn_;
  std::priority_queue<std::pair<Micros, int>, std::vector<std::pair<Micros, int>>, std::greater<>> schedule_;
  Phase phase_ = Phase::Connect;
  Micros phase_began_ = 0, next_progress_ = 0, next_look_ = 0;
  int dialled_ = 0, rooms_opened_ = 0;
  bool anybody_ = false;  // has got through to a server
  std::string why_;       // it was given up
  std::uint64_t acked_before_ = 0;
};

LoadRun::LoadRun(const LoadPlan& plan, LoadReport& report)
    : plan_(plan),
      report_(report),
      dialer_({.opened = [this](Dialer::Id conn) { opened(conn); },
               .text = [this](Dialer::Id conn, std::string_view message) { text(conn, message); },
               .closed = [this](Dialer::Id conn, int code) { closed(conn, code); }}),
      script_(plan, report, link()),
      random_(plan.seed),
      callers_(static_cast<std::size_t>(script_.people())) {}

// ---- dialling ----------------------------------------------------------------------------------

Link LoadRun::link() {
  return {.send =
              [this](int person, std::string frame) {
                if (caller(person).asked == 0) caller(person).asked = Dialer::now_us();
                dialer_.send(caller(person).conn, std::move(frame));
              },
          .close = [this](int person) { dialer_.close(caller(person).conn); },
          .now = &Dialer::now_us,
          .note_ack = [this](const std::string& line) { acks_.add(line); },
          .moved = [this](int person, std::string_view to) { moved(person, to); },
          .entered = [this](int person) { caller(person).tries = caller(person).moves = 0; }};
}

// The people of a room begin at different servers, and so do the rooms.
const LoadAddress& LoadRun::server_of(int person) {
  const int in_room = plan_.seats - plan_.bots;
  const int own = person / in_room + person % in_room;
  return plan_.servers[static_cast<std::size_t>(own + caller(person).server) % plan_.servers.size()];
}

void LoadRun::dial(int person) {
  Caller& who = caller(person);
  who.dialled = who.elsewhere ? *who.elsewhere : server_of(person);
  const bool sent = std::exchange(who.elsewhere, {}).has_value();
  who.conn = dialer_.connect(who.dialled.host, who.dialled.port, who.dialled.path);
  if (!who.conn && !sent) return give_up("there is no host " + who.dialled.host);
  if (!who.conn) return dial_later(person);
  by_conn_[who.conn] = person;
  who.heard = 0;
  who.asked = Dialer::now_us();
}

void LoadRun::dial_after(int person, int ms) {
  dialer_.after(ms, [this, person] {
    if (phase_ != Phase::Done) dial(person);
  });
}

// To this person's own server, and on to the next one each time that nobody answers.
void LoadRun::dial_later(int person) {
  Caller& who = caller(person);
  const bool anew = who.heard != 0 || !(who.dialled == server_of(person));
  who.server = anew ? 0 : who.server + 1;
  const int ms = (kRetryMs + static_cast<int>(random_.below(kRetrySpreadMs))) << std::min(who.tries++, 8);
  dial_after(person, std::min(kRetryMostMs, ms));
}

void LoadRun::opened(Dialer::Id conn) {
  anybody_ = true;
  const auto found = by_conn_.find(conn);
  if (found == by_conn_.end()) return;
  caller(found->second).asked = 0;
  script_.opened(found->second);
}

void LoadRun::text(Dialer::Id conn, std::string_view message) {
  const auto found = by_conn_.find(conn);
  if (found == by_conn_.end()) return;
  Caller& who = caller(found->second);
  who.heard = Dialer::now_us();
  who.asked = 0;
  if (who.moves <= kMovesMost) who.tries = 0;
  script_.heard(found->second, message);
}

void LoadRun::closed(Dialer::Id conn, int code) {
  const auto found = by_conn_.find(conn);
  if (found == by_conn_.end()) return;
  const int person = found->second;
  hang_up(person);
  ++report_.closed;
  if (phase_ == Phase::Done) return;
  if (!plan_.reconnect && !anybody_)
    return give_up("no game server answers at " + address_text(caller(person).dialled));
  if (plan_.reconnect) return dial_later(person);
  ++report_.errors["closed by the server, code " + std::to_string(code)];
}

void LoadRun::moved(int person, std::string_view to) {
  Caller& who = caller(person);
  hang_up(person);
  LoadAddress where;
  if (!follow_address(who.dialled, to, where)) {
    ++report_.errors["moved to no address"];
    return dial_later(person);
  }
  who.elsewhere = where;
  if (++who.moves > kMovesMost) return dial_later(person);  // there, too, but not so soon
  dial_after(person, static_cast<int>(random_.below(kMoveMs + 1)));
}

void LoadRun::hang_up(int person) {
  Caller& who = caller(person);
  by_conn_.erase(who.conn);
  dialer_.close(std::exchange(who.conn, 0));
  who.asked = 0;
  script_.closed(person);
}

// A server can be frozen, or cut off, and its connections stay open.
void LoadRun::look_for_the_dead(Micros now) {
  next_look_ = now + kLookEvery;
  const auto patience = static_cast<Micros>(plan_.patience * static_cast<double>(kSecond));
  for (int person = 0; person < script_.people(); ++person) {
    const Caller& who = caller(person);
    if (who.conn == 0) continue;
    if (who.asked == 0 && who.heard != 0 && now - who.heard > kQuiet * patience) script_.probe(person);
    if (who.asked == 0 || now - who.asked < patience) continue;
    hang_up(person);
    ++report_.closed;
    dial_later(person);
  }
}

void LoadRun::give_up(const std::string& why) {
  why_ = why;
  phase_ = Phase::Done;
}

// ---- time --------------------------------------------------------------------------------------

void LoadRun::begin(Phase phase, Micros now) {
  phase_ = phase;
  phase_began_ = now;
  script_.measure(phase == Phase::Play);
  if (plan_.server_pid == 0) return;
  if (phase == Phase::SetUp) report_.has_use = read_use(plan_.server_pid, report_.idle);
  if (phase == Phase::Play) read_use(plan_.server_pid, report_.begin);
  if (phase == Phase::Drain) read_use(plan_.server_pid, report_.end);
}

void LoadRun::begin_play(Micros now) {
  report_.sockets = script_.welcomed();
  report_.rooms_set_up = script_.rooms_playing();
  begin(Phase::Play, now);
  const auto gap = static_cast<std::uint32_t>(static_cast<double>(kSecond) / plan_.rate);
  for (int room = 0; room < plan_.rooms; ++room) schedule_.emplace(now + random_.below(gap), room);
}

int LoadRun::ramped(int all, Micros now) const {
  const double part = std::min(1.0, static_cast<double>(now - phase_began_) / ramp());
  return static_cast<int>(part * static_cast<double>(all));
}

void LoadRun::advance_connect(Micros now) {
  if (told_to_stop()) return give_up("stopped before everybody was connected");
  const int until = ramped(script_.people(), now);
  while (dialled_ < until && phase_ != Phase::Done) dial(dialled_++);
  // Without --reconnect nobody tries again: those who are connected are all there will be.
  const bool settled = !plan_.reconnect && dialled_ == script_.people() &&
                       by_conn_.size() == static_cast<std::size_t>(script_.welcomed());
  if (settled && script_.welcomed() == 0) give_up("nobody was let in");
  if (phase_ == Phase::Done) return;
  if (script_.welcomed() < script_.people() && !settled && !too_long(now)) return;
  if (!plan_.relay) return begin(Phase::SetUp, now);
  begin_play(now);
  report_.idle = report_.begin;
  report_.has_use = plan_.server_pid != 0;
}

void LoadRun::advance_set_up(Micros now) {
  if (told_to_stop()) return give_up("stopped before the first move");
  const int until = ramped(plan_.rooms, now);
  while (rooms_opened_ < until) script_.open_room(rooms_opened_++);
  const bool all_play = script_.rooms_playing() == plan_.rooms;
  if (rooms_opened_ == plan_.rooms && (all_play || too_long(now))) begin_play(now);
}

void LoadRun::advance_play(Micros now) {
  const auto gap = static_cast<Micros>(static_cast<double>(kSecond) / plan_.rate);
  while (!schedule_.empty() && schedule_.top().first <= now + kTick) {
    const auto [when, room] = schedule_.top();
    schedule_.pop();
    schedule_.emplace(when + gap, room);
    script_.move_is_due(room, when);
  }
  const double played = static_cast<double>(now - phase_began_) / static_cast<double>(kSecond);
  if (played < plan_.seconds && !told_to_stop()) return;
  report_.seconds = played;
  begin(Phase::Drain, now);
}

void LoadRun::advance(Micros now) {
  switch (phase_) {
    case Phase::Connect: return advance_connect(now);
    case Phase::SetUp: return advance_set_up(now);
    case Phase::Play: return advance_play(now);
    case Phase::Drain:  // a room that is between two games begins the next one
      report_.unanswered = script_.unanswered();
      report_.rooms_playing = script_.rooms_playing();
      if ((report_.unanswered == 0 && report_.rooms_playing == plan_.rooms && script_.missing() == 0) ||
          now > phase_began_ + kDrain)
        phase_ = Phase::Done;
      return;
    case Phase::Done: return;
  }
}

void LoadRun::show_progress(Micros now) {
  static constexpr const char* kNames[] = {"connecting", "setting up", "playing", "waiting", "done"};
  next_progress_ = now + kSecond;
  std::fprintf(stderr, "%-10s %5.0f s: %d sockets, %d rooms play, %llu moves, %llu in the last second\n",
               kNames[static_cast<int>(phase_)],
               static_cast<double>(now - phase_began_) / static_cast<double>(kSecond), script_.welcomed(),
               phase_ == Phase::Connect ? 0 : script_.rooms_playing(),
               static_cast<unsigned long long>(report_.acked),
               static_cast<unsigned long long>(report_.acked - acked_before_));
  acked_before_ = report_.acked;
}

void LoadRun::tick() {
  const Micros now = Dialer::now_us();
  advance(now);
  acks_.flush();
  if (now >= next_progress_) {
    script_.resend_overdue();
    show_progress(now);
  }
  if (plan_.reconnect && now >= next_look_) look_for_the_dead(now);
  if (phase_ == Phase::Done) return dialer_.stop();
  dialer_.after(1, [this] { tick(); });
}

bool LoadRun::run(std::string& why) {
  if (!acks_.open(plan_.acks)) {
    why = "cannot write " + plan_.acks;
    return false;
  }
  begin(Phase::Connect, Dialer::now_us());
  next_progress_ = phase_began_ + kSecond;
  tick();
  dialer_.run();
  acks_.flush();
  script_.finish();
  why = !why_.empty() ? why_ : report_.sockets == 0 ? "nobody could connect" : "";
  return why.empty();
}

}  // namespace

bool run_load(const LoadPlan& plan, LoadReport& report, std::string& why) {
  return LoadRun(plan, report).run(why);
}

}  // namespace comodin
