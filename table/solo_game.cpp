#include "table/solo_game.hpp"

#include <cstdlib>

#include "bots/ladder.hpp"
#include "notation/number.hpp"
#include "notation/player.hpp"
#include "table/table_request.hpp"

namespace comodin {
namespace {

constexpr std::string_view kBotsKey = "# bots-key ";  // the one line that only a saved game has

// Collects what was said and shown while a saved game is played again.
struct Rehearing : Listener {
  Rehearing(const RuleSet& rules, std::vector<Event>& heard) : memory(rules), events(heard) {}
  void on(const Event& event) override {
    memory.hear(mask(event, kSpectator));
    events.push_back(mask(event, SoloGame::kYou));
  }
  Memory memory;
  std::vector<Event>& events;
};

// Takes the key out of a saved game; what is left is its record.
bool take_bots_key(std::string& text, Key& out) {
  const std::size_t at = text.find(kBotsKey);
  if (at == std::string::npos || (at > 0 && text[at - 1] != '\n')) return false;
  const std::size_t from = at + kBotsKey.size(), end = std::min(text.find('\n', at), text.size());
  if (!read_number(std::string_view(text).substr(from, end - from), out)) return false;
  text.erase(at, end + 1 - at);
  return true;
}

SoloGame::Plan plan_of(const Scenario& scenario) {
  return {.name = scenario.name,
          .edition = scenario.setup.edition,
          .rules = scenario.setup.rules,
          .key = scenario.setup.seed};
}

std::vector<std::string> names_of(const SoloGame::Plan& plan) {
  std::vector<std::string> names{std::string(SoloGame::kPerson)};
  names.insert(names.end(), plan.levels.begin(), plan.levels.end());
  return names;
}

}  // namespace

SoloGame::SoloGame(const Plan& plan, Bots bots) : plan_(plan), bots_(std::move(bots)) {
  std::vector<Bot*> seats;
  for (const auto& bot : bots_) seats.push_back(bot.get());
  croupier_.reset(new Croupier(*plan_.rules, seats, this));  // the base is private: make_unique cannot
}

std::unique_ptr<SoloGame> SoloGame::seat(const Plan& plan, TextError& why) {
  Bots bots(1);  // you
  for (const std::string& level : plan.levels) {
    bots.push_back(make_bot(level, why.fault));
    if (!bots.back()) return nullptr;
  }
  return std::unique_ptr<SoloGame>(new SoloGame(plan, std::move(bots)));
}

RecordHead SoloGame::head() const {
  return {.name = plan_.name,
          .edition = plan_.edition,
          .rules = plan_.rules,
          .seats = names_of(plan_),
          .key = plan_.key};
}

std::unique_ptr<SoloGame> SoloGame::begin(const Plan& plan, TextError& why) {
  auto game = seat(plan, why);
  if (!game) return nullptr;
  game->croupier_->begin(plan.key, plan.bots_key);
  game->writer_ = std::make_unique<RecordWriter>(game->head());
  return game;
}

std::unique_ptr<SoloGame> SoloGame::resume(Library& library, const std::string& text, TextError& why) {
  std::vector<Scenario> scenarios;
  why = parse_scenarios(text, "", library, scenarios);
  if (why) return nullptr;
  const Scenario& saved = scenarios.front();
  Plan plan = plan_of(saved);
  const auto seats = static_cast<std::size_t>(plan.rules->seats);
  std::string record = text;
  if (scenarios.size() != 1 || !take_bots_key(record, plan.bots_key) || saved.setup.names.size() != seats) {
    why = {0, 0, {"saved_game.none"_fault}};
    return nullptr;
  }
  plan.levels.assign(saved.setup.names.begin() + 1, saved.setup.names.end());
  return go_on(saved, plan, record, true, why);
}

std::unique_ptr<SoloGame> SoloGame::practise(Library& library, const std::string& text,
                                             const std::vector<std::string>& levels, Key bots_key,
                                             TextError& why) {
  std::vector<Scenario> scenarios;
  why = parse_scenarios(text, "", library, scenarios);
  if (why) return nullptr;
  Scenario& scenario = scenarios.front();
  Plan plan = plan_of(scenario);
  plan.bots_key = bots_key;
  const TableRequest request{.levels = levels};
  for (Seat k = 1; k < plan.rules->seats; ++k) plan.levels.push_back(request.level(k));
  scenario.setup.names = names_of(plan);  // so that it can be saved
  return go_on(scenario, plan, print_scenario(scenario), false, why);
}

// `anew`: the bots take their seats again, each time with a new random stream.
std::unique_ptr<SoloGame> SoloGame::go_on(const Scenario& scenario, const Plan& plan, const std::string& text,
                                          bool anew, TextError& why) {
  auto game = seat(plan, why);
  if (!game) return nullptr;
  Rehearing heard(*plan.rules, game->events_);
  ScenarioPlayer player(scenario, &heard);
  player.start();
  player.run();
  if (!player.failures().empty()) {
    const Failure& first = player.failures().front();
    why = {first.line, 1, first.fault};
    return nullptr;
  }
  for (const ScenarioLine& line : scenario.lines) {
    if (line.kind != LineKind::Move) continue;
    ++game->moves_;
    game->own_moves_ += line.move.seat == kYou;
  }
  const Key key = anew ? split(plan.bots_key, static_cast<std::uint64_t>(game->moves_) + 1) : plan.bots_key;
  game->croupier_->resume(player.state(), player.knowledge(), heard.memory, key);
  game->writer_ = std::make_unique<RecordWriter>(game->head(), text);
  return game;
}

void SoloGame::on(const Event& event) { events_.push_back(mask(event, kYou)); }

Refusal SoloGame::deal() {
  decided_ = false;
  const Refusal refusal = croupier_->deal(&writer_->chance());
  if (refusal == Refusal::None) writer_->dealt(state());
  return refusal;
}

Refusal SoloGame::moved(const Move& move) {
  decided_ = false;  // the table has changed: the bots have to decide again
  const Refusal refusal = croupier_->make(move, &writer_->chance());
  if (refusal != Refusal::None) return refusal;
  writer_->moved(move, state());
  ++moves_;
  own_moves_ += move.seat == kYou;
  return refusal;
}

Refusal SoloGame::make(const Move& move) {
  const Refusal refusal = check(move);
  return refusal == Refusal::None ? moved(move) : refusal;
}

const Reaction* SoloGame::next() {
  if (!running()) return nullptr;
  if (!decided_) {
    Reaction reaction;
    next_ = croupier_->next(reaction) ? std::optional(reaction) : std::nullopt;
    decided_ = true;
  }
  return next_ ? &*next_ : nullptr;
}

bool SoloGame::go() {
  const Reaction* reaction = next();
  if (!reaction) return false;
  if (moved(Move(reaction->move)) != Refusal::None) std::abort();  // a bot of our own
  return true;
}

std::string SoloGame::saved() const {
  return std::string(kBotsKey) + std::to_string(plan_.bots_key) + "\n" + writer_->text();
}

}  // namespace comodin
