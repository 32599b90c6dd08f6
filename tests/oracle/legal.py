"""Is a move allowed? `refusal` never changes anything, so a refused move leaves the
position unchanged to the last bit."""
from cards import drawing_kind, is_wild


def refusal(t, m):
    """None when the move is allowed, else the reason it is refused."""
    if m.verb == "deal":
        return deal(t)
    if t.wait is None:
        return "the hand is over"
    if m.verb in OUT_OF_TURN:
        return OUT_OF_TURN[m.verb](t, m)
    if m.seat != t.wait.seat:
        return "the game waits for seat %d" % t.wait.seat
    rule = ANSWERS[t.wait.kind].get(m.verb)
    if rule is None:
        return "the game waits for seat %d %s" % (t.wait.seat, t.wait.kind)
    return rule(t, m)


def allowed(t, m):
    return None


def deal(t):
    if t.over is None:
        return "a hand is running"
    return "the game has a champion" if t.champions else None


# ---- out of turn ------------------------------------------------------------

def uno(t, m):
    return None if m.seat in t.owes else "no call is owed"      # UNO-4


def catch(t, m):
    if m.number == m.seat:
        return "nobody catches himself"
    return None if m.number in t.owes else "seat %d owes no call" % m.number


def give(t, m):
    """POWER-2."""
    if t.powers["red"] != m.seat:
        return "the red power is not held"
    if t.wait.kind != "turn":
        return "only while the game awaits a turn"
    if m.number == m.seat:
        return "only to another player"
    if t.protected(m.number):
        return "yellow protects from the red power"             # POWER-5
    return None if any(c[0] == "r" for c in t.hands[m.seat]) else "no red cards"


def jump(t, m):
    """HOUSE-2."""
    if t.opt["jump_in"] != "on":
        return "jump_in is off"
    if t.wait.kind != "turn" or m.seat == t.wait.seat:
        return "only while another player's turn is awaited"
    if m.card not in t.hands[m.seat]:
        return "the card is not in the hand"
    if is_wild(m.card) or m.card != t.discard[-1]:
        return "not identical to the top"
    return naming(t, m)


# ---- plays ------------------------------------------------------------------

def naming(t, m):
    """What must and may be said with a play."""
    if t.names_color(m.card) != (m.color is not None):
        return "a wild names a colour, no other card does"
    if (m.card == "Wp") != (m.power is not None):
        return "Wp names a power, no other card does"
    if m.uno and len(t.hands[m.seat]) != 2:
        return "the card does not leave one card"               # UNO-4
    return None


def forbidden_bluff(t, m):
    """HOUSE-5."""
    if (m.card == "W4" and t.opt["w4_bluff"] == "forbidden"
            and t.bluff(t.without(m.seat, "W4"))):
        return "a W4 may not be a bluff here"
    return None


def play(t, m):
    if m.card not in t.hands[m.seat]:
        return "the card is not in the hand"
    if not t.matches(m.card):
        return "the card does not match"                        # TURN-1
    return naming(t, m) or forbidden_bluff(t, m)


def play_second(t, m):
    """POWER-3."""
    if t.opt["double_second"] == "matching":
        return play(t, m)
    if m.card not in t.hands[m.seat]:
        return "the card is not in the hand"
    return naming(t, m) or forbidden_bluff(t, m)


def play_drawn(t, m):
    if m.card not in t.wait.data["cards"]:
        return "only a drawn card may be played"                # TURN-4, CUSTOM-3.3
    return play(t, m)


def play_answer(t, m):
    """HOUSE-1."""
    if t.opt["stacking"] == "none":
        return "stacking is off"
    if m.card not in t.hands[m.seat]:
        return "the card is not in the hand"
    kind = drawing_kind(m.card)
    if kind is None:
        return "the card is no answer"
    if t.opt["stacking"] == "same" and kind != drawing_kind(t.wait.data["card"]):
        return "only the same kind of card answers"
    return naming(t, m) or forbidden_bluff(t, m)


# ---- other answers ----------------------------------------------------------

def draw(t, m):
    if t.nothing_to_draw() and t.can_play(m.seat):
        return "nothing to draw, and a card can be played"      # END-4
    return None


def keep(t, m):
    if t.wait.data["must"] and any(t.playable(m.seat, c) for c in t.wait.data["cards"]):
        return "a drawn card must be played"                    # TURN-5
    return None


def flip(t, m):
    """POWER-4."""
    if t.powers["green"] != m.seat:
        return "the green power is not held"
    if t.can_play(m.seat):
        return "a card in the hand can be played"
    return "no card to turn" if t.nothing_to_draw() else None


def challenge(t, m):
    if t.wait.data["card"] != "W4":
        return "only a W4 is challenged"
    if t.opt["w4_bluff"] == "forbidden":
        return "there are no bluffs to challenge"               # HOUSE-5
    return None


def throw(t, m):
    """STREAMS-3, STREAMS-4."""
    letters = t.wait.data["letters"]
    if m.card is None:
        return None if letters is None else "a card must be thrown"
    if m.card not in t.hands[m.seat]:
        return "the card is not in the hand"
    if letters is None or m.card[0] in letters:
        return None
    return "the card does not match the thrown one"


def discard(t, m):
    return None if m.card in t.hands[m.seat] else "the card is not in the hand"


def choose(t, m):
    return None if 1 <= m.number <= t.wait.data["choices"] else "no such choice"


def swap(t, m):
    return None if m.number != m.seat else "only with another player"


OUT_OF_TURN = {"uno": uno, "catch": catch, "give": give, "jump": jump}
ANSWERS = {
    "turn": {"play": play, "draw": draw, "flip": flip},
    "drawn": {"play": play_drawn, "keep": keep},
    "second": {"play": play_second, "stop": allowed},
    "challenge": {"accept": allowed, "challenge": challenge, "play": play_answer},
    "color": {"color": allowed},
    "power": {"power": allowed},
    "throw": {"throw": throw},
    "discard": {"discard": discard},
    "vote": {"vote": allowed},
    "choice": {"choose": choose},
    "confirm": {"confirm": allowed},
    "swap": {"swap": swap},
}
