#!/usr/bin/env python3
"""Is every clause of the rules shown by a scenario? `python3 tools/clause_coverage.py`

Also: docs/RULES.md has the same clauses as the shared design page, where that is checked out; every
kind of card of each edition occurs in that edition's scenarios; every `awaits` kind is expected
somewhere; every value of every option is tried."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
COLORS = "rygb"
CLAUSE = re.compile(r"^- ([A-Z0-9]+-[0-9]+) ", re.M)


def clauses(path):
    """The ids of a rules page, in order; the same id twice is an error."""
    return CLAUSE.findall(path.read_text(encoding="utf-8"))


def lines_of(path):
    """A scenario file's lines as words, without comments; a `#` inside quotes starts none."""
    for line in path.read_text(encoding="utf-8").splitlines():
        words = re.sub(r'"(?:\\.|[^"\\])*"|#.*', lambda m: m[0] if m[0][0] == '"' else "", line).split()
        if words:
            yield words


def awaits_kinds():
    """The kinds that the notation page lists for `expect awaits`."""
    page = (ROOT / "docs/NOTATION.md").read_text(encoding="utf-8")
    found = re.search(r"waits for seat N for `([a-z ]+)`", page)
    return found.group(1).split() if found else []


def symbols(numbers):
    """`1-9` is nine symbols, anything else is one."""
    match = re.fullmatch(r"(\d)-(\d)", numbers)
    return [str(n) for n in range(int(match[1]), int(match[2]) + 1)] if match else [numbers]


def kinds(edition):
    """The names of all cards of an edition file."""
    names = []
    for words in lines_of(edition):
        if words[0] == "colored":
            names += [color + symbol for color in COLORS for symbol in symbols(words[1])]
        elif words[0] == "wild":
            names.append(words[1])
        elif words[0] == "custom":
            names += [words[1] + str(k) for k in range(1, int(words[2]) + 1)]
    return names


def check_clauses(faults):
    ids = clauses(ROOT / "docs/RULES.md")
    shown = set()
    for path in ROOT.glob("editions/**/*.scn"):
        shown.update(word for words in lines_of(path) if words[0] == "rules" for word in words[1:])
    faults += ["docs/RULES.md: no clauses found"] if not ids else []
    faults += ["docs/RULES.md: %s is there twice" % one for one in sorted(set(ids)) if ids.count(one) > 1]
    faults += ["docs/RULES.md: no scenario under editions/ shows %s" % one for one in ids if one not in shown]
    design = ROOT.parent / "shared/design/rules.md"
    if design.exists():
        theirs = clauses(design)
        faults += ["docs/RULES.md: %s of the design page is missing" % one for one in theirs if one not in ids]
        faults += ["docs/RULES.md: %s is not on the design page" % one for one in ids if one not in theirs]
    return len(ids)


def check_cards(faults):
    total = 0
    for edition in sorted(ROOT.glob("editions/*/*.edition")):
        words = set()
        for path in edition.parent.glob("scenarios/*.scn"):
            words.update(word for line in lines_of(path) for word in line)
        for card in kinds(edition):
            total += 1
            if card not in words:
                faults.append("%s: no scenario of this edition has the card %s" % (edition.relative_to(ROOT), card))
    return total


def check_awaits(faults):
    expected = set()
    for path in ROOT.glob("editions/*/scenarios/*.scn"):
        for words in lines_of(path):
            if words[:2] == ["expect", "awaits"] and len(words) == 4:
                expected.add(words[3])
            elif words[:2] == ["expect", "turn"]:
                expected.add("turn")
    listed = awaits_kinds()
    faults += ["docs/NOTATION.md: no list of `awaits` kinds found"] if not listed else []
    faults += ["no scenario expects `awaits N %s`" % kind for kind in listed if kind not in expected]
    return len(listed)


def option_values():
    """(option, value) for each value that the table of options on the rules page names; no numbers."""
    for line in (ROOT / "docs/RULES.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        names = re.findall(r"`(\w+)`", cells[0])
        if not names or len(cells) != 3 or "…" in cells[1]:
            continue
        lists = re.sub(r"\(.*?\)", "", cells[1]).split("·")
        for name, values in zip(names, lists if len(lists) == len(names) else []):
            yield from ((name, value.strip()) for value in values.split(","))


def check_options(faults):
    """An `option` line, or the default: a scenario without one."""
    tried = set()
    for path in ROOT.glob("editions/*/scenarios/*.scn"):
        tried.update(tuple(words[1:3]) for words in lines_of(path) if words[0] == "option" and len(words) == 3)
    values = list(option_values())
    first = {}
    for name, value in values:
        first.setdefault(name, value)
    faults += ["docs/RULES.md: no table of options found"] if len(values) < 20 else []
    faults += ["no scenario under editions/ has `option %s %s`" % one for one in values
               if one not in tried and first[one[0]] != one[1]]
    return len(values)


def main():
    faults = []
    numbers = check_clauses(faults), check_cards(faults), check_awaits(faults), check_options(faults)
    for fault in faults:
        print(fault)
    print("%d clauses, %d kinds of card, %d kinds of awaits, %d values of options: %s" % (
        *numbers, "%d not shown" % len(faults) if faults else "all shown"))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
