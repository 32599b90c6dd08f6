// Who comes and goes, and who sits where. A seat is its player's: no one else ever sees its hand.
#include <algorithm>

#include "server/common/clean_text.hpp"
#include "server/hub/hub_impl.hpp"

namespace comodin::server {
namespace {

constexpr Millis kGraceMs = 60000;  // how long somebody who has lost the connection keeps their rights
constexpr Millis kShutMs = 600000;  // how long nobody sits down from the address of somebody who was removed

Refused banned() { return refuse("room.banned"_fault); }

}  // namespace

std::string code_of(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

// In the room, as a watcher.
void Hub::Impl::enter(Connection& who, const std::string& code) {
  detach(who);
  rooms.at(code)->watchers.push_back(who.conn);
  who.room = code;
}

void Hub::Impl::attach(Connection& who, LiveRoom& live, Seat seat) {
  const std::string code = live.room.lobby().code;
  if (LiveRoom* left = detach(who); left && left != &live) presence_changed(*left);
  if (const Conn before = live.conns[seat]) {
    if (Connection* other = connection(before)) {
      other->room.clear();
      other->seat = kNoSeat;
    }
    send(before, bye_message("taken_over"));
    hang_up(before, CloseCode::Normal, "taken over");
  }
  live.conns[seat] = who.conn;
  who.room = code;
  who.seat = seat;
  update_running(live);
  schedule(live);
}

// The caller has to tell the room.
LiveRoom* Hub::Impl::detach(Connection& who) {
  LiveRoom* live = find(who.room);
  who.room.clear();
  const Seat seat = std::exchange(who.seat, kNoSeat);
  if (!live) return nullptr;
  std::erase(live->watchers, who.conn);
  if (seat != kNoSeat && live->conns[seat] == who.conn) {
    live->conns[seat] = 0;
    live->gone[seat] = world.now();
  }
  update_running(*live);
  schedule(*live);
  return live;
}

// Whoever is in the room already stays as they are, and nobody else hears of it.
void Hub::Impl::on(Connection& who, const std::string& id, const command::Join& join) {
  if (!may_look_up(who, id)) return;
  with_room(who, code_of(join.room),
            [this, id](Connection& here, LiveRoom* live) { join_room(here, id, live); });
}

void Hub::Impl::join_room(Connection& who, const std::string& id, LiveRoom* live) {
  if (!live) {
    spend(Common::PlayerGuesses, who.player);
    spend(Common::AddressGuesses, who.address);
    return send_refusal(who, id, refuse("room.no_room"_fault));
  }
  const std::string& code = live->room.lobby().code;
  const bool newcomer = who.room != code;
  if (live->room.is_out(who.player)) return send_refusal(who, id, banned());
  if (newcomer && live->watchers.size() >= static_cast<std::size_t>(limits.watchers_per_room))
    return send_refusal(who, id, refuse("room.full.watchers"_fault));
  if (LiveRoom* left = find(who.room); left && newcomer) {
    detach(who);
    presence_changed(*left);
  }
  if (newcomer) enter(who, code);
  send(who.conn, ack_message(id, live->room.n(), {.room = code, .token = {}, .seat = who.seat}));
  if (newcomer) presence_changed(*live, who.conn);
  else send_room(*live, who.conn);
  send_table(*live, who, live->room.n());
}

// The answer to a wrong token does not even tell that the room exists, so nobody can guess codes this way. A
// right token is never refused because of other people's guesses.
void Hub::Impl::on(Connection& who, const std::string& id, const command::Resume& resume) {
  with_room(who, code_of(resume.room),
            [this, id, resume](Connection& here, LiveRoom* live) { resume_seat(here, id, resume, live); });
}

void Hub::Impl::resume_seat(Connection& who, const std::string& id, const command::Resume& resume,
                            LiveRoom* live) {
  const Bytes32 shown = sha256(resume.token);
  const Seat seat = live ? live->room.seat_of(shown) : kNoSeat;
  if (seat == kNoSeat) {
    send_refusal(who, id, refuse("room.bad_token.seat"_fault));
    return offend(who);
  }
  const Bytes32 fresh = random32(world);
  Entry entry;
  const EntryContext context{cache, world, &live->room, seat, who.player, {}, sha256(fresh)};
  if (const Refused wrong = entry_of(id, resume, context, entry)) return send_refusal(who, id, wrong);
  if (!live->resumes[seat].take(world.now(), rates.resumes))
    return send_refusal(who, id, refuse("room.slow_down.seat"_fault));
  if (const Refused wrong = may_write(who, live, entry)) return send_refusal(who, id, wrong);
  // A connection that has been watching already knows everything: it must not be told twice.
  const std::uint32_t told = who.room == live->room.lobby().code ? live->room.n() : 0;
  attach(who, *live, seat);
  if (live->room.is_next(seat, shown)) (void)happen(*live, {.seat = seat, .act = act::Kept{}});
  const AnswerTo answer{who.conn, id, {.room = who.room, .token = hex(fresh), .seat = seat}};
  if (const Refused wrong = happen(*live, entry, answer)) return send_refusal(who, id, wrong);
  if (live->room.lobby().seats[seat].away) (void)happen(*live, {.seat = seat, .act = act::Back{}});
  ask_bots(*live);
  presence_changed(*live, who.conn);
  const std::int64_t seen = std::clamp<std::int64_t>(resume.seen, 0, UINT32_MAX);
  send_table(*live, who, std::max(told, static_cast<std::uint32_t>(seen)));
  schedule(*live);
}

void Hub::Impl::on(Connection& who, const std::string& id, const command::Leave&) {
  if (who.room.empty()) return send_refusal(who, id, not_in_room());
  LiveRoom* left = detach(who);
  send(who.conn, ack_message(id, 0));
  if (left) presence_changed(*left);
}

std::optional<Entry> Hub::Impl::token_again(const Connection& who, const LiveRoom& live, std::uint32_t first,
                                            const Bytes32& token) {
  for (Seat k = 0; k < live.room.seats(); ++k)
    if (live.room.player(k) == who.player && live.room.taken_with(k) == first)
      return Entry{.seat = k, .act = act::Token{token}};
  return std::nullopt;
}

void Hub::Impl::on(Connection& who, const std::string& id, const command::Sit& sit) {
  LiveRoom* live = find(who.room);
  if (!live) return send_refusal(who, id, not_in_room());
  const auto first = live->room.answered(who.player, id);  // a resend: the token may have been lost
  if (const Text answer = answered_before(who, *live, id); answer && (who.seat != kNoSeat || !first))
    return send(who.conn, answer);
  if (who.seat != kNoSeat) return send_refusal(who, id, refuse("room.not_now.seated"_fault));
  if (const auto shut = live->shut.find(who.address); shut != live->shut.end() && shut->second > world.now())
    return send_refusal(who, id, banned());
  const Bytes32 fresh = random32(world);
  Entry entry;
  if (first) {
    const auto again = token_again(who, *live, *first, sha256(fresh));
    if (!again) return send(who.conn, ack_message(id, *first));  // left since
    entry = *again;
  } else {
    const EntryContext context{cache, world, &live->room, kNoSeat, who.player, {}, sha256(fresh)};
    if (const Refused wrong = entry_of(id, sit, context, entry)) return send_refusal(who, id, wrong);
  }
  if (const Refused wrong = may_write(who, live, entry)) return send_refusal(who, id, wrong);

  const AnswerTo answer{who.conn, id, {.room = who.room, .token = hex(fresh), .seat = entry.seat}};
  if (const Refused wrong = happen(*live, entry, first ? AnswerTo{} : answer))
    return send_refusal(who, id, wrong);
  if (first) send(who.conn, ack_message(id, *first, answer.extras));
  attach(who, *live, entry.seat);
  ask_bots(*live);
  tell_room(*live);
  send_table(*live, who, live->room.n());
  schedule(*live);
}

// ---- hosts, and those whom they send away -------------------------------------------------------------

// Whoever has just lost a connection may return in a moment: nothing is taken from them so soon.
Refused Hub::Impl::just_gone(const LiveRoom& live, Seat seat, FaultCode who) const {
  const Millis left = live.gone[seat] + kGraceMs - world.now();
  if (live.conns[seat] || left <= 0) return {};
  return refuse(who, {std::to_string(left / 1000 + 1)});
}

Refused Hub::Impl::take_over_hosting(LiveRoom& live, Seat seat) {
  const Seat host = live.room.lobby().host;
  if (host == seat || (host != kNoSeat && live.conns[host])) return {};  // the room says who may
  if (host != kNoSeat)
    if (const Refused wait = just_gone(live, host, "room.grace.host"_fault)) return wait;
  return happen(live, {.seat = seat, .act = act::Host{}});
}

void Hub::Impl::on(Connection& who, const std::string& id, const command::Remove& asked) {
  LiveRoom* live = seated(who, id);
  if (!live) return;
  Entry entry;
  const EntryContext context{cache, world, &live->room, who.seat, who.player, {}};
  if (const Refused wrong = entry_of(id, asked, context, entry)) return send_refusal(who, id, wrong);
  const auto& remove = std::get<act::Remove>(entry.act);
  Refused wrong = take_over_hosting(*live, who.seat);
  if (!wrong && remove.stays_out && remove.target != who.seat)
    wrong = just_gone(*live, remove.target, "room.grace.player"_fault);
  if (!wrong) wrong = may_write(who, live, entry);
  if (!wrong) wrong = happen(*live, entry, {who.conn, id, {}});
  if (wrong) return send_refusal(who, id, wrong);
  const Conn gone = remove.stays_out ? live->conns[remove.target] : Conn{0};
  if (Connection* other = gone ? connection(gone) : nullptr) send_away(*live, *other);
}

// An address that others at the table share (a family, a school) stays open.
void Hub::Impl::send_away(LiveRoom& live, Connection& who) {
  const Millis now = world.now();
  const bool shared = std::ranges::any_of(live.conns, [&](Conn conn) {
    const Connection* other = conn && conn != who.conn ? connection(conn) : nullptr;
    return other && other->address == who.address;
  });
  std::erase_if(live.shut, [&](const auto& one) { return one.second <= now; });
  if (!shared && live.shut.size() < kOutMost) live.shut[who.address] = now + kShutMs;
  send(who.conn, bye_message("removed"));
  detach(who);
  presence_changed(live);
}

}  // namespace comodin::server
