#include "server/hub/entry_of.hpp"

#include <algorithm>
#include <array>

#include "server/common/clean_text.hpp"
#include "server/common/distinct_name.hpp"

namespace comodin::server {
namespace {

constexpr std::size_t kGameLength = 32;

// Any number that is not a seat's becomes kSeatsMax: a seat that no room has, so that every room refuses it.
Seat seat_of(std::int64_t number) {
  return static_cast<Seat>(number >= 1 && number <= kSeatsMax ? number - 1 : kSeatsMax);
}

Refused take(const SettingChange& change, Setting setting, RuleCache& rules, Setting& out) {
  if (Fault wrong = comodin::server::change(setting, change))
    return refuse_text("bad_setting", std::move(wrong));
  out = rules.spelled_out(setting);
  return {};
}

Seat first_free(const Room& room) {
  for (Seat k = 0; k < room.seats(); ++k)
    if (room.lobby().seats[k].who == Sitter::Nobody || room.lobby().seats[k].vacant) return k;
  return kNoSeat;
}

std::vector<std::string> names_beside(const Room& room, Seat seat) {
  std::vector<std::string> out;
  for (Seat k = 0; k < room.seats(); ++k)
    if (k != seat && room.lobby().seats[k].who == Sitter::Person) out.push_back(room.lobby().seats[k].name);
  return out;
}

}  // namespace

Bytes32 random32(World& world) {
  Bytes32 out;
  world.random(out);
  return out;
}

std::string random_text(World& world, std::size_t length, std::string_view letters) {
  std::string out;
  while (out.size() < length) {
    std::array<std::uint8_t, 1> byte;
    world.random(byte);
    if (byte[0] < 256 / letters.size() * letters.size()) out += letters[byte[0] % letters.size()];
  }
  return out;
}

Refused make_entry(const command::Create& asked, const EntryContext& context, Entry& out) {
  Setting setting;
  setting.edition = context.rules.library().editions().front().name;
  setting.chat = !asked.setting.listed.value_or(false);
  act::Create create{.player = context.player, .code = context.code};
  if (Refused wrong = take(asked.setting, setting, context.rules, create.setting)) return wrong;
  create.secret = random32(context.world);
  out.act = std::move(create);
  return {};
}

Refused make_entry(const command::Resume&, const EntryContext& context, Entry& out) {
  out.id.clear();  // a resend has no use for this token: it makes a new one
  out.act = act::Token{context.token};
  return {};
}

// At a running table a newcomer joins with the next hand. A name that somebody there has gets a number: here,
// and not in the room, because logs of older servers seat people of one name.
Refused make_entry(const command::Sit& asked, const EntryContext& context, Entry& out) {
  out.seat = asked.seat ? seat_of(*asked.seat) : first_free(*context.room);
  if (out.seat == kNoSeat) return refuse("room.seat_taken.all"_fault);
  const std::string name = clean_text(asked.name, kNameMax);
  if (name.empty()) return refuse("room.bad_name"_fault);
  out.act = act::Sit{.player = context.player,
                     .name = distinct_name(name, names_beside(*context.room, out.seat)),
                     .token = context.token,
                     .joins = context.room->lobby().stage != Stage::Lobby};
  return {};
}

Refused make_entry(const command::Stand&, const EntryContext&, Entry& out) {
  out.act = act::Stand{};
  return {};
}

Refused make_entry(const command::Set& asked, const EntryContext& context, Entry& out) {
  act::Set set;
  if (Refused wrong = take(asked.setting, context.room->lobby().setting, context.rules, set.setting))
    return wrong;
  out.act = std::move(set);
  return {};
}

Refused make_entry(const command::Bot& asked, const EntryContext&, Entry& out) {
  out.act = act::Bot{.target = seat_of(asked.seat), .level = asked.level};
  return {};
}

// People who are removed stay out.
Refused make_entry(const command::Remove& asked, const EntryContext& context, Entry& out) {
  const Seat seat = seat_of(asked.seat);
  const Room& room = *context.room;
  const bool person = seat < room.seats() && room.lobby().seats[seat].who == Sitter::Person;
  out.act = act::Remove{.target = seat, .stays_out = person};
  return {};
}

Refused make_entry(const command::Ready& asked, const EntryContext&, Entry& out) {
  out.act = act::Ready{.ready = asked.ready, .commit = asked.commit};
  return {};
}

Refused make_entry(const command::Rule& asked, const EntryContext&, Entry& out) {
  const auto card = std::clamp<std::int64_t>(asked.card, 0, kKindsMax + 1);  // the room knows which exist
  out.act = act::Rule{.card = static_cast<int>(card), .text = asked.text};
  return {};
}

Refused make_entry(const command::Accept& asked, const EntryContext&, Entry& out) {
  out.act = act::Accept{asked.digest};
  return {};
}

Refused make_entry(const command::Start&, const EntryContext& context, Entry& out) {
  out.act.emplace<act::Start>().game = random_text(context.world, kGameLength, kHexDigits);
  return {};
}

Refused make_entry(const command::Reveal& asked, const EntryContext&, Entry& out) {
  out.act = act::Reveal{asked.nonce};
  return {};
}

Refused make_entry(const command::Move& asked, const EntryContext&, Entry& out) {
  const auto seen = std::clamp<std::int64_t>(asked.seen, 0, UINT32_MAX);
  out.act = act::Move{.move = asked.move, .seen = static_cast<std::uint32_t>(seen), .by = By::Person};
  return {};
}

Refused make_entry(const command::Back&, const EntryContext&, Entry& out) {
  out.act = act::Back{};
  return {};
}

Refused make_entry(const command::Rematch&, const EntryContext&, Entry& out) {
  out.act = act::Rematch{.frees = true};
  return {};
}

Refused make_entry(const command::Kept&, const EntryContext&, Entry& out) {
  out.act = act::Kept{};
  return {};
}

}  // namespace comodin::server
