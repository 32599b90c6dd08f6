#!/usr/bin/env python3
"""The house style, as far as a machine can tell: `python3 tools/tidy.py`

engine/ is pure (no I/O, clock, threads, floats, heap, hash order, exceptions, changing globals);
everywhere lines and files stay short, each top-level folder has a short README.md, and the page's tests stand where
they are run. In C++ functions stay short, too (in other languages that is for the reader to judge), and a statement
does one thing: no comma operators, and no assignments that are returned."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
LINE_MAX, FUNCTION_MAX, FILE_MAX, README_MAX = 120, 70, 700, 45
CPP_LINE_MAX = 110  # as in .clang-format, which leaves raw strings alone
CPP, SCRIPTS, BINARY = (".cpp", ".hpp"), (".ts", ".mjs", ".js", ".svelte"), (".net", ".png", ".jpg")
LONG_FILES, LONG_LINES = (".scn", ".dict", ".md", ".json"), (".scn", ".json", ".svg", ".log")  # texts, not code
TRADE = re.compile("|".join(("matt" + "el", "mine" + "craft", "moj" + "ang", "ghost" + "busters")), re.I)
NOTES = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")
IMPURE = [(re.compile(pattern), why) for pattern, why in (
    (r"#\s*include\s*<(iostream|fstream|sstream|cstdio|filesystem)>", "does I/O"),
    (r"#\s*include\s*<random>", "uses <random>: engine/chance.hpp is the only source of chance"),
    (r"#\s*include\s*<(chrono|ctime)>", "looks at a clock"),
    (r"#\s*include\s*<(thread|mutex|atomic|future)>", "uses threads"),
    (r"\b(float|double)\b", "uses floating point"),
    (r"\b(new|delete)\b|\b(malloc|calloc|realloc|free)\s*\(|\bmake_(unique|shared)\b", "uses the heap by hand"),
    (r"\bunordered_(map|set|multimap|multiset)\b", "uses an unordered container"),
    (r"\bstd::function\b|#\s*include\s*<functional>", "uses std::function"),
    (r"\b(throw|try|catch)\b\s*[({;\w]", "uses exceptions"),
    (r"^\s*(static|thread_local|inline)\s+(?!constexpr|const\b|inline|consteval)[\w:<>, ]+\s+\w+\s*(=|;|\{[^}]*\};)",
     "has a global that can change"),
    (r"^(?!using|typedef|return|namespace|struct|class|enum|const|constexpr|template|static|friend|inline|extern)"
     r"[A-Za-z_][\w:<>, ]*\s+\w+\s*(=[^=;]*)?;$", "has a global that can change"),
)]
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.S)

RAW = re.compile(r'R"(\w*)\(.*?\)\1"', re.S)
STATEMENT = re.compile(r"[^;{}]*;")
HEAD, LABEL = re.compile(r"(else )?(if|for|while|switch)\b"), re.compile(r"^\s*((case [\w:]+|default)\s*:|else\b|\s)*")
INNER = re.compile(r"\([^()]*\)|\[[^][]*\]")  # brackets, with nothing but text in them
DONE = re.compile(r"return\b[^<]*$|[\w.:>-]+(\s[-+*/|&^]?=\s[^<]*)?$|(\+\+|--)")  # not a list of declarations
RETURNED = re.compile(r"return\s+[\w.:>()\[\]-]+ ([-+*/|&^]|<<|>>)?= ")


def files():
    """Every file that is, or could be, committed."""
    found = subprocess.run(["sh", "-c", "git ls-files -co --exclude-standard || find * .ci -type f"], cwd=ROOT,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    skipped = re.compile(r"(^|/)(build|__pycache__)/")
    names = sorted(set(found.stdout.splitlines()))
    return [name for name in names if (ROOT / name).is_file() and not skipped.search(name)]


def code_of(text):
    """Without comments, strings and deleted functions; lines stay where they are."""
    return COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text).replace("= delete", "        ")


def check_engine(name, text, faults):
    for number, line in enumerate(code_of(text).splitlines(), 1):
        for pattern, why in IMPURE:
            if pattern.search(line):
                faults.append("%s:%d: engine/ %s: %s" % (name, number, why, line.strip()[:60]))


def check_functions(name, text, faults):
    """A body opens on a line that ends in `) … {` and closes at the same indentation."""
    lines, opened = code_of(text).splitlines(), {}
    for number, line in enumerate(lines, 1):
        indent = len(line) - len(line.lstrip())
        if re.search(r"\)[\w\s&:,()<>{}*-]*\{\s*$", line):
            if not re.match(r"\s*(\} )?(namespace|class|struct|enum|if|for|while|switch|else|do)\b", line):
                opened[indent] = number
        elif line.strip().startswith("}") and indent in opened:
            length = number - opened.pop(indent) + 1
            if length > FUNCTION_MAX:
                place = "%s:%d" % (name, number - length + 1)
                faults.append("%s: a function of %d lines, at most %d" % (place, length, FUNCTION_MAX))


def check_commas(name, text, faults):
    """An arrow gives one value: `() => (first(), second())` hides a statement."""
    code = code_of(text)
    for arrow in re.finditer(r"=> \(", code):
        depth, comma, at = 1, None, arrow.end()
        while depth and at < len(code):
            depth += (code[at] in "([{") - (code[at] in ")]}")
            comma = comma or (at if depth == 1 and code[at] == "," else None)
            at += 1
        if comma and not code[at:].lstrip().startswith("=>"):
            faults.append("%s:%d: a comma operator" % (name, code.count("\n", 0, comma) + 1))


def wrappable(name, lines):
    """May each line be broken? Not a page's tables and examples."""
    page, fenced = name.endswith(".md"), False
    for line in lines:
        fence = page and line.startswith("```")
        fenced ^= fence
        yield not (page and (fence or fenced or line.startswith(("|", "    "))))


def bare(statement):
    """Without the heads that it may follow: `for (…)`, `if (…)`, `else`, `case …:`."""
    depth, start = 0, 0
    for at, char in enumerate(statement):
        depth += (char in "([") - (char in ")]")
        if depth < 0 or (depth == 0 and char == ")" and HEAD.match(statement[start:at].strip())):
            depth, start = 0, at + 1
    return LABEL.sub("", statement[start:]).strip()


def check_statements(name, text, faults):
    text = RAW.sub(lambda m: re.sub(r"[^\n]", "", m[0]), text)
    for number, line in enumerate(text.splitlines(), 1):
        if CPP_LINE_MAX < len(line) <= LINE_MAX:
            faults.append("%s:%d: %d characters, at most %d" % (name, number, len(line), CPP_LINE_MAX))
    code = code_of(text)
    code = re.sub(r"^[ ]*#.*$", "", code, flags=re.M)
    for found in STATEMENT.finditer(code):
        statement = bare(found[0])
        outside, inside = statement, 1
        while inside:
            outside, inside = INNER.subn("", outside)
        place = "%s:%d: " % (name, code.count("\n", 0, found.end()) + 1)
        if "," in outside and DONE.match(outside.split(",")[0]):
            faults.append(place + "a comma operator")
        if RETURNED.match(statement):
            faults.append(place + "an assignment that is returned: " + statement)


def check_text(name, text, faults):
    suffix, lines = pathlib.Path(name).suffix, text.splitlines()
    if len(lines) > FILE_MAX and suffix not in LONG_FILES:
        faults.append("%s: %d lines, at most %d" % (name, len(lines), FILE_MAX))
    for number, (line, breaks) in enumerate(zip(lines, wrappable(name, lines), strict=True), 1):
        place = "%s:%d: " % (name, number)
        if len(line) > LINE_MAX and breaks and suffix not in LONG_LINES:
            faults.append(place + "%d characters, at most %d" % (len(line), LINE_MAX))
        if "\t" in line:
            faults.append(place + "a tab")
        if line != line.rstrip():
            faults.append(place + "spaces at the end of the line")
        if NOTES.search(line):
            faults.append(place + "a note to be done later: do it, or open an issue")
        if TRADE.search(line) and not name.startswith("docs/"):
            faults.append(place + "a trade name")


def check_readmes(names, faults):
    for folder in sorted({name.split("/")[0] for name in names if "/" in name and name[0] != "."}):
        readme = ROOT / folder / "README.md"
        if not readme.is_file():
            faults.append("%s/README.md: missing: what belongs here, what does not, what to read first" % folder)
        elif len(readme.read_text(encoding="utf-8").splitlines()) > README_MAX:
            faults.append("%s/README.md: more than %d lines" % (folder, README_MAX))


def check_page_tests(names, faults):
    for name in names:
        if re.search(r"^clients/web/src/.*\.(test|spec)\.", name):
            faults.append("%s: a test that never runs: vitest looks in clients/web/tests/unit" % name)


def main():
    faults, names = [], files()
    for name in names:
        if name.endswith(BINARY):
            continue
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            faults.append("%s: not UTF-8" % name)
            continue
        check_text(name, text, faults)
        if name.endswith(CPP):
            check_functions(name, text, faults)
            check_statements(name, text, faults)
        if name.endswith(SCRIPTS):
            check_commas(name, text, faults)
        if name.startswith("engine/") and name.endswith(CPP):
            check_engine(name, text, faults)
    check_readmes(names, faults)
    check_page_tests(names, faults)
    for fault in faults:
        print(fault)
    print("%d files: %s" % (len(names), "%d faults" % len(faults) if faults else "tidy"))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
