// The draw for the deal: told in a line for each round, shown for a while, ended by any key.
#include "clients/terminal/deal_show.hpp"
#include "notation/moves.hpp"
#include "tests/terminal/screens.hpp"
#include "words/fault.hpp"

namespace comodin {
namespace {

Card card_of(const RuleSet& rules, const std::string& name) {
  for (Card card = 0; card < rules.kinds; ++card)
    if (card_name(rules, card) == name) return card;
  return kNoCard;
}

Event drew(const RuleSet& rules, Seat seat, const char* card, int round) {
  return {.kind = EventKind::DrewForDeal, .seat = seat, .card = card_of(rules, card), .value = round};
}

// You and Paco tie, and then Paco has more.
std::vector<Event> a_tie(const RuleSet& rules) {
  return {drew(rules, 0, "r7", 1), drew(rules, 1, "g+2", 1), drew(rules, 2, "b7", 1),
          drew(rules, 0, "W4", 2), drew(rules, 2, "y1", 2),  {.kind = EventKind::RoundBegan, .seat = 2}};
}

TEST(DealDraw, is_told_round_by_round) {
  const Staged staged = stage("streams", 3, 3, Language::Spanish);
  const std::vector<Event> events = a_tie(*staged.rules);
  EXPECT_EQ(staged.words->story(events),
            (std::vector<std::string>{"Sorteo para repartir: tú 7 rojo, Lola +2 verde, Paco 7 azul",
                                      "Empate, otra vez: tú comodín +4, Paco 1 amarillo", "Paco reparte",
                                      "— Nueva mano —"}));
  const Words english(*staged.rules, Language::English, 2, {"Ana", "Lola", ""});
  EXPECT_EQ(english.story(events)[2], "You deal");
  EXPECT_EQ(english.story(events, 5), (std::vector<std::string>{"— New hand —"}));
  EXPECT_EQ(english.story({events.begin(), events.begin() + 2}).back(), "Ana deals");  // nothing behind it
}

TEST(DealDraw, is_one_thing) {
  const Staged staged = stage("streams", 3, 3, Language::Spanish);
  const std::vector<Event> events = a_tie(*staged.rules);
  std::size_t at = 0;
  const DealDraw draw = read_deal_draw(*staged.rules, events, at);
  EXPECT_EQ(at, 5u);
  EXPECT_EQ(draw.rounds.size(), 2u);
  EXPECT_EQ(draw.rounds.back().size(), 2u);
  EXPECT_EQ(draw.dealer, 2);
  EXPECT_TRUE(read_deal_draw(*staged.rules, events, at).rounds.empty());
  EXPECT_EQ(at, 5u);
}

std::string shown(const DealShow& show, const Staged& staged, int width, int height) {
  Surface out(width, height);
  show.draw(*staged.rules, *staged.words, staged.scene.seats, "Rayos", out);
  return out.grid.text();
}

TEST(DealShow, shows_ties_and_then_who_deals) {
  const Staged staged = stage("streams", 3, 3, Language::English);
  std::size_t at = 0;
  DealShow show(read_deal_draw(*staged.rules, a_tie(*staged.rules), at));
  const auto has = [&](const char* part) {
    return shown(show, staged, 80, 24).find(part) != std::string::npos;
  };
  const Millis second = show.tick(1000, Speed::Normal);
  EXPECT_TRUE(second > 1500 && second < 3000) << second;
  EXPECT_TRUE(has("+2") && has("Lola") && !has("A tie") && !has("Paco deals"));
  EXPECT_EQ(show.tick(second - 1, Speed::Normal), second);
  const Millis end = show.tick(second, Speed::Normal);
  EXPECT_TRUE(end > second + 1000 && end < second + 3000) << end;
  EXPECT_TRUE(has("A tie, so once more: you, Paco") && has("Paco deals"));
  EXPECT_TRUE(has("+2"));  // whose first card was too low still has it
  EXPECT_GT(show.tick(end, Speed::Normal), end);
  EXPECT_FALSE(show.on());
}

TEST(DealShow, fits_everybody_at_any_size) {
  for (int seats : {2, 3, 6, 10}) {
    const Staged staged = stage("streams", seats, 3, Language::Spanish);
    std::vector<Event> events;
    for (int k = 0; k < seats; ++k) events.push_back(drew(*staged.rules, static_cast<Seat>(k), "g3", 1));
    for (int k = 0; k < seats; ++k)
      events.push_back(drew(*staged.rules, static_cast<Seat>(k), k == seats - 1 ? "y9" : "rs", 2));
    std::size_t at = 0;
    DealShow show(read_deal_draw(*staged.rules, events, at));
    const Millis second = show.tick(1, Speed::Slow);
    show.tick(second, Speed::Slow);
    for (const auto& [width, height] : {std::pair(60, 20), std::pair(80, 24), std::pair(120, 40)}) {
      const std::string text = shown(show, staged, width, height);
      for (const SeatLabel& seat : staged.scene.seats)
        EXPECT_NE(text.find(seat.name), std::string::npos) << text;
      EXPECT_NE(text.find(staged.words->deals(static_cast<Seat>(seats - 1))), std::string::npos) << text;
      EXPECT_NE(text.find("♦"), std::string::npos) << text;
      EXPECT_NE(text.find("Seguir"), std::string::npos) << text;
    }
  }
}

// ---- at the table ---------------------------------------------------------------------------------------

class DealShown : public Screens {
 protected:
  // A game in which you are the first to play.
  void begin(const std::string& edition, Speed speed) {
    client_.settings.speed = speed;
    TableRequest request{.edition = edition, .levels = {"novato"}, .seed = 3};
    LiveGame::Plan plan;
    TextError why;
    for (bool yours = false; !yours; ++request.seed) {
      plan = {};
      ASSERT_TRUE(plan_game(client_, request, plan, why)) << english(why.fault);
      const auto tried = LiveGame::begin(plan, why);
      tried->deal();
      yours = tried->state().await == Await{Awaits::Turn, LiveGame::kYou};
    }
    auto game = LiveGame::begin(plan, why);
    game_ = game.get();
    show(table_screen(client_, std::move(game), false));
    due_ = client_.top().tick(++now_);
  }
  bool shows_draw() { return shows("the highest number deals"); }
  bool tells_draw() { return shows("Drawing for the deal: you "); }
  Millis due_ = 0;
};

TEST_F(DealShown, any_key_ends_it_and_does_nothing_else) {
  for (const Input& key :
       {Input{.key = Stroke::Enter}, typed(U' '), Input{.key = Stroke::Escape}, typed(U'q'),
        Input{.key = Stroke::Help}, Input{.key = Stroke::HandCard, .number = 0}}) {
    begin("streams", Speed::Slow);
    ASSERT_TRUE(shows_draw()) << text();
    press(key);
    EXPECT_FALSE(shows_draw()) << text();
    EXPECT_TRUE(shows("Your hand: 7")) << text();
    EXPECT_EQ(game_->own_moves(), 0);
    EXPECT_EQ(game_->moves(), 0);
    client_.home();
  }
}

TEST_F(DealShown, nobody_moves_while_it_is_shown_and_then_it_is_over) {
  begin("streams", Speed::Normal);
  int ticks = 0;
  for (; shows_draw() && ticks < 20; ++ticks) {
    ASSERT_GT(due_, now_);
    EXPECT_EQ(game_->moves(), 0);
    EXPECT_EQ(client_.top().tick(due_ - 1), due_);
    due_ = client_.top().tick(now_ = due_);
  }
  EXPECT_GT(ticks, 0);
  EXPECT_LT(now_, 6000);
  press(Stroke::Enter);  // meant for what has just disappeared: it plays no card
  press(typed(U' '));
  EXPECT_EQ(game_->own_moves(), 0);
  client_.top().tick(now_ += 500);
  press(typed(U' '));
  EXPECT_EQ(game_->own_moves(), 1);
}

TEST_F(DealShown, not_without_delay_and_not_where_nobody_draws) {
  begin("streams", Speed::Instant);
  EXPECT_FALSE(shows_draw()) << text();
  press(typed(U'l'));
  EXPECT_TRUE(tells_draw()) << text();  // the log has it all the same
  press(Stroke::Escape);
  press(typed(U' '));
  EXPECT_GT(game_->own_moves(), 0);  // no key is lost
  begin("hyperdrive", Speed::Slow);
  EXPECT_FALSE(shows_draw()) << text();
}

TEST_F(DealShown, is_in_the_log_and_in_the_replay) {
  begin("streams", Speed::Normal);
  press(Stroke::Enter);
  EXPECT_TRUE(tells_draw()) << text();  // in the log beside the piles
  std::string why;
  const auto path = client_.files.record_path("game");
  ASSERT_TRUE(client_.files.write(path, game_->text(), why)) << why;
  auto replay = replay_screen(client_, path, why);
  ASSERT_TRUE(replay) << why;
  show(std::move(replay));
  client_.top().tick(++now_);
  EXPECT_TRUE(shows_draw()) << text();
  press(Stroke::Right);
  EXPECT_TRUE(shows("Move 0 of")) << text();  // the key was for the draw
  press(typed(U'l'));
  EXPECT_TRUE(tells_draw()) << text();
}

}  // namespace
}  // namespace comodin
