#include "clients/terminal/live_game.hpp"

#include <chrono>
#include <cstdlib>

#include "bots/ladder.hpp"
#include "notation/player.hpp"

namespace comodin {
namespace {

constexpr std::string_view kBotsKey = "# bots-key ";  // the one line that only a saved game has
constexpr Millis kLookAgain = 8;                      // while bots think

// What was said and shown while a saved game is played again.
struct Rehearing : Listener {
  Rehearing(const RuleSet& rules, std::vector<Event>& heard) : memory(rules), events(heard) {}
  void on(const Event& event) override {
    memory.hear(mask(event, kSpectator));
    events.push_back(mask(event, LiveGame::kYou));
  }
  Memory memory;
  std::vector<Event>& events;
};

bool read_bots_key(const std::string& text, Key& out) {
  const std::size_t at = text.find(kBotsKey);
  if (at == std::string::npos) return false;
  out = std::strtoull(text.c_str() + at + kBotsKey.size(), nullptr, 10);
  return true;
}

}  // namespace

LiveGame::LiveGame(const Plan& plan, std::vector<std::unique_ptr<Bot>> bots)
    : plan_(plan), bots_(std::move(bots)) {
  std::vector<Bot*> seats;
  for (const auto& bot : bots_) seats.push_back(bot.get());
  croupier_.reset(new Croupier(*plan_.rules, seats, this));  // the base is private: make_unique cannot
}

LiveGame::~LiveGame() { forget_thought(); }

bool LiveGame::make_bots(const Plan& plan, std::vector<std::unique_ptr<Bot>>& out, std::string& why) {
  out.emplace_back();  // you
  for (const std::string& level : plan.levels) {
    out.push_back(make_bot(level, why));
    if (!out.back()) return false;
  }
  return true;
}

RecordHead LiveGame::head() const {
  std::vector<std::string> seats{std::string(kPerson)};
  seats.insert(seats.end(), plan_.levels.begin(), plan_.levels.end());
  return {
      .name = plan_.name, .edition = plan_.edition, .rules = plan_.rules, .seats = seats, .key = plan_.key};
}

std::unique_ptr<LiveGame> LiveGame::begin(const Plan& plan, std::string& why) {
  std::vector<std::unique_ptr<Bot>> bots;
  if (!make_bots(plan, bots, why)) return nullptr;
  std::unique_ptr<LiveGame> game(new LiveGame(plan, std::move(bots)));
  game->croupier_->begin(plan.key, plan.bots_key);
  game->writer_ = std::make_unique<RecordWriter>(game->head());
  return game;
}

std::unique_ptr<LiveGame> LiveGame::resume(Library& library, const std::string& text, std::string& why) {
  std::vector<Scenario> scenarios;
  if (const TextError wrong = parse_scenarios(text, "", library, scenarios))
    return why = std::to_string(wrong.line) + ": " + wrong.what, nullptr;
  Plan plan;
  const Scenario& saved = scenarios.front();
  if (scenarios.size() != 1 || !read_bots_key(text, plan.bots_key) || saved.setup.names.size() < 2)
    return why = "this is no saved game", nullptr;
  plan.name = saved.name;
  plan.edition = saved.setup.edition;
  plan.rules = saved.setup.rules;
  plan.key = saved.setup.seed;
  plan.levels.assign(saved.setup.names.begin() + 1, saved.setup.names.end());
  std::vector<std::unique_ptr<Bot>> bots;
  if (!make_bots(plan, bots, why)) return nullptr;
  std::unique_ptr<LiveGame> game(new LiveGame(plan, std::move(bots)));

  Rehearing heard(*plan.rules, game->events_);
  ScenarioPlayer player(saved, &heard);
  player.start();
  player.run();
  if (!player.failures().empty()) return why = player.failures().front().what, nullptr;
  for (const ScenarioLine& line : saved.lines) game->moves_ += line.kind == LineKind::Move;
  // Bots take their seats anew, each time with another stream of chance.
  const Key bots_key = split(plan.bots_key, static_cast<std::uint64_t>(game->moves_) + 1);
  game->croupier_->resume(player.state(), player.knowledge(), heard.memory, bots_key);
  const std::size_t record = text.find("scenario ");
  game->writer_ = std::make_unique<RecordWriter>(game->head(), text.substr(record));
  return game;
}

void LiveGame::on(const Event& event) { events_.push_back(mask(event, kYou)); }

bool LiveGame::deal() {
  forget_thought();
  if (croupier_->deal(&writer_->chance()) != Refusal::None) return false;
  writer_->dealt(state());
  return true;
}

void LiveGame::moved(const Move& move) {
  writer_->moved(move, state());
  ++moves_;
}

Refusal LiveGame::make(const Move& move) {
  if (const Refusal refusal = check(move); refusal != Refusal::None) return refusal;
  forget_thought();
  const Refusal refusal = croupier_->make(move, &writer_->chance());
  if (refusal == Refusal::None) moved(move);
  return refusal;
}

// What bots were about to do is decided anew: the table has changed.
void LiveGame::forget_thought() {
  if (thinking_.valid()) thinking_.get();
  next_.reset();
  decided_ = false;
  due_ = 0;
}

bool LiveGame::poll(Millis now, Speed speed) {
  if (!running()) return due_ = kNever, false;
  const auto think = [this]() -> std::optional<Reaction> {
    Reaction reaction;
    return croupier_->next(reaction) ? std::optional(reaction) : std::nullopt;
  };
  if (!decided_ && !thinking_.valid()) {
    asked_at_ = now;
    if (speed == Speed::Instant) next_ = think(), decided_ = true;
    else thinking_ = std::async(std::launch::async, think);
  }
  if (thinking_.valid()) {
    if (thinking_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
      return due_ = now + kLookAgain, false;
    next_ = thinking_.get();
    decided_ = true;
  }
  if (!next_) return due_ = kNever, false;
  due_ = asked_at_ + at_speed(next_->after_ms, speed);
  if (now < due_) return false;
  const Move move = next_->move;
  forget_thought();
  if (croupier_->make(move, &writer_->chance()) != Refusal::None) std::abort();  // a bot of our own
  moved(move);
  return true;
}

std::string LiveGame::text() const {
  return std::string(kBotsKey) + std::to_string(plan_.bots_key) + "\n" + writer_->text();
}

}  // namespace comodin
