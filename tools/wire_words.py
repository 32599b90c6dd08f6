#!/usr/bin/env python3
"""Does docs/PROTOCOL.md say what the server says? `python3 tools/wire_words.py`

Every command with its fields, message type, refusal code, phrase and level stands in the page's second chapter, and
the tables there name no others. Commands are those of docs/schema/command.json, which a test holds to the tables in
server/hub/command.hpp. The page's clients and ours say hello in the server's version."""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
# A fault "room.CODE" or "room.CODE.CASE", or a code for what is wrong in a text that somebody wrote.
CODE = re.compile(r'"room\.([a-z_]+)(?:\.[a-z_]+)?"_fault|"(bad_[a-z]+)"')
FENCED = re.compile(r"^```.*?^```$", re.M | re.S)
REASON = re.compile(r'"refusal\.([a-z_]+)"_fault')
VERSION = re.compile(r'\bPROTOCOL_VERSION = (\d+)|\bversion"?[:`] ?(\d+)')
SPEAKERS = ["clients/web/src/room/connection/protocol.ts", "docs/examples/client.mjs", "docs/examples/simple.mjs",
            "docs/PROTOCOL.md", "tests/server/table_client.mjs"]
SETTING = ["edition", "options", "seats", "clock", "listed", "chat", "open"]


def read(*names):
    return "\n".join((ROOT / name).read_text(encoding="utf-8") for name in names)


def sources(folder):
    return read(*sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / folder).glob("*.[ch]pp")))


def section(page, title):
    """The text under a heading of the third level."""
    found = re.search(r"^### %s\n(.*?)(?=^### |\Z)" % re.escape(title), page, re.M | re.S)
    return found[1] if found else ""


def rows(text):
    """The cells of the rows there that begin with a word of the wire."""
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| `")]


def first_cells(text):
    return {word for cells in rows(text) for word in re.findall(r"`([a-z_]+)`", cells[0])}


def fields_of_schema():
    """{verb: {field: is it needed?}}"""
    out = {}
    for form in json.loads(read("docs/schema/command.json"))["oneOf"]:
        names = [name for name in form["properties"] if name not in ("do", "id")]
        out[form["properties"]["do"]["const"]] = {name: name in form["required"] for name in names}
    return out


def fields_of_page(text):
    """The same, of the table: what stands in brackets may be left out, and so may one of two."""
    out = {}
    for verb, fields, *_ in rows(text.split("A **setting** is")[0]):
        either = " or " in fields
        named = dict.fromkeys(re.findall(r"`([a-z_]+)`", re.sub(r"\[[^]]*\]", "", fields)), not either)
        for bracket in re.findall(r"\[([^]]*)\]", fields):
            words = SETTING if bracket == "setting" else re.findall(r"`([a-z_]+)`", bracket)
            named.update(dict.fromkeys(words, False))
        out[verb.strip("`")] = named
    return out


def main():
    page = read("docs/PROTOCOL.md").split("\n## ")[-1]
    wire = sources("server/hub")
    commands, written = fields_of_schema(), fields_of_page(section(page, "Commands"))
    codes = {one or other for one, other in CODE.findall(sources("server/room") + wire)}
    said = {  # what the code has → what the page must have
        "Commands": (set(commands), set(written)),
        "Messages": (set(re.findall(r'\bmessage\(\s*"([a-z]+)"', wire)), first_cells(section(page, "Messages"))),
        "Refusals": (codes, first_cells(section(page, "Refusals"))),
    }
    room = {"n", "room", "stage", "host", "watchers", "seats", "rules", "digest", "game", "hands", "commit", "last"}
    faults = []
    for title, (code, words) in said.items():
        extra = room | set(SETTING) if title == "Messages" else set()
        faults += ["%s: the page does not have `%s`" % (title, word) for word in sorted(code - words)]
        faults += ["%s: the code does not have `%s`" % (title, word) for word in sorted(words - code - extra)]
    for verb in sorted(set(commands) & set(written)):
        if commands[verb] != written[verb]:
            faults.append("Commands: `%s` has %s, the page says %s" % (verb, commands[verb], written[verb]))
    mentioned = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]+)`", FENCED.sub("", page)))))
    phrases = re.findall(r'"([a-z_]+)"', wire.split("kPhrases[] = {")[1].split("};")[0])
    levels = re.findall(r'^    \{"([a-z]+)", "', read("bots/ladder.cpp"), re.M)
    reasons = set(REASON.findall(read("engine/legal.cpp"))) - {"none"}
    for word in sorted(set(phrases) | set(levels) | reasons):
        if word not in mentioned:
            faults.append("the page does not mention `%s`" % word)
    version = re.search(r"kMessagesVersion = (\d+)", read("server/common/version.hpp"))[1]
    for speaker in SPEAKERS:
        spoken = {one or other for one, other in VERSION.findall(read(speaker))}
        if spoken != {version}:
            faults.append("%s: the server speaks version %s, not %s" % (speaker, version, ", ".join(spoken) or "none"))
    counts = ["%d %s" % (len(code), title.lower()) for title, (code, _) in said.items()]
    verdict = "%d faults" % len(faults) if faults else "as written"
    print("\n".join(faults + ["%s, %d reasons: %s" % (", ".join(counts), len(reasons), verdict)]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
