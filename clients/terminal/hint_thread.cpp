#include "clients/terminal/hint_thread.hpp"

namespace comodin {

HintThread::~HintThread() {
  stop_ = true;
  thread_.join();
}

// Only this thread changes the hint, so it may look at it without the guard.
void HintThread::run() {
  while (!stop_ && !hint_.ready()) {
    const std::vector<MoveChance> slice = hint_.sample();
    const std::scoped_lock lock(guard_);
    hint_.add(slice);
  }
}

std::vector<MoveChance> HintThread::rows() const {
  const std::scoped_lock lock(guard_);
  return hint_.rows();
}

int HintThread::percent() const {
  const std::scoped_lock lock(guard_);
  return hint_.percent();
}

bool HintThread::ready() const {
  const std::scoped_lock lock(guard_);
  return hint_.ready();
}

}  // namespace comodin
