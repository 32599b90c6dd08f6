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

}  // namespace

void MemoryStore::Image::apply(const LogWrite& write) {
  std::vector<std::string>& log = logs[write.room];
  demand(write.n == log.size() + 1, "entry " + std::to_string(write.n) + " of room " + write.room +
                                        " after " + std::to_string(log.size()));
  log.push_back(write.body);
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
}

void MemoryStore::Image::apply_all(const std::vector<Write>& writes) {
  for (const Write& write : writes) std::visit([&](const auto& one) { apply(one); }, write);
}

void MemoryStore::write(std::vector<Write> writes, std::function<void()> done) {
  given_.apply_all(writes);
  pending_.push_back({std::move(writes), std::move(done)});
}

std::function<void()> MemoryStore::commit_next() {
  if (pending_.empty()) return {};
  Batch batch = std::move(pending_.front());
  pending_.pop_front();
  durable_.apply_all(batch.writes);
  return std::move(batch.done);
}

void MemoryStore::crash(int survivors) {
  for (int i = 0; i < survivors; ++i) commit_next();
  pending_.clear();
  given_ = durable_;
}

std::vector<RoomHead> MemoryStore::open_rooms() {
  std::vector<RoomHead> rooms;
  for (const auto& [room, log] : durable_.logs) rooms.push_back({room, log.front()});
  return rooms;
}

bool MemoryStore::log_of(const std::string& room, std::vector<std::string>& log, std::string& why) {
  const auto found = durable_.logs.find(room);
  if (found == durable_.logs.end()) {
    why = "there is no such room";
    return false;
  }
  log = found->second;
  return true;
}

StoreSize MemoryStore::size() const { return {durable_.bytes, free_}; }

std::optional<PlayerId> MemoryStore::player(const Bytes32& token_hash) {
  const auto found = durable_.players.find(token_hash);
  return found == durable_.players.end() ? std::nullopt : std::optional(found->second);
}

std::vector<StoredGame> MemoryStore::games_of(const PlayerId& player, int most) {
  std::vector<StoredGame> games;
  for (const auto& [id, game] : durable_.games) {
    if (std::find(game.players.begin(), game.players.end(), player) != game.players.end())
      games.push_back({id, game.ended, game.summary});
  }
  std::sort(games.begin(), games.end(), [](const StoredGame& a, const StoredGame& b) {
    return std::pair(a.ended, a.game) > std::pair(b.ended, b.game);
  });
  games.resize(std::min(games.size(), static_cast<std::size_t>(std::max(most, 0))));
  return games;
}

std::optional<std::string> MemoryStore::record(const std::string& game) {
  const auto found = durable_.games.find(game);
  return found == durable_.games.end() ? std::nullopt : std::optional(found->second.record);
}

}  // namespace comodin::server
