#!/usr/bin/env python3
"""Proves the deals of a server's games without the server's code: `python3 tools/fair.py RECORD...`

Written from docs/FAIR.md and docs/RULES.md alone, with hashlib and hmac. It computes every shuffle of every hand
again and compares it with the record's set-up and `chance` lines. It does not play: that the moves are legal,
and that a reshuffle holds the right cards, is for `comodin check` or tests/oracle/referee.py.
One line for each record, then `N passed, N failed`. Exit status: 0 all proved, 1 some not, 2 a file cannot be read."""
import hashlib
import hmac
import struct
import sys

WORD = 1 << 32
MASK = (1 << 64) - 1
WILDS = {"classic": ["W", "W4"], "streams": ["W", "W4", "Wx"], "creeper": ["W", "W4", "Wk"],
         "hyperdrive": ["W", "W4", "Wh"], "powers": ["W4", "Wr", "Wy", "Wg", "Wb", "Wp"]}


class Wrong(Exception):
    """The record is not what its values say."""


def need(condition, what):
    if not condition:
        raise Wrong(what)


# ---- the cards (DECK-1, DECK-2), in the order of their kinds ------------------------------------------------

def deck_of(edition, custom_wilds):
    powers = edition == "powers"
    colored = [("1", 1)] if powers else [("0", 1), ("1", 2)]
    colored += [(str(n), 2) for n in range(2, 10)] + [("+2", 2), ("v", 1 if powers else 2), ("s", 1 if powers else 2)]
    cards = [c + symbol for c in "rygb" for symbol, copies in colored for _ in range(copies)]
    cards += [wild for wild in WILDS[edition] for _ in range(4)]
    return cards + (["Wc%d" % (k + 1) for k in range(custom_wilds)] if edition == "classic" else [])


def first_card(edition, card):
    """SETUP-4: what a turned-up first card does: start, put back, or pass over."""
    if edition == "hyperdrive":
        return "start" if card[0] != "W" and card[1:].isdigit() else "pass"
    return "back" if card == "W4" else "start"


# ---- the numbers --------------------------------------------------------------------------------------------

def seed_of(secret, game, hand, nonces):
    message = "comodin fair 1\n%s\n%d\n" % (game, hand)
    message += "".join("%d %s\n" % (seat, nonce.hex()) for seat, nonce in sorted(nonces.items()))
    return hmac.new(secret, message.encode(), hashlib.sha256).digest()


def words(seed, purpose, index):
    for block in range(WORD):
        yield from struct.unpack(">8I", hashlib.sha256(seed + purpose + struct.pack(">II", index, block)).digest())


def below(stream, bound):
    while True:
        word = next(stream)
        if word < WORD - WORD % bound:
            return word % bound


def shuffled(seed, index, cards, order):
    """Top last."""
    cards, stream = sorted(cards, key=order.__getitem__), words(seed, b"S", index)
    for left in range(len(cards), 1, -1):
        r = below(stream, left)
        cards[r], cards[left - 1] = cards[left - 1], cards[r]
    return cards


def put_back(seed, index, pile):
    return 1 + below(words(seed, b"P", index), pile) if pile else 0


# ---- the dealer (SETUP-1): the engine's own numbers, from the game's key -------------------------------------

def mix(x):
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def split(key, purpose, index):
    return mix(mix(key + 0x9E3779B97F4A7C15 * (purpose + 1) & MASK) + 0xD1B54A32D192ED03 * (index + 1) & MASK)


def engine_below(random, bound):
    while True:
        product = (random % WORD) * bound
        if product % WORD >= WORD % bound:
            return product // WORD
        random = mix(random + 0x9E3779B97F4A7C15 & MASK)


def dealer_deck(cards, stream):
    """Top first."""
    cards = list(cards)
    for left in range(len(cards), 0, -1):
        x = stream + 0x9E3779B97F4A7C15 * left & MASK
        product = x * (x ^ 0xD1B54A32D192ED03)
        r = engine_below((product ^ product >> 64) & MASK, left)
        cards[r], cards[left - 1] = cards[left - 1], cards[r]
        yield cards[left - 1]


def draw_for_deal(edition, deck, seats, key):
    """The dealer's seat, from 0, and the cards drawn; none if somebody is just picked."""
    for tries in range(20 if edition != "hyperdrive" else 0):
        cards, tied, drawn = dealer_deck(deck, split(key, 0, tries)), list(range(seats)), []
        while len(tied) > 1:
            round_ = [next(cards, None) for _ in tied]
            if None in round_:
                break
            drawn += round_
            numbers = [int(card[1:]) if card[0] != "W" and card[1:].isdigit() else 0 for card in round_]
            tied = [seat for seat, number in zip(tied, numbers) if number == max(numbers)]
        else:
            return tied[0], drawn
    return engine_below(split(key, 0, 0), seats), []


# ---- a record -----------------------------------------------------------------------------------------------

def read_fair(lines):
    """The game's id, and for each hand its seed; every commitment is checked."""
    game, hands = None, []
    for line in lines:
        if not line.startswith("# fair "):
            continue
        word = line.split(" ")[2:]
        if game is None:
            need(word[:2] == ["1", "game"] and len(word) == 3, "no `# fair 1 game ID` line")
            game = word[2]
        elif word[2] == "commit":
            need(int(word[1]) == len(hands) + 1 and word[4] == "secret" and len(word) == 6, "bad line: " + line)
            secret = bytes.fromhex(word[5])
            need(hashlib.sha256(secret).hexdigest() == word[3], "hand %s: not the secret committed to" % word[1])
            hands.append((secret, {}))
        else:
            need(word[2] == "seat" and word[4] == "commit" and int(word[1]) == len(hands), "bad line: " + line)
            if word[6] == "withheld":
                continue
            nonce = bytes.fromhex(word[7])
            need(word[6] == "nonce" and hashlib.sha256(nonce).hexdigest() == word[5],
                 "hand %s: seat %s: not the number committed to" % (word[1], word[3]))
            hands[-1][1][int(word[3])] = nonce
    need(hands, "no `# fair` lines")
    return [seed_of(secret, game, k + 1, nonces) for k, (secret, nonces) in enumerate(hands)]


class Table:
    """What the set-up says."""

    def __init__(self, lines):
        found = {"hand": {}, "option": {}}
        for words_ in lines:
            if words_[0] in found and isinstance(found[words_[0]], dict):
                found[words_[0]][words_[1]] = words_[2:]
            elif words_[0] in ("edition", "players", "seed", "dealer", "pile"):
                found[words_[0]] = words_[1:]
            elif words_[:2] == ["chance", "dealer"]:
                found["drawn"] = words_[2:]
        self.edition, self.seats = found["edition"][0], int(found["players"][0])
        need(self.edition in WILDS, "edition %s is none that this verifier knows" % self.edition)
        self.key = int(found["seed"][0])
        self.drawn = found.get("drawn")  # for the deal; records of the first version name only the dealer
        self.dealer = None if self.drawn else int(found["dealer"][0]) - 1
        self.hands, self.pile = found["hand"], found["pile"]
        self.deck = deck_of(self.edition, int(found["option"].get("custom_wilds", ["0"])[0]))
        self.order = {card: k for k, card in reversed(list(enumerate(self.deck)))}
        self.dealt = int(found["option"]["cards"][0]) * self.seats
        need(0 < self.dealt < len(self.deck), "more cards are dealt than there are")

    def deal(self, seed):
        """All decks of a deal, top last (the last one can start), and the places of its put-backs."""
        decks, put_backs, pile = [], [], []
        while not decks or not any(first_card(self.edition, card) == "start" for card in pile):
            decks.append(shuffled(seed, len(decks), self.deck, self.order))
            pile = decks[-1][:len(self.deck) - self.dealt]
        while True:
            card = pile.pop()
            kind = first_card(self.edition, card)
            if kind == "start":
                return decks, put_backs
            if kind == "back":
                put_backs.append(put_back(seed, len(put_backs), len(pile)))
                pile.insert(len(pile) - put_backs[-1], card)

    def check_set_up(self, deck):
        top_first = deck[::-1]
        step = -1 if self.edition == "powers" else 1  # SETUP-3
        hands = [[] for _ in range(self.seats)]
        for k, card in enumerate(top_first[:self.dealt]):
            hands[(self.dealer + step * (k + 1)) % self.seats].append(card)
        for seat, hand in enumerate(hands):
            need(self.hands.get(str(seat + 1)) == hand, "hand 1: seat %d was dealt %s" % (seat + 1, " ".join(hand)))
        need(self.pile == top_first[self.dealt:], "hand 1: another pile follows from its seed")


def prove(text):
    lines = text.split("\n")
    seeds = read_fair(lines)
    body = [line.split() for line in lines if line and not line.startswith("#")]
    table = Table(body)
    key = int.from_bytes(hashlib.sha256(seeds[0] + b"key").digest()[:8], "big")
    need(table.key == key, "the game's key is %d" % key)
    dealer, drawn = draw_for_deal(table.edition, table.deck, table.seats, key)
    if table.drawn:
        need(table.drawn == drawn, "other cards are drawn for the deal with that key")
        table.dealer = dealer
    need(table.dealer == dealer, "another dealer follows from the key")
    decks, backs = table.deal(seeds[0])
    table.check_set_up(decks[-1])
    hand, shuffles, piles, put_backs, reshuffles = 0, len(decks), [], [], 0
    for line in body:
        if line[:2] == ["chance", "pile"]:
            piles.append(line[2:][::-1])
        elif line[:2] == ["chance", "putback"]:
            put_backs.append(int(line[2]))
        elif line[0] == "deal":
            hand += 1
            need(hand < len(seeds), "hand %d has no `# fair` line" % (hand + 1))
            need(not backs, "hand %d: a put-back is missing" % hand)
            decks, backs = table.deal(seeds[hand])
            need(piles == decks and put_backs == backs, "hand %d: another deal follows from its seed" % (hand + 1))
            shuffles, piles, put_backs, backs = len(decks), [], [], []
        elif line[0].isdigit():
            need(put_backs == backs, "hand %d: other put-backs follow from its seed" % (hand + 1))
            for pile in piles:
                need(pile == shuffled(seeds[hand], shuffles, pile, table.order),
                     "hand %d: shuffle %d is another" % (hand + 1, shuffles))
                shuffles, reshuffles = shuffles + 1, reshuffles + 1
            piles, put_backs, backs = [], [], []
    need(hand + 1 == len(seeds) and not piles, "%d hands are proved and %d played" % (len(seeds), hand + 1))
    return "hands proved: %d, reshuffles: %d" % (len(seeds), reshuffles)


def main(paths):
    passed, failed, unreadable = 0, 0, not paths
    for path in paths:
        try:
            with open(path, encoding="utf-8", newline="") as file:
                verdict = prove(file.read())
            passed += 1
        except OSError:
            verdict, unreadable = "cannot be read", True
        except Wrong as wrong:
            verdict, failed = str(wrong), failed + 1
        except (ValueError, KeyError, IndexError) as wrong:
            verdict, failed = "not written as a record is: %r" % wrong, failed + 1
        print("%s: %s" % (path, verdict))
    print("%d passed, %d failed" % (passed, failed))
    return 2 if unreadable else 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
