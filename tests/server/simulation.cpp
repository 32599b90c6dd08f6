#include "tests/server/simulation.hpp"

#include <algorithm>

#include "tests/server/bench_world.hpp"

namespace comodin::server {
namespace {

constexpr Millis kEndMost = 3600000;  // of simulated time after the last fault; beyond that something hangs
constexpr long kEventsMost = 3'000'000;
constexpr Millis kRestMs = 12000;     // in which everybody must hear of everything …
constexpr Millis kRestMost = 600000;  // … or in this, if they still ask for something

std::vector<std::string> listed_codes(const std::string& rows) {
  std::vector<std::string> codes;
  for (std::size_t at = 0; (at = place_of("\"room\":\"", rows, at)) != std::string::npos; at += 8)
    codes.push_back(field(rows.substr(at), "room"));
  std::ranges::sort(codes);
  return codes;
}

}  // namespace

Simulation::Simulation(Key seed) : Ground(seed) {
  faults_ms_ = 20000 + chance.below(60000);
  limits_.bot_pace = 10;
  if (chance.one_in(2)) {
    limits_ = easy_limits();
    limits_.bot_pace = 30;
  }
  if (chance.one_in(4)) limits_.lobby_minutes = 4;
  limits_.connections_per_address = limits_.rooms_per_address = 1000;
  if (!chance.one_in(3)) {
    static constexpr Millis kPace[] = {1500, 4000, 12000};
    database_ = std::make_unique<SimDatabase>(*this);
    kinds_ = chance.one_in(3) ? UINT32_MAX : static_cast<std::uint32_t>(chance.next());
    pace_ = kPace[chance.below(3)];
  }
  for (auto nodes = database_ ? 1 + chance.below(4) : 1; nodes > 0; --nodes) add_node();
  const int plans = 1 + static_cast<int>(chance.below(2));
  for (int p = 0; p < plans; ++p) plans_.push_back(some_plan(p, chance));
  make_people();
}

void Simulation::make_people() {
  for (const auto& plan : plans_) {
    const std::string number = std::to_string(plan->number);
    const int watchers = static_cast<int>(chance.below(2));
    for (int k = 0; k < plan->persons + watchers; ++k) {
      Person& person = *persons_.emplace_back(std::make_unique<Person>());
      person.name = static_cast<char>('A' + k) + number;
      person.address = "10.0.0." + std::to_string(k);
      person.plan = plan.get();
      person.founds = k == 0;
      person.watches = k >= plan->persons;
      tabs_.push_back(std::make_unique<Tab>(*this, person, 'a'));
      if (!person.watches && chance.one_in(2)) {
        tabs_.push_back(std::make_unique<Tab>(*this, person, 'b'));
        tabs_.back()->sleep();
      }
    }
    for (auto strangers = chance.one_in(2) ? chance.below(4) : 0; strangers > 0; --strangers) {
      Person& person = *persons_.emplace_back(std::make_unique<Person>());
      person.name = "Eve" + std::to_string(strangers) + number;
      person.address = (chance.one_in(3) ? "10.0.0." : "10.6.6.") + std::to_string(strangers);
      person.plan = plan.get();
      person.hostile = true;
      tabs_.push_back(std::make_unique<Tab>(*this, person, 'a'));
    }
  }
}

void Simulation::add_node() {
  const auto number = static_cast<int>(nodes_.size()) + 1;
  nodes_.push_back(std::make_unique<SimNode>(*this, network_, database_.get(), limits_, number));
}

// A name may be any, and that of a node that is gone.
Conn Simulation::open(Tab& tab, const std::string& address, const std::string& to) {
  if (to.empty()) return network_.open(tab, address, &some_node());
  for (const auto& node : nodes_)
    if (node_path(node->name()) == to) return network_.open(tab, address, node.get());
  laws.fail("moved", "nobody is called " + to);
  return network_.open(tab, address, nullptr);
}

// ---- the run ----------------------------------------------------------------------------------------

// Without a clock a table waits for ever for a stranger who has gone, and who perhaps never heard that the
// seat was theirs.
bool Simulation::waits_for_a_stranger(const Room& room) const {
  if (!room.table() || !room.playing() || room.lobby().setting.clock != 0) return false;
  const Seat seat = awaits(room.table()->state()).seat;
  return seat < room.seats() && std::ranges::any_of(
                                    persons_,
                                    [&](const auto& person) {
                                      return person->hostile && person->out &&
                                             person->player == room.player(seat);
                                    });
}

// A game comes to nothing if strangers have removed everybody, or have taken all seats before they left, or
// if it waits for one of them.
bool Simulation::given_up(const Plan& plan) const {
  const Room* room = laws.room(plan.room);
  if (room && waits_for_a_stranger(*room)) return true;
  const auto has_a_place = [&](const Person& person) {
    if (!room || room->lobby().stage == Stage::Lobby) return true;
    for (Seat k = 0; k < room->seats(); ++k)
      if (room->lobby().seats[k].vacant || room->player(k) == person.player) return true;
    return false;
  };
  return std::ranges::none_of(persons_, [&](const auto& person) {
    return person->plan == &plan && !person->hostile && !person->watches && !person->out &&
           has_a_place(*person);
  });
}

bool Simulation::at_rest() const {
  for (const auto& plan : plans_) {
    if (given_up(*plan)) continue;
    const Room* room = laws.room(plan->room);
    if (!room || laws.finished(plan->room) == 0) return false;
    if (room->lobby().stage != Stage::Over && room->lobby().stage != Stage::Lobby) return false;
  }
  return !upgrading_ &&
         std::ranges::all_of(nodes_, [](const auto& node) { return node->is_gone() || node->runs(); });
}

bool Simulation::settled() const {
  return std::ranges::all_of(nodes_,
                             [](const auto& node) { return node->is_gone() || node->is_settled(); }) &&
         std::ranges::all_of(tabs_, [&](const auto& tab) {
           return tab->settled() && (tab->dormant() || network_.is_up(tab->conn()));
         });
}

std::vector<StoredRoom> Simulation::stored() const {
  return database_ ? database_->rooms() : stored_rooms(nodes_.front()->disk()->disk());
}

// Everybody who is there sees what the log says.
void Simulation::compare_all() {
  if (!settled()) return laws.fail("rest", "somebody waits in vain, or something is not durable");
  for (const auto& tab : tabs_) {
    if (tab->dormant()) continue;
    const Room* room = laws.room(tab->room());
    if (!room) return laws.fail("rest", "somebody is in no room");
    laws.same_lobby(tab->room(), tab->lobby());
    if (room->table() && tab->table().empty()) return laws.fail("rest", "somebody has never seen the table");
    if (room->table()) laws.same_table(tab->room(), tab->table());
  }
  laws.at_the_end(stored());
  lists_agree();
}

// Wherever somebody asks for the open rooms, they find the same.
void Simulation::lists_agree() {
  const SimNode* first = nullptr;
  for (const auto& node : nodes_) {
    if (node->is_gone()) continue;
    if (!first) first = node.get();
    const std::string here = node->hub()->listed_rooms(), there = first->hub()->listed_rooms();
    if (listed_codes(here) != listed_codes(there))
      laws.fail("list", node->name() + " lists " + here + ", and " + first->name() + " " + there);
  }
}

std::string Simulation::run() {
  for (const auto& node : nodes_)
    later(node == nodes_.front() ? 0 : chance.below(3000), [here = node.get()] { here->start(kLogFormat); });
  for (const auto& tab : tabs_) later(chance.below(3000), [&tab] { tab->wake(); });
  later(chance.below(60000), [this] { leap(); });
  if (database_) later(chance.below(static_cast<std::uint32_t>(pace_)), [this] { mishap(); });
  long events = 0;
  Millis rest = 0, rested = 0;  // when it is over, and when it began
  while (!laws.failed() && (!quiet_ || (time() < rest && time() < rested + kRestMost))) {
    if (faults_ && time() > faults_ms_) end_faults();
    run_next();
    if (++events > kEventsMost) laws.fail("rest", "everybody is too busy");
    if (!faults_ && !quiet_ && at_rest()) {
      quiet_ = true;
      rested = time();
    }
    if (!settled()) rest = time() + kRestMs;
    if (time() > faults_ms_ + kEndMost) laws.fail("liveness", "a game does not end");
  }
  if (!laws.failed()) compare_all();
  for (const auto& node : nodes_)
    if (node->runs()) mishaps.moved += static_cast<long>(node->hub()->stats().moved);
  if (!laws.failed()) return "";
  return "broken law: " + laws.failure() + "\nthe last steps:\n" + steps();
}

}  // namespace comodin::server
