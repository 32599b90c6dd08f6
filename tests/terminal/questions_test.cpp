// What is asked, in words.
#include <gtest/gtest.h>

#include "table/random_table.hpp"
#include "table/table_request.hpp"
#include "tests/terminal/scenes.hpp"
#include "words/fault.hpp"
#include "words/words.hpp"

namespace comodin {
namespace {

bool may_challenge(const RuleSet& rules, const State& state, Seat seat) {
  return choices(rules, state, seat).has(Verb::Challenge);
}

// A stacked +2 on an old +4 is no bluff, and neither is a +4 where bluffs are forbidden.
void asks_about_bluffs(const std::string& options, bool bluffs) {
  TableRequest request;
  request.edition = "classic";
  request.players = 3;
  request.rules = {"elbows", "rooster", "joke", "hands-up"};
  request.options = {"stacking=any", "target=5000", options};
  Fault why;
  const auto rules = freeze_request(test_library(), request, why);
  ASSERT_TRUE(rules) << english(why);
  const Words words(*rules, Language::English, Seat{0}, seat_names(3));
  RandomBot bot(5);
  State state = new_game(*rules, 5);
  Knowledge knows(*rules);
  Chance chance;
  int asked = 0, plain = 0;
  for (int hand = 0; hand < 100 && deal(*rules, state, knows, chance) == Refusal::None; ++hand)
    while (state.phase == Phase::Running) {
      if (state.await.kind == Awaits::Challenge) {
        const View seen = view(state, knows, state.await.seat);
        const std::string sum = std::to_string(seen.sum);
        const bool challenge = may_challenge(*rules, state, state.await.seat);
        (challenge ? asked : plain) += 1;
        const std::string expected = challenge
                                         ? words.say()("question.challenge", {sum, words.seat(state.turn)})
                                         : words.say().counted("question.hit", seen.sum);
        ASSERT_EQ(words.question(seen), expected);
      }
      ASSERT_EQ(apply(*rules, state, next_move(*rules, state, bot), knows, chance), Refusal::None);
    }
  EXPECT_EQ(asked > 10, bluffs);
  EXPECT_GT(plain, 10);
}

TEST(Questions, AskAboutABluffOnlyWhereOneCanBeChallenged) {
  asks_about_bluffs("w4_bluff=allowed", true);
  asks_about_bluffs("w4_bluff=forbidden", false);
}

}  // namespace
}  // namespace comodin
