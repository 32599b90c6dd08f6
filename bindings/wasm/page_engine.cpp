#include "bindings/wasm/page_engine.hpp"

#include <algorithm>

#include "bindings/wasm/answers.hpp"
#include "bindings/wasm/page_fields.hpp"
#include "editions/editions.hpp"
#include "notation/moves.hpp"
#include "notation/rule.hpp"
#include "table/question.hpp"
#include "table/random_games.hpp"
#include "table/signature.hpp"

namespace comodin {
namespace {

constexpr int kTrialHands = 4000;     // hands that make a hundred per cent
constexpr int kWorldsMost = 20000;    // of one analysis
constexpr int kHandsMost = 10000000;  // of one bench
const Fault kNoGame = {"page.no_game"_fault}, kNoRecord = {"page.no_step"_fault},
            kNoSuchSeat = {"page.no_seat"_fault};

// The keys of what is sampled: fixed, so that the same question gets the same answer.
constexpr std::uint64_t kBotsPurpose = 3, kHintPurpose = 99, kAnalysisKey = 20262;

// With settings, bots could be told to think for ever.
bool plain(const std::string& level) { return level.find(':') == std::string::npos; }

// Viewers count from 1; 0 is a spectator.
Seat seat_of(int viewer) { return viewer == 0 ? kSpectator : static_cast<Seat>(viewer - 1); }

}  // namespace

PageEngine::PageEngine() : library_(standard_library()) {}
PageEngine::~PageEngine() = default;

// ---- what is fixed ---------------------------------------------------------------------------------

std::string PageEngine::about() { return answers::about(library_); }

std::string PageEngine::rule(const std::string& text) {
  Rule rule;
  if (const TextError wrong = read_rule(library_, text, rule)) return answers::fault(wrong);
  return answers::rule(rule);
}

std::string PageEngine::clause(std::string_view word) const {
  for (int i = 0; i <= static_cast<int>(Refusal::NotIdentical); ++i)
    if (const Reason why = reason(static_cast<Refusal>(i)); why.word() == word)
      return answers::text(why.clause);
  return answers::text("");
}

// ---- one person and bots ---------------------------------------------------------------------------

std::string PageEngine::start(std::unique_ptr<SoloGame> game, const TextError& why, bool deal) {
  if (!game) return answers::fault(why);
  if (!std::ranges::all_of(game->plan().levels, plain))
    return answers::fault(Fault{"page.bot_settings"_fault});
  game_ = std::move(game);
  hint_.reset();
  n_ = 0;
  told_ = 0;
  if (deal) return this->deal();
  told_ = game_->events().size();
  asked_ = ++n_;
  return look();
}

std::string PageEngine::begin(std::string_view text) {
  PageFields fields;
  TextError why = read_page_fields(text, fields);
  if (why) return answers::fault(why);
  const TableRequest& request = fields.request;
  SoloGame::Plan plan;
  plan.rules = freeze_request(library_, request, why.fault);
  if (!plan.rules) return answers::fault(why);
  plan.name = plan.rules->edition.id + "-" + std::to_string(request.seed);
  plan.edition = request.edition;
  plan.key = request.seed;
  plan.bots_key = split(request.seed, kBotsPurpose);
  for (Seat k = 1; k < plan.rules->seats; ++k) plan.levels.push_back(request.level(k));
  return start(SoloGame::begin(plan, why), why, true);
}

std::string PageEngine::resume(const std::string& saved) {
  TextError why;
  auto game = SoloGame::resume(library_, saved, why);
  return start(std::move(game), why, false);
}

std::string PageEngine::practise(std::string_view text) {
  PageFields fields;
  TextError why = read_page_fields(text, fields);
  if (why) return answers::fault(why);
  const Key bots_key = split(fields.request.seed, kBotsPurpose);
  auto game = SoloGame::practise(library_, fields.scenario, fields.request.levels, bots_key, why);
  return start(std::move(game), why, false);
}

std::string PageEngine::look() const {
  if (!game_) return answers::fault(kNoGame);
  MoveList moves;
  legal(game_->rules(), game_->state(), SoloGame::kYou, moves);
  return answers::view(game_->rules(), {n_, "", {}, game_->view(), moves});
}

std::string PageEngine::tell(std::string_view by) {
  hint_.reset();
  ++n_;
  MoveList moves;
  legal(game_->rules(), game_->state(), SoloGame::kYou, moves);
  const std::span<const Event> news = std::span(game_->events()).subspan(told_);
  told_ = game_->events().size();
  return answers::events(game_->rules(), {n_, by, news, game_->view(), moves});
}

void PageEngine::question_after(Verb verb, const Await& before) {
  if (asks_anew(verb, before, game_->state().await)) asked_ = n_ + 1;
}

std::string PageEngine::deal() {
  if (!game_) return answers::fault(kNoGame);
  if (const Refusal refusal = game_->deal(); refusal != Refusal::None) return answers::refused(refusal);
  asked_ = n_ + 1;
  return tell("person");
}

std::string PageEngine::move(const std::string& text, int at) {
  if (!game_) return answers::fault(kNoGame);
  Move move;
  if (!read_move(game_->rules(), SoloGame::kYou, text, move)) return answers::refused("room.no_move"_fault);
  const Await before = game_->state().await;
  if (answers_question(before, SoloGame::kYou, move.verb) && at < asked_)
    return answers::refused("room.stale"_fault);
  if (const Refusal refusal = game_->make(move); refusal != Refusal::None) return answers::refused(refusal);
  question_after(move.verb, before);
  return tell("person");
}

std::string PageEngine::why(const std::string& text) const {
  if (!game_) return answers::fault(kNoGame);
  Move move;
  if (!read_move(game_->rules(), SoloGame::kYou, text, move)) return answers::refused("room.no_move"_fault);
  return answers::why(text, game_->check(move));
}

std::string PageEngine::next() {
  if (!game_) return answers::fault(kNoGame);
  const Reaction* reaction = game_->next();
  return answers::after(reaction ? reaction->after_ms : -1);
}

std::string PageEngine::go() {
  if (!game_) return answers::fault(kNoGame);
  const Reaction* reaction = game_->next();
  if (!reaction) return answers::refused(game_->running() ? Refusal::NotAwaited : Refusal::HandOver);
  const Verb verb = reaction->move.verb;
  const Await before = game_->state().await;
  game_->go();
  question_after(verb, before);
  return tell("bot");
}

std::string PageEngine::hint(int slices) {
  if (!game_) return answers::fault(kNoGame);
  const State& state = game_->state();
  if (!game_->running() || state.await.seat != SoloGame::kYou) return answers::hint(game_->rules(), {}, 100);
  if (!hint_)
    hint_ = std::make_unique<Hint>(
        game_->plan().rules, game_->view(), game_->croupier().memory(),
        choices(game_->rules(), state, SoloGame::kYou),
        one_way(split(game_->plan().bots_key, kHintPurpose, static_cast<std::uint64_t>(game_->moves()))));
  for (; slices > 0 && !hint_->ready(); --slices) hint_->add(hint_->sample());
  return answers::hint(game_->rules(), hint_->rows(), hint_->percent());
}

std::string PageEngine::saved() const {
  return game_ ? answers::text(game_->saved()) : answers::fault(kNoGame);
}

std::string PageEngine::record() const {
  return game_ ? answers::text(game_->record()) : answers::fault(kNoGame);
}

std::string PageEngine::deck() const {
  return game_ ? answers::deck(game_->rules()) : answers::fault(kNoGame);
}

// ---- a record, step by step ------------------------------------------------------------------------

std::string PageEngine::open(const std::string& text) {
  std::vector<Scenario> scenarios;
  if (const TextError wrong = parse_scenarios(text, "", library_, scenarios)) return answers::fault(wrong);
  replay_ = std::make_unique<Replay>(std::move(scenarios.front()));
  return answers::record(*replay_);
}

bool PageEngine::has_step(int step) const {
  return replay_ && step >= 0 && static_cast<std::size_t>(step) < replay_->steps().size();
}

std::string PageEngine::at(int step, int viewer) const {
  if (!has_step(step)) return answers::fault(kNoRecord);
  const RuleSet& rules = replay_->rules();
  if (viewer < -1 || viewer > rules.seats) return answers::fault(kNoSuchSeat);
  const Seat seen_by = viewer == -1 ? Replay::kAll : seat_of(viewer);
  MoveList moves;
  if (viewer > 0) legal(rules, replay_->steps()[static_cast<std::size_t>(step)].after, seen_by, moves);
  const std::vector<Event> events = replay_->events_of(step, seen_by);
  return answers::events(rules, {step, "", events, replay_->view_at(step, seen_by), moves});
}

std::string PageEngine::chances(int step, int worlds) const {
  if (!has_step(step)) return answers::fault(kNoRecord);
  worlds = std::clamp(worlds, 1, kWorldsMost);
  return answers::chances(replay_->chances(step, worlds, split(kAnalysisKey, static_cast<Key>(step))),
                          worlds);
}

std::string PageEngine::prospects(int step, int worlds) const {
  if (!has_step(step)) return answers::fault(kNoRecord);
  const ScenarioLine& line = replay_->steps()[static_cast<std::size_t>(step)].line;
  if (step == 0 || line.kind != LineKind::Move) return answers::fault(Fault{"page.no_move"_fault});
  worlds = std::clamp(worlds, 1, kWorldsMost);
  const Key key = one_way(split(kAnalysisKey, static_cast<Key>(step)));
  return answers::prospects(replay_->rules(), line.move, replay_->prospects(step, worlds, key));
}

// ---- a server's record, proved ---------------------------------------------------------------------

std::string PageEngine::prove(const std::string& text) {
  retelling_ = std::make_unique<Retelling>();
  Proof proof = comodin::prove(text, library_, retelling_.get());
  if (proof.holds && !retelling_->whole()) proof = {.why = {"fair.moves"_fault}};
  if (!proof.holds) retelling_.reset();
  return answers::proof(proof, retelling_.get());
}

std::string PageEngine::proved(int step, int viewer) const {
  if (!retelling_ || step < 0 || static_cast<std::size_t>(step) >= retelling_->steps())
    return answers::fault(kNoRecord);
  const RuleSet& rules = retelling_->rules();
  if (viewer < 0 || viewer > rules.seats) return answers::fault(kNoSuchSeat);
  const auto at = static_cast<std::size_t>(step);
  const std::vector<Event> events = retelling_->events_of(at, seat_of(viewer));
  return answers::events(rules, {step, "", events, retelling_->view_at(at, seat_of(viewer)), MoveList{}});
}

std::string PageEngine::sha256(std::string_view digits) const {
  Bytes32 bytes{};
  return parse_hex(digits, bytes) ? answers::text(hex(comodin::sha256(bytes)))
                                  : answers::fault(Fault{"page.digits"_fault});
}

// ---- a rule on trial -------------------------------------------------------------------------------

std::string PageEngine::trial(std::string_view text) {
  PageFields fields;
  TextError why = read_page_fields(text, fields);
  if (why) return answers::fault(why);
  const Edition* edition = library_.edition(fields.request.edition, "", why.fault);
  if (!edition) return answers::fault(why);
  if (!edition->custom()) return answers::fault(Fault{"page.no_custom"_fault});
  Rule rule;
  if (fields.request.rules.empty()) return answers::fault(Fault{"page.no_rule"_fault});
  why = read_rule(library_, fields.request.rules[0], rule);
  if (why) return answers::fault(why);
  auto trial = std::make_unique<Trial>(*edition, rule, fields.request.players, kTrialHands);
  if (trial->why()) return answers::fault(trial->why());
  trial_ = std::move(trial);
  trial_seats_ = fields.request.players;
  return trial_run(0);
}

std::string PageEngine::trial_run(int hands) {
  if (!trial_) return answers::fault(Fault{"page.no_trial"_fault});
  trial_->play(hands);
  return answers::trial(trial_->report(), trial_seats_);
}

// ---- the engine itself -----------------------------------------------------------------------------

std::string PageEngine::signature() { return answers::text(signature_text(signature_of_all(library_))); }

std::string PageEngine::bench(int hands) {
  const auto rules = bench_table(library_, library_.editions().front().name, 4);
  if (!rules) return answers::fault(Fault{"page.no_edition"_fault});
  RandomGames row(*rules, kBenchKey);
  hands = std::clamp(hands, 0, kHandsMost);
  for (int i = 0; i < hands; ++i) row.hand();
  return answers::bench(hands, static_cast<long long>(row.decisions()));
}

}  // namespace comodin
