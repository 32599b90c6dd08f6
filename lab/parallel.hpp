// parallel: the same work for 0 … count-1, on several threads. No piece of work may depend on another.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

namespace comodin {

template <class Work>
void parallel(int count, int threads, Work work) {
  std::atomic<int> next{0};
  const auto loop = [&](int thread) {
    for (int i; (i = next++) < count;) work(i, thread);
  };
  std::vector<std::thread> others;
  for (int t = 1; t < threads && t < count; ++t) others.emplace_back(loop, t);
  loop(0);
  for (std::thread& other : others) other.join();
}

}  // namespace comodin
