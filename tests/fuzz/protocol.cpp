// The lines between a table and a program that plays: what is read prints and reads back to the same, views
// that are accepted can be played from, and one of our bots survives any session.
#include "notation/protocol.hpp"
#include "arena/bot_session.hpp"
#include "bots/ladder.hpp"
#include "engine/imagine.hpp"
#include "tests/fuzz/common.hpp"

using namespace comodin;

namespace {

void explained(const TextError& wrong) {
  LAW(wrong.line >= 1 && wrong.column >= 1 && wrong.what.find("expected") != std::string::npos);
}

void view_lines(const RuleSet& rules, std::string_view text) {
  View seen, again;
  if (const TextError wrong = parse_view(text, rules, seen)) return explained(wrong);
  const std::string printed = print_view(rules, seen);
  LAW(!parse_view(printed, rules, again));
  LAW(again == seen && print_view(rules, again) == printed);
  LAW(unseen(rules, seen).size() <= rules.deck_size);
  MoveList moves;
  for (AskKind kind : {AskKind::Go, AskKind::React})
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
  Reply reply, same_reply;
  if (const TextError wrong = parse_reply(line, reply)) explained(wrong);
  else LAW(!parse_reply(print_reply(reply), same_reply) && same_reply == reply);
  Ask ask, same_ask;
  if (const TextError wrong = parse_ask(line, ask)) explained(wrong);
  else LAW(!parse_ask(print_ask(ask), same_ask) && same_ask == ask);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kHead = 2;
  if (size < kHead) return 0;
  fuzz::Bytes head(data, kHead);
  const RuleSet rules = fuzz::table(head);
  std::string_view text = fuzz::text_of(data + kHead, size - kHead);
  view_lines(rules, text);
  seating_lines(text);
  std::string why, reply;
  BotSession session(make_bot("aprendiz", why), "aprendiz");
  LAW(session.hear("game 1", reply));
  const std::string game = print_seating(rules, 0, 1) + "begin\n";
  for (std::string_view lines : {std::string_view(game), text})
    while (!lines.empty()) {
      const std::string_view line = lines.substr(0, lines.find('\n'));
      lines.remove_prefix(std::min(line.size() + 1, lines.size()));
      one_line(rules, line);
      if (!session.hear(line, reply)) return 0;
    }
  return 0;
}
