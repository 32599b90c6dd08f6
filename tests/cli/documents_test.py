#!/usr/bin/env python3
"""Do the examples that the documents show still hold? tests/cli/documents_test.py COMODIN [KIND...]

commands   each `    $ comodin …` is run, in the order of the page, in a folder that looks like the repository. The
           output shown below it must come out, on standard output or standard error; without one it must only succeed
options    each `--option` in a `comodin COMMAND …` exists
rules      the rule language's example sentences, ready rules and error messages are as shown
scenarios  each block that is a scenario passes `comodin check`; parts of scenarios occur in the scenarios they are from
editions   each block that is an edition file can be read, and mistakes in it get the messages shown
sessions   the session with a program happens again, word for word
json       commands and messages that are shown whole satisfy docs/schema; refusals say what the catalogue says
links      each link leads to a file, and to a heading in it
paths      each file and folder that is named exists, and so do the functions of the map in DESIGN.md

Prints a line for each failure, how many of each kind there were, and `N passed, N failed`."""
import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMODIN = pathlib.Path(sys.argv[1]).resolve()
ENDLESS = ("comodin serve",)  # goes on until it is stopped
INDENT = "    "
WRITTEN = ROOT / "editions/classic/scenarios/written-rules.scn"
SEATS = "comodin record --players 3"


def texts():
    """What people read first: the pages at the root and in docs/."""
    yield from sorted(ROOT.glob("*.md"))
    yield from sorted((ROOT / "docs").glob("*.md"))


def all_pages():
    """Every page of ours, the folders' own too."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(set(folders) - {"build", "dist", "node_modules", "games", ".git"})
        yield from (pathlib.Path(folder) / file for file in sorted(files) if file.endswith(".md"))


def name(page):
    return str(page.relative_to(ROOT))


def comodin(*words, folder=ROOT):
    return subprocess.run([str(COMODIN), *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=300, check=False)


def pattern(shown):
    """What is shown, with anything where it has `…`."""
    return ".*".join(re.escape(part) for part in shown.split("…"))


# ---- parts of a page ------------------------------------------------------------------------------------


def blocks(text):
    """(line, text) of each indented or fenced block; those of lists are none."""
    lines, found, at = text.splitlines(), [], 0
    while at < len(lines):
        first = at
        if lines[at].startswith("```"):
            at += 1
            while at < len(lines) and not lines[at].startswith("```"):
                at += 1
            found.append((first + 2, "\n".join(lines[first + 1:at])))
        elif lines[at].startswith(INDENT) and (at == 0 or not lines[at - 1].strip()):
            while at < len(lines) and (lines[at].startswith(INDENT) or not lines[at].strip()):
                at += 1
            found.append((first + 1, "\n".join(line[len(INDENT):] for line in lines[first:at]).rstrip()))
            continue
        at += 1
    return found


def tables(text):
    """(line, cells of the head, cells) of each row of a table."""
    head = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("|"):
            head = None
            continue
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])]
        if head is None:
            head = [cell.lower() for cell in cells]
        elif set(line) - set("|-: "):
            yield number, head, cells


def code(cell):
    """What stands between backticks in a cell."""
    return [one.strip() for _, one in re.findall(r"(`+)(.+?)\1(?!`)", cell)]


def folder_like_ours(work):
    for entry in ROOT.iterdir():
        if entry.name not in ("build", ".git", "games"):
            (work / entry.name).symlink_to(entry)
    (work / "bin").mkdir()
    (work / "bin/comodin").symlink_to(COMODIN)
    return work


# ---- the kinds: each yields (place, what is wrong, or "") --------------------------------------------------


def shell_sessions(text):
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


def commands():
    for page in texts():
        with tempfile.TemporaryDirectory() as work:
            folder = folder_like_ours(pathlib.Path(work))
            for number, command, shown in shell_sessions(page.read_text(encoding="utf-8")):
                if not command.startswith(ENDLESS):
                    wrong = difference(command, shown, folder)
                    yield "%s:%d" % (name(page), number), wrong and "`%s` %s" % (command, wrong)


def options():
    """`comodin arena merge … --html FILE`: does `comodin arena merge --help` have --html?"""
    helps = {}
    for page in texts():
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            for words in re.findall(r"(?<![\w/-])comodin ([a-z]+(?: [a-z]+)?)((?:\s+[^|`#;&]*)?)", line):
                for option in re.findall(r"(?<!\S)(--[a-z][a-z-]+)", words[1]):
                    known = ""
                    for command in (words[0].split(), words[0].split()[:1]):
                        if " ".join(command) not in helps:
                            answer = comodin(*command, "--help")
                            helps[" ".join(command)] = answer.stdout if answer.returncode == 0 else ""
                        known = known or helps[" ".join(command)]
                    there = re.search(r"(?<![\w-])%s(?![\w-])" % option, known)
                    yield "%s:%d" % (name(page), number), "" if there else "`comodin %s` has no %s" % (words[0], option)


def rule_answer(text):
    answer = comodin("show", "rule", text)
    return answer.returncode, (answer.stdout if answer.returncode == 0 else answer.stderr).strip()


def rules():
    for page in sorted((ROOT / "docs").glob("RULE-LANGUAGE*.md")):
        text = page.read_text(encoding="utf-8")
        for number, head, cells in tables(text):
            place = "%s:%d" % (name(page), number)
            for column in {"example", "ejemplo"} & set(head):
                for example in code(cells[head.index(column)]):
                    status, said = rule_answer(example)
                    yield place, status and "`%s`: %s" % (example, said)
            if head in (["name", "text"], ["nombre", "texto"]):
                status, said = rule_answer(code(cells[0])[0])
                yield place, "" if said == code(cells[1])[0] else "%s is\n%s" % (cells[0], said)
            if head in (["written", "answer"], ["escrito", "respuesta"]):
                status, said = rule_answer(code(cells[0])[0])
                expected = r"\d+:\d+: " + pattern(code(cells[1])[0])
                yield place, "" if status and re.fullmatch(expected, said) else "`%s`: %s" % (code(cells[0])[0], said)
        for number, block in blocks(text):
            for part in block.split("\n\n"):
                if part.startswith(("player picks", "others vote", "reverse;")):
                    status, said = rule_answer(part)
                    yield "%s:%d" % (name(page), number), status and said


def plain_lines(text):
    return [" ".join(line.split("#")[0].split()) for line in text.splitlines() if line.split("#")[0].strip()]


def in_order(some, others):
    """Do they stand among the others, in this order?"""
    rest = iter(others)
    return all(one in rest for one in some)


def is_edition(block):
    return re.search(r"\A(#.*\n)*edition [a-z0-9-]+$", block, re.M)


def edition_file(block, folder):
    """The file in which an edition is written down."""
    return pathlib.Path(folder) / (re.search(r"^edition (\S+)$", block, re.M)[1] + ".edition")


def written_files(text, folder):
    """The page's edition files and scenarios, side by side; the names of the scenarios with their lines."""
    found = []
    for number, block in blocks(text):
        if is_edition(block):
            edition_file(block, folder).write_text(block + "\n", encoding="utf-8")
        elif block.startswith("scenario "):
            (folder / ("block-%d.scn" % number)).write_text(block + "\n", encoding="utf-8")
            found.append((number, "block-%d.scn" % number))
    return found


def scenarios():
    parts = [plain_lines(part) for part in re.split(r"^(?=scenario )", WRITTEN.read_text(encoding="utf-8"), flags=re.M)]
    for page in texts():
        text = page.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as work:
            for number, file in written_files(text, pathlib.Path(work)):
                answer = comodin("check", file, folder=work)
                yield "%s:%d" % (name(page), number), answer.returncode and answer.stdout + answer.stderr
        if page.stem.startswith("RULE-LANGUAGE"):
            shown = [(number, part) for number, block in blocks(text) for part in block.split("\n\n")]
            for number, part in shown:
                if re.match(r"(hand )?\d (play|vote|W)|hand \d ", part):
                    inside = any(in_order(plain_lines(part), lines) for lines in parts)
                    yield "%s:%d" % (name(page), number), "" if inside else "is in no scenario of %s" % WRITTEN.name


def with_mistake(edition, message):
    """The edition file with the mistake that the message is about."""
    line, column = int(message[1]), int(message[2])
    lines = edition.splitlines()
    got = re.search(r"got `(\S+)`$", message[3])
    if got:
        wrong = {"next": "next draws"}.get(got[1], got[1])  # the beginning of another sentence
        lines[line - 1] = lines[line - 1][:column - 1] + re.sub(r"^[^\s;]+", wrong, lines[line - 1][column - 1:])
        return "\n".join(lines) + "\n"
    card = re.search(r"`play (\w+): name color", message[3])[1]
    return re.sub(r"^play %s: name color(; )?" % card, "play %s: " % card, edition, flags=re.M)


def editions():
    for page in texts():
        text = page.read_text(encoding="utf-8")
        for number, block in blocks(text):
            if not is_edition(block):
                continue
            with tempfile.TemporaryDirectory() as work:
                file = edition_file(block, work)
                file.write_text(block + "\n", encoding="utf-8")
                answer = comodin("show", "edition", file.name, folder=work)
                yield "%s:%d" % (name(page), number), answer.returncode and answer.stderr
                for shown in re.finditer(r"^ {4}\./%s:(\d+):(\d+): (.*)$" % re.escape(file.name), text, re.M):
                    file.write_text(with_mistake(block + "\n", shown), encoding="utf-8")
                    answer = comodin("show", "edition", file.name, folder=work)
                    expected = r"(.*: )?(\./)?" + pattern(shown[0].strip()[2:])
                    good = answer.returncode and re.fullmatch(expected, answer.stderr.strip())
                    yield "%s: %s" % (name(page), shown[0].strip()), "" if good else "it is " + answer.stderr


TEE = """import subprocess, sys, threading
bot = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
log = open(sys.argv[1], "a", buffering=1)
def back():
    for line in bot.stdout:
        log.write("< " + line)
        sys.stdout.write(line)
        sys.stdout.flush()
answers = threading.Thread(target=back)
answers.start()
for line in sys.stdin:
    log.write("> " + line)
    bot.stdin.write(line)
bot.stdin.close()
answers.join()
"""


def said_again(shown, said):
    """The first line that is shown but not said; `> ...` stands for any number of lines."""
    at, skip = 0, False
    for line in shown:
        if line in ("> ...", "< ..."):
            skip = True
            continue
        while at < len(said) and skip and not re.fullmatch(pattern(line), said[at]):
            at += 1
        if at == len(said) or not re.fullmatch(pattern(line), said[at]):
            return "`%s`, but it is `%s`" % (line, said[at] if at < len(said) else "the end")
        at, skip = at + 1, False
    return ""


def sessions():
    page = ROOT / "docs/PROTOCOL.md"
    text = page.read_text(encoding="utf-8")
    command = re.search(r"`(%s[^`]*)`" % re.escape(SEATS), text.replace("\n", " "))
    program = re.search(r"exec:([^,`]+)", command[1])[1]
    with tempfile.TemporaryDirectory() as work:
        folder = folder_like_ours(pathlib.Path(work))
        (folder / "tee.py").write_text(TEE, encoding="utf-8")
        seen = "exec:%s tee.py said.txt %s %s" % (sys.executable, sys.executable, program)
        words = command[1].replace("exec:" + program, seen).split(" --bots ")
        answer = comodin(*words[0].split()[1:], "--bots", words[1], "--out", "records", folder=folder)
        log = folder / "said.txt"
        said = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    blocks_of_it = [block for block in blocks(text) if block[1].startswith("> hello") and "> game 1" in block[1]]
    for number, block in blocks_of_it or [(1, "> no session is shown")]:
        wrong = answer.stderr if answer.returncode else said_again(block.splitlines(), said)
        yield "%s:%d" % (name(page), number), wrong


def whole(line):
    """A sample as it would be sent: cut digits are filled up. None: more of it was left out."""
    line = re.split(r"(?<=\})\s{2,}", line)[0]  # a remark behind it
    digits = {'"player":': 16, '"game":': 32, "": 64}
    filled = re.sub(r'("player":|"game":|)"([0-9a-f]+)…"',
                    lambda cut: '%s"%s"' % (cut[1], cut[2].ljust(digits[cut[1]], "0")), line)
    return None if "…" in filled else filled


def sentence(texts_of, code, args):
    """As words/fault.cpp makes it: an argument `@CODE` is another text, of the arguments that follow."""
    said = [sentence(texts_of, arg[1:], args[at + 1:]) if arg.startswith("@") else arg for at, arg in enumerate(args)]
    return re.sub(r"\{(\d)\}", lambda place: said[int(place[1])], texts_of.get("fault." + code, "no text"))


def said_otherwise(message):
    """What the catalogue says in place of a refusal's `text`; empty if the same."""
    if message.get("type") != "refused":
        return ""
    texts_of = json.loads((ROOT / "words/en.json").read_text(encoding="utf-8"))
    fault = message.get("fault", {"code": "refusal." + message["why"], "args": []})
    place = "%d:%d: " % (fault["line"], fault["column"]) if "line" in fault else ""
    says = place + sentence(texts_of, fault["code"], fault["args"])
    return "" if message["text"] == says else "the catalogue says: " + says


def samples():
    try:
        from jsonschema import Draft202012Validator, RefResolver  # noqa: PLC0415
    except ImportError:
        sys.exit("documents_test.py: python3-jsonschema is missing")
    folder, known = ROOT / "docs/schema", {}
    for mark, kind in (("<", "command"), (">", "server")):
        schema = json.loads((folder / (kind + ".json")).read_text(encoding="utf-8"))
        resolver = RefResolver((folder / (kind + ".json")).as_uri(), schema)
        known[mark] = Draft202012Validator(schema, resolver=resolver)
    for page in texts():
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            if not re.match(r"[<>] \{", line):
                continue
            text = whole(line[2:])
            if text is None:
                continue
            place = "%s:%d" % (name(page), number)
            try:
                message = json.loads(text)
            except ValueError as wrong:
                yield place, "%s: %s" % (wrong, text)
                continue
            good = known[line[0]].is_valid(message)
            yield place, said_otherwise(message) if good else "is not what docs/schema says: " + text


def anchors(page):
    """The names that a page's headings have, as hosting sites make them."""
    found = set()
    for line in re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S).splitlines():
        heading = re.match(r"#+ (.*)", line)
        if heading:
            words = re.sub(r"[^\w\- ]", "", heading[1].lower().replace("`", ""))
            found.add(words.replace(" ", "-"))
    return found


def links():
    for page in all_pages():
        text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", target):
                continue
            file, _, heading = target.partition("#")
            there = (page.parent / file).resolve() if file else page
            wrong = "" if there.exists() else "there is no such file"
            if heading and not wrong and heading not in anchors(there):
                wrong = "there is no such heading"
            yield "%s: %s" % (name(page), target), wrong


def present():
    """All files and folders of ours, by their paths."""
    found = set()
    for folder, folders, files in os.walk(ROOT):
        folders[:] = set(folders) - {"build", "dist", "node_modules", ".git"}
        beginning = pathlib.Path(folder).relative_to(ROOT)
        found.update((beginning / one).as_posix() for one in (*folders, *files))
    return found


def lookup(known):
    """A function from a page and a path it names to the file or folder meant, or None."""
    def find(page, path, *more):
        path = path.removeprefix("./").rstrip("/")
        beside = page.parent.relative_to(ROOT).as_posix()
        for folder in ("", beside, "docs", "clients/web", "clients/web/src", *more):
            there = (pathlib.PurePath(folder) / path).as_posix()
            if there in known or any(fnmatch.fnmatch(file, there + end) for file in known for end in ("", ".*")):
                return there
        return None
    return find


def paths():
    known = present()
    find, tops = lookup(known), {file.split("/")[0] for file in known} - {"build"}
    for page in all_pages():
        for word in sorted(set(re.findall(r"`([\w.*-]+(?:/[\w.*-]+)+/?)`", page.read_text(encoding="utf-8")))):
            placeholder = re.search(r"(\b|_)(ID|NAME|CODE|FILE|N)\b", word)
            if word.split("/")[0] in tops and not placeholder:
                yield "%s: %s" % (name(page), word), "" if find(page, word) else "is not there"
    yield from the_map(find)


def the_map(find):
    """Each function that DESIGN.md's map names stands in a file of its row."""
    page = ROOT / "docs/DESIGN.md"
    for number, head, cells in tables(page.read_text(encoding="utf-8")):
        if head[-2:] != ["function", "file"]:
            continue
        place = "%s:%d" % (name(page), number)
        files = {file: find(page, file) for file in code(cells[-1])}
        for file, there in files.items():
            yield place, "" if there else "there is no %s" % file
        text = "".join((ROOT / there).read_text(encoding="utf-8") for there in files.values() if there)
        for function in code(cells[-2]):
            last = re.split(r"::|\.", function)[-1]
            yield place, "" if re.search(r"\b%s\b" % re.escape(last), text) else "%s is in none of its files" % function


KINDS = {"commands": commands, "options": options, "rules": rules, "scenarios": scenarios, "editions": editions,
         "sessions": sessions, "json": samples, "links": links, "paths": paths}


def main():
    passed = failed = 0
    counts = []
    for kind in sys.argv[2:] or KINDS:
        number = 0
        for place, wrong in KINDS[kind]():
            number += 1
            passed, failed = passed + (not wrong), failed + bool(wrong)
            if wrong:
                print("%s: %s: %s" % (kind, place, str(wrong).strip()))
        counts.append("%d %s" % (number, kind))
        if not number:
            failed += 1
            print("%s: none found" % kind)
    print(", ".join(counts))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


sys.exit(main())
