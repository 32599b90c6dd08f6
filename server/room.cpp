#include "server/room.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include "bots/ladder.hpp"
#include "notation/edition.hpp"
#include "notation/moves.hpp"
#include "notation/rule.hpp"

namespace comodin::server {
namespace {

Refused refuse(std::string_view code, std::string text) { return {code, std::move(text), {}}; }
Refused not_now() { return refuse("not_now", "this cannot be done now"); }

bool is_level(std::string_view name) {
  return std::ranges::any_of(ladder(), [&](const Level& level) { return level.name == name; });
}

// A call, a catch or a gift leaves the question where it was.
bool leaves_question(Verb verb) { return verb == Verb::Uno || verb == Verb::Catch || verb == Verb::Give; }

// Nobody can find an id that is taken for another's.
std::uint64_t command_hash(const std::string& player, const std::string& id) {
  const Bytes32 hash = sha256(player + "\n" + id);
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < 8; ++i) out = out << 8 | hash[i];
  return out;
}

// A text as one line, whatever is in it: other texts are other lines.
std::string line_of(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '\n') out += '\\';
    out += c == '\n' ? 'n' : c;
  }
  return out += '\n';
}

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> out;
  std::istringstream words(list);
  for (std::string one; std::getline(words, one, ',');) out.push_back(one);
  return out;
}

// The list that these are the words of; an empty one stays one.
std::string list_of(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t k = 0; k < words.size(); ++k) (out += k ? "," : "") += words[k];
  return !words.empty() && words.back().empty() ? out + "," : out;
}

// NAME=VALUE of the options that are wanted.
template <class Wanted>
std::vector<std::string> named_where(const Options& values, Wanted wanted) {
  std::vector<std::string> out;
  for (int i = 0; i < kOptions; ++i)
    if (const Option option = static_cast<Option>(i); wanted(option))
      out.push_back(std::string(info(option).name) + "=" + option_value(values, option));
  return out;
}

}  // namespace

Bytes32 digest_of(const std::vector<std::string>& rules) {
  std::string all;
  for (const std::string& rule : rules) all += line_of(rule);
  return sha256(all);
}

Bytes32 old_digest_of(const std::vector<std::string>& rules) {
  std::string all;
  for (const std::string& rule : rules) (all += rule) += '\n';
  return sha256(all);
}

const Edition* RuleCache::edition(const Setting& setting, std::string& why) {
  const auto editions = library_.editions();
  if (std::ranges::none_of(editions, [&](const NamedText& one) { return one.name == setting.edition; }))
    return why = "there is no edition of that name", nullptr;
  return library_.edition(setting.edition, "", why);
}

Setting RuleCache::spelled_out(Setting setting) {
  std::string why;
  const Edition* rulebook = edition(setting, why);
  if (!rulebook) return setting;  // get() says what is wrong
  const Options now = rulebook->options,
                then = rulebook->options_of(std::exchange(setting.version, kOptionsVersion));
  std::vector<std::string> words =
      named_where(then, [&](Option option) { return then.number(option) != now.number(option); });
  for (const std::string& word : words_of(setting.options)) {
    if (word != kLiteral) {
      words.push_back(word);
      continue;
    }
    Options literal = now;
    read_literally(*rulebook, literal);
    for (std::string& one : named_where(
             literal, [&](Option option) { return info(option).reading() && rulebook->uses(option); }))
      words.push_back(std::move(one));
  }
  setting.options = list_of(words);
  return setting;
}

std::shared_ptr<const RuleSet> RuleCache::get(const Setting& given, const std::vector<std::string>& texts,
                                              std::string& why) {
  const Setting setting = spelled_out(given);
  if (setting.options.size() > kOptionsTextMax)
    return why = "options: spelled out, a text of at most " + std::to_string(kOptionsTextMax) + " bytes",
           nullptr;
  std::string name =
      line_of(setting.edition) + line_of(setting.options) + line_of(std::to_string(setting.seats));
  for (const std::string& text : texts) name += line_of(text);
  if (const auto found = known_.find(name); found != known_.end())
    if (auto rules = found->second.lock()) return rules;

  const Edition* rulebook = edition(setting, why);
  if (!rulebook) return nullptr;
  Options options = rulebook->options;
  for (const std::string& one : words_of(setting.options))
    if (!set_option(*rulebook, one, options, why)) return nullptr;
  std::vector<Rule> rules(static_cast<std::size_t>(custom_count(*rulebook, options)));
  for (std::size_t k = 0; k < rules.size(); ++k) {
    const std::string text = k < texts.size() ? texts[k] : std::string(kDefaultRule);
    if (const TextError wrong = read_rule(library_, text, rules[k]))
      return why = std::to_string(wrong.line) + ":" + std::to_string(wrong.column) + ": " + wrong.what,
             nullptr;
  }
  auto out = std::make_shared<RuleSet>();
  why = freeze(*rulebook, options, setting.seats, rules, *out);
  if (!why.empty()) return nullptr;
  std::erase_if(known_, [](const auto& one) { return one.second.expired(); });
  known_[name] = out;
  return out;
}

// ---- applying an entry --------------------------------------------------------------------------

Room::Handler Room::handler(Act act) {
  static constexpr Handler kHandlers[] = {
      &Room::create, &Room::set,     &Room::sit,   &Room::stand, &Room::bot,    &Room::remove, &Room::ready,
      &Room::rule,   &Room::accept,  &Room::start, &Room::go,    &Room::reveal, &Room::deal,   &Room::move,
      &Room::back,   &Room::rematch, &Room::token, &Room::kept,  &Room::secret, &Room::host};
  static_assert(std::size(kHandlers) == static_cast<std::size_t>(Act::Host) + 1);
  return kHandlers[static_cast<std::size_t>(act)];
}

Refused Room::apply(const Entry& entry, Listener* hears) {
  if ((n_ == 0) != (entry.act == Act::Create)) return not_now();
  if (entry.at < time_) return refuse("wrong_time", "time runs forwards");
  if (const Refused wrong = check_seat(entry)) return wrong;
  const bool seated = entry.act != Act::Sit && entry.seat < kSeatsMax;
  const std::string player = seated ? seats_[entry.seat].player : entry.player;
  if (const Refused wrong = (this->*handler(entry.act))(entry, hears)) return wrong;
  ++n_;
  time_ = entry.at;
  if (entry.act == Act::Move || entry.act == Act::Deal) position_ = n_;
  remember(player, entry.id);
  return {};
}

bool Room::replay(const std::vector<std::string>& log, std::string& why) {
  for (const std::string& body : log) {
    Entry entry;
    const std::string number = "entry " + std::to_string(n_ + 1) + ": ";
    if (!parse_entry(body, entry, why)) return why = number + why, false;
    if (const Refused wrong = apply(entry)) return why = number + wrong.text, false;
  }
  if (n_ == 0) why = "an empty log";
  return n_ > 0;
}

// Those that somebody does at a seat need that seat's person; the host's need the host.
Refused Room::check_seat(const Entry& entry) const {
  switch (entry.act) {
    case Act::Create:
    case Act::Go:
    case Act::Deal:
    case Act::Secret: return {};
    case Act::Sit:
      if (entry.seat >= seats()) return refuse("no_seat", "there is no such seat");
      return {};
    case Act::Move:
      if (entry.seat < seats() && entry.by == By::Bot) return {};
      [[fallthrough]];
    default:
      if (entry.seat >= seats() || lobby_.seats[entry.seat].who != Sitter::Person)
        return refuse("not_seated", "take a seat first");
  }
  const bool hosts = entry.act == Act::Set || entry.act == Act::Bot || entry.act == Act::Remove ||
                     entry.act == Act::Start || entry.act == Act::Rematch;
  if (hosts && entry.seat != lobby_.host) return refuse("not_host", "only the host can do this");
  return {};
}

void Room::remember(const std::string& player, const std::string& id) {
  if (id.empty() || player.empty()) return;
  if (answers_.size() == kAnswersKept * kSeatsMax) answers_.pop_front();
  answers_.push_back({command_hash(player, id), n_});
}

// ---- the lobby ----------------------------------------------------------------------------------

Refused Room::create(const Entry& entry, Listener*) {
  if (entry.text.empty() || !entry.has_bytes) return refuse("bad_entry", "a room needs a code and a secret");
  if (const Refused wrong = take_setting(entry.setting, {})) return wrong;
  lobby_.code = entry.text;
  creator_ = entry.player;
  create_id_ = entry.id;
  secret_ = entry.bytes;
  lobby_.next_commit = sha256(secret_);
  lobby_.has_next = true;
  return {};
}

// Rules that were written stay as long as there are cards for them.
Refused Room::take_setting(const Setting& setting, std::vector<std::string> rules) {
  std::string why;
  const auto frozen = cache_->get(setting, rules, why);
  if (!frozen) return refuse("bad_setting", why);
  rules.resize(frozen->custom_rules.size(), std::string(kDefaultRule));
  rules_ = frozen;
  lobby_.setting = cache_->spelled_out(setting);
  lobby_.rules = std::move(rules);
  lobby_.cards.clear();
  lobby_.means.clear();
  for (const Rule& rule : frozen->custom_rules) lobby_.means.push_back(print_rule(rule));
  for (Card card = 0; card < frozen->kinds; ++card)
    if (frozen->edition.symbols[frozen->cards[card].symbol].custom)
      lobby_.cards.push_back(frozen->names[card]);
  lobby_.digest = digest_of(lobby_.rules);
  return {};
}

void Room::clear_consent() {
  for (PublicSeat& seat : lobby_.seats) seat.ready = seat.accepted = seat.committed = false;
}

Refused Room::set(const Entry& entry, Listener*) {
  if (lobby_.stage != Stage::Lobby) return not_now();
  for (int k = entry.setting.seats; k < seats(); ++k)
    if (lobby_.seats[static_cast<std::size_t>(k)].who == Sitter::Person)
      return refuse("seat_taken", "somebody sits on a seat that would be gone");
  if (const Refused wrong = take_setting(entry.setting, lobby_.rules)) return wrong;
  for (int k = seats(); k < kSeatsMax; ++k) free_seat(static_cast<Seat>(k));
  clear_consent();
  return {};
}

// Whoever takes a vacant seat joins with the next hand (`flag`). Logs of older servers have newcomers who
// play the hand on; the hub asks for that no more.
Refused Room::sit(const Entry& entry, Listener*) {
  PublicSeat& seat = lobby_.seats[entry.seat];
  const bool takes_over = lobby_.stage != Stage::Lobby && seat.who == Sitter::Bot && seat.vacant;
  if (!takes_over && (lobby_.stage != Stage::Lobby || seat.who != Sitter::Nobody))
    return refuse("seat_taken", "this seat is not free");
  if (entry.text.empty() || entry.text.size() > kNameBytes)  // the hub has cleaned it
    return refuse("bad_name", "a name of 1 to 24 visible characters");
  if (!entry.has_bytes || entry.player.empty())
    return refuse("bad_entry", "a seat needs a player and a token");
  if (is_out(entry.player)) return refuse("banned", "the host has removed you from this room");
  free_seat(entry.seat);
  seat.who = Sitter::Person;
  seat.name = entry.text;
  seat.level = kSitsIn;
  seat.joins = takes_over && entry.flag;
  seats_[entry.seat].player = entry.player;
  seats_[entry.seat].token = entry.bytes;
  seats_[entry.seat].has_token = true;
  seats_[entry.seat].taken = seats_[entry.seat].hidden_until = n_ + 1;
  if (lobby_.host == kNoSeat || entry.player == creator_) lobby_.host = entry.seat;
  return {};
}

bool Room::is_out(const std::string& player) const { return std::ranges::find(out_, player) != out_.end(); }

void Room::free_seat(Seat seat) {
  lobby_.seats[seat] = {};
  seats_[seat] = {};
}

void Room::pass_host() {
  lobby_.host = kNoSeat;
  for (const bool there : {true, false})  // rather somebody who is playing
    for (Seat k = 0; k < seats() && lobby_.host == kNoSeat; ++k)
      if (lobby_.seats[k].who == Sitter::Person && lobby_.seats[k].away != there) lobby_.host = k;
}

Refused Room::stand(const Entry& entry, Listener*) {
  if (lobby_.stage == Stage::Lobby) free_seat(entry.seat);
  else lobby_.seats[entry.seat].away = seats_[entry.seat].stood = true;
  if (lobby_.host == entry.seat) pass_host();
  return {};
}

Refused Room::bot(const Entry& entry, Listener*) {
  const int seat = entry.card - 1;
  if (lobby_.stage != Stage::Lobby) return not_now();
  if (seat < 0 || seat >= seats()) return refuse("no_seat", "there is no such seat");
  PublicSeat& taken = lobby_.seats[static_cast<std::size_t>(seat)];
  if (taken.who == Sitter::Person) return refuse("seat_taken", "somebody sits there: remove them first");
  if (!is_level(entry.text)) return refuse("no_level", "there is no such level");
  free_seat(static_cast<Seat>(seat));
  taken.who = Sitter::Bot;
  taken.level = entry.text;
  return {};
}

// In the lobby the seat is free; at the table its hand stays, and a bot plays on. Whoever was removed stays
// out
// (`flag`; older servers let them in again).
Refused Room::remove(const Entry& entry, Listener*) {
  const int number = entry.card - 1;
  if (number < 0 || number >= seats()) return refuse("no_seat", "there is no such seat");
  const Seat seat = static_cast<Seat>(number);
  if (seat == entry.seat) return refuse("not_yourself", "stand up instead");
  const bool person = lobby_.seats[seat].who == Sitter::Person;
  if (lobby_.stage != Stage::Lobby && !person) return not_now();
  if (person && entry.flag) {
    if (out_.size() == kOutMost) out_.pop_front();
    out_.push_back(seats_[seat].player);
  }
  free_seat(seat);
  if (lobby_.stage == Stage::Lobby) return {};
  lobby_.seats[seat].who = Sitter::Bot;
  lobby_.seats[seat].level = kSitsIn;
  lobby_.seats[seat].vacant = true;
  return {};
}

Refused Room::rule(const Entry& entry, Listener*) {
  if (lobby_.stage != Stage::Lobby) return not_now();
  if (entry.card < 1 || entry.card > static_cast<int>(lobby_.rules.size()))
    return refuse("no_card", "there is no such custom wild in the deck");
  if (entry.text.size() > kRuleMax) return refuse("too_long", "a rule of at most 1000 bytes");
  std::vector<std::string> rules = lobby_.rules;
  rules[static_cast<std::size_t>(entry.card - 1)] = entry.text;
  if (const Refused wrong = take_setting(lobby_.setting, std::move(rules)))
    return refuse("bad_rule", wrong.text);
  clear_consent();
  return {};
}

Refused Room::accept(const Entry& entry, Listener*) {
  if (lobby_.stage != Stage::Lobby) return not_now();
  if (!entry.has_bytes || (entry.bytes != lobby_.digest && entry.bytes != old_digest_of(lobby_.rules)))
    return refuse("other_rules", "the rules have changed: read them again");
  lobby_.seats[entry.seat].accepted = true;
  return {};
}

// ---- from one hand to the next ------------------------------------------------------------------

bool Room::all_ready() const {
  for (Seat k = 0; k < seats(); ++k) {
    const PublicSeat& seat = lobby_.seats[k];
    if (seat.who == Sitter::Person && !seat.away && !seat.ready) return false;
  }
  return true;
}

Refused Room::ready(const Entry& entry, Listener*) {
  if (lobby_.stage != Stage::Lobby && lobby_.stage != Stage::Between) return not_now();
  if (!lobby_.has_next) return not_now();  // no commitment of the server yet
  PublicSeat& seat = lobby_.seats[entry.seat];
  seat.ready = entry.flag;
  seat.away = seats_[entry.seat].stood = false;
  seats_[entry.seat].missed = 0;
  seat.committed = entry.flag && entry.has_bytes;
  seat.commit = seat.committed ? entry.bytes : Bytes32{};
  if (lobby_.stage == Stage::Between && all_ready()) begin_dealing(), stage_at_ = entry.at;
  return {};
}

void Room::begin_dealing() {
  lobby_.stage = Stage::Dealing;
  for (PublicSeat& seat : lobby_.seats) seat.revealed = false;
}

Refused Room::start(const Entry& entry, Listener*) {
  if (lobby_.stage != Stage::Lobby || !lobby_.has_next) return not_now();
  if (entry.text.size() != 32) return refuse("bad_entry", "a game needs an id");
  for (Seat k = 0; k < seats(); ++k) {
    const PublicSeat& seat = lobby_.seats[k];
    const std::string who = "seat " + std::to_string(k + 1);
    if (seat.who == Sitter::Nobody)
      return refuse("empty_seat", who + " is empty: add a bot, or take fewer seats");
    if (seat.who == Sitter::Bot) continue;
    if (!seat.ready && k != lobby_.host) return refuse("not_ready", who + " is not ready");
    if (!lobby_.rules.empty() && !seat.accepted)
      return refuse("not_accepted", who + " has not accepted the rules on the custom wilds");
  }
  lobby_.game = entry.text;
  lobby_.hands = 0;
  lobby_.last.reset();
  table_ = std::make_unique<Table>(rules_, entry.text);
  begin_dealing();
  stage_at_ = entry.at;
  return {};
}

Refused Room::go(const Entry& entry, Listener*) {
  if (lobby_.stage != Stage::Between || !lobby_.has_next) return not_now();
  begin_dealing();
  stage_at_ = entry.at;
  return {};
}

Refused Room::reveal(const Entry& entry, Listener*) {
  PublicSeat& seat = lobby_.seats[entry.seat];
  if (lobby_.stage != Stage::Dealing || !seat.committed || seat.revealed) return not_now();
  if (!entry.has_bytes || sha256(entry.bytes) != seat.commit)
    return refuse("other_number", "this is not what was committed to");
  seats_[entry.seat].nonce = entry.bytes;
  seat.revealed = true;
  return {};
}

Refused Room::deal(const Entry& entry, Listener* hears) {
  if (lobby_.stage != Stage::Dealing || !lobby_.has_next) return not_now();
  FairHand hand{.hand = lobby_.hands + 1, .secret = secret_, .contributions = {}};
  for (Seat k = 0; k < seats(); ++k) {
    const PublicSeat& seat = lobby_.seats[k];
    if (!seat.committed) continue;
    const Bytes32 nonce = seat.revealed ? seats_[k].nonce : Bytes32{};
    hand.contributions.push_back(
        {.seat = k, .commit = seat.commit, .nonce = nonce, .withheld = !seat.revealed});
  }
  if (table_->deal(n_ + 1, hand, hears) != Refusal::None) return not_now();
  lobby_.hands = hand.hand;
  lobby_.last.reset();
  lobby_.has_next = false;
  lobby_.stage = Stage::Playing;
  for (Seat k = 0; k < kSeatsMax; ++k) {
    PublicSeat& seat = lobby_.seats[k];
    if (seat.joins) seats_[k].hidden_until = n_;
    seat.ready = seat.committed = seat.revealed = seat.joins = false;
  }
  after_table(entry, true);
  return {};
}

Refused Room::secret(const Entry& entry, Listener*) {
  if (!wants_secret() || !entry.has_bytes) return not_now();
  secret_ = entry.bytes;
  lobby_.next_commit = sha256(secret_);
  lobby_.has_next = true;
  return {};
}

Refused Room::host(const Entry& entry, Listener*) {
  lobby_.host = entry.seat;
  return {};
}

// Those who stood up during the game have left (`flag`; older servers kept their seats).
Refused Room::rematch(const Entry& entry, Listener*) {
  if (lobby_.stage != Stage::Over) return not_now();
  lobby_.stage = Stage::Lobby;
  stage_at_ = entry.at;
  table_.reset();
  for (Seat k = 0; k < kSeatsMax; ++k) {
    PublicSeat& seat = lobby_.seats[k];
    if (entry.flag && seats_[k].stood) free_seat(k);
    seat.ready = seat.committed = seat.vacant = seat.joins = false;
  }
  if (lobby_.host != kNoSeat && lobby_.seats[lobby_.host].who != Sitter::Person) pass_host();
  return {};
}

// ---- the table ----------------------------------------------------------------------------------

Refused Room::move(const Entry& entry, Listener* hears) {
  if (lobby_.stage != Stage::Playing) return not_now();
  PublicSeat& seat = lobby_.seats[entry.seat];
  if (entry.by == By::Bot && !bot_plays(entry.seat)) return not_now();
  if (entry.by == By::Person && seat.joins)
    return refuse("next_hand", "a bot plays this hand to its end: you join with the next one");
  Move move;
  if (entry.text.size() > kMoveMax || !read_move(table_->rules(), entry.seat, entry.text, move))
    return refuse("no_move", "this is no move, or no card of this deck");
  const Await before = table_->state().await;
  // An answer must be to the question that stands; `card` is the entry that the client had seen last.
  const bool answers = before.seat == entry.seat && !leaves_question(move.verb) && move.verb != Verb::Jump;
  if (answers && entry.by == By::Person && static_cast<std::uint32_t>(entry.card) < asked_n_)
    return refuse("stale", "the table has moved on: look again");
  const Refusal refusal = table_->move(n_ + 1, move, entry.by, hears);
  if (refusal != Refusal::None) {
    const Reason why = reason(refusal);
    return {why.word, std::string(why.text), why.clause};
  }
  if (entry.by == By::Person) seat.away = seats_[entry.seat].stood = false, seats_[entry.seat].missed = 0;
  if (entry.by == By::Clock && ++seats_[entry.seat].missed >= kMissedMost) seat.away = true;
  after_table(entry, !(leaves_question(move.verb) && table_->state().await == before));
  return {};
}

void Room::after_table(const Entry& entry, bool new_question) {
  if (table_->state().phase != Phase::Running) close_hand(), stage_at_ = entry.at;
  if (!new_question) return;
  asked_at_ = entry.at;
  asked_n_ = n_ + 1;
}

void Room::close_hand() {
  lobby_.stage = table_->state().champions ? Stage::Over : Stage::Between;
  if (!table_->hands().empty()) lobby_.last = table_->hands().back();  // none: it was set up by hand
}

Refused Room::back(const Entry& entry, Listener*) {
  PublicSeat& seat = lobby_.seats[entry.seat];
  if (!seat.away) return refuse("not_away", "you are playing");
  seat.away = seats_[entry.seat].stood = false;
  seats_[entry.seat].missed = 0;
  if (lobby_.host == kNoSeat) lobby_.host = entry.seat;
  return {};
}

Refused Room::token(const Entry& entry, Listener*) {
  if (!entry.has_bytes) return refuse("bad_entry", "a token's hash");
  seats_[entry.seat].next_token = entry.bytes;
  seats_[entry.seat].has_next = true;
  return {};
}

Refused Room::kept(const Entry& entry, Listener*) {
  PrivateSeat& seat = seats_[entry.seat];
  if (!seat.has_next) return not_now();
  seat.token = seat.next_token;
  seat.has_next = false;
  return {};
}

// ---- looking ------------------------------------------------------------------------------------

std::optional<std::uint32_t> Room::answered(const std::string& player, const std::string& id) const {
  const std::uint64_t command = command_hash(player, id);
  for (const Answer& answer : answers_)
    if (answer.command == command) return answer.n;
  return std::nullopt;
}

Seat Room::seat_of(const Bytes32& token_hash) const {
  Seat found = kNoSeat;
  for (Seat k = 0; k < kSeatsMax; ++k) {
    const bool first = same(seats_[k].token, token_hash), second = same(seats_[k].next_token, token_hash);
    if ((seats_[k].has_token && first) || (seats_[k].has_next && second)) found = k;
  }
  return found;
}

bool Room::is_next(Seat seat, const Bytes32& token_hash) const {
  return seats_[seat].has_next && same(seats_[seat].next_token, token_hash);
}

bool Room::wants_secret() const {
  return n_ > 0 && !lobby_.has_next && lobby_.stage != Stage::Playing && lobby_.stage != Stage::Dealing;
}

Seat Room::clock_seat() const {
  if (!playing() || lobby_.setting.clock == 0) return kNoSeat;
  const Seat seat = table_->state().await.seat;
  return seat < seats() && !bot_plays(seat) ? seat : kNoSeat;
}

bool Room::bot_plays(Seat seat) const {
  const PublicSeat& sitter = lobby_.seats[seat];
  return sitter.who == Sitter::Bot || sitter.away || sitter.joins;
}

Millis Room::deadline() const { return asked_at_ + lobby_.setting.clock * Millis{1000}; }

Millis Room::due() const {
  switch (lobby_.stage) {
    case Stage::Dealing:
      for (const PublicSeat& seat : lobby_.seats)
        if (seat.committed && !seat.revealed) return stage_at_ + kRevealMs;
      return time_;
    case Stage::Between: return stage_at_ + kBetweenMs;
    case Stage::Playing: return clock_seat() == kNoSeat ? kNever : deadline();
    default: return kNever;
  }
}

Entry Room::when_due() const {
  Entry entry;
  entry.at = std::max(time_, due());
  switch (lobby_.stage) {
    case Stage::Dealing: entry.act = Act::Deal; break;
    case Stage::Between: entry.act = Act::Go; break;
    default: {
      entry.act = Act::Move;
      entry.by = By::Clock;
      entry.seat = clock_seat();
      MoveList moves;
      legal(table_->rules(), table_->state(), entry.seat, moves);
      const std::string text = move_text(table_->rules(), safe_move(table_->rules(), moves));
      entry.text = text.substr(text.find(' ') + 1);
    }
  }
  return entry;
}

std::vector<std::string> Room::levels() const {
  std::vector<std::string> out;
  for (Seat k = 0; k < seats(); ++k) out.push_back(bot_plays(k) ? lobby_.seats[k].level : std::string());
  return out;
}

bool Room::has_bots() const {
  const std::vector<std::string> all = levels();
  return std::ranges::any_of(all, [](const std::string& level) { return !level.empty(); });
}

Key Room::think_key() const {
  const Bytes32 secret = table_->hands().empty() ? Bytes32{} : table_->hands().back().secret;
  const Bytes32 hash = sha256(hex(secret) + "think" + std::to_string(position_));
  Key key = 0;
  for (std::size_t i = 0; i < 8; ++i) key = key << 8 | hash[i];
  return key;
}

std::vector<std::string> Room::names() const {
  std::vector<std::string> out;
  for (Seat k = 0; k < seats(); ++k) {
    const PublicSeat& seat = lobby_.seats[k];
    out.push_back(seat.who == Sitter::Person ? seat.name : seat.level);
  }
  return out;
}

void Room::set_up(std::unique_ptr<Table> table) {
  table_ = std::move(table);
  lobby_.stage = Stage::Playing;
  lobby_.hands = 1;
  asked_n_ = position_ = n_;
  asked_at_ = time_;
}

}  // namespace comodin::server
