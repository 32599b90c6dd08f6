#include "table/replay.hpp"

#include "bots/answers.hpp"
#include "bots/play_out.hpp"
#include "engine/imagine.hpp"
#include "notation/player.hpp"
#include "notation/view_text.hpp"
#include "table/question.hpp"

namespace comodin {
namespace {

bool is_step(const ScenarioLine& line) { return line.kind == LineKind::Move || line.kind == LineKind::Deal; }

}  // namespace

void Replay::Learnt::hear(const Event& event) {
  knowledge.on(event);
  memory.hear(mask(event, kSpectator));
}

Replay::Replay(Scenario scenario) : scenario_(std::move(scenario)), now_(*scenario_.setup.rules) {
  now_.knowledge.reset(position(scenario_.setup));
  ScenarioPlayer player(scenario_, this);
  player.start();
  now_.knowledge = player.knowledge();  // no event tells of cards dealt from a pile that was set up by hand
  keep({}, player.state());
  const auto& lines = scenario_.lines;
  bool goes_on = true;
  while (goes_on && player.next_line() < lines.size()) {
    const ScenarioLine& line = lines[player.next_line()];
    const std::size_t failures = player.failures().size();
    goes_on = player.step();
    if (is_step(line) && player.failures().size() == failures) keep(line, player.state());
    if (steps_.size() <= kStepsMax) continue;
    fault_ = {line.line, 0, {"replay.moves"_fault, {std::to_string(kStepsMax)}}};
    return;
  }
  player.finish();
  if (player.failures().empty()) return;
  const Failure& first = player.failures().front();
  fault_ = {first.line, 0, first.fault};
}

void Replay::on(const Event& event) {
  events_.push_back(event);
  now_.hear(event);
}

void Replay::keep(const ScenarioLine& line, const State& after) {
  if (steps_.size() % kEvery == 0) kept_.push_back(now_);
  steps_.push_back({line, after, events_.size()});
}

std::size_t Replay::first_event(int step) const {
  return step == 0 ? 0 : steps_[static_cast<std::size_t>(step) - 1].events;
}

Replay::Learnt Replay::known_at(int step) const {
  Learnt known = kept_[static_cast<std::size_t>(step / kEvery)];
  const std::size_t end = steps_[static_cast<std::size_t>(step)].events;
  for (std::size_t i = first_event(step / kEvery * kEvery + 1); i < end; ++i) known.hear(events_[i]);
  return known;
}

View Replay::view_at(int step, Seat viewer) const {
  const State& state = steps_[static_cast<std::size_t>(step)].after;
  const Learnt known = known_at(step);
  return viewer == kAll ? open_view(rules(), state, known.knowledge) : view(state, known.knowledge, viewer);
}

std::vector<Event> Replay::events_of(int step, Seat viewer) const {
  std::vector<Event> out;
  for (std::size_t i = first_event(step); i < steps_[static_cast<std::size_t>(step)].events; ++i)
    out.push_back(viewer == kAll ? events_[i] : mask(events_[i], viewer));
  return out;
}

std::vector<double> Replay::chances(int step, int worlds, Key key) const {
  const State& state = steps_[static_cast<std::size_t>(step)].after;
  std::vector<double> wins(static_cast<std::size_t>(rules().seats));
  if (state.phase != Phase::Running) {
    if (state.winner != kNoSeat) wins[state.winner] = 1;
    return wins;
  }
  Effects effects;
  effects.read(rules());
  const PlayOut play_out(rules(), effects);
  Random random(key);
  for (int world = 0; world < worlds; ++world) {
    State imagined = state;
    imagined.loose = imagined.pile;
    imagined.stream = random.next();
    imagined.key = random.next();
    play_out.run(imagined, random);
    if (imagined.winner != kNoSeat) wins[imagined.winner] += 1.0 / worlds;
  }
  return wins;
}

bool Replay::answers(int step) const {
  if (step == 0) return false;
  const ScenarioLine& line = steps_[static_cast<std::size_t>(step)].line;
  const State& before = steps_[static_cast<std::size_t>(step) - 1].after;
  return line.kind == LineKind::Move && answers_question(before.await, line.move.seat, line.move.verb);
}

std::vector<MoveChance> Replay::prospects(int step, int worlds, Key key) const {
  if (!answers(step)) return {};
  const Seat seat = steps_[static_cast<std::size_t>(step)].line.move.seat;
  const State& before = steps_[static_cast<std::size_t>(step) - 1].after;
  const Learnt known = known_at(step - 1);
  const View seen = view(before, known.knowledge, seat);
  const Choices may = choices(rules(), before, seat);
  const Question question{rules(), seen, known.memory, may};
  std::vector<Move> moves;
  list_answers(question, moves);
  return moves.size() > 1 ? prospects_of(question, key, worlds) : std::vector<MoveChance>{};
}

}  // namespace comodin
