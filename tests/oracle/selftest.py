#!/usr/bin/env python3
"""What selftest.scn cannot show: set-ups that are errors and chance lines that do not fit.

`python3 selftest.py` ends with `N passed, N failed`, like the referee.
"""
import sys

sys.dont_write_bytecode = True

from referee import Run
from scenario import FileError, Scenario, read_file

START = 'scenario "x"\nplayers 3\nbegin draw\nhand 1 r1\nhand 2 g1\nhand 3 b1\npile y5\n'
# Of an option only some editions may speak; every other one is an error.
OWNERS = {
    "custom_wilds 3": "classic", "stuck_draw any": "classic",
    "throw_color last": "streams", "throw_wild matches": "streams",
    "double_uno end": "powers", "double_second any": "powers", "flip_effect placed": "powers",
    "shield_reverse flips": "powers",
    "uno_window answer": "classic streams creeper hyperdrive powers",
}
# Lines after START, and whether they are an error, fail or pass.
LINES = {
    "edition classic\nversion 1": "pass",
    "edition classic\nversion 2": "pass",
    "edition classic\nversion 0": "error",
    "edition classic\nversion 3": "error",
    "edition classic\nversion two": "error",
    "edition classic\nversion": "error",
    "edition classic\nversion 1 2": "error",
    "edition classic\nversion 1\nversion 1": "error",
    "edition classic\noption uno_window never": "error",
    "edition classic\noption stuck_draw first": "error",
    "edition classic\nexpect running\nversion 2": "error",
    # SETUP-1: exactly the cards drawn, all of one deck
    "edition classic\nchance dealer r1 g2 b3\nexpect dealer 3": "pass",
    "edition classic\nchance dealer r1 g2 b3\nexpect dealer 2": "fail",
    "edition classic\nchance dealer r1 g2\nexpect running": "fail",
    "edition classic\nchance dealer r1 g2 b2\nexpect running": "fail",
    "edition classic\nchance dealer r1 g2 b2 y1\nexpect running": "fail",
    "edition classic\nchance dealer r1 g2 b3 y4\nexpect running": "fail",
    "edition classic\nchance dealer r0 r0 b3\nexpect running": "fail",
    "edition classic\nchance dealer\nexpect running": "fail",
    "edition classic\nchance pile r0 r0\nexpect running": "fail",
    "edition classic\nchance dealer 3\nexpect running": "error",
    "edition classic\nchance dealer r1 g2 Wk\nexpect running": "error",
    "edition classic\nchance dealer r1 g2 b3\nchance dealer r1 g2 b3\nexpect running": "fail",
    "edition classic\ndealer 1\nexpect running": "error",
    "edition hyperdrive\nchance dealer 4\nexpect running": "error",
    "edition hyperdrive\nchance dealer r1 g2 b3\nexpect running": "error",
}


def outcome(text):
    try:
        scenarios = [Scenario(group) for group in read_file(text)]
    except FileError:
        return "error"
    return "fail" if any(Run(scenario).play() for scenario in scenarios) else "pass"


def cases():
    for option, owners in OWNERS.items():
        for edition in ("classic", "streams", "creeper", "hyperdrive", "powers"):
            wanted = "pass" if edition in owners.split() else "error"
            yield "edition %s\noption %s" % (edition, option), wanted
    yield from LINES.items()


def main():
    passed = failed = 0
    for lines, wanted in cases():
        got = outcome(START + lines + "\n")
        if got == wanted:
            passed += 1
        else:
            failed += 1
            print("selftest.py: `%s`: expected %s, got %s"
                  % (lines.replace("\n", " / "), wanted, got))
    print("%d passed, %d failed" % (passed, failed))
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
