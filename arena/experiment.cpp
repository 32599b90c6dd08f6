#include "arena/experiment.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "arena/rows.hpp"

namespace comodin {
namespace {

using namespace std::chrono_literals;

constexpr auto kWatchEvery = 100ms;
constexpr std::uint64_t kChunkMax = 64;  // deals that a thread takes at once
constexpr std::size_t kCacheLine = 64;

// The rows of consecutive deals, one behind the other.
struct Chunk {
  std::uint64_t first = 0, deals = 0;
  std::vector<std::int64_t> rows;
};

// Takes chunks from all threads and adds them up in the order of the deals.
class Ledger {
 public:
  Ledger(const Plan& plan, const Schedule& schedule, const DealRange& range, Played& out)
      : plan_(plan), schedule_(schedule), range_(range), next_(range.first), out_(out) {}

  void hand_in(Chunk chunk) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(chunk.first, std::move(chunk));
    for (auto it = waiting_.find(next_); it != waiting_.end() && !closed_; it = waiting_.find(next_)) {
      add(it->second);
      waiting_.erase(it);
    }
  }

  bool closed() const { return closed_.load(std::memory_order_relaxed); }  // the test has its verdict
  bool complete() const { return closed() || next_ == range_.end; }

 private:
  void add(const Chunk& chunk) {
    const std::size_t width = out_.tally.width();
    for (std::uint64_t k = 0; k < chunk.deals && !closed_; ++k) {
      const std::span row(chunk.rows.data() + k * width, width);
      out_.tally.add(next_++, row);
      if (out_.sprt) test(row);
    }
  }

  // The first bot's net points, as in results.cpp; the Sprt knows what they are to be divided by.
  void test(std::span<const std::int64_t> row) {
    const LineUp& line_up = schedule_.line_ups.front();
    const auto points = [&](std::size_t slot) { return row[static_cast<std::size_t>(line_up.points(slot))]; };
    std::int64_t all = 0;
    for (std::size_t slot = 0; slot < line_up.entrants.size(); ++slot) all += points(slot);
    out_.sprt->add(plan_.players * points(0) - line_up.copies[0] * all);
    if (out_.sprt->verdict() != SprtVerdict::Open) closed_ = true;
  }

  const Plan& plan_;
  const Schedule& schedule_;
  DealRange range_;
  std::uint64_t next_;
  Played& out_;
  std::mutex mutex_;
  std::map<std::uint64_t, Chunk> waiting_;
  std::atomic<bool> closed_ = false;
};

// What one thread has done so far, on a cache line of its own.
struct alignas(kCacheLine) Counter {
  std::atomic<std::uint64_t> hands = 0, deals = 0;
};

class Crew {
 public:
  Crew(const Plan& plan, const Schedule& schedule, const RuleSet& rules, const DealRange& range,
       const Running& how, Played& out)
      : range_(range),
        how_(how),
        chunk_(chunk_for(range, how.threads)),
        next_(range.first),
        ledger_(plan, schedule, range, out),
        counters_(static_cast<std::size_t>(how.threads)) {
    for (int k = 0; k < how.threads; ++k) rows_.push_back(std::make_unique<Rows>(plan, schedule, rules));
  }

  bool seat(const BotFactory& make, std::string& why) {
    return std::all_of(rows_.begin(), rows_.end(),
                       [&](auto& rows) { return rows->seat(make, how_.timing, why); });
  }

  void work(Played& out) {
    std::vector<std::thread> threads;
    working_ = how_.threads;
    for (std::size_t k = 0; k < rows_.size(); ++k)
      threads.emplace_back([this, k, width = out.tally.width()] { work_through(k, width); });
    watch();
    for (std::thread& thread : threads) thread.join();
    out.complete = ledger_.complete();
    for (const auto& rows : rows_) {
      rows->add_lapses(out.lapses);
      out.timings.resize(rows->timings().size());
      for (std::size_t k = 0; k < out.timings.size(); ++k) out.timings[k].add(rows->timings()[k]);
    }
  }

 private:
  static std::uint64_t chunk_for(const DealRange& range, int threads) {
    const std::uint64_t share = (range.end - range.first) / (64 * static_cast<std::uint64_t>(threads));
    return std::clamp<std::uint64_t>(share, 1, kChunkMax);
  }

  bool stopped() const {
    return (how_.stop && how_.stop->load(std::memory_order_relaxed)) || ledger_.closed();
  }

  void work_through(std::size_t index, std::size_t width) {
    while (!stopped()) {
      Chunk chunk{.first = next_.fetch_add(chunk_)};
      if (chunk.first >= range_.end) break;
      play_chunk(index, std::min(chunk.first + chunk_, range_.end), width, chunk);
      ledger_.hand_in(std::move(chunk));
    }
    const std::lock_guard lock(mutex_);
    --working_;
    done_.notify_one();
  }

  void play_chunk(std::size_t index, std::uint64_t end, std::size_t width, Chunk& chunk) {
    chunk.rows.resize((end - chunk.first) * width);
    for (std::uint64_t deal = chunk.first; deal < end && !stopped(); ++deal, ++chunk.deals) {
      const std::span row(chunk.rows.data() + chunk.deals * width, width);
      counters_[index].hands.fetch_add(rows_[index]->play(deal, row), std::memory_order_relaxed);
      counters_[index].deals.fetch_add(1, std::memory_order_relaxed);
    }
  }

  void watch() {
    std::unique_lock lock(mutex_);
    while (!done_.wait_for(lock, kWatchEvery, [this] { return working_ == 0; })) report();
    report();
  }

  void report() const {
    if (!how_.watcher) return;
    Progress progress;
    for (const Counter& counter : counters_) {
      progress.hands += counter.hands.load(std::memory_order_relaxed);
      progress.deals += counter.deals.load(std::memory_order_relaxed);
    }
    how_.watcher(progress);
  }

  DealRange range_;
  const Running& how_;
  std::uint64_t chunk_;
  std::atomic<std::uint64_t> next_;
  Ledger ledger_;
  std::vector<Counter> counters_;
  std::vector<std::unique_ptr<Rows>> rows_;
  std::mutex mutex_;
  std::condition_variable done_;
  int working_ = 0;
};

}  // namespace

DealRange part_of(std::uint64_t deals, std::uint64_t shard, std::uint64_t shards) {
  return {deals * (shard - 1) / shards, deals * shard / shards};
}

bool play(const Plan& plan, const Schedule& schedule, const RuleSet& rules, const BotFactory& make,
          const DealRange& range, const Running& how, Played& out, std::string& why) {
  out = {.tally = Tally(schedule.width)};
  if (plan.sprt_points > 0) {
    const int seat_hands = schedule.line_ups.front().copies.front() * schedule.rotations;
    out.sprt.emplace(plan.sprt_points, (plan.players - 1) * seat_hands);
  }
  Crew crew(plan, schedule, rules, range, how, out);
  if (!crew.seat(make, why)) return false;
  crew.work(out);
  return true;
}

}  // namespace comodin
