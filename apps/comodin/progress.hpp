// The progress of a long experiment, on standard error: a bar on a terminal, a plain line now and then
// elsewhere.
#pragma once

#include <chrono>
#include <cstdint>

namespace comodin {

class ProgressBar {
 public:
  explicit ProgressBar(std::uint64_t deals);

  void show(std::uint64_t hands, std::uint64_t deals);
  // Takes the bar away and says how fast it was, if anything was shown.
  void finish(int threads);

 private:
  double seconds() const;
  void draw(double part, double rate, double left) const;
  void tell(double part, double rate, double left) const;

  std::uint64_t deals_, hands_ = 0;
  bool terminal_, shown_ = false;
  std::chrono::steady_clock::time_point start_;
  double next_line_;
};

}  // namespace comodin
