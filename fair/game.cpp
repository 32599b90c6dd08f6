#include "fair/game.hpp"

#include <utility>

#include "fair/lines.hpp"
#include "notation/scenario.hpp"

namespace comodin {
namespace {

// The text itself if a record can hold it in quotes; otherwise only its plain characters.
std::string readable(const std::string& text) {
  std::vector<Token> tokens;
  if (!tokenize(quoted(text), tokens) && tokens[0].text == text) return text;
  std::string plain;
  for (const char c : text)
    if (c >= ' ' && c <= '~' && plain.size() < kWordMax) plain += c;
  return plain;
}

RecordHead record_head(const FairRecord::Head& head, const FairHand& first) {
  std::vector<std::string> names;
  for (const std::string& seat : head.seats) names.push_back(readable(seat));
  names.resize(static_cast<std::size_t>(head.rules->seats));
  return {.name = readable(head.name),
          .edition = head.edition,
          .rules = head.rules,
          .seats = names,
          .key = key_of(seed_of(first, head.game)),
          .version = head.version};
}

}  // namespace

FairGame::FairGame(std::shared_ptr<const RuleSet> rules, std::string game)
    : rules_(std::move(rules)), game_(std::move(game)) {
  state_.direction = rules_->edition.direction;
}

Refusal FairGame::deal(const FairHand& hand, Listener& hears, Chance* noted) {
  if (const Refusal refusal = check_deal(state_); refusal != Refusal::None) return refusal;
  if (hand.hand != static_cast<int>(hands_.size()) + 1 || wrong_with(hand, rules_->seats))
    return Refusal::NotNow;
  const Bytes32 seed = seed_of(hand, game_);
  if (!std::exchange(begun_, true)) state_ = new_game(*rules_, key_of(seed));
  chance_ = FairChance(seed, noted);
  const Refusal refusal = comodin::deal(*rules_, state_, hears, chance_);
  hands_.push_back(hand);
  return refusal;
}

Refusal FairGame::move(const Move& move, Listener& hears) {
  return apply(*rules_, state_, move, hears, chance_);
}

void FairGame::set_up(const State& state) {
  state_ = state;
  begun_ = true;
  hands_.clear();
  chance_ = FairChance(Bytes32{});
}

FairRecord::FairRecord(const Head& head, std::vector<FairHand> hands)
    : game_(head.rules, head.game), hands_(std::move(hands)), writer_(record_head(head, hands_.at(0))) {}

Refusal FairRecord::deal(Listener& hears) {
  const std::size_t next = game_.hands().size();
  if (next == hands_.size()) return Refusal::NotNow;
  const Refusal refusal = game_.deal(hands_[next], hears, &writer_.chance());
  if (refusal == Refusal::None) writer_.dealt(game_.state());
  return refusal;
}

Refusal FairRecord::move(const Move& move, Listener& hears) {
  const Refusal refusal = game_.move(move, hears);
  if (refusal == Refusal::None) writer_.moved(move, game_.state());
  return refusal;
}

std::string FairRecord::text() const { return print_fair(game_.game(), game_.hands()) + writer_.text(); }

}  // namespace comodin
