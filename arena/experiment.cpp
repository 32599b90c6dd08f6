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

// What deals that follow each other in the share have brought.
struct Chunk {
  std::uint64_t first = 0, deals = 0;                 // counted within the share
  std::vector<std::int64_t> rows;                     // one behind the other
  std::vector<std::map<std::size_t, Lapses>> lapses;  // by deal; empty if nobody is a program
  std::vector<Timing> timings;                        // of them all
};

void add_lapses(const std::map<std::size_t, Lapses>& more, std::map<std::size_t, Lapses>& out) {
  for (const auto& [entrant, lapses] : more) out[entrant].add(lapses);
}

void add_timings(const std::vector<Timing>& more, std::vector<Timing>& out) {
  out.resize(std::max(out.size(), more.size()));
  for (std::size_t k = 0; k < more.size(); ++k) out[k].add(more[k]);
}

// Takes chunks from all threads and adds them up in the order of the deals, or hands on whole blocks.
class Ledger {
 public:
  Ledger(const Plan& plan, const Schedule& schedule, const Share& share, const Running& how, Played& out)
      : plan_(plan),
        schedule_(schedule),
        share_(share),
        keep_(how.keep),
        next_(how.skip * share.block),
        out_(out) {}

  void hand_in(Chunk chunk) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(chunk.first, std::move(chunk));
    for (auto it = waiting_.find(next_); it != waiting_.end() && !closed_; it = waiting_.find(next_)) {
      add(it->second);
      waiting_.erase(it);
    }
  }

  bool closed() const { return closed_.load(std::memory_order_relaxed); }  // the test has its verdict
  bool complete() const { return closed() || next_ == share_.size(); }

 private:
  void add(const Chunk& chunk) {
    const std::size_t width = out_.tally.width();
    if (chunk.deals > 0) add_timings(chunk.timings, out_.timings);
    for (std::uint64_t k = 0; k < chunk.deals && !closed_; ++k) {
      const std::span row(chunk.rows.data() + k * width, width);
      out_.tally.add(share_.deal_at(next_), row);
      if (!chunk.lapses.empty()) add_lapses(chunk.lapses[k], out_.lapses);
      if (out_.sprt) out_.sprt->add(sprt_value(plan_, schedule_, row));
      if (out_.sprt && out_.sprt->decided()) closed_ = true;
      ++next_;
      if (next_ % share_.block == 0 || next_ == share_.size()) hand_on();
    }
  }

  void hand_on() {
    if (!keep_) return;
    keep_({share_.block_at((next_ - 1) / share_.block), out_});
    out_ = {.tally = Tally(schedule_.width)};
  }

  const Plan& plan_;
  const Schedule& schedule_;
  const Share& share_;
  const std::function<void(const Block&)>& keep_;
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
  Crew(const Plan& plan, const Schedule& schedule, const RuleSet& rules, const Share& share,
       const Running& how, Played& out)
      : share_(share),
        how_(how),
        chunk_(chunk_for(share, how.threads)),
        next_(how.skip * share.block),
        ledger_(plan, schedule, share, how, out),
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
  }

 private:
  static std::uint64_t chunk_for(const Share& share, int threads) {
    return std::clamp<std::uint64_t>(share.size() / (64 * static_cast<std::uint64_t>(threads)), 1, kChunkMax);
  }

  bool stopped() const {
    return (how_.stop && how_.stop->load(std::memory_order_relaxed)) || ledger_.closed();
  }

  void work_through(std::size_t index, std::size_t width) {
    while (!stopped()) {
      Chunk chunk{.first = next_.fetch_add(chunk_)};
      if (chunk.first >= share_.size()) break;
      play_chunk(index, std::min(chunk.first + chunk_, share_.size()), width, chunk);
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
      counters_[index].hands.fetch_add(rows_[index]->play(share_.deal_at(deal), row),
                                       std::memory_order_relaxed);
      counters_[index].deals.fetch_add(1, std::memory_order_relaxed);
      if (auto lapses = rows_[index]->take_lapses(); !lapses.empty())
        chunk.lapses.push_back(std::move(lapses));
    }
    chunk.timings = rows_[index]->take_timings();
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

  const Share& share_;
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

void Played::add(const Played& more) {
  tally.add(more.tally);
  add_timings(more.timings, timings);
  add_lapses(more.lapses, lapses);
}

bool play(const Plan& plan, const Schedule& schedule, const RuleSet& rules, const BotFactory& make,
          const Share& share, const Running& how, Played& out, std::string& why) {
  out = {.tally = Tally(schedule.width)};
  if (!how.keep) out.sprt = sprt_for(plan, schedule);
  Crew crew(plan, schedule, rules, share, how, out);
  if (!crew.seat(make, why)) return false;
  crew.work(out);
  return true;
}

}  // namespace comodin
