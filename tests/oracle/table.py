"""The table: everything that lies on it, and the few primitives that move cards.

Seats are 1..n; index 0 of every per-seat list is unused.
"""
import random
from collections import Counter, deque

from cards import COLOR_NAMES, color_of, dealer_value, deck, is_wild, points, rank_of


class HandOver(Exception):
    """The hand has ended; `winner` is a seat, or None when it is blocked."""

    def __init__(self, winner):
        super().__init__(winner)
        self.winner = winner


class ChanceError(Exception):
    """A scripted chance line does not fit what happens."""


class Wait:
    """For whom and for what the game waits, with what the answer depends on."""
    __slots__ = ("seat", "kind", "data")

    def __init__(self, seat, kind, data):
        self.seat, self.kind, self.data = seat, kind, data


class Table:
    def __init__(self, edition, players, options, customs, seed):
        self.edition, self.n, self.opt, self.customs = edition, players, options, customs
        self.deck = deck(edition, options.get("custom_wilds", 4))
        self.rng = random.Random(seed)
        self.start_dir = -1 if edition == "powers" else 1       # SETUP-3
        self.dealer = players
        self.scores = [0] * (players + 1)
        self.champions = set()
        self.chance_pile, self.chance_putback, self.chance_dealer = deque(), deque(), deque()
        self.clear_hand()

    def clear_hand(self):
        """SETUP-6: everything of a hand starts afresh."""
        seats = range(self.n + 1)
        self.hands = [[] for _ in seats]
        self.pile, self.discard, self.color = [], [], None      # pile: top is the last
        self.direction = self.start_dir
        self.powers = dict.fromkeys(COLOR_NAMES)
        self.hyperspeed = None
        self.marks = [set() for _ in seats]
        self.known = [[{} for _ in seats] for _ in seats]       # known[observer][owner]
        self.owes = set()           # who can be caught (UNO-1)
        self.pending = False        # a blue holder's coming-down, not owed yet (UNO-6 `end`)
        self.hands_up = set()       # seats whose hands-up rule still lasts
        self.stuck = None           # seat under three-if-stuck
        self.lost = set()           # who lost a turn through this turn's cards
        self.again = False          # the player takes an extra turn
        self.answered = False       # a stacking answer ended the player's plays
        self.passes = 0             # empty draws in a row (END-4)
        self.turns = 0              # turns ended (END-5)
        self.wait = self.flow = None
        self.over = None            # None running, 0 blocked, else the winner
        self.hand_points = [0] * (self.n + 1)

    # ---- who comes next -------------------------------------------------

    def step(self, seat):
        return (seat - 1 + self.direction) % self.n + 1

    def others(self, seat):
        """Everybody else in turn order, starting after `seat` (CUSTOM-5)."""
        order, s = [], self.step(seat)
        while s != seat:
            order.append(s)
            s = self.step(s)
        return order

    def upcoming(self, actor):
        """Who would play next at this moment, given who has lost the turn."""
        for s in self.others(actor):
            if s not in self.lost:
                return s
        return actor

    def victim(self, actor):
        """Whom a card reaches: next, never its own player (POWER-3)."""
        s = self.upcoming(actor)
        return s if s != actor else self.step(actor)

    def protected(self, seat):
        return self.powers["yellow"] == seat                    # POWER-5

    # ---- what can be played ---------------------------------------------

    def matches(self, card):
        """TURN-1 for a coloured card; any wild goes on anything."""
        return (is_wild(card) or card[0] == self.color
                or card[1:] == rank_of(self.discard[-1]))

    def names_color(self, card):
        """Is the colour named with the play? STREAMS-1 may put it off to the round's end."""
        return is_wild(card) and not (card == "Wx" and self.opt["throw_color"] == "last")

    def bluff(self, hand_without_w4):
        """W4-2: is a W4 from this hand (the W4 itself taken out) illegal?"""
        if any(c[0] == self.color for c in hand_without_w4):
            return True
        return self.edition == "hyperdrive" and any(c[0] == "W" for c in hand_without_w4)

    def playable(self, seat, card):
        """Playable without bluffing (TURN-3)."""
        if card == "W4":
            return not self.bluff(self.without(seat, card))
        return self.matches(card)

    def can_play(self, seat):
        return any(self.playable(seat, c) for c in self.hands[seat])

    def without(self, seat, card):
        rest = list(self.hands[seat])
        rest.remove(card)
        return rest

    def nothing_to_draw(self):
        return not self.pile and len(self.discard) <= 1          # END-4

    # ---- moving cards ---------------------------------------------------

    def pop_pile(self):
        """The top card of the draw pile, or None when both piles are empty."""
        if not self.pile:
            if len(self.discard) <= 1:
                return None                                     # END-4
            self.reshuffle()
        self.passes = 0
        return self.pile.pop()

    def reshuffle(self):
        """END-3: the top discard stays, the rest becomes the draw pile."""
        cards, self.discard = self.discard[:-1], self.discard[-1:]
        self.pile = self.shuffled(cards)

    def shuffled(self, cards):
        """The cards in the order the next `chance pile` fixes, else in any order."""
        if not self.chance_pile:
            cards = list(cards)
            self.rng.shuffle(cards)
            return cards
        scripted = self.chance_pile.popleft()[1]
        if Counter(scripted) != Counter(cards):
            raise ChanceError("chance pile with exactly %s, got %s"
                              % (" ".join(sorted(cards)), " ".join(sorted(scripted))))
        return list(reversed(scripted))

    def gain(self, seat, card):
        self.hands[seat].append(card)
        if self.hands_up:                                       # CUSTOM-3.7
            self.show_to_all(seat, card)
        if len(self.hands[seat]) != 1:
            self.owes.discard(seat)                             # UNO-7

    def take(self, seat, count):
        """Seat draws `count` cards; returns those owed (a creeper's extras left out)."""
        got = []
        for _ in range(count):
            card = self.pop_pile()
            if card is None:
                break                                           # END-4: what there is
            self.gain(seat, card)
            got.append(card)
            if card == "Wk":
                self.go_off(seat)
        return got

    def go_off(self, seat):
        """CREEPER-1: shown to all, 3 more at once; CREEPER-2: those never go off."""
        self.show_to_all(seat, "Wk")
        for _ in range(3):
            extra = self.pop_pile()
            if extra is None:
                return
            self.gain(seat, extra)

    def shed(self, seat, card):
        """A card leaves a hand: a shown copy of it leaves first (KNOW-1)."""
        self.hands[seat].remove(card)
        self.passes = 0
        for observer in range(1, self.n + 1):
            shown = self.known[observer][seat]
            if shown.get(card):
                shown[card] -= 1
        if len(self.hands[seat]) != 1:
            self.owes.discard(seat)                             # UNO-7

    def lay(self, card, color):
        """A card comes to lie on top, with its own or the named colour."""
        self.discard.append(card)
        self.color = color_of(card) or color

    def shed_under(self, seat, cards):
        """Throws and forced discards go under the top card (STREAMS-5, CUSTOM-5)."""
        for card in cards:
            self.shed(seat, card)
            self.discard.insert(len(self.discard) - 1, card)
        if cards:
            self.came_down(seat)

    def came_down(self, seat):
        """A hand shrank by its player's own doing: it wins (END-1) or owes (UNO-1)."""
        if not self.hands[seat]:
            raise HandOver(seat)
        if len(self.hands[seat]) == 1:
            self.owes.add(seat)

    # ---- UNO ------------------------------------------------------------

    def close_windows(self):
        self.owes.clear()                                       # UNO-2, UNO-3, UNO-5

    def say_uno(self, seat):
        self.owes.discard(seat)
        for marks in self.marks:
            marks.discard("elbows")                             # CUSTOM-3.9

    # ---- knowledge ------------------------------------------------------

    def learn(self, observer, owner, card, count=1):
        if observer != owner:
            shown = self.known[observer][owner]
            shown[card] = min(shown.get(card, 0) + count, self.hands[owner].count(card))

    def show_to_all(self, owner, card):
        for observer in range(1, self.n + 1):
            self.learn(observer, owner, card)

    def learn_hand(self, observer, owner):
        if observer != owner:
            self.known[observer][owner] = dict(Counter(self.hands[owner]))

    def pass_hands(self, new_owner):
        """HOUSE-3: hands change owners; new_owner maps old seat -> new seat."""
        hands, known = list(self.hands), [list(row) for row in self.known]
        for old, new in new_owner.items():
            self.hands[new] = hands[old]
            for observer in range(1, self.n + 1):
                self.known[observer][new] = known[observer][old]
        for old, new in new_owner.items():
            self.learn_hand(old, new)                           # each knows what they gave
            self.known[new][new] = {}
        self.owes.clear()                                       # HOUSE-3: nobody owes a call
        self.pending = False
        self.passes = 0

    def give_reds(self, giver, taker):
        """POWER-2: all red cards go to one other player."""
        reds = Counter(c for c in self.hands[giver] if c[0] == "r")
        for observer in range(1, self.n + 1):
            shown = self.known[observer][giver]
            told = {c: reds[c] if observer == giver else shown.get(c, 0) for c in reds}
            for card in reds:
                shown.pop(card, None)
            if observer != taker:
                hers = self.known[observer][taker]
                for card, count in told.items():
                    hers[card] = hers.get(card, 0) + count
        for card in reds.elements():
            self.hands[giver].remove(card)
            self.gain(taker, card)
        self.passes = 0
        self.came_down(giver)

    # ---- the deal -------------------------------------------------------

    def first_player(self):
        return self.step(self.dealer)                           # SETUP-3

    def deal_cards(self):
        """SETUP-2: one at a time, the first player first."""
        seat = self.first_player()
        for _ in range(self.opt["cards"] * self.n):
            self.hands[seat].append(self.pile.pop())
            seat = self.step(seat)

    def can_be_first(self, card):
        """SETUP-4: does this card stay when it is turned up first?"""
        if self.edition == "hyperdrive":
            return not is_wild(card) and card[1:].isdigit()
        return card != "W4"

    def turn_first_card(self):
        """SETUP-4, SETUP-5: turns cards until one stays; returns it."""
        while True:
            card = self.pile.pop()
            if self.can_be_first(card):
                self.lay(card, None)
                return card
            if self.edition == "hyperdrive":
                self.discard.append(card)                       # passed over, stays under
            else:
                self.put_back(card)

    def put_back(self, card):
        size = len(self.pile)
        if self.chance_putback:
            under = self.chance_putback.popleft()[1]
            if not min(1, size) <= under <= size:               # never on top (SETUP-5)
                raise ChanceError("chance putback of %d to %d, got %d"
                                  % (min(1, size), size, under))
        else:
            under = self.rng.randint(min(1, size), size)
        self.pile.insert(size - under, card)

    def draw_for_deal(self):
        """SETUP-1: the highest number deals; ties draw again among the tied."""
        scripted = self.chance_dealer.popleft()[1] if self.chance_dealer else None
        if self.edition == "hyperdrive":
            self.dealer = scripted or self.rng.randint(1, self.n)
            return
        if scripted is None:
            cards = list(self.deck.elements())
            self.rng.shuffle(cards)
        else:
            cards = list(scripted)
        tied = list(range(1, self.n + 1))
        while len(tied) > 1:
            if len(cards) < len(tied):
                raise ChanceError("more cards in chance dealer, got a tie of seats %s" % tied)
            drawn = [(dealer_value(cards.pop(0)), s) for s in tied]
            tied = [s for v, s in drawn if v == max(drawn)[0]]
        if scripted is not None and (cards or Counter(scripted) - self.deck):
            raise ChanceError("exactly the cards drawn in chance dealer, all of one deck, got %s"
                              % " ".join(scripted))
        self.dealer = tied[0]

    # ---- the end of a hand ----------------------------------------------

    def team(self, seat):
        """HOUSE-6: opposite seats are partners."""
        if self.opt["teams"] == "off":
            return (seat,)
        return (seat, (seat - 1 + self.n // 2) % self.n + 1)

    def finish(self, winner):
        """END, SCORE: the hand is over (winner None: blocked)."""
        self.over = winner or 0
        self.wait = self.flow = None
        self.owes.clear()                                       # UNO-7
        self.pending = False
        for marks in self.marks:
            marks.discard("gallina")                            # CUSTOM-3.10
        for owner in range(1, self.n + 1):                      # KNOW-1: what is counted lies open
            for observer in range(1, self.n + 1):
                self.learn_hand(observer, owner)
        self.count_points(winner)
        for seat in range(1, self.n + 1):
            self.scores[seat] += self.hand_points[seat]
        self.champions = self.find_champions(winner)

    def count_points(self, winner):
        worth = [sum(map(points, hand)) for hand in self.hands]
        winners = self.team(winner) if winner else ()
        for seat in range(1, self.n + 1):
            got = 0
            if self.opt["format"] == "race" and seat in winners:    # SCORE-2
                got = sum(worth[s] for s in range(1, self.n + 1) if s not in winners)
            elif self.opt["format"] == "low" and seat not in winners:   # SCORE-3
                got = sum(worth[s] for s in self.team(seat))
            self.hand_points[seat] = got

    def find_champions(self, winner):
        if self.opt["format"] == "hand":                        # SCORE-4
            return set(self.team(winner)) if winner else set()
        scores = self.scores[1:]
        if max(scores) < self.opt["target"]:
            return set()
        best = max(scores) if self.opt["format"] == "race" else min(scores)
        return {s for s in range(1, self.n + 1) if self.scores[s] == best}
