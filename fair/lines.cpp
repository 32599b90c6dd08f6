#include "fair/lines.hpp"

#include <algorithm>

#include "notation/moves.hpp"
#include "notation/number.hpp"

namespace comodin {
namespace {

constexpr std::string_view kPrefix = "# fair ";

}  // namespace

std::string print_fair(std::string_view game, std::span<const FairHand> hands) {
  std::string out;
  const auto line = [&](const std::string& text) { ((out += kPrefix) += text) += '\n'; };
  line("1 game " + std::string(game));
  for (const FairHand& hand : hands) {
    const std::string head = "hand " + std::to_string(hand.hand);
    line(head + " commit " + hex(hand.commit()) + " secret " + hex(hand.secret));
    for (const Contribution& given : hand.contributions)
      line(head + " seat " + seat_text(given.seat) + " commit " + hex(given.commit) +
           (given.withheld ? " withheld" : " nonce " + hex(given.nonce)));
  }
  return out;
}

namespace {

// Reads one line, word by word.
class WordReader {
 public:
  explicit WordReader(std::string_view line) : rest_(line) {}

  bool accept(std::string_view word) {
    if (peek() != word) return false;
    next();
    return true;
  }
  bool number(int& out) { return read_number(next(), out); }
  bool bytes(std::string_view name, Bytes32& out) { return accept(name) && parse_hex(next(), out); }
  std::string_view next() {
    const std::string_view word = peek();
    rest_.remove_prefix(std::min(rest_.size(), word.size() + 1));
    return word;
  }

 private:
  std::string_view peek() const { return rest_.substr(0, rest_.find(' ')); }
  std::string_view rest_;
};

bool is_game_id(std::string_view id) {
  constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  return !id.empty() && id.size() <= kGameIdMax && id.find_first_not_of(kAllowed) == std::string_view::npos;
}

bool parse_contribution(WordReader& words, Contribution& out) {
  int seat = 0;
  if (!words.number(seat) || seat < 1 || seat > kSeatsMax) return false;
  out.seat = static_cast<Seat>(seat - 1);
  if (!words.bytes("commit", out.commit)) return false;
  out.withheld = words.accept("withheld");
  return out.withheld || words.bytes("nonce", out.nonce);
}

// One line after the first. The comparison of all lines finds what is not checked here, such as extra words.
bool parse_hand_line(std::string_view line, std::vector<FairHand>& hands, Bytes32& commit) {
  WordReader words(line);
  int number = 0;
  if (!words.accept("hand") || !words.number(number)) return false;
  if (words.accept("seat"))
    return !hands.empty() && hands.back().hand == number &&
           parse_contribution(words, hands.back().contributions.emplace_back());
  hands.emplace_back().hand = number;
  return number == static_cast<int>(hands.size()) && words.bytes("commit", commit) &&
         words.bytes("secret", hands.back().secret);
}

std::string shown(std::string_view line) {
  constexpr std::size_t kShown = 40;
  return "`# fair " + std::string(line.substr(0, kShown)) + (line.size() > kShown ? "…`" : "`");
}

// The record's lines that begin as ours do, one after the other.
std::vector<std::string_view> fair_lines(std::string_view record) {
  std::vector<std::string_view> out;
  while (!record.empty()) {
    const std::string_view line = record.substr(0, record.find('\n'));
    record.remove_prefix(std::min(record.size(), line.size() + 1));
    if (line.starts_with(kPrefix)) out.push_back(line.substr(kPrefix.size()));
  }
  return out;
}

Fault wrong_lines(const std::vector<std::string_view>& lines, std::string& game,
                  std::vector<FairHand>& hands) {
  if (lines.empty()) return {"fair.no_lines"_fault};
  WordReader first(lines[0]);
  const bool begun = first.accept("1") && first.accept("game");
  if (begun) game = first.next();
  if (!begun || !is_game_id(game)) return {"fair.first_line"_fault, {shown(lines[0])}};
  std::string read(kPrefix);
  (read += lines[0]) += '\n';
  for (const std::string_view line : std::span(lines).subspan(1)) {
    const std::size_t known = hands.size();
    Bytes32 commit{};
    if (!parse_hand_line(line, hands, commit)) return {"fair.hand_line"_fault, {shown(line)}};
    if (hands.size() > known && !same(commit, hands.back().commit()))
      return {"fair.secret"_fault, {std::to_string(hands.size())}};
    ((read += kPrefix) += line) += '\n';
  }
  if (hands.empty()) return {"fair.no_hand"_fault};
  if (read != print_fair(game, hands)) return {"fair.written"_fault};
  return {};
}

}  // namespace

bool parse_fair(std::string_view record, std::string& game, std::vector<FairHand>& hands, Fault& why) {
  hands.clear();
  why = wrong_lines(fair_lines(record), game, hands);
  return !why;
}

}  // namespace comodin
