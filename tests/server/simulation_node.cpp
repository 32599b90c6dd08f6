#include "tests/server/simulation_node.hpp"

#include <algorithm>
#include <utility>

#include "tests/battery/tables.hpp"

namespace comodin::server {
namespace {

constexpr Millis kPollMs = 50;        // between two looks at a hub that drains or stops
constexpr Millis kDrainMost = 30000;  // then it stops as it is …
constexpr Millis kStopMost = 5000;    // … and is gone

}  // namespace

SimNode::SimNode(Ground& ground, Network& network, SimDatabase* database, const Limits& limits, int number)
    : ground_(ground),
      network_(network),
      database_(database),
      limits_(limits),
      number_(number),
      name_("node" + std::to_string(number)),
      disk_(database ? nullptr : std::make_unique<DiskStore>(ground, *this)) {}

// ---- the world --------------------------------------------------------------------------------------

void SimNode::random(std::span<std::uint8_t> out) {
  for (std::uint8_t& byte : out) byte = static_cast<std::uint8_t>(ground_.hidden.next() >> 24);
}

bool SimNode::burnt() {
  if (dying_ || fuse_ < 0) return dying_;
  dying_ = fuse_ == 0;
  --fuse_;
  return dying_;
}

void SimNode::send(Conn conn, Text text, Sort) {
  if (burnt()) return;
  ground_.laws.sending(conn, *text, {.node = store_->node(), .up = ground_.uptime(), .era = era_});
  network_.send(conn, text, era_);
}

void SimNode::close(Conn conn, CloseCode, std::string_view) {
  if (!burnt()) network_.close(conn);
}

void SimNode::think(ThinkJob job, std::function<void(Thought)> done) {
  if (burnt()) return;
  ground_.later(1 + ground_.chance.below(ground_.odds(20) ? 4000 : 60),
                [this, process = process_, job = std::move(job), done = std::move(done)] {
                  arrive(to_hub_, process, [this, job, done] {
                    const bool dropped = job.wanted.expired() && ground_.chance.one_in(2);
                    step("thought", 0, [&] { done(dropped ? Thought{} : server::think(job)); });
                  });
                });
}

void SimNode::log_operation(std::string_view event, std::string_view detail) {
  ground_.trace(name_ + " notes " + std::string(event), detail);
  if (event == "fenced") era_ = ground_.new_era();
  if (event == "stuck" || event == "unreadable") ground_.laws.fail(std::string(event), std::string(detail));
}

// ---- what comes to a process ------------------------------------------------------------------------

void SimNode::arrive(Inbox& inbox, int process, std::function<void()> what) {
  if (process != process_) return;
  if (paused_) inbox.push_back(std::move(what));
  else what();
}

SimDatabase::Deliver SimNode::deliver() {
  return
      [this, process = process_](std::function<void()> what) { arrive(to_store_, process, std::move(what)); };
}

void SimNode::opened(int process, Conn conn, const std::string& address) {
  arrive(to_hub_, process, [=, this] { step("opened", conn, [&] { hub_->opened(conn, address); }); });
}

void SimNode::received(int process, Conn conn, const std::string& frame) {
  arrive(to_hub_, process, [=, this] { step("received", conn, [&] { hub_->received(conn, frame); }); });
}

void SimNode::closed(int process, Conn conn) {
  arrive(to_hub_, process, [=, this] { step("closed", conn, [&] { hub_->closed(conn); }); });
}

// One call of the hub, with what must follow it. The process may die before it, during it and after it.
void SimNode::step(const char* what, Conn conn, const std::function<void()>& work) {
  if (!hub_) return;
  const bool dies = ground_.odds(ground_.crash_odds);
  const auto crash_here = [&](const char* when) {
    ground_.trace(when + name_, what);
    crash();
  };
  if (dies && ground_.chance.one_in(3)) return crash_here("crash before a step of ");
  if (dies) fuse_ = static_cast<int>(ground_.chance.below(12));
  if (*what != 'r') ground_.trace(name_ + " " + what, conn ? std::to_string(conn) : "");
  work();
  if (!dying_) hub_->tick();
  if (dies) return crash_here("crash in or after a step of ");
  arm();
}

void SimNode::arm() {
  if (hub_->due() == kNever || hub_->due() >= armed_) return;
  armed_ = hub_->due();
  ground_.later(std::max<Millis>(0, armed_ - now()), [this, process = process_] {
    arrive(to_hub_, process, [this] {
      armed_ = kNever;
      if (!hub_) return;
      if (hub_->due() <= now()) step("tick", 0, [] {});
      else arm();
    });
  });
}

// ---- its life ---------------------------------------------------------------------------------------

void SimNode::start(int format) {
  if (process_ % 2 || gone_) return;
  ++process_;
  format_ = format;
  offset_ = ground_.chance.one_in(2) ? offset_ + 1000
                                     : Millis{ground_.chance.below(100000)} + 1;  // it may be another machine
  if (database_) own_ = std::make_unique<DatabaseStore>(ground_, *database_, *this, name_, format);
  store_ = database_ ? own_.get() : disk_.get();
  store_->open([this] {
    hub_ = std::make_unique<Hub>(limits_, *this, *store_, battery::library());
    ground_.went_up();
    ground_.trace(name_ + " starts, format " + std::to_string(format_));
    era_ = ground_.new_era();
    step("load", 0, [this] { hub_->load(); });
  });
}

void SimNode::end() {
  if (hub_) {
    ground_.went_down();
    ground_.mishaps.moved += static_cast<long>(hub_->stats().moved);
  }
  ++process_;
  hub_.reset();
  if (store_) store_->die();
  if (own_) ground_.later(0, [dead = std::shared_ptr<SimStore>(std::move(own_))] {});  // it may be calling
  store_ = nullptr;
  fuse_ = -1;
  dying_ = paused_ = draining_ = stopping_ = false;
  armed_ = kNever;
  to_hub_.clear();
  to_store_.clear();
  network_.forget(*this);
}

void SimNode::crash() {
  if (process_ % 2 == 0) return;
  ++ground_.mishaps.crashes;
  end();
  ground_.later(100 + ground_.chance.below(15000), [this] { start(format_); });
}

void SimNode::fail_store() {
  ++ground_.mishaps.refused;
  ground_.trace(name_ + "'s store has failed");
  crash();
}

void SimNode::crash_for_good() {
  if (process_ % 2) {
    ++ground_.mishaps.crashes;
    end();
  }
  ++ground_.mishaps.left;
  gone_ = true;
}

void SimNode::pause(Millis ms) {
  if (!hub_ || paused_) return;
  ++ground_.mishaps.pauses;
  ground_.trace(name_ + " is paused");
  paused_ = true;
  ground_.later(ms, [this, process = process_] {
    if (process == process_) wake();
  });
}

// Everything at once; which of its threads comes first is chance.
void SimNode::wake() {
  if (!std::exchange(paused_, false)) return;
  ground_.trace(name_ + " wakes");
  Inbox first = std::exchange(to_hub_, {}), second = std::exchange(to_store_, {});
  if (ground_.chance.one_in(2)) std::swap(first, second);
  const int process = process_;
  for (Inbox* const inbox : {&first, &second})
    for (const auto& what : *inbox)
      if (process == process_) what();
}

void SimNode::leap() {
  const Millis ms = 1000 * (1 + Millis{ground_.chance.below(300)});
  offset_ += ms;
  skew_ += static_cast<int>(ground_.chance.below(100000)) - 50000;
  if (hub_) ground_.leapt(ms);
  if (!paused_) step("leap", 0, [] {});
}

// ---- its planned end --------------------------------------------------------------------------------

void SimNode::drain(int format, bool for_good) {
  if (!hub_ || paused_ || draining_) return;
  ++ground_.mishaps.drains;
  ground_.trace(name_ + " drains");
  draining_ = true;
  for_good_ = for_good;
  next_format_ = format;
  const int process = process_;
  step("drain", 0, [this] { hub_->drain(); });
  if (process == process_) go_on_draining(ground_.time());
}

void SimNode::go_on_draining(Millis since) {
  ground_.later(kPollMs, [=, this, process = process_] {
    arrive(to_hub_, process, [=, this] {
      if (!hub_->drained() && ground_.time() - since < kDrainMost) return go_on_draining(since);
      stop();
    });
  });
}

void SimNode::stop() {
  stopping_ = true;
  const int process = process_;
  step("stop", 0, [this] { hub_->stop(); });
  if (process == process_) go_on_stopping(ground_.time());
}

void SimNode::go_on_stopping(Millis since) {
  ground_.later(kPollMs, [=, this, process = process_] {
    arrive(to_hub_, process, [=, this] {
      const bool late = ground_.time() - since > kStopMost;
      if (!late && (network_.talks_to(*this) || !is_settled())) return go_on_stopping(since);
      if (!late && ground_.calm && database_->has_rooms_to_give(store_->node()))
        ground_.laws.fail("drain", name_ + " goes and still has rooms");
      store_->leave([this] {
        ground_.trace(name_ + " stops");
        const bool gone = for_good_;
        end();
        if (gone) ++ground_.mishaps.left;
        gone_ = gone;
        if (!gone) ground_.later(300 + ground_.chance.below(3000), [this] { start(next_format_); });
      });
    });
  });
}

}  // namespace comodin::server
