// What a run of `comodin load` measures: how long things took, and what a process uses.
#pragma once

#include <cstdint>
#include <vector>

namespace comodin {

// Durations in microseconds.
class Latencies {
 public:
  void add(std::int64_t micros);
  std::uint64_t count() const { return all_.size(); }
  // `part` of them took no longer than this: 0.99 asks for the 99th percentile. Zero if there are none.
  double millis(double part) const;

 private:
  mutable std::vector<std::uint32_t> all_;
  mutable bool sorted_ = true;
};

struct ProcessUse {
  double cpu_seconds = 0;  // user and system
  double resident_kib = 0;
};
// False: there is no such process, or we are not allowed to look at it.
bool read_use(int pid, ProcessUse& out);

// Raises the number of files that this process may open to its limit, and returns that limit.
std::uint64_t raise_files();

}  // namespace comodin
