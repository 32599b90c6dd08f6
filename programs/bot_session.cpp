#include "programs/bot_session.hpp"

#include <algorithm>

#include "engine/imagine.hpp"
#include "words/fault.hpp"

namespace comodin {
namespace {

constexpr std::size_t kBlockMax = 256u << 10;  // bytes of a game's set-up, or of a view

std::string_view first_word(std::string_view line) { return line.substr(0, line.find(' ')); }

bool is_ask(std::string_view word) { return word == "go" || word == "react" || word == "pace"; }

}  // namespace

bool BotSession::fail(const TextError& wrong, std::string_view line) {
  error_ = english(wrong.fault) + " (at column " + std::to_string(wrong.column) + " of line " +
           std::to_string(wrong.line) + " of: " + std::string(line.substr(0, 60)) + ")";
  return false;
}

bool BotSession::hear(std::string_view line, std::string& reply) {
  reply.clear();
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  const std::string_view word = first_word(line);
  if (line.size() > kMessageMax) return fail({1, 1, {"protocol.line_size"_fault}}, line);
  if (word == "quit") return false;
  if (word == "hello") {
    if (line != "hello comodin " + std::to_string(kProtocolVersion))
      return fail({1, 1, {"protocol.hello"_fault, {std::to_string(kProtocolVersion)}}}, line);
    reply = print_reply({.kind = BotReplyKind::Name, .text = name_}) + "\nwants pace\nready\n";
    return true;
  }
  if (word == "game" || word == "view") {
    block_ = word == "game" ? Block::Game : Block::View;
    lines_ = word == "game" ? "" : std::string(line) + "\n";
    moves_.clear();
    return true;
  }
  if (word == "begin") return begin();
  if (word == "event") return event(line);
  if (word == "move" || is_ask(word)) {
    if (!seating_) return fail({1, 1, {"protocol.game_first"_fault}}, line);
    if (is_ask(word)) return ask(line, reply);
    const TextError wrong = parse_listed(line, seating_->rules, seating_->seat, moves_);
    return !wrong || fail(wrong, line);
  }
  if (block_ == Block::None) return true;  // of a later version
  if (lines_.size() + line.size() > kBlockMax) return fail({1, 1, {"protocol.lines"_fault}}, line);
  (lines_ += line) += '\n';
  return true;
}

bool BotSession::begin() {
  auto seating = std::make_unique<Seating>();
  if (block_ != Block::Game) return fail({1, 1, {"protocol.game_before"_fault}}, "begin");
  if (const TextError wrong = parse_seating(lines_, *seating)) return fail(wrong, "the game's set-up");
  block_ = Block::None;
  seating_ = std::move(seating);
  memory_ = std::make_unique<Memory>(seating_->rules);
  bot_->begin(seating_->rules, seed_ ? split(*seed_, games_) : seating_->seed);
  ++games_;
  return true;
}

bool BotSession::event(std::string_view line) {
  Event event;
  block_ = Block::None;
  if (!seating_) return fail({1, 1, {"protocol.game_first"_fault}}, line);
  if (const TextError wrong = parse_event(line, seating_->rules, event)) return fail(wrong, line);
  memory_->hear(mask(event, kSpectator));
  if (bot_->listens()) bot_->hear(event);
  return true;
}

bool BotSession::ask(std::string_view line, std::string& reply) {
  BotQuestion ask;
  if (const TextError wrong = parse_question(line, ask)) return fail(wrong, line);
  BotReply answer{.kind = BotReplyKind::Pace, .id = ask.id};
  if (ask.kind == BotQuestionKind::Pace) answer.after_ms = std::clamp(bot_->pace(), 0, kAfterMax);
  else if (!choose(ask, answer)) return false;
  reply = print_reply(answer) + "\n";
  return true;
}

bool BotSession::choose(const BotQuestion& ask, BotReply& reply) {
  View view;
  const RuleSet& rules = seating_->rules;
  if (const TextError wrong = parse_view(lines_, rules, view)) return fail(wrong, "the view");
  if (view.viewer != seating_->seat) return fail({1, 1, {"protocol.own_view"_fault}}, "the view");
  block_ = Block::None;
  const Choices may = choices(rules, view);
  MoveList listed;
  moves_to_ask(rules, view, may, ask.kind, listed);
  if (listed.empty() || !std::equal(listed.begin(), listed.end(), moves_.begin(), moves_.end()))
    return fail({1, 1, {"protocol.own_moves"_fault}}, "the moves");
  const Question question{rules, view, *memory_, may};
  Reaction made;
  if (ask.kind == BotQuestionKind::Go) made.move = bot_->answer(question);
  else if (!bot_->react(question, made)) {
    reply.kind = BotReplyKind::Pass;
    return true;
  }
  const auto found = std::find(moves_.begin(), moves_.end(), made.move);
  if (found == moves_.end()) return fail({1, 1, {"protocol.own_bot"_fault}}, name_);
  reply.kind = BotReplyKind::Choose;
  reply.number = static_cast<int>(found - moves_.begin()) + 1;
  if (ask.kind == BotQuestionKind::React) reply.after_ms = std::clamp(made.after_ms, 0, kAfterMax);
  return true;
}

}  // namespace comodin
