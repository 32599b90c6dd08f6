#include "words/words.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "notation/moves.hpp"
#include "notation/rule.hpp"
#include "words/deal_draw.hpp"
#include "words/rule_words.hpp"

namespace comodin {
namespace {

std::string number(int value) { return std::to_string(value); }

// Which of the custom wilds this is, from 0; -1 if it is not one.
int custom_index(const RuleSet& rules, Card card) {
  const Symbol& symbol = rules.edition.symbols[rules.cards[card].symbol];
  if (!symbol.custom) return -1;
  return std::atoi(card_name(rules, card).substr(symbol.text.size()).c_str()) - 1;
}

// Is this what the catalogue means by the symbol's name? In an edition that it does not know, a name may mean
// anything.
bool as_usual(const Symbol& symbol) {
  static const struct {
    std::string_view text;
    Program play;
  } kUsual[] = {{"s", {{Op::Skip}}},
                {"v", {{Op::Reverse}}},
                {"+2", {{Op::Hit, Who::Player, 2}}},
                {"W", {{Op::NameColor}}},
                {"W4", {{Op::NameColor}, {Op::Hit, Who::Player, 4}}}};
  const auto same = [](Step a, Step b) { return a.op == b.op && a.n == b.n; };
  return std::any_of(std::begin(kUsual), std::end(kUsual), [&](const auto& usual) {
    return usual.text == symbol.text && std::equal(usual.play.begin(), usual.play.end(),
                                                   symbol.play.steps.begin(), symbol.play.steps.end(), same);
  });
}

// How many cards it makes the next player draw.
int hit_of(const Symbol& symbol) {
  for (const Step& step : symbol.play.steps)
    if (step.op == Op::Hit) return step.n;
  return 0;
}

}  // namespace

std::string refusal_key(Refusal refusal) { return "fault." + std::string(reason(refusal).code); }

std::string edition_title(const Edition& edition, Language language) {
  const bool spanish = language == Language::Spanish;
  const std::string& title = spanish ? edition.title_es : edition.title_en;
  const std::string& other = spanish ? edition.title_en : edition.title_es;
  return !title.empty() ? title : !other.empty() ? other : edition.id;
}

std::string edition_about(const Edition& edition, const Catalogue& say) {
  const std::string key = "edition." + edition.id;
  return say.has(key) ? say(key) : "";
}

std::string about_rule(const Rule& rule, const Catalogue& say) {
  const std::string key = "rule." + rule.name + ".about";
  return !rule.name.empty() && say.has(key) ? say(key) : explain_rule(rule, say);
}

std::vector<Reading> readings(const Edition& edition, const Options& options, const Catalogue& say) {
  std::vector<Reading> out;
  for (int i = 0; i < kOptions; ++i) {
    const Option option = static_cast<Option>(i);
    if (!info(option).reading() || !edition.uses(option)) continue;
    const auto value = info(option).values[static_cast<std::size_t>(options.number(option))];
    const std::string key = "option." + std::string(info(option).name) + "." + std::string(value);
    const std::string rule = say(key + ".rule");
    const bool usual = options.number(option) == edition.options.number(option);
    out.push_back({usual ? rule : rule + " " + say("option.unusual"), usual});
  }
  return out;
}

std::string Words::seat(Seat seat) const {
  if (seat == you_) return say_("seat.you");
  if (seat < names_.size() && !names_[seat].empty()) return names_[seat];
  return say_("seat.other", {number(seat + 1)});
}

std::string Words::color(Color color) const {
  return color == Color::None ? "" : say_("color." + std::string(color_word(color)));
}

std::string Words::short_color(Color color) const {
  return color == Color::None ? "" : say_("color.short." + std::string(color_word(color)));
}

std::string Words::loud_color(Color color) const {
  return color == Color::None ? "" : say_("color.loud." + std::string(color_word(color)));
}

bool Words::knows(Card card) const {
  const Symbol& symbol = rules_->edition.symbols[rules_->cards[card].symbol];
  return say_.has("card." + symbol.text) && (say_.has("edition." + rules_->edition.id) || as_usual(symbol));
}

std::string Words::card(Card card) const {
  const CardInfo& info = rules_->cards[card];
  const Symbol& symbol = rules_->edition.symbols[info.symbol];
  const std::string plain = color(info.color);
  const std::string feminine =
      info.color == Color::None ? "" : say_("color.she." + std::string(color_word(info.color)));
  if (const int custom = custom_index(*rules_, card); custom >= 0)
    return say_("card.Wc", {"", "", number(custom + 1)});
  if (info.number >= 0) return say_("card.number", {plain, feminine, symbol.text});
  if (knows(card)) return say_("card." + symbol.text, {plain, feminine, symbol.text});
  if (!symbol.wild) return say_("card.other", {plain, feminine, symbol.text});
  if (const int hit = hit_of(symbol)) return say_("card.hitting_wild", {"", "", number(hit)});
  return say_("card.other_wild", {"", "", symbol.text.substr(1)});
}

std::string Words::cards(const Hand& hand) const {
  std::string out;
  for_each_card(hand, [&](Card one) { (out += out.empty() ? "" : ", ") += card(one); });
  return out;
}

std::string Words::card_with_code(Card card) const {
  return this->card(card) + " (" + card_name(*rules_, card) + ")";
}

std::string Words::cards_with_codes(Mask kinds) const {
  std::string out;
  for_each_kind(kinds, [&](Card one) { (out += out.empty() ? "" : ", ") += card_with_code(one); });
  return out;
}

std::string Words::about(Card card) const {
  const int custom = custom_index(*rules_, card);
  if (custom >= 0) {
    const Rule& rule = rules_->custom_rules[static_cast<std::size_t>(custom)];
    return about_rule(rule, say_);
  }
  const Symbol& symbol = rules_->edition.symbols[rules_->cards[card].symbol];
  const std::string key = "about." + symbol.text;
  if (knows(card)) return say_.has(key) ? say_(key) : "";
  return about_unknown(symbol);
}

// Made from what the edition's text makes the card do, in the catalogue's style: no capital, no full stop.
std::string Words::about_unknown(const Symbol& symbol) const {
  std::string out = explain_rule(symbol.play, say_, [this](Color color) { return power(color); });
  const auto add = [&](const std::string& more) { out += (out.empty() ? "" : " ") + capital(more) + "."; };
  if (symbol.restriction != Restriction::None) add(say_("says.restricted"));
  if (symbol.take_draws > 0) add(say_("says.taken", {number(symbol.take_draws)}));
  else if (symbol.take_shown) add(say_("says.taken_shown"));
  if (out.ends_with('.')) out.pop_back();
  return uncapital(out);
}

std::string Words::marks(std::uint8_t marks) const {
  std::string out;
  for (std::size_t i = 0; i < rules_->marks.size(); ++i) {
    if (!(marks >> i & 1)) continue;
    const std::string key = "mark." + rules_->marks[i];
    (out += out.empty() ? "" : ", ") += say_.has(key) ? say_(key) : rules_->marks[i];
  }
  return out;
}

std::string Words::power(Color color) const {
  static constexpr std::string_view kAbilityKeys[] = {"power.gift", "power.double", "power.flip",
                                                      "power.shield"};
  const bool other_gift =
      color != Color::Red && rules_->powers[static_cast<std::size_t>(Ability::Gift)] == color;
  if (other_gift) return say_("power.gift_of", {say_("says.sort." + std::string(color_word(color)))});
  for (std::size_t i = 0; i < kAbilities; ++i)
    if (rules_->powers[i] == color) return say_(kAbilityKeys[i]);
  return "";
}

// KEY, KEY.you or KEY.me: others among themselves, you to somebody, somebody to you.
std::string Words::about_act(std::string_view key, const Event& event, std::string_view what) const {
  std::string full(key);
  if (event.seat == you_) full += ".you";
  else if (event.other == you_ && say_.has(full + ".me")) full += ".me";
  const std::string other = event.other == kNoSeat ? "" : seat(event.other);
  return capital(say_(full, {seat(event.seat), what, other}));
}

// The choice that a question offered, or the player who was picked.
std::string Words::choice(const Event& e) const {
  if (e.text != kNoText) return about_act("event.chose", e, text(e.text));
  Event picks = e;
  picks.other = static_cast<Seat>(e.value - 1);
  return about_act("event.picked", picks);
}

std::string Words::event_of_cards(const Event& e) const {
  const std::string card = e.card == kNoCard ? "" : this->card(e.card);
  switch (e.kind) {
    case EventKind::Turned: return say_("event.turned", {card});
    case EventKind::PassedOver: return say_("event.passed_over", {card});
    case EventKind::PutBack: return say_("event.put_back", {card});
    case EventKind::Played: {
      std::string line = about_act(e.origin == Origin::Jump ? "event.jumped" : "event.played", e, card);
      if (e.color == Color::None) return line;
      return line + say_(e.seat == you_ ? "event.naming.you" : "event.naming", {color(e.color)});
    }
    case EventKind::Flipped: return about_act("event.flipped", e, card);
    case EventKind::Drew: return about_act(e.card == kNoCard ? "event.drew" : "event.drew_card", e, card);
    case EventKind::WentOff: return about_act("event.went_off", e, card);
    case EventKind::Threw: return about_act(e.card == kNoCard ? "event.threw_none" : "event.threw", e, card);
    case EventKind::Discarded: return about_act("event.discarded", e, card);
    case EventKind::Gave:
      return about_act(e.value == 1 ? "event.gave_one" : "event.gave", e, number(e.value));
    case EventKind::Shown:
      if (e.cards.has == 0 || e.seat == you_) return "";
      if (e.other != kNoSeat && e.other != you_)  // only where all hands are open
        return capital(say_("event.shown_to", {seat(e.seat), cards(e.cards), seat(e.other)}));
      return capital(
          say_(e.other == kNoSeat ? "event.shown_all" : "event.shown", {seat(e.seat), cards(e.cards)}));
    default: return "";
  }
}

std::string Words::event_of_table(const Event& e) const {
  switch (e.kind) {
    case EventKind::HandsPassed: return say_("event.hands_passed");
    case EventKind::DirectionIs: return say_(e.value > 0 ? "event.direction_left" : "event.direction_right");
    case EventKind::HyperspeedIs:
      return e.color == Color::None ? say_("event.hyper_off") : say_("event.hyper_on", {color(e.color)});
    case EventKind::Marked:
      return e.value ? about_act("event.marked", e, marks(static_cast<std::uint8_t>(e.value))) : "";
    case EventKind::HandsUp: return say_(e.value ? "event.hands_up" : "event.hands_down");
    case EventKind::Reshuffled: return say_("event.reshuffled");
    case EventKind::Ended: return e.seat == kNoSeat ? say_("event.blocked") : about_act("event.won", e);
    default: return "";
  }
}

std::string Words::event(const Event& e) const {
  switch (e.kind) {
    case EventKind::DrewNothing: return about_act("event.drew_nothing", e);
    case EventKind::Kept: return about_act("event.kept", e);
    case EventKind::Challenged:
      return about_act(e.value ? "event.challenged" : "event.challenged_wrongly", e);
    case EventKind::Called: return about_act("event.called", e);
    case EventKind::Caught: return about_act("event.caught", e);
    case EventKind::Swapped: return about_act("event.swapped", e);
    case EventKind::Voted: return about_act(e.value ? "event.voted_yes" : "event.voted_no", e);
    case EventKind::Confirmed: return about_act("event.confirmed", e);
    case EventKind::PowerTaken: return about_act("event.power", e, color(e.color));
    case EventKind::ColorNamed:  // after a play, the play has said it
      return e.seat == kNoSeat ? "" : about_act("event.named", e, color(e.color));
    case EventKind::Chose: return choice(e);
    case EventKind::LostTurn: return about_act("event.lost_turn", e);
    default: break;
  }
  const std::string line = event_of_cards(e);
  return line.empty() ? event_of_table(e) : line;
}

// A line for each round, with everybody's card; then who deals.
void Words::tell_draw(const std::vector<Event>& events, std::size_t& at,
                      std::vector<std::string>& out) const {
  const DealDraw draw = read_deal_draw(*rules_, events, at);
  for (const auto& round : draw.rounds) {
    std::string all;
    for (const auto& [seat, card] : round)
      all += (all.empty() ? "" : ", ") + this->seat(seat) + " " + this->card(card);
    out.push_back(say_(&round == &draw.rounds.front() ? "event.draw_for_deal" : "event.draw_again", {all}));
  }
  out.push_back(deals(draw.dealer));
}

std::string Words::deals(Seat dealer) const { return about_act("event.deals", {.seat = dealer}); }

std::vector<std::string> Words::story(const std::vector<Event>& events, std::size_t from) const {
  std::vector<std::string> out;
  Seat drawing = kNoSeat;
  int drawn = 0;
  for (std::size_t i = from; i < events.size(); ++i) {
    if (events[i].kind == EventKind::DrewForDeal) tell_draw(events, i, out);
    if (i == events.size()) break;
    const Event& e = events[i];
    std::string line = e.kind == EventKind::RoundBegan ? say_("event.new_hand") : event(e);
    if (line.empty()) continue;
    const bool hidden = e.kind == EventKind::Drew && e.card == kNoCard;
    if (hidden && drawing == e.seat) {
      out.back() = about_act("event.drew_many", e, number(++drawn));
      continue;
    }
    drawing = hidden ? e.seat : kNoSeat;
    drawn = hidden;
    out.push_back(std::move(line));
  }
  return out;
}

std::string Words::text(int index) const {
  const std::string& written = rules_->texts[static_cast<std::size_t>(index)];
  return say_.has("asked." + written) ? say_("asked." + written) : written;
}

std::string Words::question(const View& view) const {
  const bool asks_text = view.await.kind == Awaits::Vote || view.await.kind == Awaits::Confirm;
  if (asks_text) return text(rules_->steps[view.course.agenda.step].text);
  if (view.await.kind == Awaits::Challenge && view.course.accused == kNoSeat)
    return say_.counted("question.hit", view.sum);
  if (view.await.kind == Awaits::Challenge)
    return say_("question.challenge", {number(view.sum), seat(view.course.accused)});
  const bool written =
      view.await.kind == Awaits::Choice && view.top != kNoCard && custom_index(*rules_, view.top) >= 0;
  if (written) return about(view.top);
  return say_("question." + std::string(awaits_word(view.await.kind)));
}

std::string Words::waiting(const View& view) const {
  if (view.await.seat == kNoSeat) return "";
  return capital(say_("waiting." + std::string(awaits_word(view.await.kind)), {seat(view.await.seat)}));
}

std::string Words::target_move(const View& view, const Move& m) const {
  switch (m.verb) {
    case Verb::Choose: {
      const Step step = rules_->steps[view.course.agenda.step];
      if (step.op != Op::Choose) return seat(static_cast<Seat>(m.what - 1));
      return text(step.text + m.what - 1);
    }
    case Verb::Swap: return say_("move.swap", {seat(m.what)});
    case Verb::Catch: return say_("move.catch", {seat(m.what)});
    case Verb::Give: return say_("move.give", {seat(m.what)});
    default: return "";
  }
}

std::string Words::move(const View& view, const Move& m) const {
  switch (m.verb) {
    case Verb::Play:
    case Verb::Jump: {
      std::string line = say_(m.verb == Verb::Play ? "move.play" : "move.jump", {card(m.what)});
      if (m.power != Color::None) line += say_("move.with_power", {color(m.power)});
      if (m.color != Color::None) line += say_("move.with_color", {color(m.color)});
      return m.uno ? line + say_("move.with_uno") : line;
    }
    case Verb::Draw: return say_("move.draw");
    case Verb::Keep: return say_(std::popcount(view.drawn) > 1 ? "move.keep_all" : "move.keep");
    case Verb::Accept: return say_.counted("move.accept", view.sum);
    case Verb::Challenge: return say_("move.challenge");
    case Verb::Color: return color(m.color);
    case Verb::Power: return say_("move.power", {color(m.power), power(m.power)});
    case Verb::Throw: return m.what == kNoCard ? say_("move.throw_none") : say_("move.throw", {card(m.what)});
    case Verb::Stop: return say_("move.stop");
    case Verb::Flip: return say_("move.flip");
    case Verb::Discard: return say_("move.discard", {card(m.what)});
    case Verb::Vote: return say_(m.what ? "move.yes" : "move.no");
    case Verb::Confirm: return say_("move.confirm");
    case Verb::Uno: return say_("move.uno");
    default: return target_move(view, m);
  }
}

std::string Words::refusal(Refusal refusal) const {
  return say_("refusal", {say_(refusal_key(refusal)), reason(refusal).clause});
}

}  // namespace comodin
