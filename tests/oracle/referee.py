#!/usr/bin/env python3
"""An independent referee for scenarios: `python3 referee.py FILE|DIR...`.

Behaves like `comodin check`: one line per failure, then `N passed, N failed`;
exit status 0 all passed, 1 some failed, 2 a file cannot be read.
"""
import os
import sys

sys.dont_write_bytecode = True   # leave no __pycache__ in the source tree

from legal import refusal
from scenario import FileError, Scenario, read_file
from table import ChanceError


class Stop(Exception):
    """The rest of the scenario is skipped."""


class Run:
    """Plays one scenario and collects its failures as (line number, text)."""

    def __init__(self, scenario):
        self.scenario, self.failures = scenario, []
        self.game, self.begun = scenario.build(), scenario.begin is None

    def fail(self, line, expected, got):
        self.failures.append((line.number, "expected %s, got %s" % (expected, got)))

    def play(self):
        try:
            for line, kind, payload in self.scenario.steps:
                if kind == "chance":
                    self.queue(line, *payload)
                    continue
                self.guard(line, self.begin)
                STEPS[kind](self, line, payload)
            self.leftovers()
        except Stop:
            pass
        return self.failures

    def guard(self, line, action, *args):
        """Runs an action in which scripted chance may turn out wrong."""
        try:
            action(*args)
        except ChanceError as error:
            self.failures.append((line.number, "expected %s" % error))
            raise Stop from error

    def begin(self):
        if not self.begun:
            self.begun = True
            self.scenario.start(self.game)

    def queue(self, line, kind, value):
        getattr(self.game, "chance_" + kind).append((line, value))

    def leftovers(self):
        g = self.game
        for queued in (g.chance_pile, g.chance_putback, g.chance_dealer):
            for line, _ in queued:
                self.fail(line, "every chance line to be used", "one left over")

    def move(self, line, move):
        reason = refusal(self.game, move)
        if reason:
            self.fail(line, "`%s` to be accepted" % move.text, "refused: " + reason)
            raise Stop
        self.guard(line, self.game.apply, move)

    def reject(self, line, move):
        if refusal(self.game, move) is None:
            self.fail(line, "`%s` to be refused" % move.text, "accepted")

    def expect(self, line, payload):
        what, value = payload
        got = CHECKS[what](self.game, value)
        if got is not None:
            self.fail(line, " ".join(line.words[1:]), got)


STEPS = {"move": Run.move, "reject": Run.reject, "expect": Run.expect}


# ---- checks: None when it holds, else what is found instead -------------------

def show(value):
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)


def differs(value, found):
    return None if value == found else show(found)


def check_turn(g, seat):
    return check_awaits(g, (seat, "turn"))


def check_awaits(g, value):
    return differs(value, g.wait and (g.wait.seat, g.wait.kind))


def check_hand(g, value):
    return differs(value[1], sorted(g.hands[value[0]]))


def check_mark(g, value):
    seat, words = value
    marks = g.marks[seat]
    if words == ["none"]:
        return differs([], sorted(marks))
    return None if marks.issuperset(words) else show(sorted(marks))


def check_knows(g, value):
    observer, owner, cards = value
    shown = g.known[observer][owner]
    return differs(cards, sorted(c for c, k in shown.items() for _ in range(k)))


def outcome(g):
    if g.over is None:
        return "running"
    return "over %d" % g.over if g.over else "blocked"


def check_champion(g, seat):
    if (seat is None and not g.champions) or seat in g.champions:
        return None
    return show(sorted(g.champions))


def check_can(g, move):
    reason = refusal(g, move)
    return "refused: " + reason if reason else None


CHECKS = {
    "turn": check_turn,
    "awaits": check_awaits,
    "hand": check_hand,
    "count": lambda g, v: differs(v[1], len(g.hands[v[0]])),
    "top": lambda g, v: differs(v, g.discard[-1]),
    "color": lambda g, v: differs(v, g.color),
    "direction": lambda g, v: differs(v, "left" if g.direction == 1 else "right"),
    "pile": lambda g, v: differs(v, len(g.pile)),
    "discards": lambda g, v: differs(v, len(g.discard)),
    "dealer": lambda g, v: differs(v, g.dealer),
    "power": lambda g, v: differs(v[1], g.powers[v[0]]),
    "hyperspeed": lambda g, v: differs(v, g.hyperspeed),
    "mark": check_mark,
    "owes": lambda g, v: differs(v, sorted(g.owes)),
    "knows": check_knows,
    "over": lambda g, v: differs("over %d" % v, outcome(g)),
    "blocked": lambda g, v: differs("blocked", outcome(g)),
    "running": lambda g, v: differs("running", outcome(g)),
    "points": lambda g, v: differs(v[1], g.hand_points[v[0]]),
    "score": lambda g, v: differs(v[1], g.scores[v[0]]),
    "champion": check_champion,
    "can": check_can,
    "cannot": lambda g, m: None if refusal(g, m) else "accepted",
}


# ---- files --------------------------------------------------------------------

def scn_files(paths):
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        for folder, folders, names in os.walk(path):
            folders.sort()
            for name in sorted(names):
                if name.endswith(".scn"):
                    yield os.path.join(folder, name)


def run_file(path):
    """Returns (passed, failed) of one file; FileError when it cannot be read."""
    with open(path, encoding="utf-8") as file:
        scenarios = [Scenario(group) for group in read_file(file.read())]
    passed = failed = 0
    for scenario in scenarios:
        if scenario.unsupported:
            print('skipped: %s:%d: scenario "%s": %s' % (
                path, scenario.line, scenario.name, scenario.unsupported), file=sys.stderr)
            continue
        failures = Run(scenario).play()
        for number, text in failures:
            print('%s:%d: scenario "%s": %s' % (path, number, scenario.name, text))
        failed += bool(failures)
        passed += not failures
    return passed, failed


def main(paths):
    if not paths:
        print("usage: referee.py FILE|DIR...", file=sys.stderr)
        return 2
    passed = failed = unreadable = 0
    for path in scn_files(paths):
        try:
            good, bad = run_file(path)
            passed, failed = passed + good, failed + bad
        except FileError as error:
            print("%s:%d:%d: %s" % (path, error.line, error.column, error.text))
            unreadable += 1
        except (OSError, UnicodeDecodeError) as error:
            print("%s:1:1: expected a readable UTF-8 file, got %s" % (path, error))
            unreadable += 1
    print("%d passed, %d failed" % (passed, failed))
    return 2 if unreadable else int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
