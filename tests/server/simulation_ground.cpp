#include "tests/server/simulation_ground.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace comodin::server {
namespace {

// COMODIN_SIM_STEPS=2000 looks further back.
const char* const kStepsWish = std::getenv("COMODIN_SIM_STEPS");
const std::size_t kStepsShown = kStepsWish ? std::strtoul(kStepsWish, nullptr, 10) : 40;
constexpr std::size_t kStepShown = 160;

constexpr std::pair<const char*, long Mishaps::*> kMishaps[] = {
    {"crashes", &Mishaps::crashes},
    {"pauses", &Mishaps::pauses},
    {"nodes parted from the database", &Mishaps::partings},
    {"from clients", &Mishaps::cut_off},
    {"drained", &Mishaps::drains},
    {"left for good", &Mishaps::left},
    {"joined", &Mishaps::joined},
    {"database stalls", &Mishaps::stalls},
    {"restarts", &Mishaps::restarts},
    {"failovers", &Mishaps::failovers},
    {"connections broken", &Mishaps::lost_answers},
    {"commits settled", &Mishaps::settled},
    {"refused as late", &Mishaps::refused},
    {"rooms claimed", &Mishaps::claims},
    {"of dead nodes", &Mishaps::taken},
    {"too new", &Mishaps::newer},
    {"dead transactions ended", &Mishaps::ended},
    {"writes fenced", &Mishaps::fenced},
    {"connections sent on", &Mishaps::moved}};

}  // namespace

Mishaps& Mishaps::operator+=(const Mishaps& other) {
  for (const auto& [name, one] : kMishaps) this->*one += other.*one;
  longest_wait = std::max(longest_wait, other.longest_wait);
  return *this;
}

std::string Mishaps::text() const {
  std::string out;
  for (const auto& [name, one] : kMishaps) out += std::string(name) + " " + std::to_string(this->*one) + ", ";
  return out + "longest wait " + std::to_string(longest_wait) + " ms";
}

Ground::Ground(Key seed) : chance(split(seed, 7000)), hidden(split(seed, 7001)) {
  static constexpr std::uint32_t kCrash[] = {0, 40, 120, 500}, kDrop[] = {0, 30, 100, 500};
  crash_odds = kCrash[chance.below(4)];
  drop_odds = kDrop[chance.below(4)];
  slow_odds_ = chance.one_in(3) ? 10 : 100;
  commit_ms_ = chance.one_in(3) ? 200 : 8;
}

void Ground::later(Millis ms, std::function<void()> what) {
  queue_.push_back({time_ + ms, order_++, std::move(what)});
  std::ranges::push_heap(queue_, std::less<Happening>());
}

void Ground::run_next() {
  std::ranges::pop_heap(queue_, std::less<Happening>());
  const Happening next = std::move(queue_.back());
  queue_.pop_back();
  time_ = next.at;
  next.what();
}

void Ground::went_up() {
  if (up_++ == 0) up_since_ = time_;
}

void Ground::went_down() {
  if (--up_ == 0) up_before_ += time_ - up_since_;
}

Millis Ground::delay() {
  if (odds(60)) return 500 + chance.below(6000);
  return 1 + chance.below(120);
}

Millis Ground::how_long() {
  return 1 + (odds(slow_odds_) ? chance.below(5000) : chance.below(static_cast<std::uint32_t>(commit_ms_)));
}

void Ground::trace(std::string_view what, std::string_view more) {
  std::string step;
  if (steps_.size() >= kStepsShown) {
    step = std::move(steps_.front());
    steps_.pop_front();
  }
  step = std::to_string(time_);
  step += ' ';
  step += what;
  if (!more.empty()) step += ' ';
  step += more.substr(0, kStepShown);
  steps_.push_back(std::move(step));
}

std::string Ground::steps() const {
  std::string out;
  for (const std::string& one : steps_) out += "  " + one + "\n";
  return out;
}

}  // namespace comodin::server
