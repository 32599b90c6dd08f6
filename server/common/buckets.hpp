// Leaky buckets: they limit how much of something may come in how much time. What goes in leaks out at a
// steady rate; what does not fit is refused. An empty bucket is all zeros.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "server/common/time.hpp"

namespace comodin::server {

struct Rate {
  std::int64_t burst;   // at once …
  std::int64_t amount;  // … and from then on this many …
  Millis in = 1000;     // … in this many milliseconds
};

class Bucket {
 public:
  bool take(Millis now, const Rate& rate, std::int64_t amount = 1) {
    const std::int64_t left = leaked(now, rate);
    if (left + amount * rate.in > rate.burst * rate.in) return false;
    level_ = left + amount * rate.in;
    last_ = now;
    return true;
  }
  // It has been taken elsewhere, whether or not it fits.
  void charge(Millis now, const Rate& rate, std::int64_t amount) {
    const std::int64_t most = rate.burst * rate.in;
    const std::int64_t left = leaked(now, rate);
    level_ = amount >= rate.burst ? most : std::min(most, left + amount * rate.in);
    last_ = now;
  }
  bool empty(Millis now, const Rate& rate) const { return leaked(now, rate) == 0; }
  bool full(Millis now, const Rate& rate) const { return leaked(now, rate) + rate.in > rate.burst * rate.in; }

 private:
  std::int64_t leaked(Millis now, const Rate& rate) const {
    const std::int64_t left = level_ - (now - last_) * rate.amount;
    return left > 0 ? left : 0;
  }
  std::int64_t level_ = 0;  // times the rate's milliseconds
  Millis last_ = 0;
};

// One bucket for each address. Buckets that have run empty are forgotten; if there are still too many, all of
// them are: strangers must not be able to fill our memory, or to lock everybody else out.
class Buckets {
 public:
  static constexpr std::size_t kMost = 100'000;

  explicit Buckets(Rate rate) : rate_(rate) {}
  bool take(Millis now, const std::string& whose);
  std::size_t size() const { return buckets_.size(); }

 private:
  Rate rate_;
  std::size_t prune_at_ = 1024;
  std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace comodin::server
