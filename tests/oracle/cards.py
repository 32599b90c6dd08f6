"""Cards: notation, decks, points. A card is a short string such as 'r7', 'bs', 'W4'."""
from collections import Counter

COLORS = "rygb"
COLOR_NAMES = {"red": "r", "yellow": "y", "green": "g", "blue": "b"}
EDITIONS = ("classic", "streams", "creeper", "hyperdrive", "powers")
SPECIAL = {"streams": "Wx", "creeper": "Wk", "hyperdrive": "Wh"}
POWER_CARDS = ("Wr", "Wy", "Wg", "Wb", "Wp")
# What an edition's own cards and powers can do; some options are about one such ability.
ABILITIES = {"classic": ("customs",), "streams": ("throws",),
             "powers": ("double", "flip", "shield")}


def deck(edition, custom_wilds=4):
    """The whole deck of an edition as a Counter of cards (DECK-1, DECK-2)."""
    cards = Counter()
    powers = edition == "powers"
    for c in COLORS:
        single, doubles = ("1", "23456789") if powers else ("0", "123456789")
        cards[c + single] = 1
        for number in doubles:
            cards[c + number] = 2
        cards[c + "+2"] = 2
        cards[c + "v"] = cards[c + "s"] = 1 if powers else 2
    cards["W4"] = 4
    if powers:
        for wild in POWER_CARDS:
            cards[wild] = 4
        return cards
    cards["W"] = 4
    if edition == "classic":
        for k in range(1, custom_wilds + 1):
            cards["Wc%d" % k] = 1
    else:
        cards[SPECIAL[edition]] = 4
    return cards


def is_wild(card):
    return card[0] == "W"


def color_of(card):
    """The printed colour, or None for a wild ("wilds have no colour")."""
    return None if card[0] == "W" else card[0]


def rank_of(card):
    """Number or symbol of a coloured card; a wild has none to match by (TURN-1)."""
    return None if card[0] == "W" else card[1:]


def points(card):
    """SCORE-1."""
    if card[0] == "W":
        return 40 if card[1:2] == "c" else 50
    return int(card[1:]) if card[1:].isdigit() else 20


def dealer_value(card):
    """SETUP-1: symbol cards count 0."""
    return int(card[1:]) if card[0] != "W" and card[1:].isdigit() else 0


def drawing_kind(card):
    """'+2' or 'W4' for a card that makes somebody draw, else None."""
    if card == "W4":
        return "W4"
    return "+2" if card.endswith("+2") else None
