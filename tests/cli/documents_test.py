#!/usr/bin/env python3
"""What the documents show was run: tests/cli/documents_test.py COMODIN

Every `    $ comodin …` of a page is run, in the order of the page, in a folder that looks like the repository; what
the page shows below it must be what comes out, on standard output or on standard error. A command that shows nothing
must only succeed. A line for each failure, then `N passed, N failed`."""
import os
import pathlib
import subprocess
import sys
import tempfile

COMODIN = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
ENDLESS = ("comodin serve",)  # goes on until it is stopped
INDENT = "    "


def pages():
    yield from sorted(ROOT.glob("*.md"))
    yield from sorted((ROOT / "docs").glob("*.md"))


def sessions(text):
    """(line, command, what is shown) of a page's indented blocks."""
    shown, found = None, []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(INDENT + "$ "):
            shown = []
            found.append((number, line[len(INDENT) + 2:], shown))
        elif shown is not None and (line.startswith(INDENT) or not line):
            shown.append(line[len(INDENT):])
        else:
            shown = None
    return [(number, command, "\n".join(lines).rstrip("\n")) for number, command, lines in found]


def difference(command, shown, folder):
    """In words, what is not as shown; empty if all is."""
    path = "%s:%s" % (folder / "bin", os.environ["PATH"])
    answer = subprocess.run(["bash", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                            text=True, timeout=300, check=False, env={**os.environ, "PATH": path})
    if not shown:
        return "" if answer.returncode == 0 else "exit status %d: %s" % (answer.returncode, answer.stderr)
    if shown in (answer.stdout.rstrip("\n"), answer.stderr.rstrip("\n")):
        return ""
    return "shows\n%s\nbut it is\n%s%s" % (shown, answer.stdout, answer.stderr)


def folder_like_ours(work):
    for entry in ROOT.iterdir():
        if entry.name not in ("build", ".git", "games"):
            (work / entry.name).symlink_to(entry)
    (work / "bin").mkdir()
    (work / "bin/comodin").symlink_to(COMODIN)
    return work


def main():
    passed = failed = 0
    for page in pages():
        with tempfile.TemporaryDirectory() as work:
            folder = folder_like_ours(pathlib.Path(work))
            for number, command, shown in sessions(page.read_text(encoding="utf-8")):
                if command.startswith(ENDLESS):
                    continue
                wrong = difference(command, shown, folder)
                passed, failed = passed + (not wrong), failed + bool(wrong)
                if wrong:
                    print("%s:%d: `%s` %s" % (page.relative_to(ROOT), number, command, wrong))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


sys.exit(main())
