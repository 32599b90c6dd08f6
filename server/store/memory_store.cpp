#include "server/store/memory_store.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace comodin::server {
namespace {

void demand(bool good, const std::string& what) {
  if (good) return;
  std::fprintf(stderr, "memory store: %s\n", what.c_str());
  std::abort();
}

template <class What>
void each_room(const std::vector<Write>& writes, What what) {
  for (const Write& write : writes) {
    if (const auto* log = std::get_if<LogWrite>(&write)) what(log->room);
    if (const auto* close = std::get_if<RoomClose>(&write)) what(close->room);
    if (const auto* hold = std::get_if<RoomHold>(&write)) what(hold->room);
    if (const auto* release = std::get_if<RoomRelease>(&write)) what(release->room);
  }
}

}  // namespace

void MemoryStore::Image::apply(const LogWrite& write) {
  std::vector<std::string>& log = logs[write.room];
  demand(write.n == log.size() + 1, "entry " + std::to_string(write.n) + " of room " + write.room +
                                        " after " + std::to_string(log.size()));
  log.push_back(write.body);
  if (write.n == 1) makers[write.room] = write.maker;
  bytes += write.body.size();
}

void MemoryStore::Image::apply(const GameWrite& write) {
  demand(games.emplace(write.game, write).second, "game " + write.game + " written twice");
  bytes += write.summary.size() + write.record.size();
}

void MemoryStore::Image::apply(const PlayerWrite& write) {
  demand(players.emplace(write.token_hash, write.player).second,
         "a token of " + write.player + " written twice");
  bytes += write.token_hash.size() + write.player.size();
}

void MemoryStore::Image::apply(const RoomClose& write) {
  const auto found = logs.find(write.room);
  if (found == logs.end()) return;
  for (const std::string& body : found->second) bytes -= body.size();
  logs.erase(found);
  makers.erase(write.room);
}

void MemoryStore::Image::apply_all(const std::vector<Write>& writes) {
  for (const Write& write : writes) std::visit([&](const auto& one) { apply(one); }, write);
}

void MemoryStore::write(std::vector<Write> writes, Then<Outcome> done) {
  given_.apply_all(writes);
  pending_.push_back({std::move(writes), std::move(done)});
}

void MemoryStore::claim(const std::string& room, Then<Claim> then) {
  pending_.push_back({{}, {}, room, std::move(then)});
}

bool MemoryStore::is_fenced(const std::vector<Write>& writes) const {
  bool fenced = false;
  each_room(writes, [&](const std::string& room) { fenced = fenced || lost_.contains(room); });
  return fenced;
}

// What was given is not there after all. The log is set right when the room is claimed again.
void MemoryStore::forget(const std::vector<Write>& writes) {
  for (const Write& write : writes)
    if (const auto* game = std::get_if<GameWrite>(&write)) given_.games.erase(game->game);
}

Claim MemoryStore::claim_now(const std::string& room) {
  if (const auto away = away_.find(room); away != away_.end())
    return {.is = Claim::Is::Elsewhere, .text = away->second};
  if (newer_.contains(room)) return {.is = Claim::Is::Newer};
  lost_.erase(room);
  const auto found = durable_.logs.find(room);
  if (found == durable_.logs.end()) {
    given_.logs.erase(room);
    return {.is = Claim::Is::None};
  }
  given_.logs[room] = found->second;
  return {.is = Claim::Is::Ours, .log = found->second};
}

void MemoryStore::take_away(const std::string& room, const std::string& by) {
  ++doubts_;
  lost_.insert(room);
  away_[room] = by;
}

std::function<void()> MemoryStore::commit_next() {
  if (pending_.empty()) return {};
  Batch batch = std::move(pending_.front());
  pending_.pop_front();
  if (batch.then) return [then = std::move(batch.then), claim = claim_now(batch.room)] { then(claim); };
  const bool fenced = is_fenced(batch.writes);
  if (fenced) {
    forget(batch.writes);
  } else {
    durable_.apply_all(batch.writes);
    if (watcher_) watcher_(batch.writes);
  }
  return [done = std::move(batch.done), fenced] { done(fenced ? Outcome::Fenced : Outcome::Written); };
}

std::function<void()> MemoryStore::answer_next() {
  if (reads_.empty()) return {};
  std::function<void()> read = std::move(reads_.front());
  reads_.pop_front();
  return read;
}

void MemoryStore::crash(int survivors) {
  for (int i = 0; i < survivors; ++i) commit_next();
  pending_.clear();
  reads_.clear();
  lost_.clear();
  for (const auto& [room, by] : away_) lost_.insert(room);
  given_ = durable_;
}

StoreSize MemoryStore::size() const { return {durable_.bytes, free_}; }

void MemoryStore::unowned(Then<std::vector<RoomHead>> then) {
  reads_.emplace_back([this, then = std::move(then)] {
    std::vector<RoomHead> rooms;
    for (const auto& [room, log] : durable_.logs)
      if (!away_.contains(room)) rooms.push_back({room, log.front()});
    then(std::move(rooms));
  });
}

void MemoryStore::made_by(const PlayerId& player, Then<std::vector<RoomHead>> then) {
  reads_.emplace_back([this, player, then = std::move(then)] {
    std::vector<RoomHead> rooms;
    for (const auto& [room, maker] : durable_.makers)
      if (maker == player) rooms.push_back({room, durable_.logs.at(room).front()});
    then(std::move(rooms));
  });
}

void MemoryStore::player(const Bytes32& token_hash, Then<std::optional<PlayerId>> then) {
  reads_.emplace_back([this, token_hash, then = std::move(then)] {
    const auto found = durable_.players.find(token_hash);
    then(found == durable_.players.end() ? std::nullopt : std::optional(found->second));
  });
}

void MemoryStore::games_of(const PlayerId& player, int most, Then<std::vector<StoredGame>> then) {
  reads_.emplace_back([this, player, most, then = std::move(then)] {
    std::vector<StoredGame> games;
    for (const auto& [id, game] : durable_.games) {
      if (std::find(game.players.begin(), game.players.end(), player) != game.players.end())
        games.push_back({id, game.ended, game.summary});
    }
    std::sort(games.begin(), games.end(), [](const StoredGame& a, const StoredGame& b) {
      return std::pair(a.ended, a.game) > std::pair(b.ended, b.game);
    });
    games.resize(std::min(games.size(), static_cast<std::size_t>(std::max(most, 0))));
    then(std::move(games));
  });
}

void MemoryStore::record(const std::string& game, Then<std::optional<std::string>> then) {
  reads_.emplace_back([this, game, then = std::move(then)] {
    const auto found = durable_.games.find(game);
    then(found == durable_.games.end() ? std::nullopt : std::optional(found->second.record));
  });
}

void MemoryStore::exchange(std::string told, Then<std::vector<Peer>> then) {
  notice = std::move(told);
  reads_.emplace_back([this, then = std::move(then)] { then(peers); });
}

}  // namespace comodin::server
