#include "bots/net_player.hpp"

#include "bots/answers.hpp"
#include "engine/match.hpp"

namespace comodin {
namespace {

// Points that winning the hand counts on top of what it scores. With two players points win matches; among
// more they hang on few hands.
constexpr float kWinWorth[2] = {0, 90};
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
    return with_call(question,
                     best_move(sight_of(question, effects_), tuned_weights(question.rules.seats), mood()));
  list_answers(question, moves_);
  if (moves_.size() == 1) return with_call(question, moves_[0]);
  const Facts facts(question, effects_, classes_);
  options_.resize(moves_.size());
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    options_[i].move = moves_[i];
    facts.of(moves_[i], options_[i].facts);
    const Outlook outlook = evaluator_.judge(options_[i].facts.span());
    options_[i].value = outlook.points + kWinWorth[question.rules.seats > 2] * outlook.win;
  }
  return with_call(question, options_[choose(question, options_)].move);
}

std::size_t NetPlayer::best_of(const std::vector<Option>& options) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < options.size(); ++i)
    if (options[i].value > options[best].value) best = i;
  return best;
}

// Bluffs and challenges are mixed where they are close, so that nobody can count on either.
std::size_t NetPlayer::choose(const Question& question, const std::vector<Option>& options) {
  const std::size_t best = best_of(options);
  const auto risky = [&](std::size_t i) {
    return options[i].move.verb == Verb::Challenge || is_bluff(question, options[i].move);
  };
  const bool on_trial = question.view.await.kind == Awaits::Challenge;
  if (!on_trial && !risky(best)) return best;
  std::size_t rival = best;  // the best of the other sort
  for (std::size_t i = 0; i < options.size(); ++i)
    if (risky(i) != risky(best) && (rival == best || options[i].value > options[rival].value)) rival = i;
  if (rival == best) return best;
  const float margin = (options[best].value - options[rival].value) / kMixWidth;
  return mood() < 0.5f + 0.5f * margin ? best : rival;
}

}  // namespace comodin
