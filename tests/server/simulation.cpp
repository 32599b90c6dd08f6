#include "tests/server/simulation.hpp"

#include <algorithm>
#include <cstdlib>

#include "tests/battery/tables.hpp"
#include "tests/server/bench_world.hpp"

namespace comodin::server {
namespace {

// COMODIN_SIM_STEPS=2000 looks further back.
const char* const kStepsWish = std::getenv("COMODIN_SIM_STEPS");
const std::size_t kStepsShown = kStepsWish ? std::strtoul(kStepsWish, nullptr, 10) : 40;
constexpr std::size_t kStepShown = 160;
constexpr Millis kEndMost = 3600000;  // of simulated time after the last fault; beyond that something hangs
constexpr Millis kRestMs = 12000;     // in which everybody must hear of everything …
constexpr Millis kRestMost = 600000;  // … or in this, if they still ask for something

}  // namespace

// ---- the disk -----------------------------------------------------------------------------------

void SimStore::write(std::vector<Write> writes, Then<Outcome> done) {
  if (!takes_()) return;
  for (const Write& write : writes) laws_.given(write, up_());
  disk.write(std::move(writes), std::move(done));
}

// ---- the world ----------------------------------------------------------------------------------

void Simulation::random(std::span<std::uint8_t> out) {
  for (std::uint8_t& byte : out) byte = static_cast<std::uint8_t>(hidden_.next() >> 24);
}

bool Simulation::burnt() {
  if (dying_ || fuse_ < 0) return dying_;
  dying_ = fuse_ == 0;
  --fuse_;
  return dying_;
}

Millis Simulation::delay() {
  if (odds(60)) return 500 + chance.below(6000);
  return 1 + chance.below(120);
}

void Simulation::send(Conn conn, Text text, Sort) {
  if (burnt()) return;
  laws.sending(conn, *text, uptime());
  Link& link = links_[conn];
  if (!link.up || link.deaf) return;
  if (odds(drop_odds_ * 4)) return cut(conn);
  link.to_client = std::max(link.to_client, time_ + delay());
  later(link.to_client - time_, [this, conn, text, era = era_] {
    const Link& to = links_[conn];
    if (!to.up || to.deaf) return;
    trace("to " + std::to_string(conn) + " " + *text);
    to.tab->hear(conn, *text, era);
  });
}

void Simulation::close(Conn conn, CloseCode, std::string_view) {
  if (burnt()) return;
  Link& link = links_[conn];
  link.to_client = std::max(link.to_client, time_ + delay());
  later(link.to_client - time_, [this, conn] {
    links_[conn].tab->gone(conn);
    cut(conn);
  });
}

void Simulation::think(ThinkJob job, std::function<void(Thought)> done) {
  if (burnt()) return;
  later(1 + chance.below(odds(20) ? 4000 : 60),
        [this, job = std::move(job), done = std::move(done), boot = boot_] {
          if (boot != boot_) return;
          const bool dropped = job.wanted.expired() && chance.one_in(2);
          step("thought", 0, [&] { done(dropped ? Thought{} : server::think(job)); });
        });
}

void Simulation::log_operation(std::string_view event, std::string_view detail) {
  trace("note " + std::string(event) + " " + std::string(detail));
  if (event == "fenced") laws.era = ++era_;
  if (event == "stuck" || event == "unreadable") laws.fail(std::string(event), std::string(detail));
}

// ---- connections --------------------------------------------------------------------------------

Conn Simulation::open(Tab& tab, const std::string& address) {
  const Conn conn = next_conn_++;
  Link& link = links_[conn];
  link = {.tab = &tab, .up = hub_ != nullptr, .deaf = false, .boot = boot_, .to_server = 0, .to_client = 0};
  if (!hub_) {
    later(delay(), [&tab, conn] { tab.gone(conn); });
    return conn;
  }
  link.to_server = time_ + delay();
  later(link.to_server - time_, [this, conn, address] {
    if (links_[conn].boot == boot_ && links_[conn].up)
      step("opened", conn, [&] { hub_->opened(conn, address); });
  });
  return conn;
}

void Simulation::say(Conn conn, const std::string& frame) {
  Link& link = links_[conn];
  if (!link.up) return;
  if (odds(drop_odds_)) return cut(conn);
  link.to_server = std::max(link.to_server, time_ + delay());
  later(link.to_server - time_, [this, conn, frame] {
    if (!links_[conn].up || links_[conn].boot != boot_) return;
    trace("from " + std::to_string(conn) + " " + frame);
    step("received", conn, [&] { hub_->received(conn, frame); });
  });
}

void Simulation::hang_up(Conn conn) {
  Link& link = links_[conn];
  link.deaf = true;
  link.to_server = std::max(link.to_server, time_ + delay());
  later(link.to_server - time_, [this, conn] {
    if (links_[conn].up && links_[conn].boot == boot_) step("closed", conn, [&] { hub_->closed(conn); });
    links_[conn].up = false;
  });
}

// What is under way is lost, both ways; each side notices in its own time.
void Simulation::cut(Conn conn) {
  Link& link = links_[conn];
  if (!link.up) return;
  link.up = false;
  later(delay() * (chance.one_in(4) ? 100 : 1), [this, conn] {
    if (links_[conn].boot == boot_) step("closed", conn, [&] { hub_->closed(conn); });
  });
  later(delay() * 4, [this, conn] { links_[conn].tab->gone(conn); });
}

void Simulation::later(Millis ms, std::function<void()> what) {
  queue_.push({time_ + ms, order_++, std::move(what)});
}

void Simulation::trace(const std::string& what) {
  if (steps_.size() >= kStepsShown) steps_.pop_front();
  steps_.push_back(std::to_string(time_) + " " + what.substr(0, kStepShown));
}

// ---- the server ---------------------------------------------------------------------------------

// One call of the hub, with what must follow it. The process may die before it, during it and after it.
void Simulation::step(const char* what, Conn conn, const std::function<void()>& work) {
  if (!hub_) return;
  const bool dies = odds(crash_odds_);
  const auto crash_here = [&](const char* when) {
    trace(when + std::string(what));
    crash();
  };
  if (dies && chance.one_in(3)) return crash_here("crash before ");
  if (dies) fuse_ = static_cast<int>(chance.below(12));
  if (*what != 'r') trace(std::string(what) + (conn ? " " + std::to_string(conn) : ""));
  work();
  if (!dying_) hub_->tick();
  if (dies) return crash_here("crash in or after ");
  arm();
}

void Simulation::crash() {
  up_before_ = uptime();
  hub_.reset();
  store_.disk.crash(static_cast<int>(chance.below(static_cast<std::uint32_t>(store_.disk.pending()) + 1)));
  ++boot_;
  fuse_ = -1;
  dying_ = false;
  armed_ = kNever;
  for (auto& [conn, link] : links_)
    if (link.up) {
      link.up = false;
      later(delay() * 5, [this, which = conn] { links_[which].tab->gone(which); });
    }
  later(100 + chance.below(15000), [this] { start(); });
}

void Simulation::start() {
  offset_ =
      chance.one_in(2) ? offset_ + 1000 : Millis{chance.below(100000)} + 1;  // the machine may be another
  hub_ = std::make_unique<Hub>(limits_, *this, store_, battery::library());
  up_since_ = now();
  trace("start");
  laws.era = ++era_;
  step("load", 0, [this] { hub_->load(); });
}

void Simulation::arm() {
  if (hub_->due() != kNever && hub_->due() < armed_) {
    armed_ = hub_->due();
    later(std::max<Millis>(0, armed_ - now()), [this, boot = boot_] {
      if (boot != boot_ || !hub_) return;
      armed_ = kNever;
      if (hub_->due() <= now()) step("tick", 0, [] {});
      else arm();
    });
  }
  const auto how_long = [this] {
    return 1 + (odds(slow_odds_) ? chance.below(5000) : chance.below(static_cast<std::uint32_t>(commit_ms_)));
  };
  if (store_.disk.pending() && !std::exchange(committing_, true)) later(how_long(), [this] { disk(); });
  if (store_.disk.reads() && !std::exchange(reading_, true)) later(how_long(), [this] { read(); });
}

void Simulation::read() {
  reading_ = false;
  if (!hub_ || !store_.disk.reads()) return;
  step("read", 0, [&] { store_.disk.answer_next()(); });
  if (hub_) arm();
}

// Another server takes a room: as if ours had not been heard of for too long, and did not know it. Later that
// one is gone.
void Simulation::steal() {
  if (!faults_) return;
  std::vector<std::string> open;
  for (const auto& [room, log] : store_.disk.logs()) open.push_back(room);
  if (!open.empty()) {
    const std::string& room = open[chance.below(static_cast<std::uint32_t>(open.size()))];
    trace("stolen " + room);
    ++thefts_;
    store_.disk.take_away(room);
    later(chance.below(8000), [this, room] {
      trace("given back " + room);
      store_.disk.give_back(room);
    });
  }
  later(1000 + chance.below(20000), [this] { steal(); });
}

void Simulation::disk() {
  committing_ = false;
  for (auto count = 1 + chance.below(3); hub_ && store_.disk.pending() && count > 0; --count)
    step("commit", 0, [&] { store_.disk.commit_next()(); });
  if (hub_) arm();
}

void Simulation::leap() {
  if (!faults_) return;
  offset_ += 1000 * (1 + chance.below(300));
  skew_ += static_cast<int>(chance.below(100000)) - 50000;
  step("leap", 0, [] {});
  later(5000 + chance.below(100000), [this] { leap(); });
}

// ---- the run ------------------------------------------------------------------------------------

namespace {

// The readings that the edition has room for, each now and then; or all of them by the book's words.
std::string some_readings(const std::string& edition, Random& random) {
  Fault why;
  std::string out = random.one_in(5) ? ",literal" : "";
  const Edition* rulebook = battery::library().edition(edition, "", why);
  for (int i = 0; i < kOptions; ++i) {
    const OptionInfo& option = info(static_cast<Option>(i));
    if (!option.reading() || !rulebook->uses(static_cast<Option>(i)) || !random.one_in(3)) continue;
    const auto values = static_cast<std::uint32_t>(option.values.size());
    out += "," + std::string(option.name) + "=" + std::string(option.values[random.below(values)]);
  }
  return out;
}

std::string some_options(const std::string& edition, Random& random) {
  static constexpr const char* kSome[] = {
      "stacking=any",     "jump_in=on",           "seven_zero=on",
      "stacking=same",    "draw=until_playable",  "w4_bluff=forbidden",
      "drawn_forced=may", "drawn_voluntary=must", "two_player_reverse=pass"};
  std::string out = random.one_in(4) ? "format=race,target=20" : "format=hand";
  out += ",turn_limit=120,cards=" + std::to_string(1 + random.below(4));
  for (const char* one : kSome)
    if (random.one_in(6)) out += std::string(",") + one;
  return out + some_readings(edition, random);
}

std::unique_ptr<Plan> some_plan(int number, Random& random) {
  static constexpr const char* kEditions[] = {"classic", "creeper", "hyperdrive", "powers", "streams"};
  static constexpr int kClocks[] = {0, 8, 20, 45};
  auto plan = std::make_unique<Plan>();
  plan->number = number;
  plan->persons = 2 + static_cast<int>(random.below(3));
  const int seats = plan->persons + static_cast<int>(random.one_in(2) ? random.below(3) : 0);
  plan->levels = {"novato", "aprendiz", "casual"};
  plan->games = 1 + static_cast<int>(random.below(2));
  const std::string edition = kEditions[random.below(5)];
  plan->setting = R"("edition":")" + edition + R"(","options":")" + some_options(edition, random) +
                  "\",\"seats\":" + std::to_string(seats) +
                  ",\"clock\":" + std::to_string(kClocks[random.below(4)]);
  if (random.one_in(3)) plan->setting += ",\"listed\":true";
  return plan;
}

}  // namespace

Simulation::Simulation(Key seed)
    : chance(split(seed, 7000)),
      limits_(),
      store_(
          laws, [this] { return !burnt(); }, [this] { return uptime(); }),
      hidden_(split(seed, 7001)) {
  static constexpr std::uint32_t kCrash[] = {0, 40, 120, 500}, kDrop[] = {0, 30, 100, 500};
  crash_odds_ = kCrash[chance.below(4)];
  drop_odds_ = kDrop[chance.below(4)];
  slow_odds_ = chance.one_in(3) ? 10 : 100;
  commit_ms_ = chance.one_in(3) ? 200 : 8;
  faults_ms_ = 20000 + chance.below(60000);
  limits_.bot_pace = 10;
  if (chance.one_in(2)) {
    limits_ = easy_limits();
    limits_.bot_pace = 30;
  }
  if (chance.one_in(4)) limits_.lobby_minutes = 4;
  if (chance.one_in(3)) store_.disk.share();
  limits_.connections_per_address = limits_.rooms_per_address = 1000;
  const int plans = 1 + static_cast<int>(chance.below(2));
  for (int p = 0; p < plans; ++p) {
    Plan& plan = *plans_.emplace_back(some_plan(p, chance));
    const int watchers = static_cast<int>(chance.below(2));
    for (int k = 0; k < plan.persons + watchers; ++k) {
      Person& person = *persons_.emplace_back(std::make_unique<Person>());
      person.name = std::string(1, static_cast<char>('A' + k)) + std::to_string(p);
      person.address = "10.0.0." + std::to_string(k);
      person.plan = &plan;
      person.founds = k == 0;
      person.watches = k >= plan.persons;
      tabs_.push_back(std::make_unique<Tab>(*this, person, 'a'));
      if (!person.watches && chance.one_in(2)) {
        tabs_.push_back(std::make_unique<Tab>(*this, person, 'b'));
        tabs_.back()->sleep();
      }
    }
    for (auto strangers = chance.one_in(2) ? chance.below(4) : 0; strangers > 0; --strangers) {
      Person& person = *persons_.emplace_back(std::make_unique<Person>());
      person.name = "Eve" + std::to_string(strangers) + std::to_string(p);
      person.address = (chance.one_in(3) ? "10.0.0." : "10.6.6.") + std::to_string(strangers);
      person.plan = &plan;
      person.hostile = true;
      tabs_.push_back(std::make_unique<Tab>(*this, person, 'a'));
    }
  }
}

// A game comes to nothing if strangers have removed everybody, or have taken all seats before they left.
bool Simulation::given_up(const Plan& plan) const {
  const Room* room = laws.room(plan.room);
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
  return hub_ != nullptr;
}

bool Simulation::settled() const {
  return hub_ && hub_->settled() && store_.disk.pending() == 0 &&
         std::ranges::all_of(tabs_, [&](const auto& tab) {
           const auto link = links_.find(tab->conn());
           return tab->settled() && (tab->dormant() || (link != links_.end() && link->second.up));
         });
}

// Everybody who is there sees what the log says.
void Simulation::compare_all() {
  if (!settled()) return laws.fail("rest", "somebody waits in vain, or something is not durable");
  for (const auto& tab : tabs_) {
    if (tab->dormant()) continue;
    const Room* room = laws.room(tab->room());
    if (!room) return laws.fail("rest", "somebody is in no room");
    laws.same_lobby(tab->room(), tab->lobby());
    if (room->table()) laws.same_table(tab->room(), tab->table());
  }
  laws.at_the_end(stored_rooms(store_.disk));
}

std::string Simulation::run() {
  start();
  for (const auto& tab : tabs_) later(chance.below(3000), [&tab] { tab->wake(); });
  later(chance.below(60000), [this] { leap(); });
  if (store_.is_shared()) later(chance.below(20000), [this] { steal(); });
  Millis rest = 0, rested = 0;  // when it is over, and when it began
  while (!laws.failed() && (!quiet_ || (time_ < rest && time_ < rested + kRestMost))) {
    Happening next = queue_.top();
    queue_.pop();
    time_ = next.at;
    if (faults_ && time_ > faults_ms_) {
      faults_ = false;
      trace("no more faults");
    }
    next.what();
    if (!faults_ && !quiet_ && at_rest()) {
      quiet_ = true;
      rested = time_;
    }
    if (!settled()) rest = time_ + kRestMs;
    if (time_ > faults_ms_ + kEndMost) laws.fail("liveness", "a game does not end");
  }
  if (!laws.failed()) compare_all();
  if (!laws.failed()) return "";
  std::string out = "broken law: " + laws.failure() + "\nthe last steps:\n";
  for (const std::string& one : steps_) out += "  " + one + "\n";
  return out;
}

}  // namespace comodin::server
