// Thinkers: threads for bots that think long. Payers take turns, each with their oldest question, so that
// whoever asks many waits only for their own. A question that nobody waits for any more is dropped.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

#include "server/room/think.hpp"

namespace comodin::server {

class Thinkers {
 public:
  explicit Thinkers(int threads);
  ~Thinkers();  // what has not begun is dropped

  // `done` is called on one of the threads.
  void ask(ThinkJob job, std::function<void(Thought)> done);
  std::size_t waiting() const;

 private:
  struct Waiting {
    ThinkJob job;
    std::function<void(Thought)> done;
  };
  void work();

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::map<std::string, std::deque<Waiting>> waiting_;  // by payer; none is empty
  std::string last_;                                    // whose turn it was
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace comodin::server
