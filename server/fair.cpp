#include "server/fair.hpp"

#include <algorithm>

#include "notation/number.hpp"

namespace comodin::server {
namespace {

constexpr std::string_view kPrefix = "# fair ";
constexpr std::string_view kVersion = "comodin fair 1\n";  // begins every message that a seed is made of
constexpr char kShuffles = 'S', kPutBacks = 'P';

void append_be32(std::string& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xFF);
}

std::uint32_t be32(const std::uint8_t* at) {
  return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 | at[3];
}

// The numbers for one shuffle or one put-back.
class Stream {
 public:
  Stream(const Bytes32& seed, char purpose, std::uint32_t index) : head_(raw(seed)) {
    append_be32(head_ += purpose, index);
  }

  // Words at the upper end, where not every remainder is left, are passed over.
  std::uint32_t below(std::uint32_t bound) {
    const std::uint64_t words = std::uint64_t{1} << 32;
    const std::uint64_t even = words - words % bound;
    for (;;)
      if (const std::uint32_t drawn = word(); drawn < even) return drawn % bound;
  }

 private:
  std::uint32_t word() {
    if (at_ == block_.size()) {
      std::string message = head_;
      append_be32(message, blocks_++);
      block_ = sha256(message);
      at_ = 0;
    }
    at_ += 4;
    return be32(block_.data() + at_ - 4);
  }

  std::string head_;
  Bytes32 block_{};
  std::size_t at_ = 32;  // all of the block is used
  std::uint32_t blocks_ = 0;
};

std::string seat_text(Seat seat) { return std::to_string(seat + 1); }

}  // namespace

std::string wrong_with(const FairHand& hand, int seats) {
  int last = -1;
  for (const Contribution& given : hand.contributions) {
    if (given.seat >= seats) return "there is no seat " + seat_text(given.seat);
    if (given.seat <= last) return "the seats are not in order";
    last = given.seat;
    if (!given.withheld && !same(sha256(given.nonce), given.commit))
      return "the number of seat " + seat_text(given.seat) + " is not the one it committed to";
  }
  return {};
}

Bytes32 seed_of(const FairHand& hand, std::string_view game) {
  std::string message(kVersion);
  ((message += game) += '\n') += std::to_string(hand.hand) + "\n";
  for (const Contribution& given : hand.contributions)
    if (!given.withheld) message += seat_text(given.seat) + " " + hex(given.nonce) + "\n";
  return hmac_sha256(hand.secret, message);
}

Key key_of(const Bytes32& seed) {
  const Bytes32 hashed = sha256(std::string(raw(seed)) + "key");
  return Key{be32(hashed.data())} << 32 | be32(hashed.data() + 4);
}

// The order that a shuffle starts from is that of the kinds: it must not depend on how cards lay.
void FairChance::shuffle(std::span<Card> cards) {
  Stream stream(seed_, kShuffles, shuffles_++);
  std::sort(cards.begin(), cards.end());
  for (std::size_t left = cards.size(); left > 1; --left)
    std::swap(cards[stream.below(static_cast<std::uint32_t>(left))], cards[left - 1]);
  if (also_) also_->shuffle(cards);
}

// SETUP-5: under at least one card, unless there is none.
int FairChance::put_back(int pile, int) {
  Stream stream(seed_, kPutBacks, put_backs_++);
  const int under = pile == 0 ? 0 : 1 + static_cast<int>(stream.below(static_cast<std::uint32_t>(pile)));
  return also_ ? also_->put_back(pile, under) : under;
}

// ---- in records ----------------------------------------------------------------------------------

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

// Takes one line apart, word by word.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

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

bool parse_contribution(Words& words, Contribution& out) {
  int seat = 0;
  if (!words.number(seat) || seat < 1 || seat > kSeatsMax) return false;
  out.seat = static_cast<Seat>(seat - 1);
  if (!words.bytes("commit", out.commit)) return false;
  return (out.withheld = words.accept("withheld")) || words.bytes("nonce", out.nonce);
}

// One line behind the first. What it leaves open, such as more words, the comparison of all lines finds.
bool parse_hand_line(std::string_view line, std::vector<FairHand>& hands, Bytes32& commit) {
  Words words(line);
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

// The record's lines that begin like ours, one after the other.
std::vector<std::string_view> fair_lines(std::string_view record) {
  std::vector<std::string_view> out;
  while (!record.empty()) {
    const std::string_view line = record.substr(0, record.find('\n'));
    record.remove_prefix(std::min(record.size(), line.size() + 1));
    if (line.starts_with(kPrefix)) out.push_back(line.substr(kPrefix.size()));
  }
  return out;
}

}  // namespace

bool parse_fair(std::string_view record, std::string& game, std::vector<FairHand>& hands, std::string& why) {
  const std::vector<std::string_view> lines = fair_lines(record);
  hands.clear();
  if (lines.empty()) return why = "it has no `# fair` lines: nothing proves its deals", false;
  Words first(lines[0]);
  if (!first.accept("1") || !first.accept("game") || !is_game_id(game = first.next()))
    return why = "expected `# fair 1 game ID`, got " + shown(lines[0]), false;
  std::string read(kPrefix);
  (read += lines[0]) += '\n';
  for (const std::string_view line : std::span(lines).subspan(1)) {
    const std::size_t known = hands.size();
    Bytes32 commit{};
    if (!parse_hand_line(line, hands, commit))
      return why = "this is no line of the next hand: " + shown(line), false;
    if (hands.size() > known && !same(commit, hands.back().commit()))
      return why = "the secret of hand " + std::to_string(hands.size()) + " is not the one committed to",
             false;
    ((read += kPrefix) += line) += '\n';
  }
  if (hands.empty()) return why = "it has no `# fair hand` line", false;
  if (read != print_fair(game, hands))
    return why = "its `# fair` lines are not written as docs/FAIR.md says", false;
  return true;
}

}  // namespace comodin::server
