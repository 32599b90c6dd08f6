// What goes wrong in the simulation, and how it ends.
#include <algorithm>

#include "server/room/entry.hpp"
#include "tests/server/simulation.hpp"

namespace comodin::server {
namespace {

constexpr std::size_t kNodesMost = 6;     // of all that there ever are
constexpr int kNewest = kLogFormat + 1;   // more would not do: hubs know only their own, and newer ones
constexpr Millis kWaitMost = 10000;       // of somebody whose node is upgraded
constexpr Millis kUpgradeAfterMs = 1000;  // one node has been upgraded, the next one is

}  // namespace

SimNode& Simulation::some_node() {
  std::vector<SimNode*> there;
  for (const auto& node : nodes_)
    if (!node->is_gone()) there.push_back(node.get());
  return *there[chance.below(static_cast<std::uint32_t>(there.size()))];
}

// Most are short; some outlast a lease, and some a client's patience.
Millis Simulation::some_time() {
  return chance.one_in(2) ? 100 + Millis{chance.below(2500)} : 2000 + Millis{chance.below(12000)};
}

void Simulation::leap() {
  if (!faults_) return;
  some_node().leap();
  later(5000 + chance.below(100000), [this] { leap(); });
}

void Simulation::mishap() {
  if (!faults_) return;
  const std::uint32_t kind = chance.below(16);
  if (kinds_ >> kind & 1) {
    if (kind < 10) to_a_node(kind);
    else to_the_database(kind);
  }
  later(1 + chance.below(static_cast<std::uint32_t>(2 * pace_)), [this] { mishap(); });
}

// Rooms of later versions need a node that understands them.
bool Simulation::may_leave(const SimNode& node) const {
  return std::ranges::any_of(nodes_, [&](const auto& other) {
    return other.get() != &node && other->stays() && other->format() == newest_;
  });
}

void Simulation::to_a_node(std::uint32_t kind) {
  SimNode& node = some_node();
  switch (kind) {
    case 0: return node.crash();
    case 1:
    case 2:
    case 3: return node.pause(some_time());
    case 4:
    case 5: return database_->part(node.place(), some_time());
    case 6: return part_clients(node);
    case 7:
      if (chance.one_in(2)) newest_ = kNewest;
      return node.drain(newest_, false);
    case 8:
      if (!may_leave(node)) return;
      return chance.one_in(2) ? node.crash_for_good() : node.drain(newest_, true);
    default:
      if (nodes_.size() == kNodesMost) return;
      ++mishaps.joined;
      add_node();
      return nodes_.back()->start(newest_);
  }
}

void Simulation::to_the_database(std::uint32_t kind) {
  switch (kind) {
    case 10: return database_->stall(some_time());
    case 11: return database_->crash(some_time());
    case 12:
    case 13: return database_->fail_over(some_time());
    default:
      for (auto lost = 1 + chance.below(3); lost > 0; --lost) database_->lose_answer();
  }
}

void Simulation::part_clients(SimNode& node) {
  ++mishaps.cut_off;
  const Millis ms = some_time();
  const bool all = chance.one_in(2);
  for (const auto& tab : tabs_)
    if (all || chance.one_in(2)) network_.part(*tab, node, ms);
}

// What was begun comes to its end. In half of the runs all nodes are upgraded afterwards, one after another.
void Simulation::end_faults() {
  faults_ = false;
  trace("no more faults");
  network_.heal();
  if (!database_) return;
  database_->heal();
  for (const auto& node : nodes_) node->wake();
  if (!chance.one_in(2)) return;
  upgrading_ = true;
  if (chance.one_in(2)) newest_ = kNewest;
  later(kCalmMs + chance.below(10000), [this] { upgrade(0); });
}

void Simulation::upgrade(std::size_t which) {
  calm = true;
  while (which < nodes_.size() && nodes_[which]->is_gone()) ++which;
  upgrading_ = which < nodes_.size();
  if (!upgrading_) return;
  SimNode& node = *nodes_[which];
  const int process = node.process();
  node.drain(newest_, false);
  finish_upgrade(which, process);
}

void Simulation::finish_upgrade(std::size_t which, int process) {
  later(kUpgradeAfterMs, [=, this] {
    const SimNode& node = *nodes_[which];
    if (node.process() == process || !node.runs()) finish_upgrade(which, process);
    else upgrade(which + 1);
  });
}

// A person is back where they were.
void Simulation::came_back(const Tab& tab, Millis since) {
  if (!database_ || !calm_since(since)) return;
  mishaps.longest_wait = std::max(mishaps.longest_wait, time() - since);
  if (time() - since > kWaitMost)
    laws.fail("wait", "somebody waited for " + std::to_string(time() - since) + " ms for " + tab.room());
}

}  // namespace comodin::server
