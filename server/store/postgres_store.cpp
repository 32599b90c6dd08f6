#include "server/store/postgres_store.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "server/common/log_line.hpp"
#include "server/store/lease.hpp"
#include "server/store/postgres_claims.hpp"
#include "server/store/postgres_reader.hpp"
#include "server/store/postgres_writer.hpp"
#include "server/store/sqlite_store.hpp"

namespace comodin::server {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kRenewEvery{kRenewMs}, kAskSizeEvery{10'000};
constexpr milliseconds kCommitEvery{4};                      // from one beginning to the next
constexpr milliseconds kFirstPause{20}, kLongestPause{500};  // between two tries
constexpr milliseconds kFarewell{4'000};                     // for what was accepted before the end
constexpr milliseconds kSureFor{kLeaseMs - kRenewMs};        // after the lease was renewed
constexpr int kIdBits = 32;
constexpr std::size_t kClaimsMost = 64;  // at once
constexpr milliseconds kClaimAgain{50};  // when somebody else was just there …
constexpr milliseconds kCutOff{1'000};   // … who is dead, and does not come to an end
constexpr std::int64_t kSoonMs = 1'200;  // an owner whose lease lapses so soon has missed a renewal …
constexpr milliseconds kLookAgain{250};  // … and is looked at again, until it has lapsed or goes on

Millis now_ms() { return std::chrono::duration_cast<milliseconds>(Clock::now().time_since_epoch()).count(); }

[[noreturn]] void end_failed(const std::string& why) {
  write_some(STDERR_FILENO, "comodin: the store has failed: " + why + "\n");
  ::_exit(kStoreFailed);
}

using ReadJob = std::function<bool(PGconn*, PgFault&)>;  // false: to be tried again
using Held = std::map<std::string, PgRoom>;

struct WantedClaim {
  std::string room;
  Store::Then<Claim> then;
  Clock::time_point since = {}, due = {};
};

// A thread with a connection.
struct Worker {
  std::thread thread;
  PgConnection connection;
  std::atomic<int> socket{-1};
};

}  // namespace

struct PostgresStore::Impl {
  explicit Impl(PostgresSetup given)
      : setup(std::move(given)), writer({setup.url, setup.name, setup.address, setup.format}) {}

  PostgresSetup setup;
  PostgresWriter writer;
  CommitStats stats;
  std::shared_ptr<Held> held = std::make_shared<Held>();  // the caller's, like the next
  std::int64_t made = 0;                                  // rooms
  std::mutex mutex;                                       // of the nine below
  std::condition_variable wake, read_wake, claim_wake, ended;
  PgGroup queue;
  std::deque<ReadJob> jobs;
  Clock::time_point ask_size_at = Clock::now() + kAskSizeEvery;
  std::vector<WantedClaim> wanted;
  Clock::time_point commit_began = {};
  bool stopping = false, asked_to_drain = false;
  int running = 3;  // threads
  Clock::time_point stop_by;
  Worker writes, reads, claims;  // the writer has its connection itself
  std::atomic<bool> failed{false};
  Lease lease{kSureFor.count(), now_ms()};
  std::atomic<std::uint64_t> bytes{0};
  void run_writer();
  void run_reader();
  void run_claims();
  PgGroup next_group();
  bool write_all(const PgGroup& group, std::set<std::int64_t>& fenced);
  void report(PgGroup group, const std::set<std::int64_t>& fenced);
  bool next_job(ReadJob& job);
  bool do_job(Worker& worker, const ReadJob& job);
  bool next_claims(std::vector<WantedClaim>& round);
  bool ask_for(PGconn* connection, const std::vector<WantedClaim>& round, std::vector<PgClaimed>& found,
               PgFault& fault);
  void answer(WantedClaim one, PgClaimed claimed);
  void want(WantedClaim one);
  // Waits before another try, longer each time. False: it is time to stop.
  bool pause(milliseconds& length, const PgFault& fault, bool& noted);
  void fail(const std::string& why);
  void end_thread();
  void push(PgBatch batch);
  void push_job(ReadJob job);
  bool place(const LogWrite& write, PgRoom& room);
  template <class Answer, class Ask>
  void read(Then<Answer> then, Ask ask) {
    push_job([this, then = std::move(then), ask = std::move(ask)](PGconn* connection, PgFault& fault) {
      Answer answer{};
      if (!ask(connection, answer, fault)) return false;
      setup.post([then, answer = std::move(answer)] { then(answer); });
      return true;
    });
  }
};

// ---- the writer's thread ----------------------------------------------------------------------------

// An empty group renews the node's lease. A busy node commits every few milliseconds: a commit costs the
// database much more than one more entry in it. A move that comes alone does not wait.
PgGroup PostgresStore::Impl::next_group() {
  std::unique_lock lock(mutex);
  wake.wait_for(lock, kRenewEvery, [&] { return stopping || !queue.empty(); });
  wake.wait_until(lock, commit_began + kCommitEvery, [&] { return stopping; });
  commit_began = Clock::now();
  const auto end = queue.begin() + static_cast<std::ptrdiff_t>(end_of_group(queue));
  PgGroup group(std::make_move_iterator(queue.begin()), std::make_move_iterator(end));
  queue.erase(queue.begin(), end);
  return group;
}

void PostgresStore::Impl::run_writer() {
  for (;;) {
    PgGroup group = next_group();
    {
      const std::lock_guard lock(mutex);
      if (stopping && group.empty() && queue.empty()) break;
    }
    const auto start = Clock::now();
    std::set<std::int64_t> fenced;
    if (!write_all(group, fenced)) return end_thread();
    if (writer.is_to_drain() && !std::exchange(asked_to_drain, true) && setup.drain) setup.post(setup.drain);
    if (group.empty()) continue;
    const auto end = Clock::now();
    stats.commit.add(end - start);
    stats.commits++;
    for (const PgBatch& batch : group) stats.durable.add(end - batch.given);
    report(std::move(group), fenced);
  }
  writer.leave();
  end_thread();
}

bool PostgresStore::Impl::write_all(const PgGroup& group, std::set<std::int64_t>& fenced) {
  milliseconds length = kFirstPause;
  bool noted = false, unsure = false, written = false;
  for (PgFault fault; !written; fault = {}) {
    fenced.clear();
    bool ready = writer.is_connected(), committed = false;
    if (!ready) {
      ready = writer.settle(committed, fenced, fault);
      writes.socket = writer.socket();
      written = ready && unsure && committed;
      if (written) lease.found();
    }
    if (ready && !written) {
      fenced.clear();
      const Millis begun = now_ms();
      written = writer.commit(group, fenced, fault);
      if (written) lease.renew(begun);
      unsure = true;
      if (fault.lasts()) {
        fail(fault.what);
        return false;
      }
    }
    if (!written && !pause(length, fault, noted)) return false;
  }
  if (noted && setup.log_operation) setup.log_operation("store_answers", "writing goes on");
  return true;
}

bool PostgresStore::Impl::pause(milliseconds& length, const PgFault& fault, bool& noted) {
  std::unique_lock lock(mutex);
  if (!std::exchange(noted, true) && setup.log_operation) {
    lock.unlock();
    setup.log_operation("store_waits", "nothing is acknowledged before the database answers: " + fault.what);
    lock.lock();
  }
  const auto until = Clock::now() + length;
  length = std::min(2 * length, kLongestPause);
  while (Clock::now() < until && !failed) {
    if (stopping && Clock::now() >= stop_by) return false;
    std::condition_variable& bell = stopping ? ended : wake;
    bell.wait_until(lock, stopping ? std::min(until, stop_by) : until);
  }
  return !failed && !(stopping && Clock::now() >= stop_by);
}

void PostgresStore::Impl::report(PgGroup group, const std::set<std::int64_t>& fenced) {
  struct Report {
    Then<Outcome> done;
    Outcome outcome;
    std::vector<std::pair<std::string, std::int64_t>> lost;  // rooms
  };
  std::vector<Report> reports;
  std::vector<std::function<void()>> thens;
  for (PgBatch& batch : group) {
    Report one{std::move(batch.done), Outcome::Written, {}};
    for (std::size_t k = 0; k < batch.writes.size(); ++k) {
      const auto* log = std::get_if<LogWrite>(&batch.writes[k]);
      stats.entries += log ? 1 : 0;
      if (!fenced.contains(batch.rooms[k].id)) continue;
      one.outcome = Outcome::Fenced;
      const auto* hold = std::get_if<RoomHold>(&batch.writes[k]);
      if (log || hold) one.lost.emplace_back(log ? log->room : hold->room, batch.rooms[k].id);
    }
    if (batch.then) thens.push_back(std::move(batch.then));
    if (one.done) reports.push_back(std::move(one));
  }
  setup.post([reports = std::move(reports), held = held] {
    for (const Report& one : reports) {
      for (const auto& [room, id] : one.lost)
        if (const auto at = held->find(room); at != held->end() && at->second.id == id) held->erase(at);
      one.done(one.outcome);
    }
  });
  for (const auto& then : thens) then();
}

// ---- the reader's thread ----------------------------------------------------------------------------

bool PostgresStore::Impl::next_job(ReadJob& job) {
  std::unique_lock lock(mutex);
  read_wake.wait_until(lock, ask_size_at, [&] { return stopping || !jobs.empty(); });
  if (stopping) return false;
  if (jobs.empty() || Clock::now() >= ask_size_at) {
    ask_size_at = Clock::now() + kAskSizeEvery;
    job = [this](PGconn* connection, PgFault& fault) {
      std::uint64_t now = 0;
      if (!pg_bytes(connection, now, fault)) return false;
      bytes = now;
      return true;
    };
    return true;
  }
  job = std::move(jobs.front());
  jobs.pop_front();
  return true;
}

void PostgresStore::Impl::run_reader() {
  for (ReadJob job; next_job(job);)
    if (!do_job(reads, job)) break;
  end_thread();
}

bool PostgresStore::Impl::do_job(Worker& worker, const ReadJob& job) {
  milliseconds length = kFirstPause;
  bool noted = true;  // the writer says it
  for (PgFault fault;; fault = {}) {
    if (!worker.connection) worker.connection = pg_connect(setup.url, fault);
    worker.socket = worker.connection ? PQsocket(worker.connection.get()) : -1;
    if (worker.connection && job(worker.connection.get(), fault)) return true;
    worker.connection.reset();
    if (fault.lasts()) {
      fail(fault.what);
      return false;
    }
    {
      const std::lock_guard lock(mutex);
      if (stopping) return false;
    }
    if (!pause(length, fault, noted)) return false;
  }
}

// ---- the thread of claims ---------------------------------------------------------------------------

bool PostgresStore::Impl::next_claims(std::vector<WantedClaim>& round) {
  round.clear();
  std::unique_lock lock(mutex);
  while (!stopping) {
    auto next = Clock::time_point::max();
    for (const WantedClaim& one : wanted) next = std::min(next, one.due);
    if (next <= Clock::now()) break;
    if (wanted.empty()) claim_wake.wait(lock);
    else claim_wake.wait_until(lock, next);
  }
  if (stopping) return false;
  std::vector<WantedClaim> later;
  const auto now = Clock::now();
  for (WantedClaim& one : wanted)
    (one.due <= now && round.size() < kClaimsMost ? round : later).push_back(std::move(one));
  wanted = std::move(later);
  return true;
}

bool PostgresStore::Impl::ask_for(PGconn* connection, const std::vector<WantedClaim>& round,
                                  std::vector<PgClaimed>& found, PgFault& fault) {
  std::vector<std::string> rooms;
  for (const WantedClaim& one : round) rooms.push_back(one.room);
  if (!pg_claim(connection, {writer.node(), setup.format}, rooms, found, fault)) return false;
  std::set<std::int64_t> stuck;
  for (std::size_t k = 0; k < round.size(); ++k)
    if (found[k].claim.is == Claim::Is::Elsewhere && found[k].lapses < 0 &&
        Clock::now() - round[k].since > kCutOff)
      stuck.insert(found[k].owner);
  return std::ranges::all_of(stuck, [&](std::int64_t node) { return pg_cut_off(connection, node, fault); });
}

void PostgresStore::Impl::run_claims() {
  std::vector<WantedClaim> round;
  std::vector<PgClaimed> found;
  while (next_claims(round)) {
    const auto job = [&](PGconn* connection, PgFault& fault) {
      return ask_for(connection, round, found, fault);
    };
    if (!do_job(claims, job)) break;
    for (std::size_t k = 0; k < round.size(); ++k) answer(std::move(round[k]), std::move(found[k]));
  }
  end_thread();
}

// An owner that seems to be dying is waited for: its rooms may be ours in a moment.
void PostgresStore::Impl::answer(WantedClaim one, PgClaimed claimed) {
  if (claimed.claim.is == Claim::Is::Elsewhere && claimed.lapses <= kSoonMs) {
    const milliseconds lapse(claimed.lapses + 1);
    one.due = Clock::now() + (claimed.lapses < 0 ? kClaimAgain : std::min(lapse, kLookAgain));
    return want(std::move(one));
  }
  setup.post([one = std::move(one), claimed = std::move(claimed), held = held] {
    if (claimed.claim.is == Claim::Is::Ours) (*held)[one.room] = claimed.held;
    else held->erase(one.room);
    one.then(claimed.claim);
  });
}

void PostgresStore::Impl::want(WantedClaim one) {
  {
    const std::lock_guard lock(mutex);
    wanted.push_back(std::move(one));
  }
  claim_wake.notify_one();
}

// ---- the caller's thread ----------------------------------------------------------------------------

void PostgresStore::Impl::fail(const std::string& why) {
  if (failed.exchange(true)) return;
  if (!setup.fatal) end_failed(why);
  setup.fatal(why);
}

void PostgresStore::Impl::end_thread() {
  const std::lock_guard lock(mutex);
  --running;
  ended.notify_all();
}

void PostgresStore::Impl::push(PgBatch batch) {
  batch.given = Clock::now();
  {
    const std::lock_guard lock(mutex);
    queue.push_back(std::move(batch));
  }
  wake.notify_one();
}

void PostgresStore::Impl::push_job(ReadJob job) {
  {
    const std::lock_guard lock(mutex);
    jobs.push_back(std::move(job));
  }
  read_wake.notify_one();
}

bool PostgresStore::Impl::place(const LogWrite& write, PgRoom& room) {
  PgRoom& mine = (*held)[write.room];
  if (write.n != mine.n + 1) {
    fail("entry " + std::to_string(write.n) + " of room " + write.room + " after " + std::to_string(mine.n));
    return false;
  }
  if (mine.id == 0) mine = {.id = (writer.node() << kIdBits) + ++made, .epoch = 1};
  mine.n = write.n;
  room = mine;
  return true;
}

std::unique_ptr<PostgresStore> PostgresStore::open(PostgresSetup setup, std::string& why) {
  if (!pg_understands(setup.url, why)) return nullptr;
  auto in = std::make_unique<Impl>(std::move(setup));
  if (!in->writer.open(why)) return nullptr;
  PgFault fault;
  std::uint64_t bytes = 0;
  in->reads.connection = pg_connect(in->setup.url, fault);
  if (!in->reads.connection || !pg_bytes(in->reads.connection.get(), bytes, fault)) {
    why = "cannot read the store: " + fault.what;
    return nullptr;
  }
  in->bytes = bytes;
  in->writes.socket = in->writer.socket();
  in->reads.socket = PQsocket(in->reads.connection.get());
  Impl* const inside = in.get();
  in->writes.thread = std::thread([inside] { inside->run_writer(); });
  in->reads.thread = std::thread([inside] { inside->run_reader(); });
  in->claims.thread = std::thread([inside] { inside->run_claims(); });
  return std::unique_ptr<PostgresStore>(new PostgresStore(std::move(in)));
}

PostgresStore::PostgresStore(std::unique_ptr<Impl> in) : impl_(std::move(in)) {}

PostgresStore::~PostgresStore() {
  Impl& in = *impl_;
  {
    std::unique_lock lock(in.mutex);
    in.stopping = true;
    in.stop_by = Clock::now() + kFarewell;
    in.wake.notify_all();
    in.read_wake.notify_all();
    in.claim_wake.notify_all();
    in.ended.wait_until(lock, in.stop_by, [&] { return in.running == 0; });
    // A database that neither answers nor hangs up: we do.
    while (in.running > 0) {
      for (const Worker* worker : {&in.writes, &in.reads, &in.claims})
        if (const int socket = worker->socket; socket >= 0) ::shutdown(socket, SHUT_RDWR);
      in.ended.wait_for(lock, kFirstPause);
    }
  }
  for (Worker* worker : {&in.writes, &in.reads, &in.claims}) worker->thread.join();
}

void PostgresStore::write(std::vector<Write> writes, Then<Outcome> done) {
  PgBatch batch{.writes = std::move(writes), .rooms = {}, .done = std::move(done)};
  PgRoom last;
  for (const Write& write : batch.writes) {
    PgRoom room;
    if (const auto* log = std::get_if<LogWrite>(&write)) {
      if (!impl_->place(*log, room)) return;
      last = room;
    } else if (const auto* close = std::get_if<RoomClose>(&write)) {
      if (const auto mine = impl_->held->find(close->room); mine != impl_->held->end()) {
        room = mine->second;
        impl_->held->erase(mine);
      }
    } else if (const auto* hold = std::get_if<RoomHold>(&write)) {
      if (const auto mine = impl_->held->find(hold->room); mine != impl_->held->end()) room = mine->second;
    } else if (const auto* release = std::get_if<RoomRelease>(&write)) {
      if (const auto mine = impl_->held->find(release->room); mine != impl_->held->end()) {
        room = mine->second;
        impl_->held->erase(mine);
      }
    } else if (std::holds_alternative<GameWrite>(write)) {
      room = last;  // of the entry that ended it
    }
    batch.rooms.push_back(room);
  }
  impl_->push(std::move(batch));
}

// Asked when everything before it is durable.
void PostgresStore::claim(const std::string& room, Then<Claim> then) {
  const auto ask = [in = impl_.get(), room, then = std::move(then)] {
    const auto now = Clock::now();
    in->want({.room = room, .then = then, .since = now, .due = now});
  };
  impl_->push({.writes = {}, .rooms = {}, .then = ask});
}

void PostgresStore::unowned(Then<std::vector<RoomHead>> then) { impl_->read(std::move(then), pg_unowned); }

void PostgresStore::made_by(const PlayerId& player, Then<std::vector<RoomHead>> then) {
  impl_->read(std::move(then), [player](PGconn* connection, std::vector<RoomHead>& out, PgFault& fault) {
    return pg_made_by(connection, player, out, fault);
  });
}

void PostgresStore::player(const Bytes32& token_hash, Then<std::optional<PlayerId>> then) {
  impl_->read(std::move(then),
              [token_hash](PGconn* connection, std::optional<PlayerId>& out, PgFault& fault) {
                return pg_player(connection, token_hash, out, fault);
              });
}

void PostgresStore::games_of(const PlayerId& player, int most, Then<std::vector<StoredGame>> then) {
  impl_->read(std::move(then),
              [player, most](PGconn* connection, std::vector<StoredGame>& out, PgFault& fault) {
                return pg_games_of(connection, player, most, out, fault);
              });
}

void PostgresStore::record(const std::string& game, Then<std::optional<std::string>> then) {
  impl_->read(std::move(then), [game](PGconn* connection, std::optional<std::string>& out, PgFault& fault) {
    return pg_record(connection, game, out, fault);
  });
}

void PostgresStore::exchange(std::string notice, Then<std::vector<Peer>> then) {
  impl_->read(std::move(then), [in = impl_.get(), notice = std::move(notice)](
                                   PGconn* connection, std::vector<Peer>& out, PgFault& fault) {
    return pg_exchange(connection, in->writer.node(), notice, out, fault);
  });
}

StoreSize PostgresStore::size() const { return {impl_->bytes, std::uint64_t{1} << 60}; }

std::uint64_t PostgresStore::doubts() const { return impl_->lease.doubts(now_ms()); }

const CommitStats& PostgresStore::stats() const { return impl_->stats; }

std::int64_t PostgresStore::node() const { return impl_->writer.node(); }

const std::string& PostgresStore::name() const { return impl_->writer.as().name; }

const std::string& PostgresStore::address() const { return impl_->writer.as().address; }

const std::string& PostgresStore::secret() const { return impl_->writer.secret(); }

}  // namespace comodin::server
