// The simulation: clients, network, server, clock and disk in one thread, from one seed. Connections are cut
// with what is under way, commands come twice, the disk is slow, the server dies between any two steps and
// comes back, rooms are taken away by other servers, clocks leap; after a while all that ends, and everything
// must come to rest as the laws say.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <queue>
#include <string>
#include <vector>

#include "engine/chance.hpp"
#include "server/hub/hub.hpp"
#include "server/store/memory_store.hpp"
#include "tests/server/simulation_client.hpp"
#include "tests/server/simulation_laws.hpp"

namespace comodin::server {

// A disk that tells the laws what has become durable, and takes nothing any more once the process is dying.
class SimStore : public Store {
 public:
  SimStore(Laws& laws, std::function<bool()> takes, std::function<Millis()> up)
      : laws_(laws), takes_(std::move(takes)), up_(std::move(up)) {
    disk.watch([this](const std::vector<Write>& writes) { laws_.durable(writes); });
  }
  void write(std::vector<Write> writes, Then<Outcome> done) override;
  void claim(const std::string& room, Then<Claim> then) override {
    if (takes_()) disk.claim(room, std::move(then));
  }
  void unowned(Then<std::vector<RoomHead>> then) override { disk.unowned(std::move(then)); }
  void made_by(const PlayerId& player, Then<std::vector<RoomHead>> then) override {
    disk.made_by(player, std::move(then));
  }
  void player(const Bytes32& hash, Then<std::optional<PlayerId>> then) override {
    disk.player(hash, std::move(then));
  }
  void games_of(const PlayerId& player, int most, Then<std::vector<StoredGame>> then) override {
    disk.games_of(player, most, std::move(then));
  }
  void record(const std::string& game, Then<std::optional<std::string>> then) override {
    disk.record(game, std::move(then));
  }
  void exchange(std::string notice, Then<std::vector<Peer>> then) override {
    disk.exchange(std::move(notice), std::move(then));
  }
  bool is_shared() const override { return disk.is_shared(); }
  std::uint64_t doubts() const override { return disk.doubts(); }
  StoreSize size() const override { return disk.size(); }

  MemoryStore disk;

 private:
  Laws& laws_;
  std::function<bool()> takes_;
  std::function<Millis()> up_;
};

class Simulation : public World {
 public:
  static constexpr Millis kLongMs = 1'800'000;  // by then games have long ended, if nobody is stuck
  explicit Simulation(Key seed);
  // Runs to the end, or to the first broken law. What is wrong, with the last steps; empty: nothing.
  std::string run();
  const Laws::Figures& figures() const { return laws.figures; }
  int crashes() const { return boot_; }
  int thefts() const { return thefts_; }

  // ---- World
  Millis now() override { return time_ + offset_; }
  std::int64_t today() override { return 1800000000 + skew_ + time_ / 1000; }
  void random(std::span<std::uint8_t> out) override;
  void send(Conn conn, Text text, Sort sort) override;
  void close(Conn conn, CloseCode code, std::string_view why) override;
  void think(ThinkJob job, std::function<void(Thought)> done) override;
  void log_operation(std::string_view event, std::string_view detail) override;

  // ---- for clients
  Conn open(Tab& tab, const std::string& address);
  void say(Conn conn, const std::string& frame);
  void hang_up(Conn conn);  // what was said before still arrives
  void later(Millis ms, std::function<void()> what);
  bool faults() const { return faults_; }
  bool quiet() const { return quiet_; }  // nothing new is begun any more
  bool long_after_faults() const { return time_ > faults_ms_ + kLongMs; }
  Millis time() const { return time_; }
  int boot() const { return boot_; }
  void trace(const std::string& what);

  Random chance;
  Laws laws;

 private:
  struct Happening {
    Millis at;
    std::uint64_t order;
    std::function<void()> what;
    bool operator<(const Happening& other) const {
      return at != other.at ? at > other.at : order > other.order;
    }
  };
  struct Link {
    Tab* tab = nullptr;
    bool up = true;     // what is under way arrives
    bool deaf = false;  // the client has closed it
    int boot = 0;
    Millis to_server = 0, to_client = 0;
  };

  void step(const char* what, Conn conn, const std::function<void()>& work);
  void crash();
  void start();
  void arm();
  void disk();
  void read();
  void steal();
  void cut(Conn conn);
  void leap();
  void end_faults();
  bool at_rest() const;
  bool given_up(const Plan& plan) const;
  bool settled() const;
  void compare_all();
  Millis uptime() { return up_before_ + (hub_ ? now() - up_since_ : 0); }
  Millis delay();
  bool burnt();  // one more effect; has the process died at it?
  bool odds(std::uint32_t n) { return faults_ && n && chance.one_in(n); }

  std::priority_queue<Happening> queue_;
  std::uint64_t order_ = 0;
  Millis time_ = 0, offset_ = 1000, skew_ = 0;
  Millis up_before_ = 0, up_since_ = 0;
  Limits limits_;
  SimStore store_;
  std::unique_ptr<Hub> hub_;
  int boot_ = 0;
  int era_ = 0;    // of what the server remembers: it ends with a crash, or with the loss of a room
  int fuse_ = -1;  // effects until the process dies
  bool dying_ = false, faults_ = true, quiet_ = false, committing_ = false, reading_ = false;
  Millis armed_ = kNever;
  std::uint32_t crash_odds_ = 0, drop_odds_ = 0, slow_odds_ = 0;
  Millis commit_ms_ = 0, faults_ms_ = 0;
  int thefts_ = 0;
  Conn next_conn_ = 1;
  std::map<Conn, Link> links_;
  std::vector<std::unique_ptr<Plan>> plans_;
  std::vector<std::unique_ptr<Person>> persons_;
  std::vector<std::unique_ptr<Tab>> tabs_;
  std::deque<std::string> steps_;
  Random hidden_;  // what the server draws
};

}  // namespace comodin::server
