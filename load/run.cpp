// One run: dials, hands messages to the script and its commands to sockets, and keeps the time.
#include <algorithm>
#include <cstdio>
#include <queue>
#include <unordered_map>

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
constexpr int kRetryMs = 100, kRetrySpreadMs = 300;  // before dialling again
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

  Link link();
  void dial(int person);
  void closed(Dialer::Id conn, int code);
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
  std::vector<Dialer::Id> conns_;  // of each person; 0: none
  std::unordered_map<Dialer::Id, int> by_conn_;
  std::priority_queue<std::pair<Micros, int>, std::vector<std::pair<Micros, int>>, std::greater<>> schedule_;
  Phase phase_ = Phase::Connect;
  Micros phase_began_ = 0, next_progress_ = 0;
  int dialled_ = 0, rooms_opened_ = 0;
  bool anybody_ = false;  // has got through to a server
  std::string why_;       // it was given up
  std::uint64_t acked_before_ = 0;
};

LoadRun::LoadRun(const LoadPlan& plan, LoadReport& report)
    : plan_(plan),
      report_(report),
      dialer_({.opened =
                   [this](Dialer::Id conn) {
                     anybody_ = true;
                     if (const auto found = by_conn_.find(conn); found != by_conn_.end())
                       script_.opened(found->second);
                   },
               .text =
                   [this](Dialer::Id conn, std::string_view text) {
                     if (const auto found = by_conn_.find(conn); found != by_conn_.end())
                       script_.heard(found->second, text);
                   },
               .closed = [this](Dialer::Id conn, int code) { closed(conn, code); }}),
      script_(plan, report, link()),
      random_(plan.seed),
      conns_(static_cast<std::size_t>(script_.people())) {}

// ---- dialling ----------------------------------------------------------------------------------

Link LoadRun::link() {
  const auto conn = [this](int person) { return conns_[static_cast<std::size_t>(person)]; };
  return {
      .send = [this, conn](int person, std::string frame) { dialer_.send(conn(person), std::move(frame)); },
      .close = [this, conn](int person) { dialer_.close(conn(person)); },
      .now = &Dialer::now_us,
      .note_ack = [this](const std::string& line) { acks_.add(line); }};
}

void LoadRun::dial(int person) {
  const Dialer::Id conn = dialer_.connect(plan_.host, plan_.port, plan_.path);
  if (!conn) return give_up("there is no host " + plan_.host);
  conns_[static_cast<std::size_t>(person)] = conn;
  by_conn_[conn] = person;
}

void LoadRun::closed(Dialer::Id conn, int code) {
  const auto found = by_conn_.find(conn);
  if (found == by_conn_.end()) return;
  const int person = found->second;
  by_conn_.erase(found);
  conns_[static_cast<std::size_t>(person)] = 0;
  script_.closed(person);
  ++report_.closed;
  if (phase_ == Phase::Done) return;
  if (!plan_.reconnect && !anybody_)
    return give_up("no game server answers at ws://" + plan_.host + ":" + std::to_string(plan_.port) +
                   plan_.path);
  if (!plan_.reconnect) {
    ++report_.errors["closed by the server, code " + std::to_string(code)];
    return;
  }
  dialer_.after(kRetryMs + static_cast<int>(random_.below(kRetrySpreadMs)), [this, person] {
    if (phase_ != Phase::Done) dial(person);
  });
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
      if ((report_.unanswered == 0 && report_.rooms_playing == plan_.rooms) || now > phase_began_ + kDrain)
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
  why = !why_.empty() ? why_ : report_.sockets == 0 ? "nobody could connect" : "";
  return why.empty();
}

}  // namespace

bool run_load(const LoadPlan& plan, LoadReport& report, std::string& why) {
  return LoadRun(plan, report).run(why);
}

}  // namespace comodin
