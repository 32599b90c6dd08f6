// What every part of the simulation stands on: time, chance, the laws, and the last steps for whoever has to
// read of a broken one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chance.hpp"
#include "server/common/time.hpp"
#include "tests/server/simulation_laws.hpp"

namespace comodin::server {

// What was done to a run.
struct Mishaps {
  long crashes = 0, pauses = 0, partings = 0, cut_off = 0, drains = 0, left = 0, joined = 0;  // of nodes
  long stalls = 0, restarts = 0, failovers = 0, lost_answers = 0;  // of the database
  long claims = 0, taken = 0, fenced = 0, moved = 0, settled = 0, newer = 0, ended = 0,
       refused = 0;         // and what came of it
  Millis longest_wait = 0;  // of somebody whose node was upgraded, while nothing else was wrong
  Mishaps& operator+=(const Mishaps& other);
  std::string text() const;
};

class Ground {
 public:
  explicit Ground(Key seed);

  // ---- time
  Millis time() const { return time_; }
  void later(Millis ms, std::function<void()> what);
  // Goes on to what comes next, and does it.
  void run_next();
  // How long there was a server, with the leaps of their clocks.
  Millis uptime() const { return up_before_ + (up_ ? time_ - up_since_ : 0); }
  void went_up();
  void went_down();
  void leapt(Millis ms) { up_before_ += ms; }

  // ---- chance
  bool faults() const { return faults_; }
  bool odds(std::uint32_t n) { return faults_ && n && chance.one_in(n); }
  Millis delay();                   // of a message between a client and a server
  Millis how_long();                // it takes to make something durable
  int new_era() { return ++era_; }  // of what some server remembers

  // ---- for whoever reads of a broken law
  void trace(std::string_view what, std::string_view more = {});
  std::string steps() const;

  Random chance;
  Random hidden;  // what servers draw
  Laws laws;
  Mishaps mishaps;
  std::uint32_t drop_odds = 0, crash_odds = 0;
  bool calm = false;  // nothing is wrong any more, but that nodes are upgraded

 protected:
  bool faults_ = true;

 private:
  struct Happening {
    Millis at;
    std::uint64_t order;
    std::function<void()> what;
    bool operator<(const Happening& other) const {
      return at != other.at ? at > other.at : order > other.order;
    }
  };

  std::vector<Happening> queue_;  // a heap
  std::uint64_t order_ = 0;
  Millis time_ = 0, up_before_ = 0, up_since_ = 0;
  int up_ = 0;  // servers
  int era_ = 0;
  std::uint32_t slow_odds_ = 0;
  Millis commit_ms_ = 0;
  std::deque<std::string> steps_;
};

}  // namespace comodin::server
