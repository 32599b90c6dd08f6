// The lines between a table and a program that plays: what is read prints and reads back to the same, views
// that are accepted can be played from, and one of our bots survives any session.
#include "notation/protocol.hpp"
#include <map>

#include "bots/ladder.hpp"
#include "engine/imagine.hpp"
#include "programs/bot_session.hpp"
#include "tests/fuzz/common.hpp"
#include "words/fault.hpp"

using namespace comodin;

namespace {

void explained(const TextError& wrong) {
  LAW(wrong.line >= 1 && wrong.column >= 1 && english(wrong.fault).find("expected") != std::string::npos);
}

void view_lines(const RuleSet& rules, std::string_view text) {
  View seen, again;
  if (const TextError wrong = parse_view(text, rules, seen)) return explained(wrong);
  const std::string printed = print_view(rules, seen);
  LAW(!parse_view(printed, rules, again));
  LAW(again == seen && print_view(rules, again) == printed);
  LAW(unseen(rules, seen).size() <= rules.deck_size);
  MoveList moves;
  for (BotQuestionKind kind : {BotQuestionKind::Go, BotQuestionKind::React})
    if (seen.viewer != kSpectator) moves_to_ask(rules, seen, choices(rules, seen), kind, moves);
}

void seating_lines(std::string_view text) {
  Seating seating, again;
  if (const TextError wrong = parse_seating(text, seating)) return explained(wrong);
  const std::string printed = print_seating(seating.rules, seating.seat, seating.seed);
  LAW(!parse_seating(printed, again));
  LAW(print_seating(again.rules, again.seat, again.seed) == printed);
}

void one_line(const RuleSet& rules, std::string_view line) {
  Event event, same_event;
  if (const TextError wrong = parse_event(line, rules, event)) explained(wrong);
  else LAW(!parse_event(print_event(rules, event), rules, same_event) && same_event == event);
  BotReply reply, same_reply;
  if (const TextError wrong = parse_reply(line, reply)) explained(wrong);
  else LAW(!parse_reply(print_reply(reply), same_reply) && same_reply == reply);
  BotQuestion ask, same_ask;
  if (const TextError wrong = parse_question(line, ask)) explained(wrong);
  else LAW(!parse_question(print_question(ask), same_ask) && same_ask == ask);
}

template <class F>
void each_line(std::string_view text, F f) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    f(line);
  }
}

struct Game {
  RuleSet rules;
  std::string lines;  // as a bot is told of it
};

// One for each edition and number of seats, made when it is first needed.
const Game& game(std::uint8_t edition, std::uint8_t seats) {
  static std::map<std::pair<int, int>, Game> games;
  const std::uint8_t head[] = {static_cast<std::uint8_t>(edition % fuzz::library().editions().size()),
                               static_cast<std::uint8_t>(seats % (kSeatsMax - kSeatsMin + 1))};
  Game& out = games[{head[0], head[1]}];
  if (!out.lines.empty()) return out;
  fuzz::Bytes bytes(head, sizeof head);
  out.rules = fuzz::table(bytes);
  out.lines = "game 1\n" + print_seating(out.rules, 0, 1) + "begin\n";
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const auto& [rules, start] = game(data[0], data[1]);
  const std::string_view text = fuzz::text_of(data + 2, size - 2);
  view_lines(rules, text);
  seating_lines(text);
  const bool asks = text.find("go ") != text.npos || text.find("react ") != text.npos;
  Fault why;
  std::string reply;
  // The bot that plays on in imagined worlds, because it goes furthest beyond what it was told.
  const char* const bot = data[1] & 0x80   ? "contadora:worlds=4,moves=400"
                          : data[1] & 0x40 ? "aurora"
                                           : "aprendiz";
  BotSession session(make_bot(bot, why), bot);
  bool goes_on = true;
  if (asks) each_line(start, [&](std::string_view line) { LAW(session.hear(line, reply)); });
  each_line(text, [&](std::string_view line) {
    one_line(rules, line);
    goes_on = goes_on && session.hear(line, reply);
  });
  return 0;
}
