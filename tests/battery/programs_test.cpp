// Programs that play and misbehave: the game goes on, what they lost is counted, and nothing is left of
// them.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <utility>

#include "notation/moves.hpp"
#include "programs/any_bot.hpp"
#include "programs/process.hpp"
#include "table/croupier.hpp"
#include "table/default_move.hpp"
#include "tests/battery/tables.hpp"

namespace comodin::battery {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// A shell script in a folder of its own.
class Script {
 public:
  explicit Script(const std::string& body) {
    std::string name = (fs::temp_directory_path() / "comodin-XXXXXX").string();
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    std::ofstream(path()) << "#!/bin/sh\ncd " << folder_.string() << "\n" << body << "\n";
    ::chmod(path().c_str(), 0755);
  }
  ~Script() { fs::remove_all(folder_); }
  std::string path() const { return (folder_ / "bot").string(); }
  std::string note(const std::string& file) const {
    std::string line;
    std::ifstream in(folder_ / file);
    std::getline(in, line);
    return line;
  }

 private:
  fs::path folder_;
};

constexpr const char* kHello = "read -r line; printf 'name hostile\\nready\\n'\n";

// A loop over the table's lines that says `answer` to each question number $id, of kind $word.
std::string answering(const std::string& answer) {
  return kHello + std::string("while read -r word id rest; do case $word in go|react) ") + answer +
         " ;; esac; done";
}

struct Played {
  Lapses lapses;
  int hands = 0;
  double seconds = 0;
};

// Lets the program play this many one-hand games against one of our bots.
Played play(const std::string& command, const ExecSettings& settings = {.move_ms = 40, .hello_ms = 3000},
            int games = 1) {
  static const Table table =
      make_table("classic", 2, "format hand; cards 3; turn_limit 60", {rule_pool()[3]});
  std::string why;
  Played out;
  const auto start = Clock::now();
  {
    const auto program = make_any_bot("exec:" + command, settings, why);
    const auto ours = make_any_bot("aprendiz", settings, why);
    EXPECT_TRUE(program && ours) << why;
    Bot* seats[] = {program.get(), ours.get()};
    Croupier croupier(*table.rules, seats);
    for (int game = 0; game < games; ++game) {
      croupier.begin(static_cast<Key>(game), 2);
      croupier.play_hand();
      out.hands += croupier.state().phase != Phase::Running;
    }
    out.lapses = *lapses_of(*program);
  }
  out.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  EXPECT_EQ(out.hands, games);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a process was left";
  EXPECT_EQ(errno, ECHILD);
  return out;
}

ExecSettings unhurried() { return {.move_ms = 20000, .hello_ms = 20000}; }

TEST(Program, ThatAnswersPlaysWithoutFaults) {
  const Script bot(answering("[ $word = go ] && echo choose $id 1 || echo pass $id"));
  const Played played = play(bot.path(), unhurried(), 3);
  EXPECT_FALSE(played.lapses.any()) << played.lapses.last;
  EXPECT_GT(played.lapses.asked, 5);
}

TEST(Program, MaySayWhatItThinks) {
  const Script bot(answering("echo info thinking '\"' of $id; echo choose $id 1"));
  EXPECT_FALSE(play(bot.path(), unhurried()).lapses.any());
}

TEST(Program, ThatIsLateLosesOnlyItsChoice) {
  const Script bot(answering("sleep 100"));
  const Played played = play(bot.path());
  EXPECT_GE(played.lapses.late, 1);
  EXPECT_LE(played.lapses.late, ExecBot::kLateMax);
  EXPECT_EQ(played.lapses.late + played.lapses.dead, played.lapses.asked);
  EXPECT_LT(played.seconds, 10);
}

TEST(Program, ThatWritesNonsenseLosesOnlyItsChoice) {
  for (const char* nonsense :
       {"echo I play the red one", "echo choose $id", "echo choose $id 0", "echo choose $id 99999",
        "echo choose 999999 1", "echo", "echo choose $id -1", "printf 'choose\\0 %s 1\\n' $id",
        "printf '\\377\\376\\n'", "echo choose $id 1 2 3", "echo ready", "echo pace $id 100"}) {
    const Script bot(answering(nonsense));
    const Played played = play(bot.path(), unhurried());
    EXPECT_EQ(played.lapses.wrong, played.lapses.asked) << nonsense;
    EXPECT_FALSE(played.lapses.last.empty());
  }
}

TEST(Program, ThatWritesHugeLinesLosesOnlyItsChoice) {
  const Script bot(answering("head -c 200000 /dev/zero | tr '\\0' x; echo"));
  const Played played = play(bot.path(), unhurried());
  EXPECT_EQ(played.lapses.wrong, played.lapses.asked);
}

TEST(Program, ThatFloodsIsEnded) {
  for (const char* flood : {"cat /dev/zero", "yes info", "yes choose 1 1"}) {
    const Script bot(answering(flood));
    const Played played = play(bot.path(), unhurried());
    EXPECT_GE(played.lapses.wrong, 1) << flood;
    EXPECT_LT(played.seconds, 15) << flood;
  }
}

TEST(Program, ThatDiesAtItsStartLosesOnlyItsChoices) {
  for (const char* body : {"exit 3", "read -r line; exit 0", "kill -9 $$", "echo nonsense"}) {
    const Script bot(body);
    const Played played = play(bot.path(), {.move_ms = 40, .hello_ms = 3000}, 5);
    EXPECT_GT(played.lapses.asked, 0);
    EXPECT_EQ(played.lapses.dead, played.lapses.asked) << body;
  }
}

TEST(Program, ThatNeverGetsReadyIsStartedAFewTimesOnly) {
  const Script bot("echo x >>starts; sleep 100");
  const Played played = play(bot.path(), {.move_ms = 40, .hello_ms = 50}, 8);
  EXPECT_EQ(played.lapses.dead, played.lapses.asked);
  EXPECT_LT(played.seconds, 8);
}

TEST(Program, ThatDiesInAGamePlaysTheNext) {
  const Script bot("n=0\n" + answering("n=$((n + 1)); [ $n = 3 ] && exit 1; echo choose $id 1"));
  const Played played = play(bot.path(), unhurried(), 4);
  EXPECT_GE(played.lapses.dead, 2);
  EXPECT_GE(played.lapses.asked - played.lapses.dead, 3);
  EXPECT_EQ(played.lapses.wrong + played.lapses.late, 0);
}

TEST(Program, ThatAnswersTwiceIsTakenAtItsFirstWord) {
  const Script bot(answering("echo choose $id 1; echo choose $id 1000 5; echo pass $id"));
  EXPECT_FALSE(play(bot.path(), unhurried()).lapses.any());
}

TEST(Program, ThatClosesItsOutputIsDead) {
  const Script bot(answering("exec 1>&-; sleep 100"));
  const Played played = play(bot.path(), unhurried());
  EXPECT_EQ(played.lapses.dead, played.lapses.asked);
  EXPECT_LT(played.seconds, 10);
}

TEST(Program, ThatClosesItsInputIsDeadWhenItEnds) {
  const Script bot(kHello + std::string("exec 0<&-; sleep 0.1"));
  const Played played = play(bot.path(), unhurried());
  EXPECT_EQ(played.lapses.dead, played.lapses.asked);
}

TEST(Program, ThatNeverReadsIsLate) {
  const Script bot("printf 'ready\\n'; sleep 100");
  const Played played = play(bot.path());
  EXPECT_GE(played.lapses.late, 1);
  EXPECT_EQ(played.lapses.late + played.lapses.dead, played.lapses.asked);
}

TEST(Program, ThatIgnoresItsEndIsEndedWithItsChildren) {
  const Script bot("trap '' TERM HUP INT PIPE; sleep 300 & echo $! >child; " +
                   answering("echo choose $id 1") + "; sleep 300");
  play(bot.path(), unhurried());
  const int child = std::stoi("0" + bot.note("child"));
  ASSERT_GT(child, 0);
  for (int i = 0; i < 100 && ::kill(child, 0) == 0; ++i) ::usleep(10000);  // until somebody reaps it
  std::ifstream status("/proc/" + std::to_string(child) + "/status");
  std::string text((std::istreambuf_iterator<char>(status)), {});
  EXPECT_TRUE(text.empty() || text.find("State:\tZ") != std::string::npos) << text;
}

TEST(Program, SeesNoFileOfOurs) {
  const Script ours("");  // a file to hold open
  std::ifstream held(ours.path());
  const Script bot("ls /proc/self/fd | wc -l >files\n" + answering("echo choose $id 1"));
  play(bot.path(), unhurried());
  EXPECT_LE(std::stoi("0" + bot.note("files")), 5)
      << "0, 1, 2, the shell's script and the folder that ls reads";
}

// A channel that is told beforehand what arrives when; no real milliseconds pass.
class Scripted : public Channel {
 public:
  Scripted(std::vector<std::string> lines, std::vector<std::string>& asked)
      : lines_(std::move(lines)), asked_(asked) {}
  bool start(std::string&) override { return true; }
  void send(std::string_view lines) override {
    const std::string text(lines);
    if (text.starts_with("go ") || text.starts_with("react ")) asked_.push_back(text);
  }
  Got receive(std::string& line, int) override {
    if (lines_.empty()) return Got::Closed;
    line = lines_.front();
    lines_.erase(lines_.begin());
    return line == "(nothing)" ? Got::Nothing : Got::Line;
  }
  void stop() override {}

 private:
  std::vector<std::string> lines_;
  std::vector<std::string>& asked_;
};

// The answer to a question that is over is not taken for the answer to the next.
TEST(Program, ThatAnswersLateIsNotTakenForAnsweringTheNextQuestion) {
  std::vector<std::string> asked;
  ExecBot bot(std::make_unique<Scripted>(std::vector<std::string>{"ready", "(nothing)", "choose 1 2", "info",
                                                                  "choose 2 3", "choose 4 1"},
                                         asked),
              {});
  const Table table = make_table("classic", 2, "", {rule_pool()[0]});
  const RuleSet& rules = *table.rules;
  State state = new_game(rules, 3);
  deal(rules, state);
  Knowledge knowledge(rules);
  knowledge.reset(state);
  const View seen = view(state, knowledge, state.await.seat);
  const Choices may = choices(rules, state, state.await.seat);
  const Memory memory(rules);
  MoveList moves;
  moves_to_ask(rules, seen, may, BotQuestionKind::Go, moves);
  ASSERT_GE(moves.size(), 3);
  bot.begin(rules, 1);
  EXPECT_EQ(bot.answer({rules, seen, memory, may}), default_move(rules, moves));
  EXPECT_EQ(bot.answer({rules, seen, memory, may}), moves[2]);
  EXPECT_EQ(bot.lapses().wrong, 0);
  EXPECT_EQ(bot.answer({rules, seen, memory, may}),
            default_move(rules, moves));  // an answer before its question
  EXPECT_EQ(bot.lapses().late, 1);
  EXPECT_EQ(bot.lapses().wrong, 1);
  EXPECT_EQ(asked, (std::vector<std::string>{"go 1 1000\n", "go 2 1000\n", "go 3 1000\n"}));
}

// What is played for a program that does not answer is honest, calls, and draws only if it must.
TEST(Program, WithoutAnAnswerPlaysTheFirstHonestCard) {
  const Table table = make_table("classic", 2, "", {rule_pool()[0]});
  const RuleSet& rules = *table.rules;
  const auto list = [&](std::initializer_list<const char*> texts) {
    MoveList moves;
    for (const char* text : texts)
      EXPECT_FALSE(parse_listed("move " + std::to_string(moves.size() + 1) + " " + text, rules, 0, moves))
          << text;
    return moves;
  };
  const auto best = [&](std::initializer_list<const char*> texts) {
    return seated_move_text(rules, default_move(rules, list(texts)));
  };
  EXPECT_EQ(best({"play r1", "play r7", "draw"}), "1 play r1");
  EXPECT_EQ(best({"play r1", "play r1 uno", "play r7", "play r7 uno", "draw"}), "1 play r1 uno");
  EXPECT_EQ(best({"play W4 r", "play W4 y", "draw"}), "1 draw");
  EXPECT_EQ(best({"play W r", "play W r uno", "play W y", "draw"}), "1 play W r uno");
  EXPECT_EQ(best({"play W4 r", "accept", "challenge"}), "1 accept");
  EXPECT_EQ(best({"play W4 r", "play W4 y"}), "1 play W4 r");
  EXPECT_EQ(best({"vote no", "vote yes"}), "1 vote no");
}

TEST(Program, ThatCannotBeStartedSaysWhy) {
  const Script bot("exit 1");
  std::ofstream(bot.path(), std::ios::trunc) << "print('no first line')\n";
  const Lapses lapses = play(bot.path(), unhurried()).lapses;
  EXPECT_TRUE(lapses.never_played());
  EXPECT_NE(lapses.last.find("it cannot be started"), std::string::npos) << lapses.last;
  EXPECT_NE(lapses.last.find("#!"), std::string::npos) << lapses.last;
  std::ofstream(bot.path(), std::ios::trunc) << "#!/nowhere/python3\n";
  EXPECT_NE(play(bot.path(), unhurried()).lapses.last.find("#! line"), std::string::npos);
}

TEST(Program, ThatEndsAtOnceSaysSo) {
  const Script bot("exit 1");
  EXPECT_NE(play(bot.path(), unhurried()).lapses.last.find("it ended before `ready`"), std::string::npos);
}

TEST(AnyBot, SaysWhatIsWrong) {
  std::string why;
  EXPECT_FALSE(make_any_bot("exec:", {}, why));
  EXPECT_NE(why.find("needs the command"), std::string::npos) << why;
  EXPECT_FALSE(make_any_bot("exec:./no-such-program --fast", {}, why));
  EXPECT_NE(why.find("./no-such-program"), std::string::npos) << why;
  EXPECT_FALSE(make_any_bot("exec:no-such-program", {}, why));
  EXPECT_FALSE(make_any_bot("nonsense", {}, why));
  EXPECT_NE(why.find("exec:"), std::string::npos) << why;
  EXPECT_TRUE(make_any_bot("novato", {}, why));
  EXPECT_EQ(split_command("  a  b c "), (std::vector<std::string>{"a", "b", "c"}));
}

}  // namespace
}  // namespace comodin::battery
