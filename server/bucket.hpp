// A token bucket: so many at once, and so many in a time.
#pragma once

#include <algorithm>

#include "server/world.hpp"

namespace comodin::server {

class Bucket {
 public:
  // `burst` at once; one comes back every `every` milliseconds.
  Bucket(int burst, Millis every) : burst_(burst), every_(every), left_(burst * every) {}

  // Would not even one be left?
  bool empty(Millis now) const { return left_ + std::max<Millis>(0, now - since_) < every_; }

  // Takes some; false, and nothing is taken, if there are not so many.
  bool take(Millis now, int count = 1) {
    left_ = std::min(burst_ * every_, left_ + std::max<Millis>(0, now - since_));
    since_ = now;
    if (left_ < count * every_) return false;
    left_ -= count * every_;
    return true;
  }

 private:
  Millis burst_, every_;
  Millis left_;  // in milliseconds of filling
  Millis since_ = 0;
};

}  // namespace comodin::server
