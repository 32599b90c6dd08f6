#include "server/room/room.hpp"

#include <algorithm>
#include <utility>

#include "notation/moves.hpp"

namespace comodin::server {
namespace {

// Nobody can find an id with the hash of another.
std::uint64_t command_hash(const std::string& player, const std::string& id) {
  const Bytes32 hash = sha256(player + "\n" + id);
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < 8; ++i) out = out << 8 | hash[i];
  return out;
}

}  // namespace

// ---- applying an entry --------------------------------------------------------------------------

Refused Room::apply(const Entry& entry, Listener* hears) {
  if ((n_ == 0) != is<act::Create>(entry)) return not_now();
  if (entry.at < time_) return refuse("room.wrong_time"_fault);
  const std::string player = player_of(entry);
  const Refused wrong = std::visit(
      [&](const auto& act) -> Refused {
        if (Refused not_theirs = check_doer(entry, act.doer)) return not_theirs;
        if constexpr (requires { on(entry, act, hears); }) return on(entry, act, hears);
        else return on(entry, act);
      },
      entry.act);
  if (wrong) return wrong;
  ++n_;
  time_ = entry.at;
  if (is_table(entry)) position_ = n_;
  remember(player, entry.id);
  return {};
}

Fault Room::replay(const std::vector<std::string>& log) {
  for (const std::string& body : log) {
    Entry entry;
    Fault wrong = parse_entry(body, entry);
    if (!wrong)
      if (const Refused refused = apply(entry)) wrong = {"log.refused"_fault, {english(refused)}};
    if (wrong) return around({"log.entry"_fault, {std::to_string(n_ + 1)}}, wrong);
  }
  return n_ > 0 ? Fault{} : Fault{"log.empty"_fault, {}};
}

// Acts of somebody at a seat need that seat's person; the host's acts need the host.
Refused Room::check_doer(const Entry& entry, Doer doer) const {
  const auto* move = std::get_if<act::Move>(&entry.act);
  const bool there = entry.seat < seats();
  if (doer == Doer::Server) return {};
  if (doer == Doer::Newcomer) return there ? Refused{} : refuse("room.no_seat"_fault);
  if (there && move && move->by == By::Bot) return {};
  if (!there || lobby_.seats[entry.seat].who != Sitter::Person) return refuse("room.not_seated"_fault);
  if (doer == Doer::Host && entry.seat != lobby_.host) return refuse("room.not_host"_fault);
  return {};
}

std::string Room::player_of(const Entry& entry) const {
  if (const auto* create = std::get_if<act::Create>(&entry.act)) return create->player;
  if (const auto* sit = std::get_if<act::Sit>(&entry.act)) return sit->player;
  return entry.seat < kSeatsMax ? seats_[entry.seat].player : std::string();
}

void Room::remember(const std::string& player, const std::string& id) {
  if (id.empty() || player.empty()) return;
  if (answers_.size() == kAnswersKept * kSeatsMax) answers_.pop_front();
  answers_.push_back({command_of(player, id), n_});
}

// ---- looking ------------------------------------------------------------------------------------

std::uint64_t Room::command_of(const std::string& player, const std::string& id) const {
  if (last_.player != player || last_.id != id) last_ = {player, id, command_hash(player, id)};
  return last_.hash;
}

std::optional<std::uint32_t> Room::answered(const std::string& player, const std::string& id) const {
  const std::uint64_t command = command_of(player, id);
  for (const Answer& answer : answers_)
    if (answer.command == command) return answer.n;
  return std::nullopt;
}

Seat Room::seat_of(const Bytes32& token_hash) const {
  Seat found = kNoSeat;
  for (Seat k = 0; k < kSeatsMax; ++k) {
    const bool first = same(seats_[k].token, token_hash), second = same(seats_[k].next_token, token_hash);
    if ((seats_[k].has_token && first) || (seats_[k].has_next && second)) found = k;
  }
  return found;
}

bool Room::is_next(Seat seat, const Bytes32& token_hash) const {
  return seats_[seat].has_next && same(seats_[seat].next_token, token_hash);
}

bool Room::wants_secret() const {
  return n_ > 0 && !lobby_.has_next && lobby_.stage != Stage::Playing && lobby_.stage != Stage::Dealing;
}

Seat Room::clock_seat() const {
  if (!playing() || lobby_.setting.clock == 0) return kNoSeat;
  const Seat seat = table_->state().await.seat;
  return seat < seats() && !bot_plays(seat) ? seat : kNoSeat;
}

bool Room::bot_plays(Seat seat) const {
  const PublicSeat& sitter = lobby_.seats[seat];
  return sitter.who == Sitter::Bot || sitter.away || sitter.joins;
}

Millis Room::deadline() const { return asked_at_ + lobby_.setting.clock * Millis{1000}; }

Millis Room::due() const {
  switch (lobby_.stage) {
    case Stage::Dealing:
      for (const PublicSeat& seat : lobby_.seats)
        if (seat.committed && !seat.revealed) return stage_at_ + kRevealMs;
      return time_;
    case Stage::Between: return stage_at_ + kBetweenMs;
    case Stage::Playing: return clock_seat() == kNoSeat ? kNever : deadline();
    default: return kNever;
  }
}

Entry Room::when_due() const {
  const Millis at = std::max(time_, due());
  if (lobby_.stage == Stage::Dealing) return {.at = at, .act = act::Deal{}};
  if (lobby_.stage == Stage::Between) return {.at = at, .act = act::Go{}};
  const Seat seat = clock_seat();
  MoveList moves;
  legal(table_->rules(), table_->state(), seat, moves);
  const std::string text = move_text(table_->rules(), safe_move(table_->rules(), moves));
  return {.at = at, .seat = seat, .act = act::Move{.move = text, .by = By::Clock}};
}

std::vector<std::string> Room::levels() const {
  std::vector<std::string> out;
  for (Seat k = 0; k < seats(); ++k) out.push_back(bot_plays(k) ? lobby_.seats[k].level : std::string());
  return out;
}

bool Room::has_bots() const {
  for (Seat k = 0; k < seats(); ++k)
    if (bot_plays(k) && !lobby_.seats[k].level.empty()) return true;
  return false;
}

Key Room::think_key() const {
  const Bytes32 secret = table_->hands().empty() ? Bytes32{} : table_->hands().back().secret;
  const Bytes32 hash = sha256(hex(secret) + "think" + std::to_string(position_));
  Key key = 0;
  for (std::size_t i = 0; i < 8; ++i) key = key << 8 | hash[i];
  return key;
}

std::vector<std::string> Room::names() const {
  std::vector<std::string> out;
  for (Seat k = 0; k < seats(); ++k) {
    const PublicSeat& seat = lobby_.seats[k];
    out.push_back(seat.who == Sitter::Person ? seat.name : seat.level);
  }
  return out;
}

void Room::set_up(std::unique_ptr<RoomTable> table) {
  table_ = std::move(table);
  lobby_.stage = Stage::Playing;
  lobby_.hands = 1;
  asked_n_ = position_ = n_;
  asked_at_ = time_;
}

}  // namespace comodin::server
