// The acts of the lobby: what is played, who sits where, whose word counts.
#include <algorithm>
#include <utility>

#include "bots/ladder.hpp"
#include "notation/rule.hpp"
#include "server/room/room.hpp"

namespace comodin::server {
namespace {

bool is_level(std::string_view name) {
  return std::ranges::any_of(ladder(), [&](const Level& level) { return level.name == name; });
}

}  // namespace

Refused Room::on(const Entry& entry, const act::Create& create) {
  if (create.code.empty()) return refuse("room.bad_entry"_fault);
  if (const Refused wrong = take_setting(create.setting, {})) return wrong;
  lobby_.code = create.code;
  creator_ = create.player;
  create_id_ = entry.id;
  secret_ = create.secret;
  lobby_.next_commit = sha256(secret_);
  lobby_.has_next = true;
  return {};
}

// Rules that were written stay as long as there are cards for them.
Refused Room::take_setting(const Setting& setting, std::vector<std::string> rules) {
  Refused why;
  const auto frozen = cache_->get(setting, rules, why);
  if (!frozen) return why;
  rules.resize(frozen->custom_rules.size(), std::string(kDefaultRule));
  rules_ = frozen;
  lobby_.setting = cache_->spelled_out(setting);
  lobby_.rules = std::move(rules);
  lobby_.cards.clear();
  lobby_.means.clear();
  for (const Rule& rule : frozen->custom_rules) lobby_.means.push_back(print_rule(rule));
  for (Card card = 0; card < frozen->kinds; ++card)
    if (frozen->edition.symbols[frozen->cards[card].symbol].custom)
      lobby_.cards.push_back(frozen->names[card]);
  lobby_.digest = digest_of(lobby_.rules);
  return {};
}

void Room::clear_consent() {
  for (PublicSeat& seat : lobby_.seats) seat.ready = seat.accepted = seat.committed = false;
}

Refused Room::on(const Entry&, const act::Set& set) {
  if (lobby_.stage != Stage::Lobby) return not_now();
  for (int k = set.setting.seats; k < seats(); ++k)
    if (lobby_.seats[static_cast<std::size_t>(k)].who == Sitter::Person)
      return refuse("room.seat_taken.gone"_fault);
  if (const Refused wrong = take_setting(set.setting, lobby_.rules)) return wrong;
  for (int k = seats(); k < kSeatsMax; ++k) free_seat(static_cast<Seat>(k));
  clear_consent();
  return {};
}

// Whoever takes a vacant seat joins with the next hand. Older servers did not say `joins`: their newcomers
// play the hand on.
Refused Room::on(const Entry& entry, const act::Sit& sit) {
  PublicSeat& seat = lobby_.seats[entry.seat];
  const bool takes_over = lobby_.stage != Stage::Lobby && seat.who == Sitter::Bot && seat.vacant;
  if (!takes_over && (lobby_.stage != Stage::Lobby || seat.who != Sitter::Nobody))
    return refuse("room.seat_taken"_fault);
  if (sit.name.empty() || sit.name.size() > kNameBytes)  // the hub has cleaned it
    return refuse("room.bad_name"_fault);
  if (sit.player.empty()) return refuse("room.bad_entry"_fault);
  if (is_out(sit.player)) return refuse("room.banned"_fault);
  free_seat(entry.seat);
  seat.who = Sitter::Person;
  seat.name = sit.name;
  seat.level = kSitsIn;
  seat.joins = takes_over && sit.joins;
  seats_[entry.seat].player = sit.player;
  seats_[entry.seat].token = sit.token;
  seats_[entry.seat].has_token = true;
  seats_[entry.seat].taken = seats_[entry.seat].hidden_until = n_ + 1;
  if (lobby_.host == kNoSeat || sit.player == creator_) lobby_.host = entry.seat;
  return {};
}

bool Room::is_out(const std::string& player) const { return std::ranges::find(out_, player) != out_.end(); }

void Room::free_seat(Seat seat) {
  lobby_.seats[seat] = {};
  seats_[seat] = {};
}

void Room::pass_host() {
  lobby_.host = kNoSeat;
  for (const bool there : {true, false})  // somebody who is playing comes first
    for (Seat k = 0; k < seats() && lobby_.host == kNoSeat; ++k)
      if (lobby_.seats[k].who == Sitter::Person && lobby_.seats[k].away != there) lobby_.host = k;
}

Refused Room::on(const Entry& entry, const act::Stand&) {
  if (lobby_.stage == Stage::Lobby) free_seat(entry.seat);
  else lobby_.seats[entry.seat].away = seats_[entry.seat].stood = true;
  if (lobby_.host == entry.seat) pass_host();
  return {};
}

Refused Room::on(const Entry&, const act::Bot& bot) {
  if (lobby_.stage != Stage::Lobby) return not_now();
  if (bot.target >= seats()) return refuse("room.no_seat"_fault);
  PublicSeat& taken = lobby_.seats[bot.target];
  if (taken.who == Sitter::Person) return refuse("room.seat_taken.person"_fault);
  if (!is_level(bot.level)) return refuse("room.no_level"_fault);
  free_seat(bot.target);
  taken.who = Sitter::Bot;
  taken.level = bot.level;
  return {};
}

// In the lobby the seat is free; at the table its hand stays, and a bot plays on.
Refused Room::on(const Entry& entry, const act::Remove& remove) {
  const Seat seat = remove.target;
  if (seat >= seats()) return refuse("room.no_seat"_fault);
  if (seat == entry.seat) return refuse("room.not_yourself"_fault);
  const bool person = lobby_.seats[seat].who == Sitter::Person;
  if (lobby_.stage != Stage::Lobby && !person) return not_now();
  if (person && remove.stays_out) {
    if (out_.size() == kOutMost) out_.pop_front();
    out_.push_back(seats_[seat].player);
  }
  free_seat(seat);
  if (lobby_.stage == Stage::Lobby) return {};
  lobby_.seats[seat].who = Sitter::Bot;
  lobby_.seats[seat].level = kSitsIn;
  lobby_.seats[seat].vacant = true;
  return {};
}

Refused Room::on(const Entry&, const act::Rule& rule) {
  if (lobby_.stage != Stage::Lobby) return not_now();
  if (rule.card < 1 || rule.card > static_cast<int>(lobby_.rules.size())) return refuse("room.no_card"_fault);
  if (rule.text.size() > kRuleMax) return refuse("room.too_long"_fault);
  std::vector<std::string> rules = lobby_.rules;
  rules[static_cast<std::size_t>(rule.card - 1)] = rule.text;
  if (Refused wrong = take_setting(lobby_.setting, std::move(rules))) {
    wrong.code = "bad_rule";
    return wrong;
  }
  clear_consent();
  return {};
}

Refused Room::on(const Entry& entry, const act::Accept& accept) {
  if (lobby_.stage != Stage::Lobby) return not_now();
  if (accept.digest != lobby_.digest && accept.digest != old_digest_of(lobby_.rules))
    return refuse("room.other_rules"_fault);
  lobby_.seats[entry.seat].accepted = true;
  return {};
}

Refused Room::on(const Entry& entry, const act::Rematch& rematch) {
  if (lobby_.stage != Stage::Over) return not_now();
  lobby_.stage = Stage::Lobby;
  stage_at_ = entry.at;
  table_.reset();
  for (Seat k = 0; k < kSeatsMax; ++k) {
    PublicSeat& seat = lobby_.seats[k];
    if (rematch.frees && seats_[k].stood) free_seat(k);
    seat.ready = seat.committed = seat.vacant = seat.joins = false;
  }
  if (lobby_.host != kNoSeat && lobby_.seats[lobby_.host].who != Sitter::Person) pass_host();
  return {};
}

Refused Room::on(const Entry& entry, const act::Back&) {
  PublicSeat& seat = lobby_.seats[entry.seat];
  if (!seat.away) return refuse("room.not_away"_fault);
  seat.away = seats_[entry.seat].stood = false;
  seats_[entry.seat].missed = 0;
  if (lobby_.host == kNoSeat) lobby_.host = entry.seat;
  return {};
}

Refused Room::on(const Entry& entry, const act::Token& token) {
  seats_[entry.seat].next_token = token.token;
  seats_[entry.seat].has_next = true;
  return {};
}

Refused Room::on(const Entry& entry, const act::Kept&) {
  PrivateSeat& seat = seats_[entry.seat];
  if (!seat.has_next) return not_now();
  seat.token = seat.next_token;
  seat.has_next = false;
  return {};
}

Refused Room::on(const Entry& entry, const act::Host&) {
  lobby_.host = entry.seat;
  return {};
}

}  // namespace comodin::server
