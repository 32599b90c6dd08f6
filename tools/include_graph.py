#!/usr/bin/env python3
"""Do dependencies only point down? `python3 tools/include_graph.py`

Reads the #include lines of every C++ file and fails on an edge that docs/DESIGN.md does not allow,
on a main() outside apps/, and on the name of an edition in code outside editions/ and tests/."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
ALL = {"engine", "notation", "editions", "fair", "bots", "words", "table", "programs", "parts", "arena", "lab",
       "server/common", "server/store", "server/room", "server/hub", "server/net", "load", "clients", "bindings",
       "apps", "tests"}
ALLOWED = {
    "engine": {"engine"},
    "notation": {"engine", "notation"},
    "editions": {"engine", "notation", "editions"},
    "fair": {"engine", "notation", "fair"},
    "words": {"engine", "notation", "words"},
    "bots": {"engine", "bots"},
    "table": {"engine", "notation", "bots", "table"},
    "programs": {"engine", "notation", "words", "bots", "table", "programs"},
    "parts": {"engine", "notation", "parts"},
    "arena": {"engine", "notation", "bots", "table", "programs", "parts", "arena"},
    "lab": {"engine", "notation", "bots", "table", "parts", "lab"},
    "server/common": {"engine", "notation", "fair", "server/common"},
    "server/store": {"fair", "server/common", "server/store"},
    "server/room": {"engine", "notation", "words", "fair", "bots", "table", "server/common", "server/room"},
    "server/hub": {"engine", "notation", "words", "table", "server/common", "server/store", "server/room",
                   "server/hub"},
    "server/net": {"server/common", "server/room", "server/hub", "server/net"},
    "load": {"engine", "notation", "server/common", "server/net", "load"},
    "clients": {"engine", "notation", "words", "bots", "table", "clients"},
    "bindings": {"engine", "notation", "editions", "fair", "bots", "table", "bindings"},
    "apps": ALL - {"tests", "bindings"},
    "tests": ALL,
}
EVERYWHERE = {"notation/number.hpp"}  # includes nothing of ours
ORDINARY = {"powers"}  # ids that are also words of the code (`rules.powers`, a JSON key): only "…" names the edition
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.S)
RAW = re.compile(r'R"([^(\s]*)\((.*?)\)\1"', re.S)


def layer(path):
    """The folder that a path belongs to: its first, or server/'s parts."""
    first, rest = (path.split("/", 1) + [""])[:2]
    return "server/" + rest.split("/")[0] if first == "server" and "/" in rest else first


def cpp_files():
    for folder in sorted(path for path in ROOT.iterdir() if path.is_dir()):
        if folder.name == "build" or folder.name.startswith("."):
            continue
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".cpp", ".hpp", ".h", ".cc", ".c"):
                yield layer(path.relative_to(ROOT).as_posix()), path


def blank(text, keep_strings):
    """The code with its comments (and strings) emptied; lines stay where they are."""
    def empty(match):
        quoted = match[0][0] in "\"'"
        return match[0] if quoted and keep_strings else re.sub(r"[^\n]", " ", match[0])
    if not keep_strings:
        text = RAW.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)
    return COMMENT.sub(empty, text)


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def check_includes(folder, path, text, faults):
    edges = 0
    for match in INCLUDE.finditer(text):
        place = "%s:%d" % (path.relative_to(ROOT), line_of(text, match.start()))
        target = layer(match[1])
        edges += 1
        if folder not in ALLOWED:
            faults.append("%s: folder %s is not in the layout: add it to tools/include_graph.py" % (place, folder))
        elif not (ROOT / match[1]).is_file():
            faults.append("%s: includes \"%s\", which is no path from the root" % (place, match[1]))
        elif target not in ALLOWED[folder] and match[1] not in EVERYWHERE:
            faults.append("%s: %s/ must not include %s/ (\"%s\")" % (place, folder, target, match[1]))
    return edges


def check_main(folder, path, text, faults):
    for match in re.finditer(r"^\s*int\s+main\s*\(", blank(text, False), re.M):
        if folder != "apps":
            faults.append("%s:%d: only apps/ has a main()" % (path.relative_to(ROOT), line_of(text, match.end())))


def check_names(folder, path, text, ids, faults):
    if folder in ("editions", "tests"):
        return
    code = blank(text, keep_strings=folder != "apps")
    for match in re.finditer(r"\b(%s)\b" % "|".join(ids), code):
        quoted = code[match.start() - 1] == '"' and code[match.end()] == '"'
        key = code.endswith('key("', 0, match.start())
        if match[1] in ORDINARY and (not quoted or key):
            continue
        place = "%s:%d" % (path.relative_to(ROOT), line_of(code, match.start()))
        faults.append("%s: names the edition `%s`" % (place, match[1]))


def main():
    faults, files, edges = [], 0, 0
    ids = sorted(path.stem for path in ROOT.glob("editions/*/*.edition"))
    for folder, path in cpp_files():
        text = path.read_text(encoding="utf-8")
        files += 1
        edges += check_includes(folder, path, text, faults)
        check_main(folder, path, text, faults)
        check_names(folder, path, text, ids, faults)
    for fault in faults:
        print(fault)
    print("%d files, %d includes: %s" % (files, edges, "%d faults" % len(faults) if faults else "as designed"))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
