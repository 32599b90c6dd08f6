#include "engine/ruleset.hpp"

#include <algorithm>

namespace comodin {

bool Edition::has_powers() const {
  return std::any_of(std::begin(powers), std::end(powers), [](Color c) { return c != Color::None; });
}

bool Edition::has_step(Op op) const {
  return std::any_of(symbols.begin(), symbols.end(), [&](const Symbol& symbol) { return symbol.does(op); });
}

bool Edition::has_hyperspeed() const { return has_step(Op::Hyperspeed); }

FaultCode Edition::lacks(Option option) const {
  const auto power = [&](Ability ability, FaultCode lack) {
    return powers[static_cast<std::size_t>(ability)] == Color::None ? lack : FaultCode{};
  };
  const bool custom_wilds = custom() != nullptr;
  switch (option) {
    case Option::CustomWilds: return custom_wilds ? FaultCode{} : "lacks.custom_wilds"_fault;
    case Option::DoubleUno:
    case Option::DoubleSecond: return power(Ability::Double, "lacks.double"_fault);
    case Option::FlipEffect: return power(Ability::Flip, "lacks.flip"_fault);
    case Option::ShieldReverse: return power(Ability::Shield, "lacks.shield"_fault);
    case Option::ThrowColor:
    case Option::ThrowWild: return has_step(Op::ThrowRound) ? FaultCode{} : "lacks.throw_round"_fault;
    case Option::StuckDraw:
      return custom_wilds || has_step(Op::DrawIfStuck) ? FaultCode{} : "lacks.if_stuck"_fault;
    default: return {};
  }
}

Options Edition::options_of(int version) const {
  Options out = options;
  for (int i = 0; i < kOptions; ++i) {
    const Option option = static_cast<Option>(i);
    if (info(option).since > version && uses(option)) out.set(option, info(option).before);
  }
  return out;
}

const Symbol* Edition::custom() const {
  for (const Symbol& symbol : symbols)
    if (symbol.custom) return &symbol;
  return nullptr;
}

int custom_count(const Edition& edition, const Options& options) {
  const Symbol* custom = edition.custom();
  return custom ? std::min(options.number(Option::CustomWilds), custom->copies) : 0;
}

namespace {

constexpr Address kNameColor = 1;  // a program that every rule set has: the colour is named, nothing else

class Freezer {
 public:
  explicit Freezer(RuleSet& out) : out_(out) {}

  Fault run(const std::vector<Rule>& custom) {
    for (const Step step : {Step{}, Step{Op::NameColor, Who::Player}, Step{}}) put(step);
    for (int color = 0; color < kColors; ++color)
      for (std::size_t s = 0; s < out_.edition.symbols.size(); ++s)
        if (!out_.edition.symbols[s].wild) add_kind(s, static_cast<Color>(color), nullptr);
    for (std::size_t s = 0; s < out_.edition.symbols.size(); ++s) {
      const Symbol& symbol = out_.edition.symbols[s];
      if (symbol.custom)
        for (const Rule& rule : custom) add_kind(s, Color::None, &rule);
      else if (symbol.wild) add_kind(s, Color::None, nullptr);
    }
    if (fault_) return fault_;
    fill_masks();
    find_same_texts();
    return fault_;
  }

 private:
  void fail(FaultCode code, std::vector<std::string> args = {}) {
    if (!fault_) fault_ = {code, std::move(args)};
  }

  void add_kind(std::size_t index, Color color, const Rule* written) {
    const Symbol& symbol = out_.edition.symbols[index];
    const int copies = symbol.custom ? 1 : symbol.copies;
    if (out_.kinds == kKindsMax) return fail("freeze.kinds"_fault);
    if (out_.deck_size + copies > kCardsMax) return fail("freeze.cards"_fault);
    const Card card = static_cast<Card>(out_.kinds++);
    CardInfo& info = out_.cards[card];
    const bool colored = color != Color::None;
    out_.names.push_back(colored ? std::string(1, "rygb"[static_cast<int>(color)]) + symbol.text
                                 : symbol.text + (written ? std::to_string(++written_) : ""));
    info.color = color;
    info.symbol = static_cast<std::uint8_t>(index);
    info.points = static_cast<std::uint8_t>(symbol.points);
    info.number = static_cast<std::int8_t>(symbol.number());
    info.first_card = symbol.first_card;
    info.take_shown = symbol.take_shown;
    info.take_draws = static_cast<std::uint8_t>(symbol.take_draws);
    const bool late = names_late(symbol);
    if (color == Color::None && !late) out_.names_color |= bit(card);
    info.play = info.flip = link(late ? named_last(symbol.play) : symbol.play, written, house_step(info));
    if (!late) info.play = behind_color(info.flip);
    if (out_.options.named<FlipEffect>(Option::FlipEffect) == FlipEffect::Placed)
      info.flip = color == Color::None ? kNameColor : Address{0};
    info.last = link(symbol.last, nullptr, {});
    info.first = link(symbol.first, nullptr, {});
    read_effects(info, symbol.play.steps);
    for (int i = 0; i < copies; ++i) out_.deck[static_cast<std::size_t>(out_.deck_size++)] = card;
  }

  // STREAMS-1: is the colour named when the round is over, not with the play?
  bool names_late(const Symbol& symbol) const {
    return symbol.wild && symbol.does(Op::ThrowRound) &&
           out_.options.named<ThrowColor>(Option::ThrowColor) == ThrowColor::Last;
  }
  // The same rule, except that the colour is named when each round is over.
  static Rule named_last(Rule rule) {
    if (rule.steps.front().op == Op::NameColor) rule.steps.erase(rule.steps.begin());
    for (Step& step : rule.steps)
      if (step.op == Op::NameColor) step = jump_by(1);  // goes to the next step, so distances stay the same
    for (std::size_t at = 0; at < rule.steps.size(); ++at)
      if (rule.steps[at].op == Op::ThrowRound) insert_behind(rule.steps, at, {Op::NameColor, Who::Player});
    rule.steps.push_back({Op::NameColor, Who::Player});  // for a branch without a round
    return rule;
  }
  // Jumps over the new step still reach the same targets.
  static void insert_behind(Program& steps, std::size_t at, Step step) {
    for (std::size_t from = 0; from <= at; ++from)
      if (steps[from].op == Op::Jump && from + static_cast<std::size_t>(distance(steps[from])) > at)
        steps[from] = jump_by(distance(steps[from]) + 1);
    steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(at) + 1, step);
  }

  // What the card does no matter what anybody answers; branches are left out, as they may not be taken.
  static void read_effects(CardInfo& info, const Program& steps) {
    for (const Step& step : steps) {
      if (step.op == Op::Vote || step.op == Op::Choose) return;
      if (step.op == Op::Hit) info.attack = step.n;
      if (step.op == Op::TakePower) {
        info.grants = static_cast<Color>(step.n);
        info.picks_power = info.grants == Color::None;
      }
    }
  }

  // HOUSE-3: what a 7 or a 0 does besides its own effect.
  Program house_step(const CardInfo& info) const {
    if (out_.options.named<SevenZero>(Option::SevenZero) == SevenZero::Off) return {};
    if (info.number == 7) return {{Op::SwapChosen, Who::Player}};
    if (info.number == 0) return {{Op::PassHands}};
    return {};
  }

  // Lays the steps down with their End; cards without steps share address 0.
  Address link(const Rule& rule, const Rule* written, const Program& house) {
    if (rule.steps.empty() && !written && house.empty()) return 0;
    const std::size_t start = out_.steps.size();
    append(rule);
    if (written) append(*written);
    for (const Step step : house) put(step);
    put({});
    return fault_ ? Address{0} : static_cast<Address>(start);
  }

  void put(Step step) {
    StepList& steps = out_.steps;
    if (steps.count == kStepsMax) return fail("freeze.steps"_fault);
    steps.list[steps.size()] = step;
    ++steps.count;
  }

  // A play names its colour, so it begins after a leading NameColor.
  Address behind_color(Address start) const {
    if (out_.steps[start].op != Op::NameColor) return start;
    const Address next = static_cast<Address>(start + 1);
    return out_.steps[next].op == Op::End ? Address{0} : next;
  }

  void append(const Rule& rule) {
    for (Step step : rule.steps) {
      if (step.op == Op::Mark) step.text = mark(rule.texts[step.text], step.n == 1);
      else if (step.op == Op::Confirm || step.op == Op::Vote || step.op == Op::Choose)
        step.text = texts(rule, step);
      put(step);
    }
  }

  std::uint8_t texts(const Rule& rule, Step step) {
    const std::size_t first = out_.texts.size();
    const int used = step.op == Op::Choose ? step.n : 1;
    for (int i = 0; i < used; ++i) out_.texts.push_back(rule.texts[static_cast<std::size_t>(step.text + i)]);
    if (out_.texts.size() > kTextsMax) fail("freeze.texts"_fault);
    return static_cast<std::uint8_t>(first);
  }

  std::uint8_t mark(const std::string& text, bool until_uno) {
    auto found = std::find(out_.marks.begin(), out_.marks.end(), text);
    const auto index = static_cast<std::size_t>(found - out_.marks.begin());
    if (found == out_.marks.end()) {
      if (out_.marks.size() == kMarksMax) {
        fail("freeze.marks"_fault);
        return 0;
      }
      out_.marks.push_back(text);
      if (until_uno) out_.marks_until_uno |= static_cast<std::uint8_t>(1u << index);
    } else if (until_uno != ((out_.marks_until_uno >> index & 1) != 0)) {
      fail("freeze.mark_both"_fault, {fault_word(text)});
    }
    return static_cast<std::uint8_t>(index);
  }

  void fill_masks() {
    for (int k = 0; k < out_.kinds; ++k) {
      const Card card = static_cast<Card>(k);
      const CardInfo& info = out_.cards[card];
      const Symbol& symbol = out_.edition.symbols[info.symbol];
      if (info.color == Color::None) out_.wilds |= bit(card);
      else out_.of_color[static_cast<std::size_t>(info.color)] |= bit(card);
      if (symbol.restriction != Restriction::None) out_.restricted |= bit(card);
      if (symbol.restriction == Restriction::NoColorNoWild) out_.restricted_by_wild |= bit(card);
      if (symbol.take_shown || symbol.take_draws > 0) out_.goes_off |= bit(card);
      for (int other = 0; other < out_.kinds; ++other)
        if (info.color != Color::None && out_.cards[static_cast<Card>(other)].symbol == info.symbol)
          out_.same_symbol[card] |= bit(static_cast<Card>(other));
    }
    for (std::size_t k = 0; k < kKindsMax; ++k)
      out_.goes_on[k] =
          out_.of_color[static_cast<std::size_t>(out_.cards[k].color)] | out_.same_symbol[k] | out_.wilds;
  }

  void find_same_texts() {
    for (std::size_t k = 0; k < out_.texts.size(); ++k) {
      const auto first = std::find(out_.texts.begin(), out_.texts.end(), out_.texts[k]);
      out_.same_text[k] = static_cast<std::uint8_t>(first - out_.texts.begin());
    }
  }

  RuleSet& out_;
  int written_ = 0;  // custom wilds so far
  Fault fault_;
};

Fault refuse_options(const Edition& edition, const Options& options, int seats) {
  if (seats < kSeatsMin || seats > kSeatsMax) return {"freeze.players"_fault};
  if (options.named<Teams>(Option::Teams) == Teams::Pairs && (seats < 4 || seats % 2 != 0))
    return {"freeze.pairs"_fault};
  for (int i = 0; i < kOptions; ++i) {
    const Option option = static_cast<Option>(i);
    if (!edition.uses(option) && options.number(option) != edition.options.number(option))
      return {"option.lacks"_fault, {std::string(info(option).name), fault_part(edition.lacks(option))}};
  }
  const Symbol* custom = edition.custom();
  if (custom && options.number(Option::CustomWilds) > custom->copies)
    return {"freeze.custom_wilds"_fault, {std::to_string(custom->copies)}};
  return {};
}

}  // namespace

Fault freeze(const Edition& edition, const Options& options, int seats, const std::vector<Rule>& custom,
             RuleSet& out) {
  if (Fault fault = refuse_options(edition, options, seats)) return fault;
  out = RuleSet{};
  out.edition = edition;
  out.options = options;
  out.seats = seats;
  out.custom_rules = custom;
  if (Fault fault = Freezer(out).run(custom)) return fault;
  std::copy(std::begin(edition.powers), std::end(edition.powers), out.powers.begin());
  out.first_direction = edition.direction;
  out.dealer_by = edition.dealer;
  out.hyperspeed = edition.has_hyperspeed();
  out.drawn_forced = options.named<Drawn>(Option::DrawnForced);
  out.drawn_voluntary = options.named<Drawn>(Option::DrawnVoluntary);
  out.two_player_reverse = options.named<TwoPlayerReverse>(Option::TwoPlayerReverse);
  out.bluff = options.named<Bluff>(Option::W4Bluff);
  out.stacking = options.named<Stacking>(Option::Stacking);
  out.jump_in = options.named<JumpIn>(Option::JumpIn);
  out.draw = options.named<DrawRule>(Option::Draw);
  out.format = options.named<Format>(Option::Format);
  out.teams = options.named<Teams>(Option::Teams);
  out.uno_window = options.named<UnoWindow>(Option::UnoWindow);
  out.double_second = options.named<DoubleSecond>(Option::DoubleSecond);
  out.flip_effect = options.named<FlipEffect>(Option::FlipEffect);
  out.shield_reverse = options.named<ShieldReverse>(Option::ShieldReverse);
  out.throw_wild = options.named<ThrowWild>(Option::ThrowWild);
  out.stuck_draw = options.named<StuckDraw>(Option::StuckDraw);
  out.out_of_turn =
      out.jump_in == JumpIn::On || out.powers[static_cast<std::size_t>(Ability::Gift)] != Color::None;
  out.doubles = out.powers[static_cast<std::size_t>(Ability::Double)] != Color::None;
  out.uno_waits = out.doubles && options.named<DoubleUno>(Option::DoubleUno) == DoubleUno::End;
  out.plain_turns = !out.out_of_turn && out.bluff == Bluff::Allowed &&
                    out.powers[static_cast<std::size_t>(Ability::Flip)] == Color::None;
  for (int k = 0; k < seats; ++k) {
    out.neighbour[0][static_cast<std::size_t>(k)] = static_cast<Seat>((k + seats - 1) % seats);
    out.neighbour[1][static_cast<std::size_t>(k)] = static_cast<Seat>((k + 1) % seats);
  }
  out.cards_dealt = options.number(Option::Cards);
  out.target = options.number(Option::Target);
  out.turn_limit = options.number(Option::TurnLimit);
  if (out.cards_dealt * seats >= out.deck_size)
    return {"freeze.deal"_fault,
            {std::to_string(out.deck_size), std::to_string(out.cards_dealt), std::to_string(seats)}};
  for (int k = 0; k < out.kinds; ++k)
    if (out.cards[static_cast<Card>(k)].first_card == FirstCard::Start) return {};
  return {"freeze.first_card"_fault};
}

}  // namespace comodin
