#!/usr/bin/env python3
"""What `comodin help` makes of the commands' own texts: tests/cli/help_test.py COMODIN

Every command and every option that --help tells is in the manual and in the completion of each shell; the pages are
good roff, and the completions are loaded by the shells themselves, where these are installed. A line for each failure,
then `N passed, N failed`."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # leave no __pycache__ in the source tree

from program import ROOT, commands, law, run, verdict

SHELLS = ("bash", "zsh", "fish")
OPTION = re.compile(r"^  (?:-\w,)?(--[a-z-]+)", re.M)
# What is typed, and everything that is offered for the last word.
COMPLETED = (
    ("ver", "verify"),
    ("arena mer", "merge"),
    ("arena merge --c", "--csv"),
    ("show edition po", "powers"),
    ("show rule jo", "joke"),
    ("bot nov", "novato"),
    ("help arena mer", "merge"),
    ("help ver", "verify"),
    ("play --lang e", "en es"),
    ("play --edition str", "streams"),
    ("play -e str", "streams"),
    ("play -o lit", "literal"),
    ("arena --bots apr", "aprendiz"),
    ("help --completion z", "zsh"),
    ("serve --log j", "json"),
)


# ---- the manual ------------------------------------------------------------------------------------------------

def plain(page):
    """What is read: without fonts and escapes."""
    page = re.sub(r"\\f[BIRP]|\\&", "", page)
    return page.replace("\\-", "-").replace("\\(aq", "'").replace("\\(ti", "~")


def manual_laws(every):
    version = run("--version").stdout.split()[1]
    cmake = re.search(r"project\(comodin VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))
    law(version == cmake[1], "--version says %s, CMakeLists.txt %s" % (version, cmake[1]))
    overview = plain(run("help", "--man").stdout)
    for words, text in every:
        name = " ".join(("comodin", *words))
        page = plain(run("help", "--man", *words[:1]).stdout)
        law('"comodin %s"' % version in page, name + ": the page has another version")
        law(re.search(r"^%s\b.*\[OPTION" % re.escape(name), page, re.M), name + ": no synopsis")
        if len(words) == 1:
            law("comodin-%s(1)" % words in overview, "comodin(1) does not name " + name)
        section = page.split(".SS " + name + "\n")[1].split("\n.S")[0] if len(words) > 1 else page
        for option in OPTION.findall(text):
            law(re.search(r"^(-\w, )?%s\b" % option, section, re.M), "%s %s is not in the manual" % (name, option))
        for example in re.findall(r"^  (comodin .*)$", text, re.M):
            law(example in page, "%s: the manual has no example %s" % (name, example))
    answer = run("help", "--man", "arena", "merge")
    law(answer.returncode == 2 and "help --man arena" in answer.stderr, "a page for arena merge: %s" % answer)


def lint(page, name):
    """Those who read pages find nothing to complain about."""
    readers = (("mandoc", ["-T", "lint", "-W", "warning"]), ("man", ["--warnings", "-E", "UTF-8", "-l"]))
    for program, words in readers:
        if not shutil.which(program):
            print("%s is not installed: %s is not checked by it" % (program, name))
            continue
        answer = subprocess.run([program, *words, page], env={**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "100"},
                                stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
        said = answer.stderr + (answer.stdout if program == "mandoc" else "")
        # A build from neither git nor an archive of it knows no date.
        faults = [line for line in said.splitlines() if "missing date" not in line]
        law(answer.returncode in (0, 2, 3) and not faults, "%s on %s: %s" % (program, name, faults[:3]))
        if program == "man":
            law("\\" not in re.sub(r"\\\\", "", answer.stdout.replace("exec:", "")), name + " shows escapes")


# ---- completion ------------------------------------------------------------------------------------------------

def in_bash(script, typed):
    words = re.sub("=", " = ", typed).split()
    complete = "source %s; COMP_WORDS=(comodin %s); COMP_CWORD=%d; _comodin; printf '%%s\\n' \"${COMPREPLY[@]}\"" % (
        script, " ".join(words), len(words))
    return ["bash", "-c", complete]


def in_zsh(script, typed):
    """zsh completes on terminals only, so what the script calls is ours here; the script itself is run by zsh."""
    stubs = """
compdef() { : }
_files() { : }
compset() { : }
keep() { local word; for word in "$@"; do [[ $word == ${words[CURRENT]}* ]] && print -r -- $word; done }
compadd() { shift; keep "$@" }
_describe() { keep ${${(P)${@[-1]}}%%:*} }
"""
    return ["zsh", "-f", "-c", "%s\nwords=(comodin %s) CURRENT=%d PREFIX=${words[-1]}\nsource %s\n_comodin" % (
        stubs, typed, len(typed.split()) + 1, script)]


def in_fish(script, typed):
    return ["fish", "--no-config", "-c", "source %s; complete -C 'comodin %s'" % (script, typed)]


def completion_laws(every, folder):
    asked = {"bash": in_bash, "zsh": in_zsh, "fish": in_fish}
    for shell in SHELLS:
        text = run("help", "--completion", shell).stdout
        script = folder / shell
        script.write_text(text, encoding="utf-8")
        for words, told in every:
            law(all(word in text for word in words), "%s: no %s" % (shell, " ".join(words)))
            for option in OPTION.findall(told):
                law((" -l " + option[2:] if shell == "fish" else option) in text,
                    "%s: no %s %s" % (shell, " ".join(words), option))
        if not shutil.which(shell):
            print("%s is not installed: its completion is not loaded" % shell)
            continue
        law(subprocess.run([shell, "-n", str(script)], check=False).returncode == 0, shell + ": not its language")
        for typed, wanted in COMPLETED:
            answer = subprocess.run(asked[shell](script, typed), cwd=folder, capture_output=True, text=True, timeout=60,
                                    check=False, env={**os.environ, "HOME": str(folder), "PATH": os.environ["PATH"]})
            offered = {line.split("\t")[0] for line in answer.stdout.splitlines()}
            law(offered == set(wanted.split()) and not answer.stderr,
                "%s completes `%s` to %s %s" % (shell, typed, sorted(offered), answer.stderr[:200]))
        for words, told in every:  # the shell itself offers every option
            typed = " ".join((*words, "--"))
            answer = subprocess.run(asked[shell](script, typed), cwd=folder, capture_output=True, text=True, timeout=60,
                                    check=False, env={**os.environ, "HOME": str(folder), "PATH": os.environ["PATH"]})
            offered = {line.split("\t")[0] for line in answer.stdout.splitlines()}
            law(offered == set(OPTION.findall(told)), "%s completes `%s` to %s" % (shell, typed, sorted(offered)))


def bash_laws(folder):
    """In bash NAME=VALUE is three words, and a list goes on after its comma."""
    for typed, wanted in (("play -o flip", "flip_effect=played flip_effect=placed"),
                          ("play -o flip_effect=place", "placed"), ("play -o stacking=", "none same any"),
                          ("arena --bots aprendiz,cas", "aprendiz,casual")):
        answer = subprocess.run(in_bash(folder / "bash", typed), capture_output=True, text=True, check=False)
        law(answer.stdout.split() == wanted.split() and not answer.stderr,
            "bash completes `%s` to %s %s" % (typed, answer.stdout, answer.stderr))


# ---- and the rest ----------------------------------------------------------------------------------------------

def same_laws(every):
    for words, text in every:
        law(run("help", *words).stdout == text, "help %s is not its --help" % " ".join(words))
    law(run("help", "licenses").stdout == run("licences", "--help").stdout, "help does not know `licenses`")
    answer = run("arena", "merge", "--nonsense")
    law("`comodin arena merge --help`" in answer.stderr, "a hint names another command: " + answer.stderr)
    notices = (ROOT / "THIRD-PARTY.md").read_text(encoding="utf-8")
    for spelling in ("licences", "licenses"):
        law(run(spelling).stdout == (ROOT / "LICENSE").read_text(encoding="utf-8") + "\n" + notices,
            "comodin %s is not LICENSE and THIRD-PARTY.md" % spelling)


def install_laws(every, folder):
    answer = run("help", "--install", str(folder / "share"))
    written = [path for path in (folder / "share").rglob("*") if path.is_file()]
    law(sorted(map(str, written)) == sorted(answer.stdout.split()), "help --install says other files than it wrote")
    law(len(written) == len(SHELLS) + 1 + sum(len(words) == 1 for words, _ in every),
        "help --install wrote %s" % written)
    for path in written:
        if path.suffix == ".1":
            lint(path, path.name)


def main():
    every = list(commands())
    with tempfile.TemporaryDirectory() as work:
        same_laws(every)
        manual_laws(every)
        completion_laws(every, pathlib.Path(work))
        bash_laws(pathlib.Path(work))
        install_laws(every, pathlib.Path(work))
    return verdict()


sys.exit(main())
