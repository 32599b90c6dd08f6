#!/usr/bin/env python3
"""A bot that reads the view (docs/PROTOCOL.md): it keeps its wilds, sheds dear cards, names the colour it holds
most of, and is hard on whoever plays next when that one has few cards left."""
import sys


def read_view(lines):
    """The lines of a view, by their first words: {"top": ["r7"], "hand 2": ["r1", "?"], …}"""
    view = {}
    for line in lines:
        words = 2 if line[0] in ("hand", "since", "marks", "stuck", "power") else 1
        view[" ".join(line[:words])] = line[words:]
    return view


def held(cards, color):
    return sum(card[0] == color for card in cards)


def worth(move, view, seat):
    """How much we like a move: the highest is chosen."""
    verb, *rest = move
    mine = view["hand " + seat]
    course = dict(zip(view["course"][::2], view["course"][1::2]))
    next_has = len(view["hand " + course["next"]])
    call = 0.5 if move[-1] == "uno" else 0
    if verb in ("play", "jump"):
        card = rest[0]
        if card[0] == "W":  # a wild: late, and in the colour we hold most of
            return call + (8 if next_has <= 2 else 2) + held(mine, rest[1]) / 100
        harm = 4 if card[1:] in ("+2", "s", "v") and next_has <= 3 else 0
        return call + 5 + harm + held(mine, card[0]) / 10
    if verb in ("color", "power"):
        return 1 + held(mine, rest[0][0])
    if verb == "challenge":  # many cards left: one of that colour may well be among them
        return 3 if len(view["hand " + course.get("accused", seat)]) > 5 else 0
    if verb in ("uno", "catch", "give"):
        return 9
    return {"draw": 1, "keep": 1, "accept": 1, "stop": 0, "flip": 2}.get(verb, 1)


def main():
    seat, lines, moves = "1", [], []
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "hello":
            print("name watchful.py", "ready", sep="\n", flush=True)
        elif word == "seat":
            seat = rest[0]
        elif word == "view":
            lines, moves = [], []
        elif word == "move":
            moves.append(rest)
        elif word in ("go", "react"):
            view = read_view(lines)
            best = max(moves, key=lambda move: worth(move[1:], view, seat))
            print("choose", rest[0], best[0], flush=True)
        elif word == "quit":
            break
        else:
            lines.append([word, *rest])


if __name__ == "__main__":
    main()
