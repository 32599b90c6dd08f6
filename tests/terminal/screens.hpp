// Screens as a person uses them: keys in, what is on the screen out.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "clients/terminal/screen.hpp"
#include "tests/terminal/scenes.hpp"
#include "words/fault.hpp"

namespace comodin {

// A folder of its own for each test.
class Screens : public testing::Test {
 protected:
  Screens()
      : root_(std::filesystem::temp_directory_path() / ("comodin-screens-" + std::to_string(::getpid()))),
        client_(test_library(), UserFiles(root_), settings(), Language::English) {}
  ~Screens() override { std::filesystem::remove_all(root_); }

  static Settings settings() {
    Settings out;
    out.speed = Speed::Instant;
    out.table = default_request(test_library());
    return out;
  }

  void show(std::unique_ptr<Screen> screen) {
    client_.push(std::move(screen));
    client_.settle();
  }
  void press(const Input& input) {
    if (!client_.settle()) return;
    client_.top().on(input);
    if (client_.settle()) client_.top().tick(++now_);
    client_.settle();
  }
  void press(Stroke key) { press(Input{.key = key}); }
  void type(std::string_view text) {
    while (!text.empty()) press(typed(next_char(text)));
  }
  std::string text(int width = 80, int height = 24) {
    if (!client_.settle()) return "";
    Surface out(width, height);
    client_.top().draw(out);
    return out.grid.text();
  }
  bool shows(const std::string& part) { return text().find(part) != std::string::npos; }

  // A table at which you are to play and hold a wild that asks for a colour: its place in the hand.
  int begin_with_a_wild(const std::string& edition, Key from) {
    for (Key key = from; key < from + 200; ++key) {
      TableRequest request{.edition = edition, .levels = {"novato"}, .seed = key};
      LiveGame::Plan plan;
      TextError why;
      EXPECT_TRUE(plan_game(client_, request, plan, why)) << english(why.fault);
      auto game = LiveGame::begin(plan, why);
      game->deal();
      game_ = game.get();
      while (game->running() && game->state().await.seat != LiveGame::kYou) game->poll(0, Speed::Instant);
      if (!game->running() || game->state().await.kind != Awaits::Turn) continue;
      MoveList moves;
      legal(game->rules(), game->state(), LiveGame::kYou, moves);
      int place = 0, found = -1;
      for_each_card(game->state().hands[LiveGame::kYou], [&](Card card) {
        const bool plays = std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
          return move.verb == Verb::Play && move.what == card && move.color != Color::None;
        });
        if (plays) found = place;
        ++place;
      });
      if (found < 0) continue;
      show(table_screen(client_, std::move(game), false));
      client_.top().tick(++now_);
      return found;
    }
    return -1;
  }

  std::filesystem::path root_;
  Client client_;
  LiveGame* game_ = nullptr;
  Millis now_ = 1;
};

}  // namespace comodin
