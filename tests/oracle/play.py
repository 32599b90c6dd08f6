"""The course of a hand, written as generators: every `yield` waits for one answer.

Each function takes the table `t`. A generator hands `t.ask(...)` out and gets the
accepted Move back; legal.py has decided before that the move is allowed.
"""
from collections import Counter, namedtuple

from cards import color_of, drawing_kind, is_wild, rank_of
from table import ChanceError, HandOver, Table, Wait

Move = namedtuple("Move", "seat verb card color power uno number text",
                  defaults=(None, None, None, None, False, None, ""))


class Game(Table):
    """A table on which hands are played."""

    def ask(self, seat, kind, **data):
        self.wait = Wait(seat, kind, data)
        return self.wait

    def begin_turn_of(self, seat):
        """Mid-hand position: seat is to play."""
        self.start(turns(self, seat))

    def begin_hand(self, draw_dealer=False, deal=True):
        """The hand starts from the pile as it lies (SETUP)."""
        if draw_dealer:
            self.draw_for_deal()
        if deal:
            self.deal_cards()
        self.start(whole_hand(self))

    def deal_next(self):
        """SETUP-6: the deal passes on in the starting direction, with the whole deck."""
        self.clear_hand()
        self.dealer = self.step(self.dealer)
        self.pile = self.fresh_pile()
        self.begin_hand()

    def fresh_pile(self):
        scripted = bool(self.chance_pile)
        while True:
            pile = self.shuffled(list(self.deck.elements()))
            left = pile[:len(pile) - self.n * self.opt["cards"]]
            if any(map(self.can_be_first, left)):
                return pile
            if scripted:
                raise ChanceError("a chance pile from which a first card can come, got none")

    def start(self, flow):
        self.flow = flow
        self.resume(None)

    def resume(self, move):
        try:
            self.flow.send(move)
        except HandOver as end:
            self.finish(end.winner)

    def apply(self, m):
        """Makes a move that legal.refusal() has accepted."""
        if m.verb == "deal":
            self.deal_next()
        elif m.verb == "uno":
            self.say_uno(m.seat)
        elif m.verb == "catch":
            self.owes.discard(m.number)
            self.take(m.number, 2)                              # UNO-2
        elif m.verb == "give":
            try:
                self.give_reds(m.seat, m.number)                # POWER-2
            except HandOver as end:
                self.finish(end.winner)
        else:
            self.resume(m)


# ---- hand and turn ----------------------------------------------------------

def whole_hand(t):
    seat = yield from first_card(t)
    yield from turns(t, seat)


def first_card(t):
    """SETUP-4: what the turned-up first card does; returns who plays first."""
    card = t.turn_first_card()
    first = t.first_player()
    rank = rank_of(card)
    if is_wild(card):
        move = yield t.ask(first, "color")
        t.color = move.color
    elif rank == "+2":
        t.take(first, 2)
        return t.step(first)
    elif rank == "s":
        return t.step(first)
    elif rank == "v":
        t.direction = -t.direction
        return t.dealer
    return first


def turns(t, seat):
    while True:
        seat = yield from turn(t, seat)
        t.turns += 1
        if t.turns >= t.opt["turn_limit"]:
            raise HandOver(None)                                # END-5


def turn(t, seat):
    """One turn; returns the seat that plays next."""
    t.lost, t.again, t.answered, t.pending = set(), False, False, False
    t.hands_up.discard(seat)                                    # CUSTOM-3.7
    move = yield t.ask(seat, "turn")
    stuck, t.stuck = t.stuck == seat, None
    t.close_windows()                                           # UNO-2
    if move.verb == "jump":
        actor = yield from jump(t, move)
    elif move.verb == "play":
        actor = yield from plays(t, seat, move)
    elif move.verb == "flip":
        actor = yield from flip(t, seat)
    else:
        actor = yield from drawing(t, seat, stuck)
    return actor if t.again else t.upcoming(actor)


def plays(t, seat, move):
    """A play from the hand, and a blue holder's second card (POWER-3, POWER-6)."""
    actor = yield from play_card(t, move, first=True)
    if t.answered or t.powers["blue"] != seat:
        return actor
    move = yield t.ask(seat, "second")
    if move.verb == "play":
        return (yield from play_card(t, move))
    if t.pending and len(t.hands[seat]) == 1:
        t.owes.add(seat)                                        # UNO-6 `end`
    return seat


def jump(t, move):
    """HOUSE-2: counts as the jumper's play, one card only; play goes on from there."""
    t.hands_up.discard(move.seat)
    return (yield from play_card(t, move))


def drawing(t, seat, stuck):
    """TURN-3 to TURN-6, END-4, HOUSE-4; `stuck`: the seat is under three-if-stuck."""
    forced = not t.can_play(seat)
    cards = draw_turn_cards(t, seat, forced, forced and stuck)
    if not cards:
        t.passes += 1                                           # END-4
        if t.passes >= t.n:
            raise HandOver(None)
        return seat
    rule = t.opt["drawn_forced" if forced else "drawn_voluntary"]
    move = yield t.ask(seat, "drawn", cards=cards, must=rule == "must")
    if move.verb == "keep":
        return seat
    return (yield from play_card(t, move))


def draw_turn_cards(t, seat, forced, stuck):
    """Draws for the turn; returns the cards that TURN-4 lets be played.

    That is the last one, never a creeper's extras (CREEPER-5); with `stuck_draw any` all
    that were drawn because of CUSTOM-3.3."""
    until = forced and t.opt["draw"] == "until_playable"        # HOUSE-4
    several = stuck and t.opt["stuck_draw"] == "any"
    cards, drawn = [], 0
    while drawn < (3 if stuck else 1) or (
            until and not any(t.playable(seat, c) for c in cards)):
        got = t.take(seat, 1)
        if not got:
            break
        cards, drawn = cards + got if several else got, drawn + 1
    return cards


def flip(t, seat):
    """POWER-4: the pile's top card counts as played by the green holder, or only lies there."""
    card = t.pop_pile()
    t.lay(card, None)
    if t.opt["flip_effect"] == "placed":
        if is_wild(card):
            t.color = (yield t.ask(seat, "color")).color
        return seat
    power = None
    if card == "Wp":
        power = (yield t.ask(seat, "power")).power
    take_power(t, seat, card, power)
    if is_wild(card):
        t.color = (yield t.ask(seat, "color")).color
    return (yield from effect(t, seat, card, guilty=False))     # W4: always innocent


# ---- a card is played -------------------------------------------------------

def play_card(t, move, first=False):
    """A card leaves the hand and takes effect; returns from whom play goes on."""
    seat, card = move.seat, move.card
    guilty = card == "W4" and t.bluff(t.without(seat, card))    # W4-2: colour before it
    put_down(t, move, drawing_amount(card), first)
    return (yield from effect(t, seat, card, guilty))


def put_down(t, move, total, first=False):
    """The card lies on top; it may be the last one (END-2) or owe a call (UNO-1)."""
    seat, card = move.seat, move.card
    t.shed(seat, card)
    t.lay(card, move.color)
    if not t.hands[seat]:
        last_card(t, seat, total)
    take_power(t, seat, card, move.power)                       # POWER-6: counts at once
    t.pending = False
    if move.uno:
        t.say_uno(seat)
    elif len(t.hands[seat]) == 1:
        if first and t.powers["blue"] == seat and t.opt["double_uno"] == "end":
            t.pending = True                                    # UNO-6
        else:
            t.owes.add(seat)


def last_card(t, seat, total):
    """END-2: next draws for a +2 or W4; nothing else of the card happens."""
    victim = t.victim(seat)
    if total and not t.protected(victim):
        t.take(victim, total)
    raise HandOver(seat)


def take_power(t, seat, card, named):
    """POWER-1."""
    color = {"Wr": "red", "Wy": "yellow", "Wg": "green", "Wb": "blue"}.get(card, named)
    if color:
        t.powers[color] = seat


def drawing_amount(card):
    return {"+2": 2, "W4": 4}.get(drawing_kind(card), 0)


def effect(t, actor, card, guilty):
    """What a played card does; returns from whom play goes on (a stack moves it)."""
    runs = hyperspeed_runs(t, card)
    rank = rank_of(card)
    if drawing_kind(card):
        return (yield from hit(t, actor, card, guilty))
    if rank == "s":
        skip(t, actor)
    elif rank == "v":
        reverse(t, actor)
    elif rank in ("7", "0") and t.opt["seven_zero"] == "on":
        yield from change_hands(t, actor, rank)
    elif card == "Wx":
        yield from cross_the_streams(t, actor)
    elif card.startswith("Wc"):
        yield from custom_rule(t, actor, t.customs[card])
    if runs:
        t.lost.add(t.step(actor))       # HYPER-2, HYPER-5: one player, one turn
    return actor


def hyperspeed_runs(t, card):
    """HYPER: updates the mode; does this card make next lose the turn?"""
    if card == "Wh":
        t.hyperspeed = t.color                                  # HYPER-1, HYPER-4
        return False
    if t.hyperspeed != t.color:
        t.hyperspeed = None                                     # HYPER-3
    return t.hyperspeed is not None and not is_wild(card)       # HYPER-4: wilds skip nobody


def skip(t, actor):
    victim = t.victim(actor)
    if not t.protected(victim):                                 # ACTION-3, POWER-5
        t.lost.add(victim)


def reverse(t, actor):
    victim = t.victim(actor)
    shielded = t.protected(victim)
    if shielded and t.opt["shield_reverse"] == "blocked":
        return                                                  # POWER-5: no flip
    t.direction = -t.direction                                  # ACTION-2
    if t.n == 2 and not shielded and t.opt["two_player_reverse"] == "skip":
        t.lost.add(victim)


# ---- +2, W4, stacking -------------------------------------------------------

def hit(t, actor, card, guilty):
    """ACTION-1, W4-1: next draws and loses the turn, after being asked where it applies."""
    total = drawing_amount(card)
    while True:
        victim = t.victim(actor)
        if t.protected(victim):
            return actor                                        # POWER-5, HOUSE-1
        if not is_asked(t, card):
            t.take(victim, total)
            t.lost.add(victim)
            return actor
        move = yield from answer_to_hit(t, actor, victim, card, guilty, total)
        if move is None:
            return actor
        # HOUSE-1: an answer is a turn of its own, one card, and ends the other's plays
        t.hands_up.discard(victim)
        t.turns, t.answered, t.lost = t.turns + 1, True, set()
        guilty = move.card == "W4" and t.bluff(t.without(victim, move.card))
        actor, card = victim, move.card
        total += drawing_amount(card)
        put_down(t, move, total)
        hyperspeed_runs(t, card)


def is_asked(t, card):
    """Is whoever is hit asked before drawing (W4-4, HOUSE-1, HOUSE-5)?"""
    return t.opt["stacking"] != "none" or (card == "W4" and t.opt["w4_bluff"] == "allowed")


def answer_to_hit(t, accused, victim, card, guilty, total):
    """One question to whoever is hit; returns the answering play, or None when settled."""
    shown = Counter(t.hands[accused])                           # W4-5: as the W4 left it
    before = Counter(t.known[victim][accused])
    move = yield t.ask(victim, "challenge", card=card)
    if move.verb == "play" or t.opt["uno_window"] == "answer":
        t.close_windows()                                       # UNO-2
    if move.verb == "play":
        return move
    if move.verb == "challenge":
        since = Counter(t.known[victim][accused]) - before
        t.known[victim][accused] = dict(shown + since)          # W4-5, KNOW-1
        if guilty:
            t.take(accused, total)                              # W4-6: challenger plays
            return None
        total += 2
    t.take(victim, total)
    t.lost.add(victim)
    return None


# ---- seven-zero -------------------------------------------------------------

def change_hands(t, actor, rank):
    """HOUSE-3."""
    if rank == "0":
        t.pass_hands({s: t.step(s) for s in range(1, t.n + 1)})
        return
    other = (yield t.ask(actor, "swap")).number
    t.pass_hands({actor: other, other: actor})


# ---- cross the streams ------------------------------------------------------

def cross_the_streams(t, actor):
    """STREAMS-1: the round, and the colour after it where it was not named with the play."""
    yield from throw_round(t, actor)
    if t.opt["throw_color"] == "last":
        t.color = (yield t.ask(actor, "color")).color


def throw_round(t, actor):
    """STREAMS-2 to STREAMS-5."""
    others = t.others(actor)
    for seat in [actor] + others:
        t.take(seat, 1)
    thrown = (yield t.ask(actor, "throw", letters=None)).card
    if thrown is None:
        return
    letters = matching_letters(t, thrown)
    t.shed_under(actor, [thrown])
    for seat in others:
        if any(c[0] in letters for c in t.hands[seat]):
            move = yield t.ask(seat, "throw", letters=letters)
            t.shed_under(seat, [move.card])
        else:
            t.take(seat, 2)


def matching_letters(t, thrown):
    """STREAMS-4: the first letters of the cards that match the one thrown to open."""
    color = color_of(thrown) or t.color
    if color is None:
        return "W"                  # `throw_color last`: a wild stands for no colour yet
    return color + ("W" if t.opt["throw_wild"] == "matches" else "")


# ---- customizable wilds -----------------------------------------------------

def custom_rule(t, actor, rule):
    """CUSTOM-3: the rule written on the card; `rule` is (name, argument)."""
    name, argument = rule
    nxt = t.upcoming(actor)
    if name == "draw-until-color":
        draw_until_color(t, nxt, argument or t.color)
    elif name == "discard-wilds":
        for seat in t.others(actor):
            t.shed_under(seat, [c for c in t.hands[seat] if is_wild(c)])
    elif name == "three-if-stuck":
        t.stuck = nxt
    elif name == "extra-turn":
        t.again = True
    elif name == "fill-to-seven":
        yield from fill(t, nxt, 7)
    elif name == "all-to-three":
        for seat in t.others(actor) + [actor]:                  # CUSTOM-5
            yield from fill(t, seat, 3)
    elif name == "hands-up":
        hands_up(t, actor)
    elif name == "joke":
        yield from joke(t, actor)
    elif name == "elbows":
        t.marks[nxt].add("elbows")
    elif name == "rooster":
        yield from rooster(t, nxt)
    else:
        yield t.ask(actor, "confirm")                           # CUSTOM-4: text only


def draw_until_color(t, seat, color):
    while True:
        got = t.take(seat, 1)
        if not got or got[0][0] == color:
            return


def fill(t, seat, goal):
    """Draws, or discards cards of the player's own choice, until `goal` are held."""
    t.take(seat, max(0, goal - len(t.hands[seat])))
    yield from discard_down(t, seat, goal)


def discard_down(t, seat, goal):
    while len(t.hands[seat]) > goal:
        move = yield t.ask(seat, "discard")
        t.shed_under(seat, [move.card])


def hands_up(t, actor):
    t.hands_up.add(actor)
    for owner in range(1, t.n + 1):
        for observer in range(1, t.n + 1):
            t.learn_hand(observer, owner)


def joke(t, actor):
    for seat in t.others(actor):
        move = yield t.ask(seat, "vote")
        if move.number:
            yield from discard_down(t, actor, 1)                # UNO-1: owes a call
            return
    t.take(actor, 4)


def rooster(t, seat):
    move = yield t.ask(seat, "choice", choices=2)
    if move.number == 2:
        t.marks[seat].add("gallina")
        t.take(seat, 4)
