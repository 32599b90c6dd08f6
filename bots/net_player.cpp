#include "bots/net_player.hpp"

#include "bots/answers.hpp"
#include "engine/match.hpp"

namespace comodin {
namespace {

// Points that winning the hand counts on top of what it scores. With two players points win matches; among
// more they hang on few hands.
constexpr float kWinAddsPoints[2] = {0, 90};
constexpr float kMixWidth = 4;  // points within which a bluff or a challenge is left to chance

// Questions whose answers the network has learned; the others are left to the linear judgement.
constexpr bool judged(Awaits kind) {
  switch (kind) {
    case Awaits::Turn:
    case Awaits::Drawn:
    case Awaits::Second:
    case Awaits::Challenge:
    case Awaits::Throw:
    case Awaits::Discard:
    case Awaits::Color:
    case Awaits::Power: return true;
    default: return false;
  }
}

bool is_bluff(const Question& question, const Move& move) {
  return move.verb == Verb::Play && (question.rules.restricted & bit(move.what)) &&
         comodin::is_bluff(question.rules, own_hand(question), move.what, question.view.color);
}

}  // namespace

void NetPlayer::begin(const RuleSet& rules, Key key) {
  Attentive::begin(rules, key);
  effects_.read(rules);
  classes_.read(rules, effects_);
  at_home_ = effects_.growth() <= kGrowthMost;
}

Move NetPlayer::answer(const Question& question) {
  if (!at_home_ || !judged(question.view.await.kind))
    return with_call(
        question, best_move(situation_of(question, effects_), tuned_weights(question.rules.seats), mood()));
  list_answers(question, moves_);
  if (moves_.size() == 1) return with_call(question, moves_[0]);
  const Facts facts(question, effects_, classes_);
  candidates_.resize(moves_.size());
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    candidates_[i].move = moves_[i];
    facts.of(moves_[i], candidates_[i].facts);
    const Outlook outlook = evaluator_.judge(candidates_[i].facts.span());
    candidates_[i].value = outlook.points + kWinAddsPoints[question.rules.seats > 2] * outlook.win;
  }
  return with_call(question, candidates_[choose(question, candidates_)].move);
}

std::size_t NetPlayer::best_of(const std::vector<Candidate>& candidates) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < candidates.size(); ++i)
    if (candidates[i].value > candidates[best].value) best = i;
  return best;
}

// Bluffs and challenges are mixed where they are close, so that nobody can count on either.
std::size_t NetPlayer::choose(const Question& question, const std::vector<Candidate>& candidates) {
  const std::size_t best = best_of(candidates);
  const auto risky = [&](std::size_t i) {
    return candidates[i].move.verb == Verb::Challenge || is_bluff(question, candidates[i].move);
  };
  const bool on_trial = question.view.await.kind == Awaits::Challenge;
  if (!on_trial && !risky(best)) return best;
  std::size_t rival = best;  // the best of the other sort
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (risky(i) != risky(best) && (rival == best || candidates[i].value > candidates[rival].value))
      rival = i;
  if (rival == best) return best;
  const float margin = (candidates[best].value - candidates[rival].value) / kMixWidth;
  return mood() < 0.5f + 0.5f * margin ? best : rival;
}

}  // namespace comodin
