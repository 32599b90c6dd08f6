#include "clients/terminal/trial_thread.hpp"

namespace comodin {

TrialThread::TrialThread(const Edition& edition, const Rule& rule, int seats, int hands)
    : trial_(edition, rule, seats, hands), thread_([this] { run(); }) {}

TrialThread::~TrialThread() {
  stop_ = true;
  thread_.join();
}

void TrialThread::run() {
  while (!stop_ && !trial_.over()) {
    trial_.play(50);
    const std::scoped_lock lock(guard_);
    report_ = trial_.report();
  }
}

TrialReport TrialThread::report() const {
  const std::scoped_lock lock(guard_);
  return report_;
}

}  // namespace comodin
