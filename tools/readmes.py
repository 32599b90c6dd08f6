#!/usr/bin/env python3
"""Does the README of each folder name the folder's files? `python3 tools/readmes.py`

Every file beside a README is named in it, as `name.cpp`, `name`, `name.*` or `name*`. And every file that a README
names exists: what the first column of a table of files names, in that folder; what else looks like a file, anywhere."""
import fnmatch
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SILENT = {"README.md", "CMakeLists.txt", "package.json", "package-lock.json"}  # need no word
LISTS = {"file", "check", "fuzzer", "test"}  # heads of a first column that names files
MADE = {"comodin.wasm", "sw.js"}  # made by a build
QUOTED = re.compile(r"`([^`\n]+)`|\]\(([^)#\s]+)[^)]*\)")


def tracked():
    found = subprocess.run(["sh", "-c", "git ls-files -co --exclude-standard || find * -type f"], cwd=ROOT,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    return sorted(name for name in set(found.stdout.splitlines()) if (ROOT / name).is_file())


def stands_for(word, name):
    """`choices.ts`, `choices`, `choices.*` and `choi*` all stand for choices.ts."""
    return word == name or ("*" in word and fnmatch.fnmatchcase(name, word)) or name.startswith(word + ".")


def words_of(text):
    """Everything quoted in a README: (word, whether a table lists it as a file)."""
    head, first = None, False
    for line in text.splitlines():
        cells = line.split("|") if line.startswith("|") else None
        first = cells is not None and head is None
        head = cells[1].strip() if first else head if cells else None
        for index, part in enumerate(cells or [line]):
            for quoted, link in QUOTED.findall(part):
                for word in re.split(r"[\s,:]+", quoted or link):
                    yield word, index == 1 and head in LISTS


def exists(word, folder, files):
    """Somewhere: beside the README, below it, from the root, or in any folder."""
    if "/" in word:
        return any(next(start.glob(word.lstrip("/")), None) for start in (ROOT / folder, ROOT)) or \
            any(name.endswith("/" + word) for name in files)
    return any(stands_for(word, name.rsplit("/", 1)[-1]) for name in files)


def check(readme, files, endings, faults):
    folder = pathlib.PurePosixPath(readme).parent.as_posix()
    words = list(words_of((ROOT / readme).read_text(encoding="utf-8")))
    below = [name[len(folder) + 1:] for name in files if name.startswith(folder + "/")]
    for name in below:
        if "/" not in name and name not in SILENT and not any(stands_for(word, name) for word, _ in words):
            faults.append("%s: does not say what %s is" % (readme, name))
    for word, listed in words:
        if listed and not word.endswith("/") and not exists(word, folder, below):
            faults.append("%s: lists `%s`, which is not there" % (readme, word))
        elif re.fullmatch(r"[\w./*-]*\w\.(\*|\w+)", word) and word.rsplit(".", 1)[1] in endings and \
                not re.match(r"(build|dist)/", word) and word not in MADE and not exists(word, folder, files):
            faults.append("%s: names `%s`, which is not there" % (readme, word))


def main():
    files, faults = tracked(), []
    endings = {name.rsplit(".", 1)[1] for name in files if "." in name.rsplit("/", 1)[-1]} | {"*"}
    readmes = [name for name in files if name.endswith("/README.md")]  # not the root's: it says where the folders are
    for readme in readmes:
        check(readme, files, endings, faults)
    print("\n".join(faults + ["%d READMEs, %d files, %d faults" % (len(readmes), len(files), len(faults))]))
    return 1 if faults or not readmes else 0


if __name__ == "__main__":
    sys.exit(main())
