#include "programs/exec_bot.hpp"

#include <chrono>

#include "table/default_move.hpp"

namespace comodin {
namespace {

constexpr int kAfterMs = 1000;  // a reaction or an answer, if the bot does not say

using Clock = std::chrono::steady_clock;

// Bytes of a program's, for people to read: short, and nothing but plain characters.
std::string legible(std::string_view bytes) {
  std::string out;
  for (char c : bytes.substr(0, 60)) out += c >= 0x20 && c < 0x7F ? c : '.';
  return bytes.size() > 60 ? out + "…" : out;
}

}  // namespace

const Faults* faults_of(const Bot& bot) {
  const auto* program = dynamic_cast<const ExecBot*>(&bot);
  return program ? &program->faults() : nullptr;
}

ExecBot::~ExecBot() {
  if (runs_) channel_->send("quit\n");
  channel_->stop();
}

void ExecBot::begin(const RuleSet&, Key key) {
  key_ = key;
  seated_ = false;
  held_.clear();
  late_in_a_row_ = 0;
  ++game_;
  if (runs_ || failed_starts_ == kStartsMax) return;
  std::string why;
  runs_ = channel_->start(why) && greet();
  if (!why.empty()) faults_.last = "it cannot be started: " + why;
  failed_starts_ = runs_ ? 0 : failed_starts_ + 1;
  if (!runs_) channel_->stop();
}

bool ExecBot::greet() {
  const auto until = Clock::now() + std::chrono::milliseconds(settings_.hello_ms);
  channel_->send("hello comodin " + std::to_string(kProtocolVersion) + "\n");
  wants_pace_ = false;
  for (std::string line;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    Reply reply;
    const Channel::Got got = channel_->receive(line, left < 0 ? 0 : static_cast<int>(left));
    if (got == Channel::Got::Closed)
      return faults_.last = "it ended before `ready` (--bot-log keeps what it says about that)", false;
    if (got != Channel::Got::Line)
      return faults_.last = "no `ready` within " + std::to_string(settings_.hello_ms) + " ms", false;
    if (const TextError wrong = parse_reply(line, reply))
      return faults_.last = "before `ready`: " + legible(line), false;
    if (reply.kind == ReplyKind::Ready) return true;
    if (reply.kind == ReplyKind::Name) name_ = legible(reply.text);
    if (reply.kind == ReplyKind::Wants && reply.text == "pace") wants_pace_ = true;
  }
}

// A seat is known from the first cards it is dealt, or the first question.
void ExecBot::take_seat(const RuleSet& rules, Seat seat) {
  if (seated_ || !runs_) return;
  seated_ = true;
  channel_->send("game " + std::to_string(game_) + "\n" + print_seating(rules, seat, key_) + "begin\n" +
                 held_);
  held_.clear();
}

void ExecBot::hear(const RuleSet& rules, const Event& event) {
  if (!runs_) return;
  if (event.kind == EventKind::Dealt && event.cards.has) take_seat(rules, event.seat);
  const std::string line = print_event(rules, event) + "\n";
  if (seated_) channel_->send(line);
  else held_ += line;
}

void ExecBot::tell(const RuleSet& rules, const Question& question, const MoveList& moves) {
  if (!runs_) return;
  take_seat(rules, question.seat());
  channel_->send(print_view(rules, question.view) + print_moves(rules, moves));
}

// Counts a lost choice. Always false.
bool ExecBot::lose(std::int64_t& kind, std::string why) {
  ++kind;
  faults_.last = std::move(why);
  return false;
}

void ExecBot::end() {
  channel_->stop();
  runs_ = false;
}

bool ExecBot::ask(AskKind kind, int moves, Reply& out) {
  ++faults_.asked;
  if (!runs_) return ++faults_.dead, false;
  const Ask ask{kind, ++question_, settings_.move_ms};
  channel_->send(print_ask(ask) + "\n");
  const std::int64_t late = faults_.late;
  const bool answered = await(ask, moves, out);
  late_in_a_row_ = faults_.late > late ? late_in_a_row_ + 1 : 0;
  if (late_in_a_row_ == kLateMax) end();
  return answered;
}

// Answers to questions of before come too late for those, and are no answer to this one.
bool ExecBot::await(const Ask& ask, int moves, Reply& out) {
  const auto until = Clock::now() + std::chrono::milliseconds(ask.ms);
  for (std::string line;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    switch (channel_->receive(line, left < 0 ? 0 : static_cast<int>(left))) {
      case Channel::Got::Line: break;
      case Channel::Got::Nothing: return lose(faults_.late, "no answer to `" + print_ask(ask) + "`");
      case Channel::Got::TooLong: return lose(faults_.wrong, "a line of more than 64 KiB");
      case Channel::Got::Flood: return end(), lose(faults_.wrong, "more than 1 MiB for one answer");
      case Channel::Got::Closed: return end(), lose(faults_.dead, "it ended at `" + print_ask(ask) + "`");
    }
    if (const TextError wrong = parse_reply(line, out))
      return lose(faults_.wrong, wrong.what + " in: " + legible(line));
    if (out.kind == ReplyKind::Info || (out.id > 0 && out.id < ask.id)) continue;
    const bool pace = ask.kind == AskKind::Pace;
    const bool fits = out.kind == ReplyKind::Pass ? ask.kind == AskKind::React
                                                  : out.kind == (pace ? ReplyKind::Pace : ReplyKind::Choose);
    if (fits && out.id == ask.id && out.number <= moves) return true;
    return lose(faults_.wrong, "no answer to `" + print_ask(ask) + "`: " + legible(line));
  }
}

Move ExecBot::answer(const Question& question) {
  MoveList moves;
  moves_to_ask(question.rules, question.view, question.choices, AskKind::Go, moves);
  tell(question.rules, question, moves);
  Reply reply;
  if (!ask(AskKind::Go, moves.size(), reply)) return default_move(question.rules, moves);
  return moves[reply.number - 1];
}

bool ExecBot::react(const Question& question, Reaction& out) {
  MoveList moves;
  moves_to_ask(question.rules, question.view, question.choices, AskKind::React, moves);
  tell(question.rules, question, moves);
  Reply reply;
  if (!ask(AskKind::React, moves.size(), reply) || reply.kind == ReplyKind::Pass) return false;
  out = {moves[reply.number - 1], reply.after_ms < 0 ? kAfterMs : reply.after_ms};
  return true;
}

int ExecBot::pace() {
  Reply reply;
  if (!runs_ || !wants_pace_ || !ask(AskKind::Pace, 0, reply)) return kAfterMs;
  return reply.after_ms;
}

}  // namespace comodin
