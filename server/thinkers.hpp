// Thinkers: threads for bots that think long. Whoever pays for many thoughts waits for their own: payers take
// turns, each with the oldest of theirs. What nobody waits for any more is dropped.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

#include "server/world.hpp"

namespace comodin::server {

class Thinkers {
 public:
  explicit Thinkers(int threads);
  ~Thinkers();  // what has not begun is forgotten

  // `done` is called on one of the threads.
  void ask(ThinkJob job, std::function<void(Thought)> done);
  std::size_t waiting() const;

 private:
  struct Question {
    ThinkJob job;
    std::function<void(Thought)> done;
  };
  void work();

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::map<std::string, std::deque<Question>> waiting_;  // by payer; none is empty
  std::string last_;                                     // whose turn it was
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace comodin::server
