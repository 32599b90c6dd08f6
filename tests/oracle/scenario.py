"""Reading .scn text: set-up, moves, chance lines and checks."""
import random
import re
from collections import Counter

from cards import ABILITIES, COLOR_NAMES, COLORS, EDITIONS, color_of, deck
from play import Game, Move

READY_RULES = ("draw-until-color", "discard-wilds", "three-if-stuck", "extra-turn",
               "fill-to-seven", "all-to-three", "hands-up", "joke", "elbows", "rooster")
CLAUSES = {"DECK": 3, "SETUP": 6, "TURN": 6, "ACTION": 4, "W4": 7, "UNO": 7, "END": 5,
           "SCORE": 4, "CUSTOM": 7, "STREAMS": 6, "CREEPER": 6, "HYPER": 5, "POWER": 6,
           "KNOW": 1, "HOUSE": 7}
CHOICES = {"drawn_forced": ("must", "may"), "drawn_voluntary": ("must", "may"),
           "two_player_reverse": ("skip", "pass"), "w4_bluff": ("allowed", "forbidden"),
           "format": ("race", "low", "hand"), "stacking": ("none", "same", "any"),
           "jump_in": ("off", "on"), "seven_zero": ("off", "on"),
           "draw": ("one", "until_playable"), "teams": ("off", "pairs"),
           "uno_window": ("turn", "answer"), "double_uno": ("each", "end"),
           "double_second": ("matching", "any"), "flip_effect": ("played", "placed"),
           "shield_reverse": ("blocked", "flips"), "throw_color": ("first", "last"),
           "throw_wild": ("never", "matches"), "stuck_draw": ("last", "any")}
RANGES = {"target": (1, 100000), "cards": (1, 10), "custom_wilds": (0, 4),
          "turn_limit": (1, 1000000)}
# The ability that an option is about: an edition without it refuses the option.
NEEDS = {"custom_wilds": "customs", "stuck_draw": "customs", "double_uno": "double",
         "double_second": "double", "flip_effect": "flip", "shield_reverse": "shield",
         "throw_color": "throws", "throw_wild": "throws"}
VERSION = 2
# Options that came with version 2, the first of their CHOICES being the default; and what
# was played before where that differs.
NEWER = ("uno_window", "double_uno", "double_second", "flip_effect", "shield_reverse",
         "throw_color", "throw_wild", "stuck_draw")
VERSION_1 = {"uno_window": "answer", "double_uno": "end"}
KINDS = ("turn", "drawn", "challenge", "color", "power", "throw", "second", "discard", "vote",
         "choice", "confirm", "swap")
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[^\s#"]+|(?P<comment>#.*)|(?P<bad>")')


class FileError(Exception):
    """The file cannot be read as a scenario; `column` counts from 1."""

    def __init__(self, line, column, text):
        super().__init__(text)
        self.line, self.column, self.text = line, column, text


def default_options(edition, version):
    """The values of all options that the edition has, as that version of them says."""
    options = {"drawn_forced": "may" if edition == "powers" else "must",
               "drawn_voluntary": "must" if edition == "hyperdrive" else "may",
               "two_player_reverse": "skip", "w4_bluff": "allowed",
               "format": "hand" if edition == "hyperdrive" else "race",
               "target": 500, "cards": 7, "turn_limit": 5000, "stacking": "none",
               "jump_in": "off", "seven_zero": "off", "draw": "one", "teams": "off",
               "custom_wilds": 4}
    options.update((name, CHOICES[name][0]) for name in NEWER)
    if version == 1:
        options.update(VERSION_1)
    return {name: value for name, value in options.items() if has_option(edition, name)}


def has_option(edition, name):
    return name not in NEEDS or NEEDS[name] in ABILITIES.get(edition, ())


class Line:
    """The words of one line, read from left to right."""
    __slots__ = ("number", "text", "words", "at")

    def __init__(self, number, text, words):
        self.number, self.text, self.words, self.at = number, text, words, 0

    def fail(self, expected, at=None):
        at = self.at if at is None else at
        spans = [m.start() for m in TOKEN.finditer(self.text) if not m["comment"]]
        column = spans[at] + 1 if at < len(spans) else len(self.text.rstrip()) + 1
        got = self.words[at] if at < len(self.words) else "the end of the line"
        raise FileError(self.number, column, "expected %s, got %s" % (expected, got))

    def more(self):
        return self.at < len(self.words)

    def peek(self):
        return self.words[self.at] if self.at < len(self.words) else None

    def next(self, expected):
        if self.at >= len(self.words):
            self.fail(expected)
        self.at += 1
        return self.words[self.at - 1]

    def end(self):
        if self.at < len(self.words):
            self.fail("the end of the line")

    def number_in(self, low, high, expected):
        word = self.next(expected)
        if not word.isascii() or not word.isdigit() or not low <= int(word) <= high:
            self.fail("%s (%d to %d)" % (expected, low, high), self.at - 1)
        return int(word)

    def one_of(self, words, expected=None):
        word = self.next(expected or " | ".join(words))
        if word not in words:
            self.fail(expected or " | ".join(words), self.at - 1)
        return word

    def color(self):
        word = self.next("a colour")
        word = COLOR_NAMES.get(word, word)
        if word not in ("r", "y", "g", "b"):
            self.fail("a colour (r y g b)", self.at - 1)
        return word

    def text_in_quotes(self):
        word = self.next('a text in "quotes"')
        if len(word) < 2 or word[0] != '"':
            self.fail('a text in "quotes"', self.at - 1)
        return re.sub(r"\\(.)", r"\1", word[1:-1])

    def cards(self, allowed):
        got = self.words[self.at:]
        for k, word in enumerate(got):
            if word not in allowed:
                self.fail("a card of this edition's deck", self.at + k)
        self.at = len(self.words)
        return got

    def card(self, allowed):
        word = self.next("a card")
        if word not in allowed:
            self.fail("a card of this edition's deck", self.at - 1)
        return word


def split_lines(text):
    """All lines that hold words, as Line objects."""
    lines = []
    for number, raw in enumerate(text.split("\n"), 1):
        if '"' not in raw and "#" not in raw:
            words = raw.split()
        else:
            found = [m for m in TOKEN.finditer(raw) if not m["comment"]]
            for m in found:
                if m["bad"]:
                    raise FileError(number, m.start() + 1, "expected a closing quote")
            words = [m.group() for m in found]
        if words:
            lines.append(Line(number, raw, words))
    return lines


def read_file(text):
    """One list of Lines per scenario, its `scenario` line first."""
    group, groups = None, []
    for line in split_lines(text):
        if line.words[0] == "scenario":
            group = []
            groups.append(group)
        elif group is None:
            line.fail('scenario "name"')
        group.append(line)
    if not groups:
        raise FileError(1, 1, 'expected scenario "name", got the end of the file')
    return groups


class Scenario:
    """One scenario: `setup` values and `steps`, each (line number, kind, payload)."""

    def __init__(self, lines):
        head = lines[0]
        head.next("scenario")
        self.name, self.line = head.text_in_quotes(), head.number
        head.end()
        self.head, self.unsupported = head, None
        self.hands, self.pile, self.discard = {}, [], []
        self.powers, self.customs = {}, {}
        self.turn = self.begin = self.dealer = self.direction = None
        self.color = self.hyperspeed = self.scores = None
        self.rest, self.seed, self.steps = True, 1, []
        setup, body = split_setup(lines[1:])
        self.where = {line.words[0]: line.number for line in reversed(setup)}
        self.read_basics(setup)
        if not self.unsupported:
            for line in setup:
                SETUP[line.words[0]](self, line)
                line.end()
            self.check_setup()
            self.steps = [self.read_step(line) for line in body]

    # ---- set-up ---------------------------------------------------------

    def read_basics(self, setup):
        """Edition, players and options first: everything else depends on them."""
        first = {}
        for line in setup:
            first.setdefault(line.words[0], line)
        for word in ("edition", "players"):
            if word not in first:
                self.fail(word, "a line `%s`" % word)
        line = first["edition"]
        line.at = 1
        if line.words[-1].strip('"') not in EDITIONS and re.search(r"[/.]", line.words[-1]):
            self.unsupported = "edition file %s" % line.words[-1]
            return
        self.edition = line.one_of(EDITIONS, "an edition")
        first["players"].at = 1
        self.players = first["players"].number_in(2, 10, "a number of players")
        self.options = default_options(self.edition, self.read_version(setup))
        for line in setup:
            if line.words[0] == "option":
                self.read_option(line)
            if line.words[0] == "custom" and line.words[2:3] == ["do"]:
                self.unsupported = "rule language in `custom %s`" % line.words[1]
        self.deck = deck(self.edition, self.options.get("custom_wilds", 4))

    def read_version(self, setup):
        """For which version of the options the scenario was written.

        Where no line says it, that is the present one. But the records of the first version
        have no such line either: they name all the options there were, and no newer one."""
        for line in setup:
            if line.words[0] == "version":
                line.at = 1
                return line.number_in(1, VERSION, "a version")
        named = {line.words[1] for line in setup
                 if line.words[0] == "option" and len(line.words) > 1}
        there_were = set(default_options(self.edition, 1)).difference(NEWER)
        return 1 if named.issuperset(there_were) and named.isdisjoint(NEWER) else VERSION

    def read_option(self, line):
        line.at = 1
        name = line.next("an option")
        if name not in self.options:
            line.fail("an option that the edition has", 1)
        if name in CHOICES:
            value = line.one_of(CHOICES[name])
        else:
            value = line.number_in(*RANGES[name], "a value")
        if name == "teams" and value == "pairs" and self.players not in (4, 6, 8, 10):
            line.fail("teams only with 4, 6, 8 or 10 players", 2)
        self.options[name] = value

    def fail(self, word, expected):
        """The set-up as a whole is wrong: points at the line that begins with `word`."""
        raise FileError(self.where.get(word, self.line), 1, "expected " + expected)

    def check_setup(self):
        if self.turn is None and self.begin is None:
            self.fail("turn", "a line `turn` or `begin`")
        if self.turn and self.begin:
            self.fail("begin", "either `turn` or `begin`, got both")
        if self.begin == "draw" and self.dealer:
            self.fail("dealer", "no `dealer` with `begin draw`")
        self.check_copies()
        if self.turn:
            self.check_position()
        else:
            self.check_start()

    def check_copies(self):
        """No card more often than in the deck; what is not named lies under `pile`."""
        named = Counter()
        for zone, cards in [("pile", self.pile), ("discard", self.discard)] + [
                ("hand", hand) for hand in self.hands.values()]:
            named += Counter(cards)
            for card in cards:
                if named[card] > self.deck[card]:
                    self.fail(zone, "at most %d times %s" % (self.deck[card], card))
        self.under = sorted((self.deck - named).elements()) if self.rest else []

    def check_position(self):
        for seat in range(1, self.players + 1):
            if not self.hands.get(seat):
                self.fail("hand", "a hand with cards for seat %d" % seat)
        if not self.discard:
            self.fail("discard", "a line `discard` with cards")
        top = color_of(self.discard[-1])
        if top is None and self.color is None:
            self.fail("discard", "a line `color`, as the top is a wild")
        if top and self.color not in (None, top):
            self.fail("color", "the colour of the top card")
        if self.hyperspeed not in (None, top or self.color):
            self.fail("hyperspeed", "the colour in force")

    def check_start(self):
        dealt = 0 if self.hands else self.players * self.options["cards"]
        left = Counter(self.pile[dealt:]) + Counter(self.under)
        short = len(self.pile) + len(self.under) <= dealt
        if short or not any(map(self.new_game().can_be_first, left)):
            self.fail("pile", "a pile from which a first card can come")

    def new_game(self):
        customs = {"Wc%d" % k: ("extra-turn", None) for k in range(1, 5)}
        customs.update(self.customs)
        return Game(self.edition, self.players, self.options, customs, self.seed)

    def build(self):
        """The game in its set-up position (with `begin`: before the first card)."""
        game = self.new_game()
        for seat, hand in self.hands.items():
            game.hands[seat] = list(hand)
        game.discard, game.pile = list(self.discard), self.whole_pile(game)
        game.dealer = self.dealer or self.players
        game.direction = self.direction or game.direction
        for color, seat in self.powers.items():
            game.powers[color] = seat
        game.hyperspeed = self.hyperspeed
        if self.scores:
            game.scores = [0] + self.scores
        if self.turn:
            game.color = color_of(self.discard[-1]) or self.color
            game.begin_turn_of(self.turn)
        return game

    def whole_pile(self, game):
        """The draw pile, top last: `pile` on top of the rest in any order."""
        rng = random.Random(self.seed)
        dealt = 0 if self.hands or self.turn else self.players * self.options["cards"]
        while True:
            under = list(self.under)
            rng.shuffle(under)
            cards = self.pile + under
            if self.turn or any(map(game.can_be_first, cards[dealt:])):
                return cards[::-1]

    def start(self, game):
        """With `begin`: deals where nothing was given, and turns the first card."""
        game.begin_hand(draw_dealer=self.begin == "draw", deal=not self.hands)

    # ---- steps ----------------------------------------------------------

    def read_step(self, line):
        line.at = 1
        word = line.words[0]
        if word == "chance":
            return (line, "chance", self.read_chance(line))
        if word == "expect":
            return (line, "expect", self.read_expect(line))
        if word == "reject":
            return (line, "reject", self.read_move(line))
        line.at = 0
        return (line, "move", self.read_move(line))

    def read_chance(self, line):
        kind = line.one_of(("pile", "putback", "dealer"))
        if kind == "putback":
            value = line.number_in(0, 112, "a number of cards")
        elif kind == "dealer" and self.edition == "hyperdrive":
            value = self.seat(line)
        else:
            value = line.cards(self.deck)
        line.end()
        return kind, value

    def read_move(self, line):
        if line.peek() == "deal":
            line.next("deal")
            line.end()
            return Move(None, "deal", text="deal")
        start = line.at
        seat = self.seat(line)
        verb = line.one_of(tuple(MOVES), "a move")
        fields = MOVES[verb](self, line)
        line.end()
        return Move(seat, verb, text=" ".join(line.words[start:]), **fields)

    def seat(self, line):
        return line.number_in(1, self.players, "a seat")

    def read_expect(self, line):
        what = line.one_of(tuple(EXPECTS), "a check")
        value = EXPECTS[what](self, line)
        line.end()
        return what, value


def split_setup(lines):
    """Set-up lines come first, possibly mixed with chance lines."""
    for line in lines:
        word = line.words[0]
        known = word in SETUP or word in ("chance", "expect", "reject", "deal")
        if not known and not word.isdigit():
            line.fail("a set-up line, a move, a chance line or a check")
    last = next((k for k, line in enumerate(lines)
                 if line.words[0] not in SETUP and line.words[0] != "chance"), len(lines))
    for line in lines[last:]:
        if line.words[0] in SETUP:
            line.fail("a move or a check (the set-up is over)", 0)
        line.at = 0
    setup = [line for line in lines[:last] if line.words[0] != "chance"]
    chance = [line for line in lines[:last] if line.words[0] == "chance"]
    return setup, chance + lines[last:]


# ---- set-up lines -----------------------------------------------------------

def set_rules(s, line):
    line.at = 1
    while line.more():
        family, _, number = line.next("a clause id").rpartition("-")
        if not number.isdigit() or not 1 <= int(number) <= CLAUSES.get(family, 0):
            line.fail("a clause id of the rules", line.at - 1)


def set_done(s, line):
    """edition, version, players and option lines: read by read_basics."""
    if line.at == 0:
        line.fail("only one such line", 0)


def set_dealer(s, line):
    line.at = 1
    s.dealer = s.seat(line)


def set_turn(s, line):
    line.at = 1
    s.turn = s.seat(line)


def set_begin(s, line):
    line.at = 1
    s.begin = line.one_of(("draw",)) if line.more() else "plain"


def set_direction(s, line):
    line.at = 1
    s.direction = 1 if line.one_of(("left", "right")) == "left" else -1


def set_hand(s, line):
    line.at = 1
    seat = s.seat(line)
    s.hands.setdefault(seat, []).extend(line.cards(s.deck))


def set_pile(s, line):
    line.at = 1
    s.pile += line.cards(s.deck)


def set_discard(s, line):
    line.at = 1
    s.discard += line.cards(s.deck)


def set_rest(s, line):
    line.at = 1
    line.one_of(("none",))
    s.rest = False


def set_color(s, line):
    line.at = 1
    s.color = line.color()


def set_power(s, line):
    if s.edition != "powers":
        line.fail("no `power` line in this edition", 0)
    line.at = 1
    color = line.one_of(tuple(COLOR_NAMES))
    s.powers[color] = s.seat(line)


def set_hyperspeed(s, line):
    if s.edition != "hyperdrive":
        line.fail("no `hyperspeed` line in this edition", 0)
    line.at = 1
    s.hyperspeed = line.color()


def set_custom(s, line):
    if s.edition != "classic":
        line.fail("no `custom` line in this edition", 0)
    line.at = 1
    card = line.card([c for c in s.deck if c.startswith("Wc")])
    if (line.peek() or "").startswith('"'):
        s.customs[card] = ("text", line.text_in_quotes())
        return
    rule = line.one_of(READY_RULES, "a ready rule")
    color = line.color() if rule == "draw-until-color" and line.more() else None
    s.customs[card] = (rule, color)


def set_scores(s, line):
    line.at = 1
    s.scores = [line.number_in(0, 10**9, "a score") for _ in range(s.players)]


def set_seed(s, line):
    line.at = 1
    s.seed = line.number_in(0, 2**64 - 1, "a seed")


def set_seat(s, line):
    line.at = 1
    s.seat(line)
    line.text_in_quotes()


SETUP = {"rules": set_rules, "edition": set_done, "version": set_done,
         "players": set_done, "option": set_done,
         "dealer": set_dealer, "turn": set_turn, "begin": set_begin,
         "direction": set_direction, "hand": set_hand, "pile": set_pile, "rest": set_rest,
         "discard": set_discard, "color": set_color, "power": set_power,
         "hyperspeed": set_hyperspeed, "custom": set_custom, "scores": set_scores,
         "seed": set_seed, "seat": set_seat}


# ---- moves ------------------------------------------------------------------

def no_fields(s, line):
    return {}


def play_fields(s, line):
    fields = {"card": line.card(s.deck)}
    if line.peek() in tuple(COLORS) or line.peek() in COLOR_NAMES:
        fields["color"] = line.color()
    if line.peek() == "power":
        line.next("power")
        fields["power"] = line.one_of(tuple(COLOR_NAMES))
    return uno_field(line, fields)


def uno_field(line, fields):
    if line.more():
        line.one_of(("uno",))
        fields["uno"] = True
    return fields


def jump_fields(s, line):
    return uno_field(line, {"card": line.card(s.deck)})


def seat_field(s, line):
    return {"number": s.seat(line)}


def throw_fields(s, line):
    if line.peek() == "none":
        line.next("none")
        return {}
    return {"card": line.card(s.deck)}


MOVES = {
    "play": play_fields, "jump": jump_fields, "throw": throw_fields,
    "draw": no_fields, "keep": no_fields, "accept": no_fields, "challenge": no_fields,
    "uno": no_fields, "stop": no_fields, "flip": no_fields, "confirm": no_fields,
    "catch": seat_field, "give": seat_field, "swap": seat_field,
    "color": lambda s, line: {"color": line.color()},
    "power": lambda s, line: {"power": line.one_of(tuple(COLOR_NAMES))},
    "discard": lambda s, line: {"card": line.card(s.deck)},
    "vote": lambda s, line: {"number": int(line.one_of(("yes", "no")) == "yes")},
    "choose": lambda s, line: {"number": line.number_in(0, 1000, "a choice")},
}


# ---- checks: what is expected, in the form referee.py reports the position ----

def expect_awaits(s, line):
    if line.peek() == "none":
        line.next("none")
        return None
    return s.seat(line), line.one_of(KINDS, "what is awaited")


def expect_seat_number(s, line):
    return s.seat(line), line.number_in(0, 10**9, "a number")


def expect_number(s, line):
    return line.number_in(0, 10**9, "a number")


def expect_color(s, line):
    if line.peek() == "none":
        line.next("none")
        return None
    return line.color()


def expect_seat_or_none(s, line):
    if line.peek() == "none":
        line.next("none")
        return None
    return s.seat(line)


def expect_mark(s, line):
    seat = s.seat(line)
    words = [line.text_in_quotes() if line.peek()[0] == '"' else line.next("a mark")
             for _ in line.words[line.at:]]
    if not words:
        line.fail("a mark or none")
    return seat, words


def expect_owes(s, line):
    if line.peek() == "none":
        line.next("none")
        return []
    seats = {s.seat(line)}
    while line.more():
        seats.add(s.seat(line))
    return sorted(seats)


EXPECTS = {
    "turn": lambda s, line: s.seat(line),
    "awaits": expect_awaits,
    "hand": lambda s, line: (s.seat(line), sorted(line.cards(s.deck))),
    "count": expect_seat_number,
    "top": lambda s, line: line.card(s.deck),
    "color": expect_color,
    "direction": lambda s, line: line.one_of(("left", "right")),
    "pile": expect_number,
    "discards": expect_number,
    "dealer": lambda s, line: s.seat(line),
    "power": lambda s, line: (line.one_of(tuple(COLOR_NAMES)), expect_seat_or_none(s, line)),
    "hyperspeed": expect_color,
    "mark": expect_mark,
    "owes": expect_owes,
    "knows": lambda s, line: (s.seat(line), s.seat(line), sorted(line.cards(s.deck))),
    "over": lambda s, line: s.seat(line),
    "blocked": lambda s, line: True,
    "running": lambda s, line: True,
    "points": expect_seat_number,
    "score": expect_seat_number,
    "champion": expect_seat_or_none,
    "can": lambda s, line: s.read_move(line),
    "cannot": lambda s, line: s.read_move(line),
}
