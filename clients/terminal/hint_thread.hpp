// A Hint that is worked out in a thread while the player looks at it.
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

#include "table/hint.hpp"

namespace comodin {

class HintThread {
 public:
  explicit HintThread(Hint hint) : hint_(std::move(hint)), thread_([this] { run(); }) {}
  ~HintThread();
  std::vector<MoveChance> rows() const;  // best first
  int percent() const;
  bool ready() const;

 private:
  void run();

  std::atomic<bool> stop_{false};
  mutable std::mutex guard_;
  Hint hint_;
  std::thread thread_;  // declared last: it uses all of the above
};

}  // namespace comodin
