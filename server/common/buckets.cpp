#include "server/common/buckets.hpp"

#include <algorithm>

namespace comodin::server {

bool Buckets::take(Millis now, const std::string& whose) {
  if (buckets_.size() >= prune_at_) {
    std::erase_if(buckets_, [&](const auto& entry) { return entry.second.empty(now, rate_); });
    if (buckets_.size() >= kMost) buckets_.clear();
    prune_at_ = std::clamp(2 * buckets_.size(), std::size_t{1024}, kMost);
  }
  return buckets_[whose].take(now, rate_);
}

}  // namespace comodin::server
