#include "programs/exec_bot.hpp"

#include <chrono>

#include "table/default_move.hpp"
#include "words/fault.hpp"

namespace comodin {
namespace {

constexpr int kAfterMs = 1000;  // a reaction or an answer, if the bot does not say

using Clock = std::chrono::steady_clock;

// Output of a program, for people to read: short, and with plain characters only.
std::string legible(std::string_view bytes) {
  std::string out;
  for (char c : bytes.substr(0, 60)) out += c >= 0x20 && c < 0x7F ? c : '.';
  return bytes.size() > 60 ? out + "…" : out;
}

}  // namespace

const Lapses* lapses_of(const Bot& bot) {
  const auto* program = dynamic_cast<const ExecBot*>(&bot);
  return program ? &program->lapses() : nullptr;
}

ExecBot::~ExecBot() {
  if (runs_) channel_->send("quit\n");
  channel_->stop();
}

void ExecBot::begin(const RuleSet& rules, Key key) {
  rules_ = &rules;
  key_ = key;
  seated_ = false;
  held_.clear();
  late_in_a_row_ = 0;
  ++game_;
  if (runs_ || failed_starts_ == kStartsMax) return;
  std::string why;
  runs_ = channel_->start(why) && greet();
  if (!why.empty()) lapses_.last = "it cannot be started: " + why;
  failed_starts_ = runs_ ? 0 : failed_starts_ + 1;
  if (!runs_) channel_->stop();
}

bool ExecBot::greet() {
  const auto until = Clock::now() + std::chrono::milliseconds(settings_.hello_ms);
  channel_->send("hello comodin " + std::to_string(kProtocolVersion) + "\n");
  wants_pace_ = false;
  for (std::string line;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    BotReply reply;
    const Channel::Got got = channel_->receive(line, left < 0 ? 0 : static_cast<int>(left));
    if (got == Channel::Got::Closed) {
      lapses_.last = "it ended before `ready` (--bot-log keeps what it says about that)";
      return false;
    }
    if (got != Channel::Got::Line) {
      lapses_.last = "no `ready` within " + std::to_string(settings_.hello_ms) + " ms";
      return false;
    }
    if (const TextError wrong = parse_reply(line, reply)) {
      lapses_.last = "before `ready`: " + legible(line);
      return false;
    }
    if (reply.kind == BotReplyKind::Ready) return true;
    if (reply.kind == BotReplyKind::Name) name_ = legible(reply.text);
    if (reply.kind == BotReplyKind::Wants && reply.text == "pace") wants_pace_ = true;
  }
}

// A seat is known from the first cards it is dealt, or the first question.
void ExecBot::take_seat(Seat seat) {
  if (seated_ || !runs_) return;
  seated_ = true;
  channel_->send("game " + std::to_string(game_) + "\n" + print_seating(*rules_, seat, key_) + "begin\n" +
                 held_);
  held_.clear();
}

void ExecBot::hear(const Event& event) {
  if (!runs_) return;
  if (event.kind == EventKind::Dealt && event.cards.has) take_seat(event.seat);
  const std::string line = print_event(*rules_, event) + "\n";
  if (seated_) channel_->send(line);
  else held_ += line;
}

void ExecBot::tell(const Question& question, const MoveList& moves) {
  if (!runs_) return;
  take_seat(question.seat());
  channel_->send(print_view(*rules_, question.view) + print_moves(*rules_, moves));
}

// Counts a lost choice. Always false.
bool ExecBot::lose(std::int64_t& kind, std::string why) {
  ++kind;
  lapses_.last = std::move(why);
  return false;
}

void ExecBot::end() {
  channel_->stop();
  runs_ = false;
}

bool ExecBot::ask(BotQuestionKind kind, int moves, BotReply& out) {
  ++lapses_.asked;
  if (!runs_) {
    ++lapses_.dead;
    return false;
  }
  const BotQuestion ask{kind, ++question_, settings_.move_ms};
  channel_->send(print_question(ask) + "\n");
  const std::int64_t late = lapses_.late;
  const bool answered = await(ask, moves, out);
  late_in_a_row_ = lapses_.late > late ? late_in_a_row_ + 1 : 0;
  if (late_in_a_row_ == kLateMax) end();
  return answered;
}

// Late answers to earlier questions do not answer this one.
bool ExecBot::await(const BotQuestion& ask, int moves, BotReply& out) {
  const auto until = Clock::now() + std::chrono::milliseconds(ask.ms);
  for (std::string line;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    switch (channel_->receive(line, left < 0 ? 0 : static_cast<int>(left))) {
      case Channel::Got::Line: break;
      case Channel::Got::Nothing: return lose(lapses_.late, "no answer to `" + print_question(ask) + "`");
      case Channel::Got::TooLong: return lose(lapses_.wrong, "a line of more than 64 KiB");
      case Channel::Got::Flood: end(); return lose(lapses_.wrong, "more than 1 MiB for one answer");
      case Channel::Got::Closed:
        end();
        return lose(lapses_.dead, "it ended at `" + print_question(ask) + "`");
    }
    if (const TextError wrong = parse_reply(line, out))
      return lose(lapses_.wrong, english(wrong.fault) + " in: " + legible(line));
    if (out.kind == BotReplyKind::Info || (out.id > 0 && out.id < ask.id)) continue;
    const bool pace = ask.kind == BotQuestionKind::Pace;
    const bool fits = out.kind == BotReplyKind::Pass
                          ? ask.kind == BotQuestionKind::React
                          : out.kind == (pace ? BotReplyKind::Pace : BotReplyKind::Choose);
    if (fits && out.id == ask.id && out.number <= moves) return true;
    return lose(lapses_.wrong, "no answer to `" + print_question(ask) + "`: " + legible(line));
  }
}

Move ExecBot::answer(const Question& question) {
  MoveList moves;
  moves_to_ask(question.rules, question.view, question.choices, BotQuestionKind::Go, moves);
  tell(question, moves);
  BotReply reply;
  if (!ask(BotQuestionKind::Go, moves.size(), reply)) return default_move(question.rules, moves);
  return moves[reply.number - 1];
}

bool ExecBot::react(const Question& question, Reaction& out) {
  MoveList moves;
  moves_to_ask(question.rules, question.view, question.choices, BotQuestionKind::React, moves);
  tell(question, moves);
  BotReply reply;
  if (!ask(BotQuestionKind::React, moves.size(), reply) || reply.kind == BotReplyKind::Pass) return false;
  out = {moves[reply.number - 1], reply.after_ms < 0 ? kAfterMs : reply.after_ms};
  return true;
}

int ExecBot::pace() {
  BotReply reply;
  if (!runs_ || !wants_pace_ || !ask(BotQuestionKind::Pace, 0, reply)) return kAfterMs;
  return reply.after_ms;
}

}  // namespace comodin
