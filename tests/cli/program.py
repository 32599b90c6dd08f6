"""What the tests of the program share: running it, its commands, and laws that hold or fail."""
import os
import pathlib
import re
import subprocess
import sys

COMODIN = os.path.realpath(sys.argv[1])
ROOT = pathlib.Path(__file__).resolve().parents[2]
PASSED, FAILED = [], []


def law(holds, what):
    (PASSED if holds else FAILED).append(what)
    if not holds:
        print(what)


def run(*words, **more):
    more = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.run([COMODIN, *words], text=True, timeout=120, check=False, **more)


def commands(words=()):
    """All commands, as tuples of words, with their help."""
    text = run(*words, "--help").stdout
    yield words, text
    names = re.search(r"^Subcommands:\n((?:  .*\n)+)", text, re.M)
    for name in re.findall(r"^  (\w+)", names[1], re.M) if names else []:
        yield from commands((*words, name))


def verdict():
    """Says how many laws held; the exit status."""
    print("%d passed, %d failed" % (len(PASSED), len(FAILED)))
    return 1 if FAILED else 0
