// A server's table: its records are proved and played again, what was missed is told as it was, and nobody
// can change a record unseen.
#include "server/room/room_table.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "fair/retelling.hpp"
#include "notation/player.hpp"
#include "table/event_list.hpp"
#include "table/random_table.hpp"
#include "tests/battery/play.hpp"
#include "tests/battery/tables.hpp"
#include "words/fault.hpp"

namespace comodin::server {
namespace {

using Rules = std::shared_ptr<const RuleSet>;

constexpr const char* kEditions[] = {"classic", "streams", "creeper", "hyperdrive", "powers"};
constexpr const char* kOptionTexts[] = {
    "", "stacking any; jump_in on", "seven_zero on; draw until_playable",
    "stacking same; jump_in on; seven_zero on; w4_bluff forbidden; cards 10",  // small piles: many shuffles
    "format low; target 60"};

Rules rules_of(const std::string& edition, int seats, const std::string& options = "") {
  const std::vector<Rule>& pool = battery::rule_pool();
  const auto at = static_cast<std::size_t>(seats) % pool.size();
  return battery::make_table(edition, seats, options, {pool[at], pool[(at + 3) % pool.size()]}).rules;
}

Bytes32 drawn(Random& random) {
  Bytes32 out;
  for (auto& byte : out) byte = static_cast<std::uint8_t>(random.next() >> 56);
  return out;
}

// Of four seats one gives nothing, one withholds its number, two reveal it.
FairHand next_hand(const RoomTable& table, Random& random) {
  FairHand hand{
      .hand = static_cast<int>(table.hands().size()) + 1, .secret = drawn(random), .contributions = {}};
  for (Seat seat = 0; seat < table.rules().seats; ++seat) {
    const std::uint32_t does = random.below(4);
    const Bytes32 nonce = drawn(random);
    if (does == 1) hand.contributions.push_back({seat, sha256(nonce), {}, true});
    if (does > 1) hand.contributions.push_back({seat, sha256(nonce), nonce, false});
  }
  return hand;
}

// Random play; each step is the next entry.
class Play {
 public:
  Play(RoomTable& table, Key seed) : table_(table), random_(split(seed, 1)), bot_(split(seed, 2), 8) {}

  // Deals, or makes one move. False: the game is over.
  bool step(Listener* hears = nullptr) {
    const bool deals = table_.state().phase != Phase::Running;
    if (deals && check_deal(table_.state()) != Refusal::None) return false;
    const Refusal refusal =
        deals ? table_.deal(++entries_, next_hand(table_, random_), hears)
              : table_.move(++entries_, next_move(table_.rules(), table_.state(), bot_), By::Person, hears);
    EXPECT_EQ(refusal, Refusal::None);
    return refusal == Refusal::None;
  }
  void hands(std::size_t count) {
    while (table_.hands().size() < count && step()) {}
    while (table_.state().phase == Phase::Running && step()) {}
  }
  std::uint32_t entries() const { return entries_; }

 private:
  RoomTable& table_;
  Random random_;
  RandomBot bot_;
  std::uint32_t entries_ = 0;
};

std::vector<std::string> names_of(int seats) {
  std::vector<std::string> out;
  for (int k = 0; k < seats; ++k) out.push_back("Jugador " + std::to_string(k + 1));
  return out;
}

std::string record_of(const RoomTable& table) {
  return table.record("a game", table.rules().edition.id, names_of(table.rules().seats));
}

// A finished game of some hands, as a record.
std::string sample_record(const std::string& edition, int seats, const std::string& options, Key seed,
                          std::size_t hands = 3) {
  RoomTable table(rules_of(edition, seats, options), "game-" + std::to_string(seed));
  Play(table, seed).hands(hands);
  return record_of(table);
}

Proof proof_of(const std::string& record) { return prove(record, battery::library()); }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

// A shuffle of a deal that could not start stands before that of the deal that could.
int repeated_deals(const std::string& record) {
  const std::vector<std::string> lines = lines_of(record);
  int repeated = 0;
  for (auto deal = std::find(lines.begin(), lines.end(), "deal"); deal != lines.end();
       deal = std::find(deal + 1, lines.end(), "deal")) {
    int shuffles = 0;
    for (auto line = deal - 1; line->starts_with("chance "); --line)
      shuffles += line->starts_with("chance pile");
    repeated += shuffles > 1;
  }
  return repeated;
}

// What is wrong with a table's record, if anything.
std::string record_problem(const RoomTable& table, Library& library) {
  const std::string text = record_of(table);
  std::vector<Scenario> read;
  if (const TextError wrong = parse_scenarios(text, "", library, read)) return english(wrong.fault);
  ScenarioPlayer player(read.at(0));
  player.run();
  if (!player.failures().empty()) return english(player.failures()[0].fault);
  if (hash(player.state()) != hash(table.state())) return "it ends in another position";
  const Proof proof = prove(text, library);
  if (!proof.holds) return english(proof.why);
  if (proof.hands != static_cast<int>(table.hands().size())) return "not all hands are proved";
  return proof.ended == (table.state().champions != 0) ? "" : "it is wrong about the game's end";
}

// What a proof says that each viewer was told is what the table told.
TEST(Retelling, SaysWhatTheTableSaid) {
  for (const char* edition : kEditions) {
    RoomTable table(rules_of(edition, 4, kOptionTexts[2]), "g");
    Play(table, 17).hands(3);
    Retelling retelling;
    ASSERT_TRUE(prove(record_of(table), battery::library(), &retelling).holds) << edition;
    for (const Seat viewer : {Seat{0}, Seat{3}, kSpectator}) {
      std::size_t step = 0;
      table.replay(0, viewer, [&](const RoomTable::Past& past) {
        EXPECT_EQ(retelling.events_of(step, viewer), past.events) << edition << " step " << step;
        EXPECT_EQ(retelling.view_at(step, viewer), past.view) << edition << " step " << step;
        ++step;
      });
      EXPECT_EQ(step, retelling.steps());
    }
    std::size_t steps = 0;
    for (std::size_t hand = 0; hand < table.hands().size(); ++hand) steps += retelling.steps_of(hand);
    EXPECT_EQ(steps, retelling.steps());
  }
}

TEST(TableRecord, IsProvedAndPlayedAgain) {
  for (const char* edition : kEditions)
    for (int seats = 2; seats <= kSeatsMax; ++seats)
      for (std::size_t k = 0; k < std::size(kOptionTexts); ++k) {
        const Rules rules = rules_of(edition, seats, kOptionTexts[k]);
        RoomTable table(rules, "g");
        Play(table, static_cast<Key>(seats) * 100 + k).hands(3);
        ASSERT_EQ(record_problem(table, battery::library()), "")
            << edition << ", " << seats << " seats, " << kOptionTexts[k];
      }
}

// Only the 0 can start: the first deals often cannot, and are dealt again (docs/decisions/0007).
constexpr std::string_view kScarce = R"(
edition scarce
title en "Scarce"
direction left
dealer drawn
option cards 7
colored 0 1
colored 1-9 1
wild W4 8 points 50
play W4: name color; hit 4
first 1 2 3 4 5 6 7 8 9: pass over
first W4: put back
)";

TEST(TableRecord, CountsTheDealsThatCouldNotStart) {
  const NamedText editions[] = {{"scarce", kScarce}};
  Library library(editions, {}, {});
  Fault why;
  const Edition* edition = library.edition("scarce", "", why);
  ASSERT_TRUE(edition) << english(why);
  auto rules = std::make_shared<RuleSet>();
  ASSERT_EQ(freeze(*edition, edition->options, 6, {}, *rules), Fault{});
  int repeated = 0;
  for (Key seed = 1; seed <= 20; ++seed) {
    RoomTable table(rules, "g");
    Play(table, seed).hands(3);
    ASSERT_EQ(record_problem(table, library), "") << "seed " << seed;
    repeated += repeated_deals(record_of(table));
  }
  EXPECT_GT(repeated, 0);
}

TEST(TableRecord, HoldsNothingOfTheHandThatRuns) {
  RoomTable table(rules_of("classic", 3), "g");
  Play play(table, 5);
  EXPECT_EQ(record_of(table), "");
  play.step();
  EXPECT_EQ(record_of(table), "") << "the first hand runs";
  play.hands(1);
  const std::string after_one = record_of(table);
  for (int k = 0; k < 5; ++k) {
    ASSERT_TRUE(play.step());
    ASSERT_EQ(record_of(table), after_one) << "the second hand runs";
  }
  play.hands(2);
  const std::string after_two = record_of(table);
  EXPECT_NE(after_two.find(hex(table.hands()[1].secret)), std::string::npos);
  EXPECT_EQ(proof_of(after_one).hands, 1);
  EXPECT_EQ(proof_of(after_two).hands, 2);
}

TEST(TableRecord, HoldsAnyName) {
  RoomTable table(rules_of("streams", 5), "g");
  Play(table, 6).hands(1);
  const std::vector<std::string> names = {"\"; # {x} \\", "Ñandú 🃏 札", "", "none", "# fair 1 game x"};
  const std::string text = table.record("a \"name\" \\", "streams", names);
  std::vector<Scenario> read;
  ASSERT_FALSE(parse_scenarios(text, "", battery::library(), read));
  EXPECT_EQ(read[0].setup.names, names);
  EXPECT_TRUE(proof_of(text).holds);

  const std::vector<std::string> wild = {
      "a\nedition x", "b\r", "\xFF\xC0z", std::string("c\0d", 3), std::string(5000, 'x'), "too many"};
  const std::string tamed = table.record("x\ny", "streams", wild);
  ASSERT_FALSE(parse_scenarios(tamed, "", battery::library(), read));
  EXPECT_EQ(read[0].setup.names[0], "aedition x");
  EXPECT_EQ(read[0].setup.names[2], "z");
  EXPECT_EQ(read[0].setup.names[3], "cd");
  EXPECT_TRUE(proof_of(tamed).holds) << english(proof_of(tamed).why);
}

// ---- changed records -----------------------------------------------------------------------------

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) (out += line) += '\n';
  return out;
}

// What enters no deal is not proved: names, options and calls that made no difference, numbers withheld.
bool is_free(const std::string& line) {
  for (const char* word : {"scenario ", "seat ", "option "})
    if (line.starts_with(word)) return true;
  return line.ends_with(" uno") || line.ends_with(" withheld");
}

// The n-th line with this beginning.
std::string& line_with(std::vector<std::string>& lines, const std::string& begin, int n = 0) {
  for (std::string& line : lines)
    if (line.starts_with(begin) && n-- == 0) return line;
  ADD_FAILURE() << "no line begins with " << begin;
  return lines[0];
}

// A small game: three hands with reshuffles and numbers of at least two seats in each.
const std::vector<std::string>& sample() {
  static const std::vector<std::string> lines =
      lines_of(sample_record("creeper", 9, "cards 10; target 10000; turn_limit 60", 11));
  return lines;
}

void expect_refused(const std::vector<std::string>& lines, const std::string& what,
                    const std::string& said = "") {
  const Proof proof = proof_of(joined(lines));
  EXPECT_FALSE(proof.holds) << what;
  EXPECT_TRUE(proof.why) << what;
  EXPECT_EQ(proof.hands, 0) << what;
  EXPECT_NE(english(proof.why).find(said), std::string::npos) << what << ": " << english(proof.why);
}

void swap_words(std::string& line, int a, int b) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  ASSERT_NE(words.at(static_cast<std::size_t>(a)), words.at(static_cast<std::size_t>(b)));
  std::swap(words[static_cast<std::size_t>(a)], words[static_cast<std::size_t>(b)]);
  line.clear();
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
}

TEST(ChangedRecord, IsProvedUnchanged) {
  const Proof proof = proof_of(joined(sample()));
  EXPECT_TRUE(proof.holds) << english(proof.why);
  EXPECT_EQ(proof.hands, 3);
  std::vector<std::string> remarked = sample();
  remarked.insert(remarked.begin() + 30, "# a remark of mine");
  EXPECT_TRUE(proof_of(joined(remarked)).holds);
}

TEST(ChangedRecord, IsRefusedWithoutAnyOfItsLinesAndWithAnyTwice) {
  ASSERT_GT(sample().size(), 100u);
  const std::size_t stride = battery::kSanitized ? 5 : 1;
  for (std::size_t k = 0; k < sample().size(); k += stride) {
    if (is_free(sample()[k])) continue;
    std::vector<std::string> without = sample(), twice = sample();
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(k));
    twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(k), sample()[k]);
    expect_refused(without, "without line " + std::to_string(k + 1) + ": " + sample()[k]);
    expect_refused(twice, "twice line " + std::to_string(k + 1) + ": " + sample()[k]);
  }
}

TEST(ChangedRecord, IsRefusedWithAnotherByte) {
  const std::string text = joined(sample());
  Random random(12);
  for (int tries = 0; tries < (battery::kSanitized ? 100 : 1000); ++tries) {
    std::string other = text;
    const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
    other[at] = static_cast<char>(random.below(256));
    const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    if (other[at] == text[at] || is_free(text.substr(begin, text.find('\n', at) - begin))) continue;
    ASSERT_FALSE(proof_of(other).holds) << "byte " << at << " is " << int{other[at]};
  }
}

TEST(ChangedRecord, IsRefusedWithOtherCards) {
  std::vector<std::string> pile = sample(), hand = sample(), hands = sample(), later = sample();
  swap_words(line_with(pile, "pile "), 1, 2);
  expect_refused(pile, "two cards of the pile swapped", "the published values give");
  swap_words(line_with(hand, "hand 1 "), 2, 3);
  expect_refused(hand, "two cards of a hand swapped", "the published values give");
  const std::string first = line_with(hands, "hand 1 ").substr(7),
                    second = line_with(hands, "hand 2 ").substr(7);
  line_with(hands, "hand 1 ") = "hand 1 " + second;
  line_with(hands, "hand 2 ") = "hand 2 " + first;
  expect_refused(hands, "two hands swapped", "the published values give");
  for (int n = 0; n < 4; ++n) {
    std::vector<std::string> shuffle = sample();
    swap_words(line_with(shuffle, "chance pile ", n), 2, 3);
    expect_refused(shuffle, "a later shuffle changed", "the published values give");
  }
}

TEST(ChangedRecord, IsRefusedWithMoreAtItsEnd) {
  std::vector<std::string> longer = sample();
  longer.emplace_back("expect awaits none");
  expect_refused(longer, "a line more", "give the end of the text, but the record says `expect awaits none`");
}

TEST(ChangedRecord, IsRefusedWithOtherSecrets) {
  std::vector<std::string> secret = sample(), both = sample(), nonces = sample(), kept = sample(),
                           game = sample();
  char& digit = line_with(secret, "# fair hand 2 commit").back();
  digit = digit == '0' ? '1' : '0';
  expect_refused(secret, "a digit of a secret", "the secret of hand 2 is not the one committed to");

  line_with(both, "# fair hand 2 commit") =
      "# fair hand 2 commit " + hex(sha256(sha256("x"))) + " secret " + hex(sha256("x"));
  expect_refused(both, "another secret with its own commit");

  std::string &one = line_with(nonces, "# fair hand 1 seat", 0),
              &two = line_with(nonces, "# fair hand 1 seat", 1);
  ASSERT_NE(one.find("nonce"), std::string::npos);
  ASSERT_NE(two.find("nonce"), std::string::npos);
  const std::string tail = one.substr(one.find("nonce"));
  one.replace(one.find("nonce"), std::string::npos, two.substr(two.find("nonce")));
  two.replace(two.find("nonce"), std::string::npos, tail);
  expect_refused(nonces, "numbers of two seats swapped", "is not the one it committed to");

  std::string& held = line_with(kept, "# fair hand 1 seat");
  held.replace(held.find("nonce"), std::string::npos, "withheld");
  expect_refused(kept, "a number called withheld that was not");

  line_with(game, "# fair 1 game") = "# fair 1 game another";
  expect_refused(game, "another game's id");
}

TEST(ChangedRecord, IsRefusedWithoutOneOfItsHands) {
  const std::vector<std::string>& all = sample();
  const auto is_deal = [](const std::string& line) { return line == "deal"; };
  const auto second = std::find_if(all.begin(), all.end(), is_deal);
  const auto third = std::find_if(second + 1, all.end(), is_deal);
  ASSERT_NE(third, all.end());
  const auto chance_before = [](auto deal) {  // the lines of its shuffles stand before it
    while ((deal - 1)->starts_with("chance ")) --deal;
    return deal;
  };
  const auto without_fair = [](std::vector<std::string> lines, const std::string& begin) {
    std::erase_if(lines, [&](const std::string& line) { return line.starts_with(begin); });
    return lines;
  };
  std::vector<std::string> middle(all.begin(), chance_before(second));
  middle.insert(middle.end(), chance_before(third), all.end());
  expect_refused(middle, "without the second hand");
  expect_refused(without_fair(middle, "# fair hand 2"), "without the second hand and its values");
  const std::vector<std::string> cut(all.begin(), chance_before(third));
  expect_refused(cut, "without the last hand", "it has 2 hands but proves 3");
  expect_refused(std::vector<std::string>(all.begin(), third + 10), "the last hand is not over");

  // What is left is a record of the game after two hands; nobody can see from it that there was a third.
  const Proof shorter = proof_of(joined(without_fair(cut, "# fair hand 3")));
  EXPECT_TRUE(shorter.holds) << english(shorter.why);
  EXPECT_EQ(shorter.hands, 2);
  EXPECT_FALSE(shorter.ended);
}

TEST(ChangedRecord, IsRefusedIfItIsNone) {
  for (const std::string text : {"", "\n", "# fair 1 game g\n", "scenario \"x\"\n"})
    EXPECT_FALSE(proof_of(text).holds) << text;
  expect_refused(lines_of(joined(sample()) + joined(sample())), "two games in one file");
  std::vector<std::string> plain = sample();
  std::erase_if(plain, [](const std::string& line) { return line.starts_with("#"); });
  expect_refused(plain, "no values", "nothing proves its deals");
}

// ---- what was missed -----------------------------------------------------------------------------

struct Seen {
  std::vector<Event> events;
  View view;
};

// Plays two hands and writes down what a viewer heard and saw at each entry, as it happened.
std::vector<Seen> watch(RoomTable& table, Seat viewer, Key seed) {
  std::vector<Seen> live;
  Play play(table, seed);
  for (EventList heard; table.hands().size() < 3 && play.step(&heard); heard.events.clear()) {
    Seen& seen = live.emplace_back();
    for (const Event& event : heard.events) seen.events.push_back(mask(event, viewer));
    seen.view = table.view_of(viewer);
  }
  return live;
}

TEST(TableReplay, TellsWhatWasHeardLive) {
  for (const char* edition : kEditions) {
    const Rules rules = rules_of(edition, 4, "stacking any; jump_in on; cards 10");
    for (const Seat viewer : battery::viewers(*rules)) {
      RoomTable table(rules, "g");
      const std::vector<Seen> live = watch(table, viewer, 21);
      for (const std::size_t since : {std::size_t{0}, std::size_t{1}, live.size() / 2, live.size()}) {
        std::size_t told = since;
        table.replay(static_cast<std::uint32_t>(since), viewer, [&](const RoomTable::Past& past) {
          ASSERT_LT(told, live.size());
          ASSERT_EQ(past.events, live[told].events) << edition << " entry " << past.n;
          ASSERT_EQ(past.view, live[told].view) << edition << " entry " << past.n;
          ASSERT_EQ(past.n, ++told);
        });
        ASSERT_EQ(told, live.size());
      }
    }
  }
}

TEST(TableReplay, SaysWhoMoved) {
  RoomTable table(rules_of("classic", 2), "g");
  Random random(3);
  RandomBot bot(4, 8);
  ASSERT_EQ(table.deal(10, next_hand(table, random), nullptr), Refusal::None);
  for (std::uint32_t k = 0; k < 3; ++k)
    ASSERT_EQ(table.move(20 + k, next_move(table.rules(), table.state(), bot), static_cast<By>(k), nullptr),
              Refusal::None);
  std::vector<std::pair<std::uint32_t, By>> told;
  table.replay(0, kSpectator, [&](const RoomTable::Past& past) { told.emplace_back(past.n, past.by); });
  const std::vector<std::pair<std::uint32_t, By>> wanted = {
      {10, By::Clock}, {20, By::Person}, {21, By::Bot}, {22, By::Clock}};
  EXPECT_EQ(told, wanted);
}

TEST(TableReplay, GoesOnFromAPositionSetUpByHand) {
  RoomTable source(rules_of("powers", 4), "g");
  Play before(source, 31);
  for (int k = 0; k < 12; ++k) before.step();
  RoomTable table(source.shared_rules(), "g");
  table.set_up(source.state(), source.knowledge(), source.memory());
  const std::vector<Seen> live = watch(table, 1, 32);
  ASSERT_FALSE(live.empty());
  std::size_t told = 0;
  table.replay(0, 1, [&](const RoomTable::Past& past) {
    ASSERT_EQ(past.events, live[told].events);
    ASSERT_EQ(past.view, live[told++].view);
  });
  EXPECT_EQ(told, live.size());
  EXPECT_EQ(record_of(table), "");
}

// ---- refusals, and time that is up ---------------------------------------------------------------

TEST(Table, RefusesADealThatIsNotTheNext) {
  RoomTable table(rules_of("classic", 4), "g");
  Random random(1);
  FairHand hand = next_hand(table, random);
  FairHand second = hand, lying = hand, seatless = hand;
  second.hand = 2;
  lying.contributions = {{0, sha256("a"), sha256("b"), false}};
  seatless.contributions = {{4, sha256(sha256("a")), sha256("a"), false}};
  for (const FairHand& wrong : {second, lying, seatless}) {
    EXPECT_EQ(table.deal(1, wrong, nullptr), Refusal::NotNow);
    EXPECT_EQ(table.state().phase, Phase::Ready);
    EXPECT_TRUE(table.hands().empty());
  }
  ASSERT_EQ(table.deal(1, hand, nullptr), Refusal::None);
  EXPECT_EQ(table.deal(2, second, nullptr), Refusal::HandRuns);
  EXPECT_EQ(table.hands().size(), 1u);
}

TEST(Table, RemembersNothingOfARefusedMove) {
  RoomTable table(rules_of("classic", 4), "g");
  Play play(table, 2);
  play.step();
  const std::uint64_t before = hash(table.state());
  EventList heard;
  EXPECT_NE(table.move(99, {.verb = Verb::Keep, .seat = table.state().await.seat}, By::Person, &heard),
            Refusal::None);
  EXPECT_EQ(hash(table.state()), before);
  EXPECT_TRUE(heard.events.empty());
  table.replay(1, kSpectator, [](const RoomTable::Past& past) { ADD_FAILURE() << "entry " << past.n; });
}

TEST(SafeMove, DrawsRatherThanPlays) {
  int asked = 0;
  for (const char* edition : kEditions)
    for (Key seed = 1; seed <= 10; ++seed) {
      RoomTable table(rules_of(edition, 4, "stacking any"), "g");
      Play play(table, seed);
      for (int steps = 0; steps < 300 && play.step(); ++steps) {
        if (table.state().phase != Phase::Running) continue;
        MoveList moves;
        legal(table.rules(), table.state(), table.state().await.seat, moves);
        const Move move = safe_move(table.rules(), moves);
        ASSERT_EQ(check(table.rules(), table.state(), move), Refusal::None);
        for (const Move& other : moves) {
          if (other.verb != Verb::Draw && other.verb != Verb::Keep) continue;
          ASSERT_EQ(move.verb, other.verb);
          ++asked;
        }
      }
    }
  EXPECT_GT(asked, 1000);
}

// ---- for the other verifier ----------------------------------------------------------------------

// COMODIN_FAIR_OUT=DIR: leaves records there, for `comodin verify` and tools/fair.py.
TEST(FairOut, WritesRecords) {
  const char* folder = std::getenv("COMODIN_FAIR_OUT");
  if (!folder) GTEST_SKIP() << "COMODIN_FAIR_OUT is not set";
  for (const char* edition : kEditions)
    for (const int seats : {2, 5, 10})
      for (std::size_t k = 0; k < std::size(kOptionTexts); ++k) {
        const std::string name = std::string(edition) + "-" + std::to_string(seats) + "-" + std::to_string(k);
        std::ofstream out(std::string(folder) + "/" + name + ".scn", std::ios::binary);
        out << sample_record(edition, seats, kOptionTexts[k], static_cast<Key>(seats) + 50 * k, 4);
        ASSERT_TRUE(out.flush()) << name;
      }
}

}  // namespace
}  // namespace comodin::server
