#include "load/message.hpp"

#include "notation/number.hpp"

namespace comodin {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

// Where the value of a key begins.
std::size_t value_at(std::string_view message, std::string_view key, std::size_t from) {
  for (std::size_t at = from; (at = message.find(key, at)) != kNowhere; ++at) {
    const std::size_t end = at + key.size();
    if (at > 0 && message[at - 1] == '"' && message.substr(end, 2) == "\":") return end + 2;
  }
  return kNowhere;
}

// What the room says of one seat.
std::string_view seat_part(std::string_view message, int seat) {
  const std::size_t at = message.find("{\"seat\":" + std::to_string(seat) + ",\"who\":");
  return at == kNowhere ? std::string_view() : message.substr(at, message.find('}', at) - at);
}

bool says(std::string_view message, std::string_view what) { return message.find(what) != kNowhere; }

}  // namespace

std::string_view value_of(std::string_view message, std::string_view key, std::size_t from) {
  const std::size_t at = value_at(message, key, from);
  if (at == kNowhere || at >= message.size()) return {};
  if (message[at] == '"') return message.substr(at + 1, message.find('"', at + 1) - at - 1);
  return message.substr(at, message.find_first_of(",}]", at) - at);
}

long number_of(std::string_view message, std::string_view key, std::size_t from) {
  const std::string_view text = value_of(message, key, from);
  long out = 0;
  read_number(text, out);
  return out;
}

SeenTable read_table(std::string_view message, int seat, std::uint64_t pick) {
  SeenTable out{.n = number_of(message, "n")};
  const std::size_t view = message.find("\"view\":{");
  const std::size_t awaits = view == kNowhere ? view : message.find("\"awaits\":{", view);
  if (awaits == kNowhere || number_of(message, "seat", awaits) != seat) return out;
  std::size_t at = message.rfind("\"moves\":[");
  if (at == kNowhere) return out;
  const std::size_t begin = at + 9, end = message.find(']', begin);
  std::uint64_t count = 0;
  for (at = begin; at < end; ++at) count += message[at] == '"';
  if (count < 2) return out;
  std::uint64_t quotes = pick % (count / 2) * 2;
  for (at = begin; quotes > 0 || message[at] != '"'; ++at) quotes -= message[at] == '"';
  out.mine = true;
  out.move = message.substr(at + 1, message.find('"', at + 1) - at - 1);
  return out;
}

SeenRoom read_room(std::string_view message, int seat, int people, int seats) {
  SeenRoom out{.stage = value_of(message, "stage"), .digest = value_of(message, "digest")};
  const bool host = number_of(message, "host") == seat;
  if (out.stage == "over") out.next = host ? NextStep::Rematch : NextStep::None;
  if (out.stage != "lobby" && out.stage != "between") return out;

  const std::string_view self = seat_part(message, seat);
  const bool rules = out.stage == "lobby" && !out.digest.empty();
  if (self.empty() || !says(self, "person")) return out;
  if (rules && !says(self, "\"accepted\":true")) out.next = NextStep::Accept;
  else if (!says(self, "\"ready\":true") && says(message, "\"commit\":")) out.next = NextStep::Ready;
  if (out.next != NextStep::None || !host || out.stage != "lobby") return out;
  bool all = true;
  for (int k = 1; k <= people; ++k) {
    const std::string_view part = seat_part(message, k);
    all = all && says(part, "\"ready\":true") && (!rules || says(part, "\"accepted\":true"));
  }
  for (int k = people + 1; k <= seats; ++k)
    if (!out.bot_seat && says(seat_part(message, k), "\"who\":\"nobody\"")) out.bot_seat = k;
  if (out.bot_seat) out.next = NextStep::Bot;
  else if (all) out.next = NextStep::Start;
  return out;
}

}  // namespace comodin
