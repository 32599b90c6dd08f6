// The other nodes of the store: what they are told and tell, which limits hold on all of them together, and
// how this one hands its rooms over before it goes.
#include <array>

#include "notation/json.hpp"
#include "server/hub/hub_impl.hpp"

namespace comodin::server {
namespace {

constexpr Millis kExchangeMs = 1000;      // between two notices
constexpr std::uint64_t kToldAgain = 10;  // notices that say what was spent, in case some are not heard
constexpr Millis kHandMs = 10;            // between two rooms: their people must not come all at once …
constexpr Millis kHandMost = 20'000;      // … and for all of them

// By name, as notices say it. Each counts for an address or for a player.
struct CommonLimit {
  std::string_view name;
  Rate Rates::* rate;
  Bucket PerAddress::* of_address;
  Bucket PerPlayer::* of_player;
};
constexpr std::array<CommonLimit, 4> kCommon = {{
    {"players", &Rates::players, &PerAddress::players, nullptr},
    {"rooms", &Rates::rooms, &PerAddress::rooms, nullptr},
    {"guesses", &Rates::guesses, &PerAddress::wrong, nullptr},
    {"wrong", &Rates::wrong, nullptr, &PerPlayer::wrong},
}};

// Whom of several nodes a name falls to: the same for as long as that node lives, and everybody gets a share.
std::uint64_t weight(std::string_view node, std::string_view name) {
  std::uint64_t out = 14695981039346656037U;
  for (const std::string_view part : {node, std::string_view("/"), name})
    for (const char c : part) out = (out ^ static_cast<std::uint8_t>(c)) * 1099511628211U;
  return out ^ (out >> 32);
}

}  // namespace

// ---- limits on all nodes together -------------------------------------------------------------------

Bucket& Hub::Impl::bucket_of(Common limit, const std::string& whose) {
  const CommonLimit& one = kCommon[static_cast<std::size_t>(limit)];
  return one.of_address ? per_address(whose).*one.of_address : players[whose].*one.of_player;
}

bool Hub::Impl::spend(Common limit, const std::string& whose) {
  const Rate& rate = rates.*kCommon[static_cast<std::size_t>(limit)].rate;
  if (!bucket_of(limit, whose).take(world.now(), rate)) return false;
  if (store.is_shared()) ++spending[{limit, whose}];
  return true;
}

// What was spent there counts here, too.
void Hub::Impl::count_spending(const Node& node) {
  std::uint64_t& heard = heard_batch[node.peer.node];
  std::uint64_t newest = heard;
  for (const Spent& one : node.notice.spent) {
    if (one.batch <= heard) continue;
    newest = std::max(newest, one.batch);
    for (std::size_t k = 0; k < kCommon.size(); ++k)
      if (one.limit == kCommon[k].name)
        bucket_of(static_cast<Common>(k), one.whose).charge(world.now(), rates.*kCommon[k].rate, one.amount);
  }
  heard = newest;
}

// ---- notices ----------------------------------------------------------------------------------------

Notice Hub::Impl::notice() {
  ++batch;
  std::erase_if(spent, [this](const Spent& one) { return one.batch + kToldAgain <= batch; });
  for (const auto& [what, amount] : spending)
    if (spent.size() < kSpentMost)
      spent.push_back(
          {batch, std::string(kCommon[static_cast<std::size_t>(what.first)].name), what.second, amount});
  spending.clear();
  return {.draining = draining, .rooms = rooms.size(), .listed = listed_rows(), .spent = spent};
}

void Hub::Impl::exchange() {
  next_exchange = world.now() + kExchangeMs;
  if (std::exchange(exchanging, true)) return;  // the store is slow: it gets no second question
  exchange_asked = world.now();
  store.exchange(print_notice(notice()),
                 [this, watch = std::weak_ptr<int>(alive)](const std::vector<Peer>& heard) {
                   if (!watch.expired()) met(heard);
                 });
}

void Hub::Impl::met(const std::vector<Peer>& heard) {
  exchanging = false;
  nodes.clear();
  for (const Peer& peer : heard) {
    nodes.push_back({peer, read_notice(peer.notice)});
    count_spending(nodes.back());
  }
  std::erase_if(heard_batch, [&](const auto& one) {
    return std::ranges::none_of(nodes, [&](const Node& node) { return node.peer.node == one.first; });
  });
}

std::uint64_t Hub::Impl::rooms_elsewhere() const {
  std::uint64_t all = 0;
  for (const Node& node : nodes) all += node.notice.rooms;
  return all;
}

std::vector<std::string> Hub::Impl::listed_rows() const {
  std::vector<std::string> rows;
  for (const std::string& code : listed) {
    if (rows.size() == kListMost) break;
    const LiveRoom& live = *rooms.at(code);
    rows.push_back(room_row(live.room.lobby(), live.presence()));
  }
  return rows;
}

std::string Hub::Impl::listed_rooms() const {
  std::vector<std::string> rows = listed_rows();
  for (const Node& node : nodes)
    for (const std::string& row : node.notice.listed)
      if (rows.size() < kListMost) rows.push_back(row);
  std::string out;
  JsonPen pen(out);
  pen.open('[');
  for (const std::string& row : rows) pen.raw(row);
  pen.close(']');
  return out;
}

// ---- on to another node -----------------------------------------------------------------------------

const Peer* Hub::Impl::successor(std::string_view name, int format) const {
  const Node* best = nullptr;
  const auto rank = [&](const Node& node) {
    return std::pair(node.peer.format >= format, weight(node.peer.name, name));
  };
  for (const Node& node : nodes)
    if (!node.notice.draining && (!best || rank(node) > rank(*best))) best = &node;
  return best ? &best->peer : nullptr;
}

std::string Hub::Impl::newer_node(std::string_view name) const {
  const Peer* const next = successor(name, kLogFormat + 1);
  return next && next->format > kLogFormat ? next->name : "";
}

void Hub::Impl::send_on(Connection& who, const std::string& node) {
  if (LiveRoom* left = detach(who)) presence_changed(*left);
  ++stats.moved;
  send(who.conn, node.empty() ? bye_message("restart") : bye_message("moved", node_path(node)));
  hang_up(who.conn, CloseCode::LookAgain, node.empty() ? "look again" : "moved");
}

// ---- handing over -----------------------------------------------------------------------------------

void Hub::Impl::drain() {
  if (std::exchange(draining, true)) return;
  next_hand = world.now();
  hands = rooms.size() / (kHandMost / kHandMs) + 1;
  if (store.is_shared()) exchange();
}

bool Hub::Impl::hands_over() const { return draining && !rooms.empty() && successor({}); }

void Hub::Impl::hand_some_over() {
  while (hands_over() && next_hand <= world.now()) {
    for (std::size_t k = 0; k < hands && !rooms.empty(); ++k) hand_over(rooms.begin()->first);
    next_hand += kHandMs;
  }
}

// Nobody hears of it before everything of the room is durable and it is nobody's. A copy, as the code goes
// with the room.
void Hub::Impl::hand_over(std::string code) {  // NOLINT(performance-unnecessary-value-param)
  const std::string node = successor(code)->name;
  persist({RoomRelease{code}}, code);
  LiveRoom& live = *rooms.at(code);
  std::vector<Conn> people = live.watchers;
  for (const Conn conn : live.conns)
    if (conn) people.push_back(conn);
  for (const Conn conn : people) {
    Connection& who = *connection(conn);
    detach(who);
    send_on(who, node);
  }
  ++stats.handed_over;
  forget(code);
}

}  // namespace comodin::server
