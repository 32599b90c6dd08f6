#!/usr/bin/env python3
"""Writes the fuzzers' first inputs: `python3 tests/fuzz/seeds.py OUT`.

They are cut from the shipped editions, rules, scenarios and kept regressions, one folder for each
fuzzer; files that are there already stay, so what a fuzzer has found is kept."""
import hashlib
import itertools
import pathlib
import random
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
EDITIONS = sorted(path.stem for path in ROOT.glob("editions/*/*.edition"))


def scenarios(path):
    """The scenarios of one file, each as a text of its own."""
    text = path.read_bytes()
    starts = [match.start() for match in re.finditer(rb"^scenario ", text, re.M)] + [len(text)]
    return [text[a:b] for a, b in zip(starts, starts[1:])] or [text]


def move_lines(scenario):
    """A table (as tests/fuzz/common.cpp reads it) and the scenario's moves."""
    edition = re.search(rb"^edition (\w+)$", scenario, re.M)
    players = re.search(rb"^players (\d+)", scenario, re.M)
    name = edition.group(1).decode() if edition else ""
    if name not in EDITIONS or not players:
        return b""
    head = bytes([EDITIONS.index(name), int(players.group(1)) - 2])
    return head + b"".join(re.findall(rb"^(?:reject )?(\d+ .*\n)", scenario, re.M))


def sessions(path):
    """The examples of the protocol's page: whole, line by line, view by view, and question by question to each of
    three bots, with each line left out. The table is one of three of the first edition."""
    plain, bots = b"\x00\x01", (b"\x00\x01", b"\x00\x40", b"\x00\x88")  # see protocol.cpp
    for block in re.findall(rb"^```\n(.*?)^```$", path.read_bytes(), re.M | re.S):
        lines = re.sub(rb"^[<>] ", b"", block, flags=re.M)
        yield plain + lines
        yield from (plain + line for line in lines.splitlines(keepends=True))
        yield from (plain + view for view in re.findall(rb"^view .*?(?=^move )", lines, re.M | re.S))
        for question in re.findall(rb"^view .*?^(?:go|react) [^\n]*\n", lines, re.M | re.S):
            said = question.splitlines(keepends=True)
            for head, left_out in itertools.product(bots, range(len(said) + 1)):
                yield head + b"".join(said[:left_out] + said[left_out + 1:])


def hub_sessions():
    """Frames of whole games; see command.cpp for what stands for what."""
    numbers = itertools.count(1)

    def say(who, verb, fields=""):
        return f'{who}{{"do":"{verb}","id":"c{next(numbers)}"{"," + fields if fields else ""}}}\n'

    for edition, readings in itertools.product(EDITIONS, ("uno_window=answer", "literal")):
        options = f"format=hand,cards=2,{readings}"
        text = "".join(say(k, "hello", '"version":2') for k in range(3))
        text += say(0, "create", f'"edition":"{edition}","options":"{options}","seats":3,"clock":20')
        text += say(0, "sit", '"name":"Ana"') + say(1, "join", '"room":"$R"') + say(1, "sit", '"name":"Luis","seat":2')
        text += say(2, "join", '"room":"$R"') + say(0, "bot", '"seat":3,"level":"casual"')
        text += say(0, "rule", '"card":1,"text":"next draws 2"')
        text += "".join(say(k, "accept", '"digest":"$D"') for k in (0, 1))
        text += "".join(say(k, "ready", '"commit":"$Z"') for k in (0, 1)) + say(0, "start")
        text += "".join(say(k, "reveal", f'"nonce":"{"0" * 64}"') for k in (0, 1)) + "+\n"
        moves = "".join(say(k, "move", '"move":"$M","at":$N') for k in (0, 1)) * 12
        yield text + moves + say(0, "rematch") + say(1, "stand") + say(0, "record") + say(1, "games")
        yield (text + "-1\n" + say(1, "hello", '"version":2,"token":"$P"')
               + say(1, "resume", '"room":"$R","token":"$T","seen":0') + say(1, "kept") + moves[:600] + "!\n"
               + say(0, "hello", '"version":2,"token":"$P"') + say(0, "resume", '"room":"$R","token":"$T"')
               + say(0, "remove", '"seat":2') + say(0, "chat", '"phrase":"hello"') + say(0, "leave"))


def logs():
    """The log of a short game in each edition; moves that the deal does not allow are refused."""
    entry = '{{"act":"{}","at":{}{}}}\n'.format
    for edition, byte, version in itertools.product(EDITIONS, ("01", "7f", "ab", "ee"), ("", ',"version":2')):
        key, zeros = f'"bytes":"{byte * 32}"', f'"bytes":"{"0" * 64}"'
        options = "format=hand,cards=2,drawn_forced=may" + (",custom_wilds=0" if edition == "classic" else "")
        text = entry("create", 0, f',"id":"c1","text":"BBBBBB","player":"0123456789abcdef",{key},'
                     f'"edition":"{edition}","options":"{options}","seats":2,"clock":20{version}')
        for seat in (1, 2):
            text += entry("sit", 2, f',"seat":{seat},"id":"s","text":"A{seat}","player":"012345678901234{seat}",{key}')
            text += entry("ready", 2, f',"seat":{seat},"flag":true')
        text += entry("start", 3, f',"seat":1,"text":"{"0" * 32}"') + entry("deal", 4, "")
        for at in range(10):
            text += "".join(entry("move", 5 + at, f',"seat":{seat},"text":"{move}","card":99')
                            for seat in (1, 2) for move in ("draw", "keep"))
        yield text + entry("token", 99, f',"seat":1,{zeros}') + entry("kept", 99, ',"seat":1')


def inputs():
    """(fuzzer, text) of every seed."""
    old = sorted(ROOT.glob("tests/records/version-*/*-*.scn"))
    for path in sorted(ROOT.glob("editions/*/scenarios/*.scn")) + sorted(ROOT.glob("tests/regressions/*.scn")) + old:
        for text in scenarios(path):
            yield "scenario", text
            yield "tokens", text
            yield "move_line", move_lines(text)
            for rule in re.findall(rb'^custom \w+ do "(.*)"', text, re.M):
                yield "rule", rule.replace(b'\\"', b'"')
    for path in sorted(ROOT.glob("editions/*/*.edition")) + sorted(ROOT.glob("tests/**/*.edition")):
        yield "edition", path.read_bytes()
        yield "edition", re.sub(rb" *#.*", b"", path.read_bytes())
    for path in sorted(ROOT.glob("editions/*/rules/*.rule")) + sorted(ROOT.glob("tests/regressions/*.rule")):
        yield "rule", path.read_bytes()
        yield "tokens", path.read_bytes()
    for keys in (b"\x05\x1b[A\x1b[<0;12;5M", b"\x03\x1b[200~next draws 2\x1b[201~", b"\x01\x1bOP\x1b[6~\xc3\xb1"):
        yield "keys", keys
    for frame in (b'{"do":"play","id":"a1","move":"play r7 uno"}',
                  b'{"n":-9223372036854775808,"yes":true, "t":"\\ud83d"}',
                  '{"t":"e\u0301\u0301 \u202eñ\\u00f1\\n\\"","no":false}'.encode(), b'{"a":1.5e3,"a":[null,{}]} //'):
        yield "fields", frame
    yield from (("command", text.encode()) for text in hub_sessions())
    yield from (("log", text.encode()) for text in logs())
    yield from (("log", path.read_bytes()) for path in sorted(ROOT.glob("tests/server/logs/options-*.log")))
    yield "frames", b"\x05\x00\x02\x05\x64\x01\xff\x00"  # a stranger takes the seat of somebody who was removed
    for number in range(400):  # these read bytes as choices: any will do
        for fuzzer in ("frames", "entries"):
            yield fuzzer, bytes([number % 256]) + random.Random(f"{fuzzer} {number}").randbytes(40)
    for lines in sessions(ROOT / "docs/PROTOCOL.md"):
        yield "protocol", lines
    for edition in range(len(EDITIONS)):
        for seats in (0, 1, 2, 8):
            yield "move_bytes", bytes([edition, seats]) + bytes(16) + b"\x80\x03\x90\x01" * 40


def main(out):
    for fuzzer, text in inputs():
        folder = pathlib.Path(out) / fuzzer
        folder.mkdir(parents=True, exist_ok=True)
        (folder / hashlib.sha1(text).hexdigest()).write_bytes(text)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: seeds.py OUT")
    main(sys.argv[1])
