#include "tests/server/simulation_database.hpp"

#include <algorithm>
#include <utility>

namespace comodin::server {
namespace {

constexpr Millis kConnectMs = 5000, kSilenceMs = 10000;  // as postgres.cpp has them
constexpr std::uint32_t kSkewMs = 400;                   // between the clocks of the database and its standby
constexpr std::uint32_t kTravelMs = 3;

template <class What>
void each_write(const SimDatabase::Group& group, What what) {
  for (const SimDatabase::Batch& batch : group.batches)
    for (std::size_t k = 0; k < batch.writes.size(); ++k) what(batch, batch.rooms[k], batch.writes[k]);
}

bool is_first(const Write& write) {
  const auto* log = std::get_if<LogWrite>(&write);
  return log && log->n == 1;
}

}  // namespace

// ---- connections ------------------------------------------------------------------------------------

Millis SimDatabase::parted(std::int64_t place) const {
  const auto until = parted_.find(place);
  return until == parted_.end() ? 0 : std::max<Millis>(0, until->second - ground_.time());
}

void SimDatabase::connect(std::int64_t place, const Deliver& deliver,
                          const std::function<void(SessionPtr)>& then) {
  const auto fail = [deliver, then] { deliver([then] { then(nullptr); }); };
  const Millis wait = parted(place);
  if (wait > kConnectMs) return ground_.later(kConnectMs, fail);
  ground_.later(wait + 1 + ground_.chance.below(kTravelMs * 2), [this, place, deliver, then, fail] {
    if (!up_ || parted(place)) return fail();
    auto session = std::make_shared<Session>();
    session->serial = ++serials_;
    session->era = era_;
    session->place = place;
    session->deliver = deliver;
    std::erase_if(sessions_, [](const auto& one) { return one.expired(); });
    sessions_.push_back(session);
    deliver([then, session] { then(session); });
  });
}

void SimDatabase::hang_up(const SessionPtr& session, bool lingers) {
  if (!session) return;
  session->up = false;
  session->lingers = lingers;
  session->waiting = {};
}

void SimDatabase::travel(const SessionPtr& session, std::function<void()> what) {
  const Millis wait = parted(session->place);
  const Millis late = wait ? wait + ground_.chance.below(300) : 0;
  ground_.later(late + 1 + ground_.chance.below(kTravelMs),
                [this, session, what = std::move(what)]() mutable {
                  if (parted(session->place)) return travel(session, std::move(what));
                  what();
                });
}

void SimDatabase::answer(const SessionPtr& session, bool good) {
  if (!session->waiting) return;
  session->deliver([what = std::exchange(session->waiting, {}), good] { what(good); });
}

// What it has sent may be read much later, by a backend that stood still.
void SimDatabase::lose(const SessionPtr& session) {
  if (!session->up) return;
  session->up = false;
  session->lingers = ground_.odds(4);
  answer(session, false);
}

// Its client notices when it waits for something, or asks the next time.
void SimDatabase::break_off(const SessionPtr& session, Millis noticed) {
  session->broken = true;
  ground_.later(noticed, [this, session] {
    if (session->waiting) lose(session);
  });
}

void SimDatabase::ask(const SessionPtr& session, std::function<void(std::function<void()>)> work,
                      Answered answered) {
  session->waiting = std::move(answered);
  travel(session, [this, session, work = std::move(work)] {
    if (session->era != era_ || !up_ || session->broken) lose(session);
    if (session->era != era_ || !up_ || (!session->up && !session->lingers)) return;
    session->frozen = !session->up;
    const Millis frozen = session->frozen ? Millis{ground_.chance.below(3000)} : 0;
    const Millis late = frozen + std::max<Millis>(0, stalled_ - ground_.time());
    if (!late) return serve(session, work);
    ground_.later(late, [this, session, work] {
      if (session->era == era_) serve(session, work);
    });
  });
}

void SimDatabase::serve(const SessionPtr& session, const std::function<void(std::function<void()>)>& work) {
  work([this, session] {
    travel(session, [session] {
      if (session->up && !session->broken) answer(session, true);
    });
  });
}

void SimDatabase::read(const SessionPtr& session, std::function<void()> look, Answered answered) {
  ask(
      session,
      [look = std::move(look)](const std::function<void()>& done) {
        look();
        done();
      },
      std::move(answered));
}

// ---- transactions -----------------------------------------------------------------------------------

void SimDatabase::run(const TransactionPtr& what) {
  if (what->rows.empty() || lock(what->rows.front(), what)) hold(what);
  else locks_[what->rows.front()].waiting.push_back(what);
}

bool SimDatabase::lock(Number row, const TransactionPtr& what) {
  Lock& here = locks_[row];
  if (here.holder && here.holder != what) return false;
  here.holder = what;
  return true;
}

void SimDatabase::hold(const TransactionPtr& what) {
  running_.push_back(what);
  if (!what->look()) {
    what->over = true;
    release(what);
    return what->done();
  }
  const Millis late = std::max<Millis>(0, stalled_ - ground_.time());
  ground_.later(late + ground_.chance.below(2), [this, what] {
    if (what->over) return;
    what->flushed = true;
    ground_.later(ground_.how_long(), [this, what] {
      if (!what->over) commit(what);
    });
  });
}

void SimDatabase::commit(const TransactionPtr& what) {
  reach_standby();
  what->change(tables_);
  if (what->kept) what->kept();
  what->over = true;
  release(what);
  what->done();
}

void SimDatabase::commit_here(const TransactionPtr& what) {
  if (!standby_) standby_ = tables_;
  what->change(tables_);
  unkept_.push_back(what->kept);
}

void SimDatabase::reach_standby() {
  standby_.reset();
  for (const auto& kept : std::exchange(unkept_, {}))
    if (kept) kept();
}

void SimDatabase::release(const TransactionPtr& what) {
  std::erase(running_, what);
  std::vector<TransactionPtr> next;
  for (const Number row : what->rows) {
    const auto here = locks_.find(row);
    if (here == locks_.end() || here->second.holder != what) continue;
    std::deque<TransactionPtr>& waiting = here->second.waiting;
    here->second.holder = waiting.empty() ? nullptr : std::move(waiting.front());
    if (here->second.holder) {
      waiting.pop_front();
      next.push_back(here->second.holder);
    } else {
      locks_.erase(here);
    }
  }
  for (const TransactionPtr& one : next) hold(one);
}

// ---- what nodes write -------------------------------------------------------------------------------

void SimDatabase::commit(const SessionPtr& session, const std::shared_ptr<const Group>& group, Number number,
                         const std::shared_ptr<std::set<Number>>& fenced, const std::function<void()>& refuse,
                         Answered answered) {
  ask(
      session,
      [=, this](const std::function<void()>& done) {
        auto what = std::make_shared<Transaction>();
        auto until = std::make_shared<Millis>();
        what->rows = {group->node};
        what->session = session;
        what->look = [=, this] {
          *until = clock() + kLeaseMs;
          *fenced = fenced_of(*group);
          if (!is_twice(*group, *fenced)) return true;
          if (session->up && !late_.contains(group)) ground_.laws.fail("log", "a group is written twice");
          if (session->up) session->deliver(refuse);
          return false;
        };
        what->change = [=, this](Tables& tables) {
          write(tables, *group, {group->name, group->format, *until, number, *fenced, session->serial});
          if (session->frozen) late_.insert(group);
        };
        what->kept = [this, group, fenced] { tell_laws(*group, *fenced); };
        what->done = done;
        run(what);
      },
      std::move(answered));
}

std::set<SimDatabase::Number> SimDatabase::fenced_of(const Group& group) const {
  std::set<Number> made, fenced;
  each_write(group, [&](const Batch&, const Held& held, const Write& write) {
    if (!held.id || made.contains(held.id)) return;
    if (is_first(write) && !tables_.by_name.contains(std::get<LogWrite>(write).room)) {
      made.insert(held.id);
      return;
    }
    const auto row = tables_.rooms.find(held.id);
    if (row == tables_.rooms.end() || row->second.epoch != held.epoch || row->second.owner != group.node)
      fenced.insert(held.id);
  });
  return fenced;
}

// Keys are unique: of a group that is there already nothing is written again.
bool SimDatabase::is_twice(const Group& group, const std::set<Number>& fenced) const {
  bool twice = false;
  each_write(group, [&](const Batch&, const Held& held, const Write& write) {
    if (fenced.contains(held.id)) return;
    const auto* log = std::get_if<LogWrite>(&write);
    const auto row = log ? tables_.rooms.find(held.id) : tables_.rooms.end();
    if (row != tables_.rooms.end()) twice = twice || log->n <= row->second.log.size();
    if (const auto* game = std::get_if<GameWrite>(&write))
      twice = twice || tables_.games.contains(game->game);
    if (const auto* player = std::get_if<PlayerWrite>(&write))
      twice = twice || tables_.players.contains(player->token_hash);
  });
  return twice;
}

// A transaction that was thought lost may come late: it does not take the number of a newer one away.
void SimDatabase::write(Tables& tables, const Group& group, const NodeRow& row) {
  each_write(group, [&](const Batch&, const Held& held, const Write& what) {
    if (!row.fenced.contains(held.id)) write(tables, group, held, what);
  });
  NodeRow& there = tables.nodes[group.node];
  if (there.committed < row.committed) there = row;
  else if (!row.fenced.empty()) there.fenced = row.fenced;
}

void SimDatabase::insert(Tables& tables, const Group& group, const Held& held, const LogWrite& write) {
  if (write.n == 1) {
    tables.by_name[write.room] = held.id;
    tables.rooms[held.id] = {write.room, group.node, held.epoch, group.format, write.maker, {}};
  }
  const auto row = tables.rooms.find(held.id);
  const std::size_t there = row == tables.rooms.end() ? 0 : row->second.log.size();
  if (write.n != there + 1)
    return ground_.laws.fail("log", "entry " + std::to_string(write.n) + " of " + write.room +
                                        " is written after " + std::to_string(there));
  row->second.log.push_back(write.body);
}

void SimDatabase::write(Tables& tables, const Group& group, const Held& held, const Write& write) {
  if (const auto* log = std::get_if<LogWrite>(&write)) return insert(tables, group, held, *log);
  if (const auto* game = std::get_if<GameWrite>(&write))
    if (!tables.games.emplace(game->game, *game).second) ground_.laws.fail("log", "a game is written twice");
  if (const auto* player = std::get_if<PlayerWrite>(&write))
    if (!tables.players.emplace(player->token_hash, player->player).second)
      ground_.laws.fail("log", "a player is written twice");
  const auto row = tables.rooms.find(held.id);
  if (row == tables.rooms.end()) return;
  if (std::holds_alternative<RoomRelease>(write)) row->second.owner = 0;
  if (!std::holds_alternative<RoomClose>(write)) return;
  tables.by_name.erase(row->second.room);
  tables.rooms.erase(row);
}

void SimDatabase::tell_laws(const Group& group, const std::set<Number>& fenced) {
  each_write(group, [&](const Batch& batch, const Held& held, const Write& write) {
    if (fenced.contains(held.id)) return;
    ground_.laws.given(write, batch.given);
    ground_.laws.durable(write, {.node = group.node, .epoch = held.epoch});
  });
  ground_.laws.transaction_ended();
}

void SimDatabase::settle(const SessionPtr& session, Number node, Number number,
                         const std::shared_ptr<bool>& committed,
                         const std::shared_ptr<std::set<Number>>& fenced, Answered answered) {
  ++ground_.mishaps.settled;
  ask(
      session,
      [=, this](const std::function<void()>& done) {
        auto what = std::make_shared<Transaction>();
        what->rows = {node};
        what->session = session;
        what->look = [=, this] {
          const auto row = tables_.nodes.find(node);
          *committed = row != tables_.nodes.end() && row->second.committed == number;
          if (*committed) *fenced = row->second.fenced;
          return *committed;
        };
        what->change = [node, until = clock() + kLeaseMs](Tables& tables) {
          tables.nodes[node].until = until;
        };
        what->done = done;
        run(what);
      },
      std::move(answered));
}

void SimDatabase::leave(const SessionPtr& session, Number node, Answered answered) {
  ask(
      session,
      [this, session, node](const std::function<void()>& done) {
        auto what = std::make_shared<Transaction>();
        what->rows = {node};
        what->session = session;
        what->look = [] { return true; };
        what->change = [this, node](Tables& tables) {
          for (auto& [id, room] : tables.rooms)
            if (room.owner == node) room.owner = 0;
          tables.nodes.erase(node);
          notices_.erase(node);
        };
        what->done = done;
        run(what);
      },
      std::move(answered));
}

// ---- what nodes claim and read ----------------------------------------------------------------------

bool SimDatabase::lives(Number node) const {
  const auto row = tables_.nodes.find(node);
  return row != tables_.nodes.end() && row->second.until >= clock();
}

SimDatabase::Number SimDatabase::new_node(const std::string& name) {
  for (const auto& [number, row] : tables_.nodes)
    if (row.name == name && lives(number)) return 0;
  return ++nodes_;
}

void SimDatabase::claim(const SessionPtr& session, std::shared_ptr<Claims> what, Answered answered) {
  ask(
      session,
      [this, session, what = std::move(what)](const std::function<void()>& done) {
        // One that came so late would fence what its own node has claimed since. Nothing would be lost, but
        // people would be disturbed in calm times, too.
        if (session->frozen) return done();
        const auto as = std::make_shared<Transaction>();
        const auto taken = std::make_shared<std::vector<Number>>();
        as->session = session;
        as->look = [this, what, taken, weak = std::weak_ptr<Transaction>(as)] {
          *taken = take(*what, weak.lock());
          return !taken->empty();
        };
        as->change = [this, what, taken](Tables& tables) {
          for (const Number id : *taken) {
            RoomRow& row = tables.rooms.at(id);
            if (row.format > what->format) ground_.laws.fail("format", "an older server takes " + row.room);
            ++ground_.mishaps.claims;
            ground_.mishaps.taken += row.owner != 0 && row.owner != what->node;
            row.owner = what->node;
            row.format = what->format;
            ++row.epoch;
          }
        };
        as->done = [this, what, done] {
          look_and_read(*what);
          done();
        };
        run(as);
      },
      std::move(answered));
}

// Locks rooms that are nobody's, or a dead node's; and that node, so that it can finish no transaction
// meanwhile.
std::vector<SimDatabase::Number> SimDatabase::take(const Claims& what, const TransactionPtr& as) {
  std::vector<Number> taken;
  for (const std::string& room : what.rooms) {
    const auto id = tables_.by_name.find(room);
    if (id == tables_.by_name.end()) continue;
    const RoomRow& row = tables_.rooms.at(id->second);
    const bool others = row.owner != 0 && row.owner != what.node;
    if (row.format > what.format || (others && lives(row.owner))) continue;
    if (!lock(-id->second, as)) continue;
    as->rows.push_back(-id->second);
    if (others && tables_.nodes.contains(row.owner)) {
      if (!lock(row.owner, as)) continue;
      as->rows.push_back(row.owner);
    }
    taken.push_back(id->second);
  }
  return taken;
}

void SimDatabase::look_and_read(Claims& what) const {
  what.found.assign(what.rooms.size(), {});
  for (std::size_t k = 0; k < what.rooms.size(); ++k) {
    Claimed& one = what.found[k];
    const auto id = tables_.by_name.find(what.rooms[k]);
    if (id == tables_.by_name.end()) continue;
    const RoomRow& row = tables_.rooms.at(id->second);
    const auto owner = tables_.nodes.find(row.owner);
    const bool there = owner != tables_.nodes.end();
    one.owner = row.owner;
    one.lapses = there ? owner->second.until - clock() : -1;
    if (row.owner == what.node) {
      one.claim = {.is = Claim::Is::Ours, .log = row.log};
      one.held = {.id = id->second, .epoch = row.epoch, .n = static_cast<std::uint32_t>(row.log.size())};
    } else if (row.format > what.format && one.lapses < 0) {
      ++ground_.mishaps.newer;
      one.claim = {.is = Claim::Is::Newer};
    } else {
      one.claim = {.is = Claim::Is::Elsewhere, .text = there ? owner->second.name : ""};
    }
  }
}

void SimDatabase::cut_off(Number node) {
  const auto here = locks_.find(node);
  const auto row = tables_.nodes.find(node);
  if (lives(node) || here == locks_.end() || !here->second.holder || row == tables_.nodes.end()) return;
  const TransactionPtr holder = here->second.holder;
  if (holder->session->serial != row->second.backend) return;
  ++ground_.mishaps.ended;
  break_off(holder->session, ground_.delay());
  holder->over = true;
  if (holder->flushed) commit_here(holder);
  release(holder);
}

std::vector<Peer> SimDatabase::exchange(Number node, std::string notice) {
  notices_[node] = std::move(notice);
  std::vector<Peer> peers;
  for (const auto& [number, row] : tables_.nodes) {
    if (number == node || !lives(number)) continue;
    const auto told = notices_.find(number);
    peers.push_back(
        {number, row.name, row.name + ":8080", row.format, told == notices_.end() ? "" : told->second});
  }
  return peers;
}

std::vector<StoredRoom> SimDatabase::rooms() const {
  std::vector<StoredRoom> out;
  for (const auto& [room, id] : tables_.by_name) out.push_back({room, tables_.rooms.at(id).log});
  return out;
}

bool SimDatabase::has_rooms_to_give(Number node) const {
  return std::ranges::any_of(tables_.rooms, [&](const auto& one) { return one.second.owner == node; }) &&
         std::ranges::any_of(tables_.nodes,
                             [&](const auto& one) { return one.first != node && lives(one.first); });
}

// ---- what goes wrong --------------------------------------------------------------------------------

void SimDatabase::stall(Millis ms) {
  ++ground_.mishaps.stalls;
  stalled_ = ground_.time() + ms;
}

void SimDatabase::go_down(Millis down) {
  ++era_;
  up_ = false;
  for (const TransactionPtr& one : std::exchange(running_, {})) one->over = true;
  locks_.clear();
  notices_.clear();
  stalled_ = 0;
  for (const auto& one : sessions_)
    if (const SessionPtr session = one.lock())
      break_off(session, ground_.chance.one_in(6) ? kSilenceMs : 1 + ground_.chance.below(200));
  ground_.later(down, [this, era = era_] {
    if (era == era_) up_ = true;
  });
}

void SimDatabase::crash(Millis down) {
  ++ground_.mishaps.restarts;
  for (const TransactionPtr& one : running_)
    if (one->flushed) commit_here(one);
  go_down(down);
}

// What was answered is on the standby; what was on its way there may be.
void SimDatabase::fail_over(Millis down) {
  ++ground_.mishaps.failovers;
  bool more = true;
  if (standby_ && ground_.chance.one_in(2)) {
    tables_ = std::move(*standby_);
    unkept_.clear();
    more = false;
  }
  reach_standby();
  for (const TransactionPtr& one : running_)
    if (more && one->flushed && ground_.chance.one_in(2)) {
      one->change(tables_);
      if (one->kept) one->kept();
    }
  skew_ = ground_.chance.below(kSkewMs + 1);
  go_down(down);
}

void SimDatabase::part(std::int64_t place, Millis ms) {
  ++ground_.mishaps.partings;
  parted_[place] = ground_.time() + ms;
  for (const auto& one : sessions_)
    if (const SessionPtr session = one.lock(); session && session->place == place) {
      if (ground_.chance.one_in(3)) {
        ground_.later(ground_.chance.below(static_cast<std::uint32_t>(ms)),
                      [this, session] { break_off(session, 0); });
      } else if (ms > kSilenceMs) {
        break_off(session, kSilenceMs);
      }
    }
}

void SimDatabase::lose_answer() {
  std::vector<SessionPtr> asking;
  for (const auto& one : sessions_)
    if (const SessionPtr session = one.lock(); session && session->waiting) asking.push_back(session);
  if (asking.empty()) return;
  ++ground_.mishaps.lost_answers;
  break_off(asking[ground_.chance.below(static_cast<std::uint32_t>(asking.size()))],
            ground_.chance.below(300));
}

void SimDatabase::heal() {
  parted_.clear();
  stalled_ = 0;
}

}  // namespace comodin::server
