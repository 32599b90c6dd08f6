// A Trial that runs in a thread while the player watches.
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

#include "table/trial.hpp"

namespace comodin {

class TrialThread {
 public:
  TrialThread(const Edition& edition, const Rule& rule, int seats, int hands);
  ~TrialThread();
  TrialReport report() const;

 private:
  void run();

  std::atomic<bool> stop_{false};
  mutable std::mutex guard_;
  TrialReport report_;
  Trial trial_;
  std::thread thread_;  // declared last: it uses all of the above
};

}  // namespace comodin
