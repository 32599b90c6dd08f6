#!/usr/bin/env python3
"""A bot in twenty lines (docs/PROTOCOL.md): a random move, and never a forgotten call."""
import random
import sys

moves = []
for line in sys.stdin:
    word, *rest = line.split()
    if word == "hello":
        print("name simple.py", "ready", sep="\n", flush=True)
    elif word == "seed":
        random.seed(int(rest[0]))
    elif word == "view":
        moves = []
    elif word == "move":
        moves.append(rest)
    elif word in ("go", "react"):
        calls = [move for move in moves if move[-1] == "uno"]
        plays = [move for move in moves if move[1] == "play"]
        print("choose", rest[0], random.choice(calls or plays or moves)[0], flush=True)
    elif word == "quit":
        break
