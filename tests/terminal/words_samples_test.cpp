// Games put into words, written down for the web client, which says the same in TypeScript
// (clients/web/tests/unit/words/words.test.ts compares).
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "editions/editions.hpp"
#include "notation/json.hpp"
#include "notation/moves.hpp"
#include "table/random_table.hpp"
#include "table/table_request.hpp"
#include "tests/terminal/scenes.hpp"
#include "words/fault.hpp"
#include "words/words.hpp"

namespace comodin {
namespace {

constexpr int kSeats = 3, kHands = 60, kOfAKind = 25;
constexpr Seat kSpokenTo = 0;

struct Heard : Listener {
  explicit Heard(Knowledge& knowledge) : knows(knowledge) {}
  void on(const Event& event) override {
    knows.on(event);
    events.push_back(mask(event, kSpokenTo));
  }
  Knowledge& knows;
  std::vector<Event> events;
};

// One object a line: what is said of, and both languages. Only so many of a kind, so that it stays small.
class Samples {
 public:
  explicit Samples(const char* path) : file_(path) {}
  bool good() const { return file_.good(); }
  void table(std::shared_ptr<const RuleSet> rules) {
    rules_ = std::move(rules);
    spanish_ = std::make_unique<Words>(*rules_, Language::Spanish, kSpokenTo, seat_names(kSeats));
    english_ = std::make_unique<Words>(*rules_, Language::English, kSpokenTo, seat_names(kSeats));
  }
  template <class Write, class SayIt>
  void add(const std::string& kind, Write write, SayIt say_it) {
    if (++kinds_[rules_->edition.id + kind] > kOfAKind) return;
    std::string line;
    JsonPen pen(line);
    pen.open('{').key("kind").text(kind).key("rules").open('[');
    for (const Rule& rule : rules_->custom_rules) pen.text(rule.name);
    pen.close(']');
    write(pen);
    pen.key("es").text(say_it(*spanish_)).key("en").text(say_it(*english_)).close('}');
    file_ << line << '\n';
  }
  const RuleSet& rules() const { return *rules_; }

 private:
  std::ofstream file_;
  std::shared_ptr<const RuleSet> rules_;
  std::unique_ptr<Words> spanish_, english_;
  std::map<std::string, int> kinds_;
};

void add_events(Samples& out, const std::vector<Event>& events) {
  const RuleSet& rules = out.rules();
  for (const Event& event : events) {
    const auto write = [&](JsonPen& pen) { write_event(pen.key("event"), rules, event); };
    const std::string kind = "event " + std::to_string(static_cast<int>(event.kind));
    out.add(kind + (event.seat == kSpokenTo    ? " you"
                    : event.other == kSpokenTo ? " me"
                                               : ""),
            write, [&](const Words& words) { return words.event(event); });
  }
  const auto write = [&](JsonPen& pen) {
    pen.key("story").open('[');
    for (const Event& event : events) write_event(pen, rules, event);
    pen.close(']');
  };
  out.add("story " + std::to_string(events.size() / 4), write, [&](const Words& words) {
    std::string all;
    for (const std::string& line : words.story(events)) all += line + "\n";
    return all;
  });
}

void add_questions(Samples& out, const State& state, const Knowledge& knows) {
  if (state.phase != Phase::Running) return;
  const View seen = view(state, knows, kSpokenTo);
  const auto write = [&](JsonPen& pen) { write_view(pen.key("view"), out.rules(), seen); };
  const std::string kind(awaits_word(seen.await.kind));
  if (seen.await.seat != kSpokenTo)
    return out.add("waiting " + kind, write, [&](const Words& words) { return words.waiting(seen); });
  out.add("question " + kind, write, [&](const Words& words) { return words.question(seen); });
  MoveList moves;
  legal(out.rules(), state, kSpokenTo, moves);
  for (const Move& move : moves) {
    const auto with_move = [&](JsonPen& pen) {
      write(pen);
      pen.key("move").text(move_text(out.rules(), move));
    };
    out.add("move " + std::to_string(static_cast<int>(move.verb)), with_move,
            [&](const Words& words) { return words.move(seen, move); });
  }
}

void play_hands(Samples& out, const RuleSet& rules, Key key) {
  RandomBot bot(key);
  State state = new_game(rules, key);
  Knowledge knows(rules);
  knows.reset(state);
  Heard heard(knows);
  Chance chance;
  for (int hand = 0; hand < kHands && state.champions == 0; ++hand) {
    ASSERT_EQ(deal(rules, state, heard, chance), Refusal::None);
    while (true) {
      add_events(out, heard.events);
      add_questions(out, state, knows);
      heard.events.clear();
      if (state.phase != Phase::Running) break;
      ASSERT_EQ(apply(rules, state, next_move(rules, state, bot), heard, chance), Refusal::None);
    }
  }
}

TEST(Words, WritesSamplesForTheWebClient) {
  const char* path = std::getenv("COMODIN_WORDS_OUT");
  if (!path) GTEST_SKIP() << "COMODIN_WORDS_OUT is not set";
  Samples out(path);
  for (const NamedText& edition : test_library().editions()) {
    for (const char* ready :
         {"elbows rooster joke hands-up", "draw-until-color discard-wilds fill-to-seven elbows"}) {
      TableRequest request;
      request.edition = edition.name;
      request.players = kSeats;
      request.options = {"stacking=same", "jump_in=on", "seven_zero=on", "target=5000"};
      std::string word;
      for (const char* at = ready; *at; ++at) {
        if (*at != ' ') word += *at;
        if (*at == ' ' || !at[1]) request.rules.push_back(std::exchange(word, {}));
      }
      Fault why;
      const auto rules = freeze_request(test_library(), request, why);
      ASSERT_TRUE(rules) << english(why);
      out.table(rules);
      play_hands(out, *rules, 7);
    }
  }
  EXPECT_TRUE(out.good()) << "cannot write " << path;
}

}  // namespace
}  // namespace comodin
