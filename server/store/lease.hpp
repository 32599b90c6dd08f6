// Lease: how a node knows that it may have lost rooms. Its lease on the database lapses unless each commit
// renews it in time. What the database's clock says is not known here; but a lease lasted at least for so
// long after the commit that renewed it was begun.
#pragma once

#include <atomic>
#include <cstdint>

#include "server/common/time.hpp"

namespace comodin::server {

// Two threads use it: one that commits, and one that asks for doubts().
class Lease {
 public:
  Lease(Millis sure_for, Millis now) : sure_for_(sure_for), renewed_(now) {}

  // A commit that was begun then has been answered. What was claimed since the lease had lapsed may be lost,
  // too.
  void renew(Millis begun) {
    if (begun - renewed_ > sure_for_) ++doubts_;
    renewed_ = begun;
  }
  // A commit has been found to have been made, and nobody knows when.
  void found() { ++doubts_; }
  // Grows when rooms may have been lost unnoticed; it never goes back. A time without a lease that has been
  // noticed counts even if a commit that was begun before it is answered later.
  std::uint64_t doubts(Millis now) {
    const Millis renewed = renewed_;
    if (now - renewed > sure_for_ && missed_.exchange(renewed) != renewed) ++doubts_;
    return doubts_;
  }

 private:
  const Millis sure_for_;
  std::atomic<Millis> renewed_;            // the last commit that was answered was begun then
  std::atomic<Millis> missed_{INT64_MIN};  // after that one a time without a lease has been noticed
  std::atomic<std::uint64_t> doubts_{0};
};

}  // namespace comodin::server
