// The table at every size: parts do not overlap, and nothing that players must know is missing.
#include <gtest/gtest.h>

#include <algorithm>

#include "editions/editions.hpp"
#include "tests/terminal/scenes.hpp"

namespace comodin {
namespace {

struct Size {
  int w, h;
};
constexpr Size kSizes[] = {{60, 20}, {80, 24}, {100, 30}, {120, 40}, {200, 60}};
constexpr Language kLanguages[] = {Language::Spanish, Language::English};

bool overlap(const Rect& a, const Rect& b) {
  return !a.empty() && !b.empty() && a.x < b.right() && b.x < a.right() && a.y < b.bottom() &&
         b.y < a.bottom();
}

std::string drawn(const Staged& staged, Size size, Surface& out) {
  out = Surface(size.w, size.h);
  draw_table(staged.scene, out);
  return out.grid.text();
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Layout, parts_lie_apart_and_inside) {
  for (int h = kHeightMin; h <= 70; ++h) {
    for (int w = kWidthMin; w <= 220; w += 3) {
      for (int seats : {2, 4, 6, 7, 10}) {
        for (int cards : {0, 1, 7, 14, 22, 40, 100}) {
          const TableLayout at = lay_table(w, h, seats - 1, cards);
          const Rect parts[] = {at.title,   at.opponents, at.pile, at.top,     at.facts, at.log,
                                at.message, at.head,      at.hand, at.actions, at.keys};
          for (const Rect& part : parts) {
            ASSERT_FALSE(part.empty()) << w << "x" << h << " " << seats << " " << cards;
            ASSERT_TRUE(part.x >= 0 && part.y >= 0 && part.right() <= w && part.bottom() <= h)
                << w << "x" << h << " " << seats;
          }
          for (std::size_t i = 0; i < std::size(parts); ++i)
            for (std::size_t k = 0; k < i; ++k)
              ASSERT_FALSE(overlap(parts[i], parts[k]))
                  << w << "x" << h << " " << seats << " " << cards << ": " << k << ", " << i;
          for (const Rect& kept : {at.top, at.hand, at.actions, at.message})
            ASSERT_FALSE(overlap(at.panel, kept))
                << w << "x" << h;  // a choice hides neither hand nor buttons
          ASSERT_GE(at.hand_rows * box_of(at.card).h, 3);
          ASSERT_LE((at.hand_columns - 1) * at.pitch + box_of(at.card).w, at.hand.w) << w << "x" << h;
        }
      }
    }
  }
}

TEST(Table, says_everything_at_every_size) {
  for (const NamedText& edition : test_library().editions()) {
    for (Language language : kLanguages) {
      for (int seats : {2, 4, 10}) {
        for (Size size : kSizes) {
          const Staged staged = stage(std::string(edition.name), seats, 9, language);
          Surface out(1, 1);
          const std::string text = drawn(staged, size, out);
          const Catalogue& say = staged.words->say();
          const std::string where = std::string(edition.name) + " " + std::to_string(seats) + " " +
                                    std::to_string(size.w) + "\n" + text;
          for (int k = 1; k < seats; ++k) {
            EXPECT_TRUE(has(text, staged.scene.seats[static_cast<std::size_t>(k)].name)) << where;
            EXPECT_TRUE(has(text, std::to_string(staged.scene.view.count[static_cast<std::size_t>(k)])))
                << where;
          }
          EXPECT_TRUE(has(text, say("table.owes"))) << where;
          EXPECT_TRUE(has(text, "♦ " + staged.words->color(Color::Yellow))) << where;  // the colour in words
          EXPECT_TRUE(has(text, say("table.clockwise"))) << where;
          EXPECT_TRUE(has(text, "23")) << where;  // the draw pile
          EXPECT_TRUE(has(text, "última")) << where;
          EXPECT_TRUE(has(text, say("button.uno"))) << where;
          EXPECT_TRUE(has(text, say("button.give"))) << where;
          EXPECT_TRUE(has(text, say("key.menu"))) << where;
          EXPECT_TRUE(has(text, "▲")) << where;
          EXPECT_TRUE(!staged.rules->has_powers() || has(text, "♥♦♣♠")) << where;
          EXPECT_TRUE(staged.scene.view.hyper == Color::None || has(text, "HIPER") || has(text, "HYPER"))
              << where;
          const char* const quote = language == Language::Spanish ? "«" : "“";
          EXPECT_TRUE(!staged.scene.view.marks[1] || has(text, quote)) << where;
        }
      }
    }
  }
}

// Every card can be reached: moving the cursor through the hand shows each of them chosen, with its name.
TEST(Table, every_card_of_a_large_hand_can_be_seen) {
  for (Size size : kSizes) {
    for (int cards : {7, 23, 40, 55}) {
      Staged staged = stage("classic", 10, cards, Language::Spanish);
      for (int i = 0; i < cards; ++i) {
        staged.scene.cursor = i;
        Surface out(1, 1);
        const std::string text = drawn(staged, size, out);
        EXPECT_TRUE(has(text, "▸ " + staged.words->card(staged.scene.hand[static_cast<std::size_t>(i)])))
            << size.w << "\n"
            << text;
        const bool shown = std::any_of(out.regions.begin(), out.regions.end(), [&](const Region& region) {
          return region.means.key == Stroke::HandCard && region.means.number == i &&
                 region.area.right() <= size.w && out.grid.at(region.area.x, region.area.y).glyph == U'╔';
        });
        const bool wild =
            staged.rules->cards[staged.scene.hand[static_cast<std::size_t>(i)]].color == Color::None;
        EXPECT_TRUE(shown || wild) << size.w << " " << i << "\n" << text;
      }
    }
  }
}

// Cards that cannot be seen are counted, above and below.
TEST(Table, cards_out_of_sight_are_counted) {
  Staged staged = stage("classic", 4, 40, Language::Spanish);
  Surface out(1, 1);
  const std::string text = drawn(staged, {60, 20}, out);
  const auto visible = std::count_if(out.regions.begin(), out.regions.end(), [](const Region& region) {
    return region.means.key == Stroke::HandCard;
  });
  EXPECT_TRUE(has(text, "▼" + std::to_string(40 - visible))) << text;
}

// The log loses nothing of what it shows: the newest event stands there word for word.
TEST(Table, the_log_shows_whole_events) {
  const std::string longest = "Inés juega comodín del poder amarillo y pide amarillo, y Lola pierde el turno";
  for (Size size : kSizes) {
    Staged staged = stage("classic", 4, 7, Language::Spanish);
    staged.scene.log = {"primera", longest, longest};
    Surface out(1, 1);
    drawn(staged, size, out);
    const TableLayout at = lay_table(size.w, size.h, 3, 7);
    std::string shown;
    for (int y = at.log.y; y < at.log.bottom(); ++y)
      for (int x = at.log.x; x < at.log.right(); ++x) append_utf8(shown, out.grid.at(x, y).glyph);
    std::string words;
    for (char c : shown)
      if (c != ' ' || (!words.empty() && words.back() != ' ')) words += c;
    EXPECT_TRUE(has(words, longest)) << size.w << "\n" << out.grid.text();
  }
}

TEST(Table, a_panel_offers_ten_players_at_the_least_size) {
  for (Language language : kLanguages) {
    Staged staged = stage("streams", 10, 30, language);
    staged.scene.panel.title = staged.words->say()("question.swap");
    for (int k = 1; k < 10; ++k)
      staged.scene.panel.options.push_back(staged.scene.seats[static_cast<std::size_t>(k)].name);
    staged.scene.panel.options.push_back("uno más");
    Surface out(1, 1);
    const std::string text = drawn(staged, {60, 20}, out);
    for (const std::string& option : staged.scene.panel.options)
      EXPECT_TRUE(has(text, option)) << option << "\n" << text;
    EXPECT_TRUE(has(text, staged.words->say()("button.uno"))) << text;
  }
}

TEST(Table, every_refusal_can_be_read_whole) {
  for (Language language : kLanguages) {
    Staged staged = stage("classic", 4, 7, language);
    for (int i = 1; i <= static_cast<int>(Refusal::NotIdentical); ++i) {
      const Refusal refusal = static_cast<Refusal>(i);
      staged.scene.message = staged.words->refusal(refusal);
      Surface out(1, 1);
      const std::string text = drawn(staged, {60, 20}, out);
      EXPECT_TRUE(has(text, std::string(reason(refusal).clause))) << text;
    }
  }
}

// A click on the screen means what is shown there.
TEST(Table, clicks_mean_keys) {
  const Staged staged = stage("powers", 4, 9, Language::Spanish);
  Surface out(1, 1);
  drawn(staged, {80, 24}, out);
  const TableLayout at = lay_table(80, 24, 3, 9);
  const auto click = [&](int x, int y) { return out.meaning({.key = Stroke::Click, .x = x, .y = y}); };
  EXPECT_EQ(click(at.hand.x, at.hand.y), (Input{.key = Stroke::HandCard, .number = 0}));
  EXPECT_EQ(click(at.opponents.x, at.opponents.y), (Input{.key = Stroke::Player, .number = 1}));
  EXPECT_TRUE(click(at.pile.x + 1, at.pile.y + 1).is(U' '));
  EXPECT_TRUE(click(at.actions.x + 1, at.actions.y).is(U'u'));
}

}  // namespace
}  // namespace comodin
