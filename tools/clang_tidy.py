#!/usr/bin/env python3
"""clang-tidy for our C++: `python3 tools/clang_tidy.py [--all] [--most N] [FILE…]`

Reads the files named, or with --all every file, or else those that differ from main (on main itself: those of the last
commits), the last changed first and at most N. A header that changed is read through a file that includes it. Each
file is compiled alone, which shows the includes that it lacks, and then read by clang-tidy together with others of its
library: so what they all include is read once. What passed is not read again until it, or something that it includes
from this repository, changes (build/tidy/passed remembers)."""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "tidy"
COMPILER, COMMITS, TOGETHER = "clang++-19", 20, 16
# As the sanitizers' build and the page's module are compiled; what several folders compile, as the first does.
PRESETS = (("sanitize", BUILD), ("wasm", BUILD / "wasm"))
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
FAULT = re.compile(r"^([^\s:]+):\d+:\d+: (?:error|warning): ", re.M)


def run(*words):
    return subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


def git(*words):
    return run("git", *words).stdout.split()


def commands():
    """From each of our files to its target and its options for the compiler."""
    found = {}
    for preset, folder in PRESETS:
        made = run("cmake", "--preset", preset, "-B", str(folder), "-DCMAKE_UNITY_BUILD=OFF")
        if made.returncode:
            sys.exit(made.stdout + made.stderr)
        for one in json.loads((folder / "compile_commands.json").read_text(encoding="utf-8")):
            name = os.path.relpath(os.path.join(one["directory"], one["file"]), ROOT)
            words = shlex.split(one["command"])
            first = next(at for at, word in enumerate(words) if os.path.basename(word) == COMPILER)
            out = words.index("-o")
            if not name.startswith(("build", "..")):
                found.setdefault(name, (words[out + 1].split(".dir/")[0], words[first + 1:out]))
    missing = set(git("ls-files", "*.cpp")) - set(found)
    if missing:
        sys.exit("no build compiles " + ", ".join(sorted(missing)))
    return found


class Sources:
    """Which file includes which."""

    def __init__(self):
        self.texts, self.trees = {}, {}

    def text(self, name):
        if name not in self.texts:
            path = ROOT / name
            self.texts[name] = path.read_text(encoding="utf-8") if path.is_file() else ""
        return self.texts[name]

    def tree(self, name):
        """The file and everything of this repository that it includes."""
        if name not in self.trees:
            seen, left = set(), [name]
            while left:
                one = left.pop()
                if one not in seen and self.text(one):
                    seen.add(one)
                    left += INCLUDE.findall(self.text(one))
            self.trees[name] = seen
        return self.trees[name]

    def through(self, header, names):
        """The file through which a header is read: its own, or one that includes it as directly as can be."""
        own = header.rsplit(".", 1)[0] + ".cpp"
        direct = [name for name in names if header in INCLUDE.findall(self.text(name))]
        return [own] if own in direct else (direct or [name for name in names if header in self.tree(name)])[:1]

    def key(self, name, options):
        """Says what a verdict on the file depends on."""
        digest = hashlib.sha256((ROOT / ".clang-tidy").read_bytes())
        digest.update(" ".join(options).replace(str(ROOT), "").encode())
        for other in sorted(self.tree(name)):
            digest.update(("\n%s\n%s" % (other, self.text(other))).encode())
        return digest.hexdigest()


def changed():
    """What differs from main, the last commits' first; on main itself, what the last commits changed."""
    base = None
    for main in ("origin/main", "main"):
        base = (git("merge-base", "HEAD", main) or [None])[0]
        if base:
            break
    if base in (None, *git("rev-parse", "HEAD")):
        base = (git("rev-list", "--first-parent", "-n", str(COMMITS + 1), "HEAD") or ["HEAD"])[-1]
    new = git("diff", "--name-only", "HEAD") + git("ls-files", "-o", "--exclude-standard")
    return list(dict.fromkeys(new + git("log", "--format=", "--name-only", "-m", "--first-parent", base + "..HEAD")))


def alone(name, options):
    """What the compiler says of the file by itself; empty if nothing."""
    answer = run(COMPILER, *options, "-fsyntax-only", name)
    return "" if answer.returncode == 0 else answer.stderr.strip()


def read(names, options):
    """What clang-tidy says of the files; empty if nothing."""
    text = "".join('#include "%s"\n' % name for name in names)
    together = BUILD / ("together-%s.cpp" % hashlib.sha256(text.encode()).hexdigest()[:16])
    together.write_text(text, encoding="utf-8")
    answer = run("clang-tidy-19", "--quiet", str(together), "--", *options)
    if answer.returncode == 0:
        return ""
    return answer.stdout.replace(str(ROOT) + "/", "").strip() or answer.stderr.strip()


def verdict(bundle):
    """The files of a bundle that did not pass, and what there is to say."""
    names, options = bundle
    wrong = {name: fault for name in names if (fault := alone(name, options))}
    good = [name for name in names if name not in wrong]
    said = read(good, options) if good else ""
    if "[clang-diagnostic-error]" in said and len(good) > 1:  # two of them use a name that only one can have
        parts = {name: read([name], options) for name in good}
        wrong.update({name: fault for name, fault in parts.items() if fault})
    elif said:
        named = set(FAULT.findall(said))
        guilty = [name for name in good if name in named] if named <= set(good) else good
        wrong.update({name: said if name == guilty[0] else "" for name in guilty or good})
    return set(wrong), "\n".join(filter(None, wrong.values()))


def bundles(names, known):
    groups = {}
    for name in names:
        target, options = known[name]
        groups.setdefault((target, tuple(options)), []).append(name)
    for (_, options), group in reversed(groups.items()):
        count = -(-len(group) // TOGETHER)
        for part in range(count):
            yield group[part * len(group) // count:(part + 1) * len(group) // count], options


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("files", nargs="*")
    options.add_argument("--all", action="store_true")
    options.add_argument("--most", type=int, default=0)
    wish = options.parse_args()
    known, sources = commands(), Sources()
    passed = BUILD / "passed"
    passed.mkdir(exist_ok=True)
    names = sorted(known)
    if not wish.all:
        asked = wish.files or changed()
        asked = [one for one in asked if one.endswith((".cpp", ".hpp"))]
        read_through = [[one] if one in known else sources.through(one, names) for one in asked]
        names = list(dict.fromkeys(sum(read_through, [])))
    stamps = {name: passed / sources.key(name, known[name][1]) for name in names}
    unknown = [name for name in names if not stamps[name].exists()]
    now = unknown[:wish.most or len(unknown)]
    failed = set()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        made = {pool.submit(verdict, bundle): bundle[0] for bundle in bundles(now, known)}
        for done in concurrent.futures.as_completed(made):
            group, (wrong, said) = made[done], done.result()
            failed |= wrong
            if said:
                print(said, flush=True)
            for name in set(group) - wrong:
                stamps[name].touch()
    if len(unknown) > len(now):
        print("%d more have changed; --all reads every file" % (len(unknown) - len(now)))
    print("%d of %d files are read; others passed before, or have not changed" % (len(now), len(known)))
    print("%d passed, %d failed" % (len(now) - len(failed), len(failed)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
