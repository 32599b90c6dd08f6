#include "tests/battery/writable.hpp"

namespace comodin::battery {
namespace {

constexpr int kNumbersTried = 12;  // of `choose`: two more than there can ever be

class Writer {
 public:
  Writer(const PlainRules& rules, Seat seat) : rules_(rules), seat_(seat) {}

  std::vector<Move> run() {
    for (int verb = 0; verb < kVerbs; ++verb) write(static_cast<Verb>(verb));
    return std::move(out_);
  }

 private:
  void write(Verb verb) {
    switch (verb) {
      case Verb::Play: return plays();
      case Verb::Jump: return jumps();
      case Verb::Throw: numbers(verb, 0, rules_.kinds - 1); return numbers(verb, kNoCard, kNoCard);
      case Verb::Discard: return numbers(verb, 0, rules_.kinds - 1);
      case Verb::Color:
      case Verb::Power: return colors(verb);
      case Verb::Catch:
      case Verb::Give:
      case Verb::Swap: return numbers(verb, 0, rules_.seats - 1);
      case Verb::Vote: return numbers(verb, 0, 1);
      case Verb::Choose: return numbers(verb, 0, kNumbersTried);
      default: return numbers(verb, 0, 0);
    }
  }

  void numbers(Verb verb, int from, int to) {
    for (int k = from; k <= to; ++k) out_.push_back({verb, seat_, static_cast<std::uint8_t>(k)});
  }

  void colors(Verb verb) {
    for (int c = 0; c < kColors; ++c) {
      Move move{verb, seat_};
      (verb == Verb::Color ? move.color : move.power) = static_cast<Color>(c);
      out_.push_back(move);
    }
  }

  void plays() {
    for (int card = 0; card < rules_.kinds; ++card)
      for (int color = 0; color <= kColors; ++color)
        for (int power = 0; power <= kColors; ++power)
          for (std::uint8_t uno = 0; uno < 2; ++uno)
            out_.push_back({Verb::Play, seat_, static_cast<std::uint8_t>(card), static_cast<Color>(color),
                            static_cast<Color>(power), uno});
  }

  void jumps() {
    for (int card = 0; card < rules_.kinds; ++card)
      for (std::uint8_t uno = 0; uno < 2; ++uno)
        out_.push_back({Verb::Jump, seat_, static_cast<std::uint8_t>(card), Color::None, Color::None, uno});
  }

  const PlainRules& rules_;
  const Seat seat_;
  std::vector<Move> out_;
};

}  // namespace

std::vector<Move> writable_moves(const PlainRules& rules, Seat seat) { return Writer(rules, seat).run(); }

std::vector<Move> legal_moves(const PlainRules& rules, const State& state, Seat seat) {
  MoveList list;
  legal(rules, state, seat, list);
  return {list.begin(), list.end()};
}

}  // namespace comodin::battery
