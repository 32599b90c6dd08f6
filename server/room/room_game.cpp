// The acts of a game: from one hand to the next, and the moves.
#include <algorithm>
#include <utility>

#include "notation/moves.hpp"
#include "server/room/room.hpp"
#include "table/question.hpp"

namespace comodin::server {
namespace {

Refused next_hand() { return refuse("room.next_hand"_fault); }

}  // namespace

bool Room::all_ready() const {
  for (Seat k = 0; k < seats(); ++k) {
    const PublicSeat& seat = lobby_.seats[k];
    if (seat.who == Sitter::Person && !seat.away && !seat.ready) return false;
  }
  return true;
}

Refused Room::on(const Entry& entry, const act::Ready& ready) {
  if (lobby_.stage != Stage::Lobby && lobby_.stage != Stage::Between) return not_now();
  if (!lobby_.has_next) return not_now();  // no commitment of the server yet
  PublicSeat& seat = lobby_.seats[entry.seat];
  seat.ready = ready.ready;
  seat.away = seats_[entry.seat].stood = false;
  seats_[entry.seat].missed = 0;
  seat.committed = ready.ready && ready.commit;
  seat.commit = seat.committed ? *ready.commit : Bytes32{};
  if (lobby_.stage == Stage::Between && all_ready()) begin_dealing(entry.at);
  return {};
}

void Room::begin_dealing(Millis at) {
  lobby_.stage = Stage::Dealing;
  stage_at_ = at;
  for (PublicSeat& seat : lobby_.seats) seat.revealed = false;
}

Refused Room::on(const Entry& entry, const act::Start& start) {
  if (lobby_.stage != Stage::Lobby || !lobby_.has_next) return not_now();
  if (start.game.size() != 32) return refuse("room.bad_entry"_fault);
  for (Seat k = 0; k < seats(); ++k) {
    const PublicSeat& seat = lobby_.seats[k];
    const std::string number = std::to_string(k + 1);
    if (seat.who == Sitter::Nobody) return refuse("room.empty_seat"_fault, {number});
    if (seat.who == Sitter::Bot) continue;
    if (!seat.ready && k != lobby_.host) return refuse("room.not_ready"_fault, {number});
    if (!lobby_.rules.empty() && !seat.accepted) return refuse("room.not_accepted"_fault, {number});
  }
  lobby_.game = start.game;
  lobby_.hands = 0;
  lobby_.last.reset();
  table_ = std::make_unique<RoomTable>(rules_, start.game);
  begin_dealing(entry.at);
  return {};
}

Refused Room::on(const Entry& entry, const act::Go&) {
  if (lobby_.stage != Stage::Between || !lobby_.has_next) return not_now();
  begin_dealing(entry.at);
  return {};
}

Refused Room::on(const Entry& entry, const act::Reveal& reveal) {
  PublicSeat& seat = lobby_.seats[entry.seat];
  if (lobby_.stage != Stage::Dealing || !seat.committed || seat.revealed) return not_now();
  if (sha256(reveal.nonce) != seat.commit) return refuse("room.other_number"_fault);
  seats_[entry.seat].nonce = reveal.nonce;
  seat.revealed = true;
  return {};
}

Refused Room::on(const Entry& entry, const act::Deal&, Listener* hears) {
  if (lobby_.stage != Stage::Dealing || !lobby_.has_next) return not_now();
  FairHand hand{.hand = lobby_.hands + 1, .secret = secret_, .contributions = {}};
  for (Seat k = 0; k < seats(); ++k) {
    const PublicSeat& seat = lobby_.seats[k];
    if (!seat.committed) continue;
    const Bytes32 nonce = seat.revealed ? seats_[k].nonce : Bytes32{};
    hand.contributions.push_back(
        {.seat = k, .commit = seat.commit, .nonce = nonce, .withheld = !seat.revealed});
  }
  if (table_->deal(n_ + 1, hand, hears) != Refusal::None) return not_now();
  lobby_.hands = hand.hand;
  lobby_.last.reset();
  lobby_.has_next = false;
  lobby_.stage = Stage::Playing;
  for (Seat k = 0; k < kSeatsMax; ++k) {
    PublicSeat& seat = lobby_.seats[k];
    if (seat.joins) seats_[k].hidden_until = n_;
    seat.ready = seat.committed = seat.revealed = seat.joins = false;
  }
  after_table(entry.at, true);
  return {};
}

Refused Room::on(const Entry&, const act::Secret& secret) {
  if (!wants_secret()) return not_now();
  secret_ = secret.secret;
  lobby_.next_commit = sha256(secret_);
  lobby_.has_next = true;
  return {};
}

// ---- the table ----------------------------------------------------------------------------------

Refused Room::read_move_of(Seat seat, const std::string& text, Move& move) const {
  if (text.size() > kMoveMax || !read_move(table_->rules(), seat, text, move))
    return refuse("room.no_move"_fault);
  return {};
}

Refused Room::ask_why(Seat seat, const std::string& text, Refusal& refusal) const {
  if (!playing()) return not_now();
  if (!sees_hand(seat)) return next_hand();
  Move move;
  if (const Refused wrong = read_move_of(seat, text, move)) return wrong;
  refusal = check(table_->rules(), table_->state(), move);
  return {};
}

Refused Room::on(const Entry& entry, const act::Move& act, Listener* hears) {
  if (lobby_.stage != Stage::Playing) return not_now();
  PublicSeat& seat = lobby_.seats[entry.seat];
  if (act.by == By::Bot && !bot_plays(entry.seat)) return not_now();
  if (act.by == By::Person && seat.joins) return next_hand();
  Move move;
  if (const Refused wrong = read_move_of(entry.seat, act.move, move)) return wrong;
  const Await before = table_->state().await;
  // An answer must be to the present question.
  const bool answers = answers_question(before, entry.seat, move.verb);
  if (answers && act.by == By::Person && act.seen < asked_n_) return refuse("room.stale"_fault);
  const Refusal refusal = table_->move(n_ + 1, move, act.by, hears);
  if (refusal != Refusal::None) return refuse_move(refusal);
  PrivateSeat& mover = seats_[entry.seat];
  if (act.by == By::Person) {
    seat.away = mover.stood = false;
    mover.missed = 0;
  }
  if (act.by == By::Clock && ++mover.missed >= kMissedMost) seat.away = true;
  after_table(entry.at, asks_anew(move.verb, before, table_->state().await));
  return {};
}

void Room::after_table(Millis at, bool new_question) {
  if (table_->state().phase != Phase::Running) close_hand(at);
  if (!new_question) return;
  asked_at_ = at;
  asked_n_ = n_ + 1;
}

void Room::close_hand(Millis at) {
  stage_at_ = at;
  lobby_.stage = table_->state().champions ? Stage::Over : Stage::Between;
  if (!table_->hands().empty()) lobby_.last = table_->hands().back();  // none if it was set up by hand
}

}  // namespace comodin::server
