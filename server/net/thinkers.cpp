#include "server/net/thinkers.hpp"

#include <utility>

namespace comodin::server {

Thinkers::Thinkers(int threads) {
  for (int k = 0; k < threads; ++k) threads_.emplace_back([this] { work(); });
}

Thinkers::~Thinkers() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Thinkers::ask(ThinkJob job, std::function<void(Thought)> done) {
  {
    const std::lock_guard lock(mutex_);
    std::deque<Waiting>& queue = waiting_[job.payer];
    queue.push_back({std::move(job), std::move(done)});
  }
  wake_.notify_one();
}

std::size_t Thinkers::waiting() const {
  const std::lock_guard lock(mutex_);
  std::size_t out = 0;
  for (const auto& [payer, queue] : waiting_) out += queue.size();
  return out;
}

void Thinkers::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (ending_) return;
    auto next = waiting_.upper_bound(last_);
    if (next == waiting_.end()) next = waiting_.begin();
    last_ = next->first;
    {
      const Waiting next_job = std::move(next->second.front());
      next->second.pop_front();
      if (next->second.empty()) waiting_.erase(next);
      lock.unlock();
      next_job.done(next_job.job.wanted.expired() ? Thought{} : think(next_job.job));
    }
    lock.lock();
  }
}

}  // namespace comodin::server
