#!/usr/bin/env python3
"""Does docs/PROTOCOL.md say what the server says? `python3 tools/wire_words.py`

Every command, message type, refusal code, phrase and level of the code stands in the page's second chapter, and the
tables there name no others."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
CODE = re.compile(r'(?:refuse\(|\{)"([a-z]+(?:_[a-z]+)*)",\s*(?:"[a-z]+ |why|who|wrong\.text)')
FENCED = re.compile(r"^```.*?^```$", re.M | re.S)
REASON = re.compile(r'return \{"([a-z_]+)", "')


def read(*names):
    return "\n".join((ROOT / name).read_text(encoding="utf-8") for name in names)


def section(page, title):
    """The text under a heading of the third level."""
    found = re.search(r"^### %s\n(.*?)(?=^### |\Z)" % re.escape(title), page, re.M | re.S)
    return found[1] if found else ""


def first_cells(text):
    """The words in the first column of the tables there."""
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return {word for cell in cells for word in re.findall(r"`([a-z_]+)`", cell)}


def main():
    page = read("docs/PROTOCOL.md").split("\n## ")[-1]
    room = read("server/room.cpp", "server/hub.cpp", "server/hub_commands.cpp", "server/hub_rooms.cpp",
                "server/hub_seats.cpp", "server/hub_inside.hpp")
    wire, command = read("server/wire.cpp"), read("server/command.hpp")
    forms = command.split("kForms = {{")[1].split("}};")[0]
    said = {  # what the code has → what the page must have
        "Commands": (set(re.findall(r'^    \{"([a-z]+)"', forms, re.M)), first_cells(section(page, "Commands"))),
        "Messages": (set(re.findall(r'message\(\s*"([a-z]+)"', wire)), first_cells(section(page, "Messages"))),
        "Refusals": (set(CODE.findall(room)), first_cells(section(page, "Refusals"))),
    }
    settings = {"edition", "options", "seats", "clock", "listed", "chat", "open"}
    fields = {"n", "room", "stage", "host", "watchers", "seats", "rules", "digest", "game", "hands", "commit", "last"}
    faults = []
    for title, (code, words) in said.items():
        extra = {"Commands": settings, "Messages": fields | settings}.get(title, set())
        faults += ["%s: the page does not have `%s`" % (title, word) for word in sorted(code - words)]
        faults += ["%s: the code does not have `%s`" % (title, word) for word in sorted(words - code - extra)]
    mentioned = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]+)`", FENCED.sub("", page)))))
    phrases = re.findall(r'"([a-z_]+)"', wire.split("kPhrases[] = {")[1].split("};")[0])
    levels = re.findall(r'^    \{"([a-z]+)", "', read("bots/ladder.cpp"), re.M)
    reasons = set(REASON.findall(read("engine/legal.cpp"))) - {"none", "refused"}
    for word in sorted(set(phrases) | set(levels) | reasons):
        if word not in mentioned:
            faults.append("the page does not mention `%s`" % word)
    counts = ["%d %s" % (len(code), title.lower()) for title, (code, _) in said.items()]
    verdict = "%d faults" % len(faults) if faults else "as written"
    print("\n".join(faults + ["%s, %d reasons: %s" % (", ".join(counts), len(reasons), verdict)]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
