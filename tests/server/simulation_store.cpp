#include "tests/server/simulation_store.hpp"

#include <algorithm>
#include <iterator>

namespace comodin::server {
namespace {

constexpr Millis kRenewMs = 500;                              // as postgres_writer.hpp has it
constexpr Millis kSureMs = SimDatabase::kLeaseMs - kRenewMs;  // as postgres_store.cpp, like these:
constexpr Millis kFirstPause = 20, kLongestPause = 500;
constexpr Millis kFarewellMs = 4000;
constexpr Millis kClaimAgainMs = 50, kCutOffMs = 1000, kSoonMs = 1200, kLookAgainMs = 250;
constexpr Millis kNameAgainMs = 200;
constexpr int kIdBits = 32;

}  // namespace

// ---- a disk -----------------------------------------------------------------------------------------

DiskStore::DiskStore(Ground& ground, Process& process) : ground_(ground), process_(process) {
  disk_.watch([this](const std::vector<Write>& writes) {
    for (const Write& write : writes) ground_.laws.durable(write, {.node = 1, .epoch = 1});
    ground_.laws.transaction_ended();
  });
}

void DiskStore::later(std::function<void()> what) {
  ground_.later(ground_.how_long(),
                [deliver = process_.deliver(), what = std::move(what)] { deliver(what); });
}

void DiskStore::commit_soon() {
  if (!disk_.pending() || std::exchange(committing_, true)) return;
  later([this] {
    committing_ = false;
    for (auto count = 1 + ground_.chance.below(3); disk_.pending() && count > 0; --count)
      process_.in_hub("commit", [this] { disk_.commit_next()(); });
    commit_soon();
  });
}

void DiskStore::read_soon() {
  if (!disk_.reads() || std::exchange(reading_, true)) return;
  later([this] {
    reading_ = false;
    if (disk_.reads()) process_.in_hub("read", [this] { disk_.answer_next()(); });
    read_soon();
  });
}

void DiskStore::write(std::vector<Write> writes, Then<Outcome> done) {
  if (process_.burnt()) return;
  for (const Write& write : writes) ground_.laws.given(write, ground_.uptime());
  disk_.write(std::move(writes), std::move(done));
  commit_soon();
}

void DiskStore::claim(const std::string& room, Then<Claim> then) {
  if (process_.burnt()) return;
  disk_.claim(room, std::move(then));
  commit_soon();
}

void DiskStore::unowned(Then<std::vector<RoomHead>> then) {
  disk_.unowned(std::move(then));
  read_soon();
}

void DiskStore::made_by(const PlayerId& player, Then<std::vector<RoomHead>> then) {
  disk_.made_by(player, std::move(then));
  read_soon();
}

void DiskStore::player(const Bytes32& token_hash, Then<std::optional<PlayerId>> then) {
  disk_.player(token_hash, std::move(then));
  read_soon();
}

void DiskStore::games_of(const PlayerId& player, int most, Then<std::vector<StoredGame>> then) {
  disk_.games_of(player, most, std::move(then));
  read_soon();
}

void DiskStore::record(const std::string& game, Then<std::optional<std::string>> then) {
  disk_.record(game, std::move(then));
  read_soon();
}

void DiskStore::exchange(std::string notice, Then<std::vector<Peer>> then) {
  disk_.exchange(std::move(notice), std::move(then));
  read_soon();
}

void DiskStore::die() {
  disk_.crash(static_cast<int>(ground_.chance.below(static_cast<std::uint32_t>(disk_.pending()) + 1)));
  committing_ = reading_ = false;
}

// ---- a database: what the hub gives -----------------------------------------------------------------

DatabaseStore::DatabaseStore(Ground& ground, SimDatabase& database, Process& process, std::string name,
                             int format)
    : ground_(ground),
      database_(database),
      process_(process),
      deliver_(process.deliver()),
      name_(std::move(name)),
      format_(format) {}

void DatabaseStore::later(Millis ms, std::function<void()> what) {
  ground_.later(ms, [deliver = deliver_, what = std::move(what)] { deliver(what); });
}

void DatabaseStore::pause(Millis& length, std::function<void()> what) {
  length = std::clamp(2 * length, kFirstPause, kLongestPause);
  later(length, std::move(what));
}

bool DatabaseStore::place(const LogWrite& write, SimDatabase::Held& out) {
  SimDatabase::Held& mine = held_[write.room];
  if (write.n != mine.n + 1) {
    ground_.laws.fail("log", "entry " + std::to_string(write.n) + " of " + write.room + " is given after " +
                                 std::to_string(mine.n));
    return false;
  }
  if (mine.id == 0) mine = {.id = (node_ << kIdBits) + ++made_, .epoch = 1, .n = 0};
  mine.n = write.n;
  out = mine;
  return true;
}

SimDatabase::Held DatabaseStore::held_of(const Write& write, const SimDatabase::Held& last) {
  if (std::holds_alternative<GameWrite>(write)) return last;  // of the entry that ended it
  const auto* close = std::get_if<RoomClose>(&write);
  const auto* hold = std::get_if<RoomHold>(&write);
  const auto* release = std::get_if<RoomRelease>(&write);
  if (!close && !hold && !release) return {};
  const auto mine = held_.find(close ? close->room : hold ? hold->room : release->room);
  if (mine == held_.end()) return {};
  const SimDatabase::Held out = mine->second;
  if (!hold) held_.erase(mine);
  return out;
}

void DatabaseStore::write(std::vector<Write> writes, Then<Outcome> done) {
  if (process_.burnt()) return;
  Given given{.batch = {std::move(writes), {}, ground_.uptime()}, .done = std::move(done), .then = {}};
  SimDatabase::Held last;
  for (const Write& write : given.batch.writes) {
    SimDatabase::Held held;
    if (const auto* log = std::get_if<LogWrite>(&write)) {
      if (!place(*log, held)) return;
      last = held;
    } else {
      held = held_of(write, last);
    }
    given.batch.rooms.push_back(held);
  }
  push(std::move(given));
}

void DatabaseStore::push(Given given) {
  queue_.push_back(std::move(given));
  if (group_ || std::exchange(woken_, true)) return;
  later(ground_.chance.below(2), [this] {
    woken_ = false;
    begin_group();
  });
}

// Asked when everything before it is durable.
void DatabaseStore::claim(const std::string& room, Then<Claim> then) {
  if (process_.burnt()) return;
  const auto ask = [this, room, then = std::move(then)] {
    const Millis now = process_.clock();
    want({room, then, now, now});
  };
  push({.batch = {}, .done = {}, .then = ask});
}

// ---- a database: the thread that writes -------------------------------------------------------------

// An empty group renews the node's lease.
void DatabaseStore::begin_group() {
  if (group_ || leaving_) return;
  group_ = std::make_shared<SimDatabase::Group>();
  group_->node = node_;
  group_->name = name_;
  group_->format = format_;
  told_.clear();
  for (Given& given : queue_) {
    group_->batches.push_back(std::move(given.batch));
    told_.push_back({std::move(given.done), std::move(given.then)});
  }
  queue_.clear();
  unsure_ = false;
  write_pause_ = 0;
  ++groups_;
  attempt();
}

void DatabaseStore::attempt() {
  if (writer_ && writer_->up) return commit();
  database_.connect(process_.place(), deliver_, [this](const SessionPtr& session) {
    writer_ = session;
    if (!session) return pause(write_pause_, [this] { attempt(); });
    settle();
  });
}

void DatabaseStore::settle() {
  const auto there = std::make_shared<bool>(false);
  const auto fenced = std::make_shared<std::set<Number>>();
  database_.settle(writer_, node_, number_, there, fenced, [this, there, fenced](bool good) {
    if (!good) return pause(write_pause_, [this] { attempt(); });
    if (!unsure_ || !*there) return commit();
    lease_->found();
    report(fenced);
  });
}

void DatabaseStore::commit() {
  const auto fenced = std::make_shared<std::set<Number>>();
  unsure_ = true;
  const auto refuse = [this] { process_.fail_store(); };
  database_.commit(writer_, group_, ++number_, fenced, refuse,
                   [this, fenced, begun = process_.clock()](bool good) {
                     if (!good) return pause(write_pause_, [this] { attempt(); });
                     lease_->renew(begun);
                     report(fenced);
                   });
}

template <class Writes>
std::vector<std::pair<std::string, SimDatabase::Number>> DatabaseStore::lost_rooms(
    const Writes& batch, const std::set<Number>& fenced) const {
  std::vector<std::pair<std::string, Number>> lost;
  for (std::size_t k = 0; k < batch.writes.size(); ++k) {
    if (!fenced.contains(batch.rooms[k].id)) continue;
    const auto* log = std::get_if<LogWrite>(&batch.writes[k]);
    const auto* hold = std::get_if<RoomHold>(&batch.writes[k]);
    if (log || hold) lost.emplace_back(log ? log->room : hold->room, batch.rooms[k].id);
  }
  return lost;
}

void DatabaseStore::report(const Fenced& fenced) {
  const std::shared_ptr<const SimDatabase::Group> group = std::move(group_);
  const std::vector<Told> told = std::exchange(told_, {});
  if (std::ranges::any_of(told, [](const Told& one) { return static_cast<bool>(one.done); }))
    process_.in_hub("commit", [&] {
      for (std::size_t k = 0; k < told.size(); ++k) {
        if (!told[k].done) continue;
        const SimDatabase::Batch& batch = group->batches[k];
        for (const auto& [room, id] : lost_rooms(batch, *fenced))
          if (const auto at = held_.find(room); at != held_.end() && at->second.id == id) held_.erase(at);
        const bool lost = std::ranges::any_of(
            batch.rooms, [&](const SimDatabase::Held& held) { return fenced->contains(held.id); });
        ground_.mishaps.fenced += lost;
        told[k].done(lost ? Outcome::Fenced : Outcome::Written);
      }
    });
  for (const Told& one : told)
    if (one.then && !dead_) one.then();
  later(queue_.empty() ? kRenewMs : 0, [this, groups = groups_] {
    if (groups == groups_) begin_group();
  });
}

// ---- a database: the thread of claims ---------------------------------------------------------------

void DatabaseStore::want(WantedClaim one) {
  const Millis wait = std::max<Millis>(0, one.due - process_.clock());
  wanted_.push_back(std::move(one));
  later(wait, [this] {
    if (!claiming_) ask_for_claims();
  });
}

void DatabaseStore::ask_for_claims() {
  const auto waits = [now = process_.clock()](const WantedClaim& one) { return one.due > now; };
  claiming_ = !dead_ && !std::ranges::all_of(wanted_, waits);
  if (!claiming_) return;
  if (!claimer_ || !claimer_->up) {
    database_.connect(process_.place(), deliver_, [this](const SessionPtr& session) {
      claimer_ = session;
      if (session) return ask_for_claims();
      pause(claim_pause_, [this] { ask_for_claims(); });
    });
    return;
  }
  std::vector<WantedClaim> round;
  std::ranges::copy_if(wanted_, std::back_inserter(round), std::not_fn(waits));
  std::erase_if(wanted_, std::not_fn(waits));
  auto what = std::make_shared<SimDatabase::Claims>(SimDatabase::Claims{node_, format_, {}});
  for (const WantedClaim& one : round) what->rooms.push_back(one.room);
  database_.claim(claimer_, what, [this, what, round](bool good) {
    if (good) {
      claim_pause_ = 0;
      return claimed(round, *what);
    }
    wanted_.insert(wanted_.end(), round.begin(), round.end());
    pause(claim_pause_, [this] { ask_for_claims(); });
  });
}

// An owner that seems to be dying is waited for: its rooms may be ours in a moment.
void DatabaseStore::claimed(std::vector<WantedClaim> round, const SimDatabase::Claims& found) {
  const Millis now = process_.clock();
  for (std::size_t k = 0; k < round.size() && !dead_; ++k) {
    WantedClaim& one = round[k];
    const SimDatabase::Claimed& claimed = found.found[k];
    if (claimed.claim.is == Claim::Is::Elsewhere && claimed.lapses <= kSoonMs) {
      if (claimed.lapses < 0 && now - one.since > kCutOffMs) database_.cut_off(claimed.owner);
      one.due = now + (claimed.lapses < 0 ? kClaimAgainMs : std::min(claimed.lapses + 1, kLookAgainMs));
      want(std::move(one));
      continue;
    }
    const bool ours = claimed.claim.is == Claim::Is::Ours;
    if (ours) process_.came();
    process_.in_hub("claimed", [&] {
      if (ours) held_[one.room] = claimed.held;
      else held_.erase(one.room);
      one.then(claimed.claim);
    });
  }
  if (!dead_) ask_for_claims();
}

// ---- a database: the thread that reads --------------------------------------------------------------

void DatabaseStore::push_job(Job job) {
  jobs_.push_back(std::move(job));
  if (!reading_) do_jobs();
}

void DatabaseStore::do_jobs() {
  reading_ = !jobs_.empty() && !dead_;
  if (!reading_) return;
  if (!reader_ || !reader_->up) {
    database_.connect(process_.place(), deliver_, [this](const SessionPtr& session) {
      reader_ = session;
      if (session) return do_jobs();
      pause(read_pause_, [this] { do_jobs(); });
    });
    return;
  }
  const Job job = jobs_.front();
  job(reader_, [this](bool good) {
    if (!good) return pause(read_pause_, [this] { do_jobs(); });
    read_pause_ = 0;
    jobs_.pop_front();
    do_jobs();
  });
}

template <class Answer, class Look>
void DatabaseStore::read(const char* what, Then<Answer> then, Look look) {
  push_job([this, what, then = std::move(then), look = std::move(look)](
               const SessionPtr& session, const SimDatabase::Answered& answered) {
    const auto found = std::make_shared<Answer>();
    database_.read(
        session, [found, look] { *found = look(); },
        [this, what, then, found, answered](bool good) {
          if (good) process_.in_hub(what, [&] { then(*found); });
          answered(good);
        });
  });
}

// What a read looks at: the store may have died when it does.
void DatabaseStore::unowned(Then<std::vector<RoomHead>> then) {
  read("unowned", std::move(then), [from = &database_] {
    std::vector<RoomHead> rooms;
    for (const auto& [name, id] : from->tables().by_name) {
      const SimDatabase::RoomRow& row = from->tables().rooms.at(id);
      if (!row.owner || !from->lives(row.owner)) rooms.push_back({name, row.log.front()});
    }
    return rooms;
  });
}

void DatabaseStore::made_by(const PlayerId& player, Then<std::vector<RoomHead>> then) {
  read("made_by", std::move(then), [from = &database_, player] {
    std::vector<RoomHead> rooms;
    for (const auto& [id, row] : from->tables().rooms)
      if (row.maker == player) rooms.push_back({row.room, row.log.front()});
    return rooms;
  });
}

void DatabaseStore::player(const Bytes32& token_hash, Then<std::optional<PlayerId>> then) {
  read("player", std::move(then), [from = &database_, token_hash] {
    const auto found = from->tables().players.find(token_hash);
    return found == from->tables().players.end() ? std::nullopt : std::optional(found->second);
  });
}

void DatabaseStore::games_of(const PlayerId& player, int most, Then<std::vector<StoredGame>> then) {
  read("games", std::move(then), [from = &database_, player, most] {
    std::vector<StoredGame> games;
    for (const auto& [id, game] : from->tables().games)
      if (std::ranges::find(game.players, player) != game.players.end())
        games.push_back({id, game.ended, game.summary});
    std::ranges::sort(games, [](const StoredGame& a, const StoredGame& b) {
      return std::pair(a.ended, a.game) > std::pair(b.ended, b.game);
    });
    games.resize(std::min(games.size(), static_cast<std::size_t>(std::max(most, 0))));
    return games;
  });
}

void DatabaseStore::record(const std::string& game, Then<std::optional<std::string>> then) {
  read("record", std::move(then), [from = &database_, game] {
    const auto found = from->tables().games.find(game);
    return found == from->tables().games.end() ? std::nullopt : std::optional(found->second.record);
  });
}

void DatabaseStore::exchange(std::string notice, Then<std::vector<Peer>> then) {
  read("exchange", std::move(then), [from = &database_, node = node_, notice = std::move(notice)] {
    return from->exchange(node, notice);
  });
}

// ---- a database: a process begins and ends ----------------------------------------------------------

// A node's number is never used again: an answer that was lost costs one.
void DatabaseStore::open(std::function<void()> then) {
  database_.connect(process_.place(), deliver_, [this, then](const SessionPtr& session) {
    if (!session) return pause(write_pause_, [this, then] { open(then); });
    writer_ = session;
    node_ = database_.new_node(name_);
    if (!node_) return later(kNameAgainMs, [this, then] { open(then); });  // one that has died
    const auto group = std::make_shared<SimDatabase::Group>(SimDatabase::Group{node_, name_, format_, {}});
    const auto fenced = std::make_shared<std::set<Number>>();
    lease_ = std::make_unique<Lease>(kSureMs, process_.clock());
    database_.commit(
        session, group, ++number_, fenced, [] {},
        [this, then](bool good) {
          if (!good) return pause(write_pause_, [this, then] { open(then); });
          then();
          if (!dead_) begin_group();
        });
  });
}

void DatabaseStore::die() {
  dead_ = true;
  for (const SessionPtr& session : {writer_, claimer_, reader_})
    database_.hang_up(session, ground_.chance.one_in(2));
}

// It is given so much time, and then ends as it is.
void DatabaseStore::leave(std::function<void()> then) {
  const auto once = std::make_shared<bool>(false);
  const auto end = [once, then = std::move(then)] {
    if (!std::exchange(*once, true)) then();
  };
  later(kFarewellMs, end);
  leave_now(end);
}

void DatabaseStore::leave_now(const std::function<void()>& end) {
  if (group_ || !queue_.empty()) return later(20, [this, end] { leave_now(end); });
  leaving_ = true;
  database_.connect(process_.place(), deliver_, [this, end](const SessionPtr& session) {
    if (!session) return;
    database_.leave(session, node_, [end](bool) { end(); });
  });
}

}  // namespace comodin::server
