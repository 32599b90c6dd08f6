#include "tests/server/bench_world.hpp"

#include <cstring>

#include <gtest/gtest.h>

#include "tests/battery/tables.hpp"

namespace comodin::server {
namespace {

constexpr int kTurnsMost = 100000;  // of settle(): more than any test needs

// Where the value of a key begins; npos if it is not there.
std::size_t value_at(const std::string& message, const std::string& key) {
  const std::size_t at = place_of("\"" + key + "\":", message);
  return at == std::string::npos ? at : at + key.size() + 3;
}

}  // namespace

std::size_t place_of(std::string_view what, std::string_view message, std::size_t from) {
  if (from > message.size()) return std::string::npos;
  const void* const at = memmem(message.data() + from, message.size() - from, what.data(), what.size());
  if (!at) return std::string::npos;
  return static_cast<std::size_t>(static_cast<const char*>(at) - message.data());
}

std::string field(const std::string& message, const std::string& key) {
  const std::size_t at = value_at(message, key);
  if (at == std::string::npos) return "";
  if (message[at] == '"') return message.substr(at + 1, message.find('"', at + 1) - at - 1);
  return message.substr(at, message.find_first_of(",}]", at) - at);
}

std::vector<std::string> list(const std::string& message, const std::string& key) {
  std::vector<std::string> out;
  std::size_t at = value_at(message, key);
  if (at == std::string::npos) return out;
  const std::size_t end = message.find(']', at);
  while ((at = message.find('"', at)) < end) {
    const std::size_t close = message.find('"', at + 1);
    out.push_back(message.substr(at + 1, close - at - 1));
    at = close + 1;
  }
  return out;
}

Limits easy_limits() {
  Limits limits;
  limits.connections_per_address = limits.rooms_per_address = limits.rooms_per_player =
      limits.players_per_address = 100000;
  limits.commands_burst = 100000;
  limits.chats_per_minute = limits.resumes_per_minute = 1000;
  limits.write_burst = limits.writes_per_second = 1 << 24;
  return limits;
}

BenchWorld::BenchWorld(Key seed, Limits some) : limits(some), random_(seed) {
  hub = std::make_unique<Hub>(limits, *this, store, battery::library());
}

void BenchWorld::random(std::span<std::uint8_t> out) {
  for (std::uint8_t& byte : out) byte = static_cast<std::uint8_t>(random_.next() >> 24);
}

void BenchWorld::send(Conn conn, Text text, Sort) {
  if (!open(conn)) return;
  if (sent) sent->push_back(*text);
  inbox_[conn].push_back(*text);
  last_[conn][type_of(*text)] = *text;
}

void BenchWorld::close(Conn conn, CloseCode code, std::string_view) {
  if (open(conn)) closed_[conn] = code;
}

void BenchWorld::think(ThinkJob job, std::function<void(Thought)> done) {
  thoughts_.emplace_back(std::move(job), std::move(done));
}

void BenchWorld::log_operation(std::string_view event, std::string_view detail) {
  operations.push_back(std::string(event) + ": " + std::string(detail));
}

Conn BenchWorld::connect(const std::string& address) {
  const Conn conn = next_++;
  inbox_[conn];
  hub->opened(conn, address);
  settle();
  return conn;
}

void BenchWorld::hang_up(Conn conn) {
  closed_.try_emplace(conn, CloseCode::Normal);
  hub->closed(conn);
  settle();
}

void BenchWorld::say(Conn conn, const std::string& command) {
  if (said) said->push_back(command);
  hub->received(conn, command);
  settle();
}

void BenchWorld::settle() {
  for (int turn = 0; turn < kTurnsMost; ++turn) {
    if (auto_commit && store.pending()) {
      store.commit_next()();
    } else if (const auto answer = store.answer_next()) {
      answer();
    } else if (!thoughts_.empty() && !slow_thoughts) {
      const auto [job, done] = std::move(thoughts_.front());
      thoughts_.pop_front();
      done(server::think(job));
    } else if (hub->due() <= clock) {
      hub->tick();
    } else {
      return;
    }
  }
  FAIL() << "the hub does not come to rest";
}

void BenchWorld::pass(Millis ms) {
  const Millis until = clock + ms;
  while (true) {
    settle();
    if (hub->due() > until) break;
    clock = std::max(clock, hub->due());
  }
  clock = until;
  settle();
}

void BenchWorld::restart() {
  hub.reset();
  store.crash();
  thoughts_.clear();
  for (const auto& [conn, messages] : inbox_) closed_.try_emplace(conn, CloseCode::GoingAway);
  clock += 3600000;  // it was down for an hour
  hub = std::make_unique<Hub>(limits, *this, store, battery::library());
  hub->load();
  settle();
  for (const std::string& note : operations) EXPECT_FALSE(note.starts_with("unreadable")) << note;
}

std::string BenchWorld::record(const std::string& game) {
  std::string out;
  hub->record(game, [&](const std::optional<std::string>& found) { out = found.value_or(""); });
  settle();
  return out;
}

std::vector<std::string> BenchWorld::take(Conn conn) { return std::exchange(inbox_[conn], {}); }

const std::string& BenchWorld::last(Conn conn, const std::string& type) { return last_[conn][type]; }

// ---- a client -----------------------------------------------------------------------------------

void BenchClient::connect() {
  conn = world_.connect(address_);
  ask("hello", "\"version\":2" + (player_token.empty() ? "" : ",\"token\":\"" + player_token + "\""));
  const std::string& welcome = last("welcome");
  player = field(welcome, "player");
  if (const std::string fresh = field(welcome, "token"); !fresh.empty()) player_token = fresh;
}

std::string BenchClient::send(const std::string& verb, const std::string& fields, const std::string& id) {
  last_id = id.empty() ? "c" + std::to_string(++ids_) : id;
  world_.say(conn, R"({"do":")" + verb + R"(","id":")" + last_id + "\"" +
                       (fields.empty() ? "" : "," + fields) + "}");
  return last_id;
}

std::string BenchClient::ask(const std::string& verb, const std::string& fields, const std::string& id) {
  world_.take(conn);
  const std::string sent = send(verb, fields, id);
  for (const std::string& message : world_.take(conn))
    if (field(message, "id") == sent) return message;
  return "";
}

std::string BenchClient::create(const std::string& fields) {
  room = field(ask("create", fields), "room");
  return room;
}

void BenchClient::sit(const std::string& code, const std::string& name, int wanted) {
  if (room != code) ask("join", R"("room":")" + code + "\"");
  room = code;
  const std::string ack =
      ask("sit", R"("name":")" + name + "\"" + (wanted ? ",\"seat\":" + std::to_string(wanted) : ""));
  token = field(ack, "token");
  seat = std::atoi(field(ack, "seat").c_str());
}

std::string BenchClient::resume() {
  const long seen = n();
  connect();
  const std::string ack =
      ask("resume", R"("room":")" + room + R"(","token":")" + token + R"(","seen":)" + std::to_string(seen));
  if (type_of(ack) == "ack") token = field(ack, "token");
  return ack;
}

std::vector<std::string> BenchClient::moves() {
  const std::string &view = last("view"), &events = last("events");
  const long view_n = std::atol(field(view, "n").c_str()), events_n = std::atol(field(events, "n").c_str());
  return list(view_n >= events_n ? view : events, "moves");
}

std::string BenchClient::move(const std::string& text) {
  return ask("move", R"("move":")" + text + R"(","at":)" + std::to_string(n()));
}

long BenchClient::n() {
  long most = 0;
  for (const char* type : {"ack", "room", "view", "events"})
    most = std::max(most, std::atol(field(last(type), "n").c_str()));
  return most;
}

}  // namespace comodin::server
