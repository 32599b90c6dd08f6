#include "server/room/room_table.hpp"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

#include "table/default_move.hpp"

namespace comodin::server {
namespace {

// Events as one viewer may hear them.
struct MaskedEvents : Listener {
  explicit MaskedEvents(Seat seat) : viewer(seat) {}
  void on(const Event& event) override { events.push_back(mask(event, viewer)); }
  Seat viewer;
  std::vector<Event> events;
};

// Nobody listens when a record is written: it holds no events.
struct Nobody : Listener {
  void on(const Event&) override {}
};

}  // namespace

RoomTable::RoomTable(std::shared_ptr<const RuleSet> rules, std::string game)
    : play_(std::move(rules), std::move(game)), knowledge_(play_.rules()), memory_(play_.rules()) {}

void RoomTable::on(const Event& event) {
  knowledge_.on(event);
  memory_.hear(mask(event, kSpectator));
  if (hears_) hears_->on(event);
}

Refusal RoomTable::deal(std::uint32_t n, const FairHand& hand, Listener* hears) {
  if (hands().empty() && !set_up_) memory_.begin();
  hears_ = hears;
  const Refusal refusal = play_.deal(hand, *this);
  hears_ = nullptr;
  if (refusal == Refusal::None) history_.push_back({n, By::Clock, true, {}});
  return refusal;
}

Refusal RoomTable::move(std::uint32_t n, const Move& move, By by, Listener* hears) {
  hears_ = hears;
  const Refusal refusal = play_.move(move, *this);
  hears_ = nullptr;
  if (refusal == Refusal::None) history_.push_back({n, by, false, move});
  return refusal;
}

void RoomTable::set_up(const State& state, const Knowledge& knowledge, const Memory& memory) {
  set_up_ = std::make_shared<const SetUp>(state, knowledge, memory);
  play_.set_up(state);
  std::tie(knowledge_, memory_) = std::tie(knowledge, memory);
  history_.clear();
}

// ---- played again --------------------------------------------------------------------------------

RoomTable RoomTable::from_the_start() const {
  RoomTable table(shared_rules(), game());
  if (set_up_) table.set_up(set_up_->state, set_up_->knowledge, set_up_->memory);
  return table;
}

Refusal RoomTable::again(const Turn& turn, const std::vector<FairHand>& all, Listener* hears) {
  return turn.is_deal ? deal(turn.n, all[hands().size()], hears) : move(turn.n, turn.move, turn.by, hears);
}

void RoomTable::replay(std::uint32_t since, Seat viewer, const std::function<void(const Past&)>& tell) const {
  RoomTable table = from_the_start();
  MaskedEvents heard(viewer);
  for (const Turn& turn : history_) {
    heard.events.clear();
    table.again(turn, hands(), turn.n > since ? &heard : nullptr);
    if (turn.n > since) tell({turn.n, turn.by, heard.events, table.view_of(viewer), table.state()});
  }
}

// How much of the history belongs to hands that are over.
std::size_t RoomTable::ended_turns() const {
  if (state().phase != Phase::Running) return history_.size();
  const auto last_deal =
      std::find_if(history_.rbegin(), history_.rend(), [](const Turn& turn) { return turn.is_deal; });
  return static_cast<std::size_t>(history_.rend() - last_deal) - 1;
}

std::string RoomTable::record(const std::string& name, const std::string& edition,
                              const std::vector<std::string>& seats) const {
  std::vector<FairHand> ended = hands();
  if (state().phase == Phase::Running && !ended.empty()) ended.pop_back();
  if (ended.empty() || set_up_) return {};
  FairRecord record({name, edition, shared_rules(), seats, game()}, std::move(ended));
  Nobody nobody;
  for (const Turn& turn : std::span(history_).first(ended_turns()))
    turn.is_deal ? record.deal(nobody) : record.move(turn.move, nobody);
  return record.text();
}

Move safe_move(const RuleSet& rules, const MoveList& moves) {
  for (const Verb verb : {Verb::Draw, Verb::Keep, Verb::Accept, Verb::Stop})
    for (const Move& move : moves)
      if (move.verb == verb) return move;
  return default_move(rules, moves);
}

}  // namespace comodin::server
