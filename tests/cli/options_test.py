#!/usr/bin/env python3
"""Every option and every output of `comodin`: tests/cli/options_test.py COMODIN

Commands and options are those that --help tells, so that a new one is tested without being named here: numbers are
refused unless they are plain ones within the range that the help states; whatever a command prints or writes, it says
so and does not end in 0 where that cannot be written. A line for each failure, then `N passed, N failed`."""
import json
import os
import pathlib
import re
import resource
import signal
import stat
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # leave no __pycache__ in the source tree

from program import COMODIN, ROOT, commands, law, run, verdict

NUMBER = re.compile(r"^  (?:-\w,)?(--[a-z-]+) (?:INT|UINT|FLOAT)(?::([\d.]+) to ([\d.]+))?")
BAD = ["-5", "+5", " 5", "5 ", "5x", "", "010", "1e3", "0x10", "five", "-", "99999999999999999999", "9" * 400, "5\t"]
SCENARIOS = str(ROOT / "editions/creeper/scenarios")
RECORD = str(ROOT / "editions/classic/scenarios/written-rules.scn")


def told(answer, *parts):
    """Status 2 and one short line that has all the parts."""
    return (answer.returncode == 2 and not answer.stdout and answer.stderr.count("\n") == 1
            and len(answer.stderr) < 220 and all(part in answer.stderr for part in parts))


def number_laws(words, text):
    for line in text.splitlines():
        match = NUMBER.match(line)
        if not match:
            continue
        option, least, most = match.groups()
        name = " ".join(words) + " " + option
        law(least, "%s: the help does not tell its range" % name)
        if not least:
            continue
        wrong = BAD + [str(int(float(most)) + 1)] + ([str(int(least) - 1)] if least.isdigit() and least != "0" else [])
        for value in wrong:
            for form in ([option + "=" + value], [option, value]):
                if value == "" and len(form) == 1:  # `--seed=` has no value at all
                    continue
                answer = run(*words, *form)
                law(told(answer, option, "%s to %s" % (least, most), value.replace("\t", ".")[:24], "--help`"),
                    "%s: %r gave %d: %s" % (name, form, answer.returncode, answer.stderr[:300]))


# ---- what is printed -------------------------------------------------------------------------------------------

PRINTS = {
    "": ["--version"],
    "play": ["--lines", "--lang", "en", "--seed", "3"],
    "check": [SCENARIOS],
    "record": ["--out", "games"],
    "replay": [RECORD, "--move", "2"],
    "show": ["bots"],
    "show edition": ["classic"],
    "show editions": [],
    "show options": [],
    "show rule": ["joke"],
    "show rules": ["--json"],
    "show bots": ["--json"],
    "perft": ["--depth", "2"],
    "bench": ["--signature"],
    "arena": ["--bots", "aprendiz,novato", "--hands", "10"],
    "arena merge": ["part"],
    "bot": ["aprendiz"],
    "lab": ["tune", "--help"],
    "lab tune": ["--generations", "1", "--population", "4", "--hands", "100", "--players", "2", "--edition", "classic"],
    "lab train": ["--help"],
    "serve": ["--check-store", "--store", "no.db"],
    "load": ["--help"],
    "verify": [RECORD],
    "help": ["--man"],
    "licences": [],
}


def closed_pipe():
    """A pipe that nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    return writer


def print_laws(words):
    name = " ".join(words)
    law(name in PRINTS, "%s: how to make it print is not told here" % name)
    if name not in PRINTS:
        return
    arguments = [*words, *PRINTS[name]]
    given = "hello comodin 1\nquit\n" if name == "bot" else "1\ns\nq\n"
    for form in (arguments, [*words, "--help"]):
        fine = subprocess.run([COMODIN, *form], input=given, capture_output=True, text=True, timeout=120, check=False)
        law(fine.stdout, "%s: prints nothing: %s" % (" ".join(form), fine.stderr))
        with open("/dev/full", "w", encoding="ascii") as full:
            answer = subprocess.run([COMODIN, *form], input=given, stdout=full, stderr=subprocess.PIPE, text=True,
                                    timeout=120, check=False)
        law(answer.returncode == 2 and "cannot write to standard output: No space left" in answer.stderr,
            "%s > /dev/full: %d, %s" % (" ".join(form), answer.returncode, answer.stderr))
        pipe = closed_pipe()
        answer = subprocess.run([COMODIN, *form], input=given, stdout=pipe, stderr=subprocess.PIPE, text=True,
                                timeout=120, check=False)
        os.close(pipe)
        law(answer.returncode == -signal.SIGPIPE and "cannot" not in answer.stderr,
            "%s into a closed pipe: %d, %s" % (" ".join(form), answer.returncode, answer.stderr))


# ---- what is written -------------------------------------------------------------------------------------------

LONG = ["--bots", "aprendiz,novato", "--hands", "100000000"]  # would take minutes
WRITES = [
    ["arena", *LONG, "--json"],
    ["arena", *LONG, "--csv"],
    ["arena", *LONG, "--html"],
    ["arena", *LONG, "--shard", "1/2", "--out"],
    ["arena", *LONG, "--bot-log"],
    ["arena", "merge", "part", "--json"],
    ["arena", "merge", "part", "--csv"],
    ["arena", "merge", "part", "--html"],
    ["lab", "tune", "--out"],
    ["lab", "train", "--out"],
    ["lab", "train", "--out", "-", "--checkpoint"],
    ["record", "--bots", "aprendiz", "--bot-log"],
]


def small_files():
    """As on a full disk: a file may hold 100 bytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def write_laws():
    os.mkdir("folder")
    for words in WRITES:
        for place in ("nowhere/x", "folder", "part/x", "/proc/nowhere", "/proc/nowhere/x"):
            answer = run(*words, place)
            law(told(answer, "cannot write " + place),
                "%s %s: %d, %s" % (" ".join(words), place, answer.returncode, answer.stderr))
    few = ["arena", "--bots", "aprendiz,novato", "--hands", "10"]
    for words in ([*few, "--json"], [*few, "--csv"], [*few, "--html"], [*few, "--shard", "1/2", "--out"]):
        before = sorted(os.listdir())
        answer = run(*words, "full", preexec_fn=small_files)
        law(answer.returncode == 2 and "cannot write full: File too large" in answer.stderr and "full" not in
            answer.stdout and sorted(os.listdir()) == before,
            "%s on a full disk: %d, %s" % (" ".join(words), answer.returncode, answer.stderr))
        answer = run(*words, "sink")
        law(answer.returncode == 0 and os.path.islink("sink") and stat.S_ISCHR(os.stat("/dev/null").st_mode),
            "%s into a device: it was replaced, or %d, %s" % (" ".join(words), answer.returncode, answer.stderr))
        answer = run(*words, "no-room")
        law(answer.returncode == 2 and "No space left" in answer.stderr,
            "%s into a device without room: %d, %s" % (" ".join(words), answer.returncode, answer.stderr))
        pathlib.Path("kept").unlink(missing_ok=True)  # a part of an experiment replaces no other file
        printed, kept = run(*words, "-"), run(*words, "kept")
        law(printed.returncode == kept.returncode == 0 and not os.path.exists("-")
            and printed.stdout == pathlib.Path("kept").read_text(encoding="utf-8"),
            "%s -: not what the file holds" % " ".join(words))
    law(told(run(*few, "--json", "-", "--csv", "-"), "standard output"), "two reports on standard output")
    answer = run("record", "--seed", "7", "--games", "2", "--out", "-")
    pathlib.Path("both.scn").write_text(answer.stdout, encoding="utf-8")
    law(run("check", "both.scn").stdout == "2 passed, 0 failed\n", "record --out -: no records")


# ---- the rest --------------------------------------------------------------------------------------------------

def status_laws():
    for status, words in ((0, ["check", SCENARIOS]), (1, ["check", "wrong.scn"]), (2, ["check", "junk"]),
                          (0, ["check", "--json", SCENARIOS]), (1, ["check", "--json", "wrong.scn"]),
                          (2, ["verify", "junk"]), (2, ["verify", "missing"]),
                          (1, ["verify", RECORD]), (2, ["help", "nonsense"]), (0, ["help", "arena", "merge"])):
        answer = run(*words)
        law(answer.returncode == status, "%s: %d, not %d" % (" ".join(words), answer.returncode, status))
    for words in (["--help"], ["help"]):
        law(all("\n  %s  " % number in run(*words).stdout for number in ("0", "1", "2", "128+N")),
            "%s does not tell the exit statuses" % words)


def json_laws():
    for words, keys in ((["check", "wrong.scn"], {"passed", "failed", "unreadable", "failures"}),
                        (["perft", "--divide"], {"depths", "moves"}),
                        (["show", "edition", "powers"], {"id", "symbols", "options"}),
                        (["show", "rule", "joke"], {"text"}), (["bench", "--hands", "10"], {"signature", "rows"})):
        found = json.loads(run(*words, "--json").stdout)
        law(keys <= set(found), "%s --json has no %s" % (" ".join(words), keys - set(found)))
    failure = json.loads(run("check", "wrong.scn", "--json").stdout)["failures"][0]
    law(failure["file"] == "wrong.scn" and failure["line"] == 9 and failure["what"], "check --json: %s" % failure)
    for kind in ("editions", "rules", "bots"):
        names = [line.split()[0] for line in run("show", kind).stdout.splitlines()]
        found = json.loads(run("show", kind, "--json").stdout)
        law([one.get("id") or one["name"] for one in found] == names, "show %s --json: other names" % kind)


def table_option_laws():
    """Every option is listed with what a table needs to know; each value is taken, or refused with the reason."""
    known = json.loads(run("show", "options", "--json").stdout)
    lines = run("show", "options").stdout.splitlines()
    law([line.split()[0] for line in lines] == ["option"] + [one["name"] for one in known],
        "show options: other names than its --json")
    law(all(len(line) <= 120 for line in lines), "show options: lines too long to read")
    editions = [one["id"] for one in json.loads(run("show", "editions", "--json").stdout)]
    readings = [one for one in known if "literal" in one]
    law(len(readings) >= 8 and all(one["literal"] in one["values"] for one in readings), "readings: %s" % readings)
    for one in readings:
        for edition in editions:
            for value in one["values"]:
                setting = "%s=%s" % (one["name"], value)
                answer = run("record", "-e", edition, "-p", "2", "-o", setting, "-o", "format=hand", "--out", "-")
                if edition in one["editions"]:
                    law("option %s %s\n" % (one["name"], value) in answer.stdout, "%s %s: %s" %
                        (edition, setting, answer.stderr))
                else:
                    law(told(answer, "option " + setting + " is for editions with "), "%s %s: %s" %
                        (edition, setting, answer.stderr))
    for edition in editions:
        text = run("record", "-e", edition, "-o", "literal", "-o", "format=hand", "--out", "-").stdout
        law(all(("option %s %s\n" % (one["name"], one["literal"]) in text) == (edition in one["editions"])
                for one in readings), "%s: literal is not what `show options` says" % edition)
    law("literal" in run("play", "--help").stdout.split("Examples:")[1], "play --help has no example of literal")
    law("literal" in run("record", "--help").stdout, "record --help does not know literal")


def bot_laws():
    few = ["--hands", "2", "--json", "-"]
    for names, bots in ((["--bots", "contadora:worlds=2,ms=50,moves=900,novato"],
                         ["contadora:worlds=2,ms=50,moves=900", "novato"]),
                        (["--bots", "novato", "--bots", "aprendiz"], ["novato", "aprendiz"]),
                        (["--bot", "contadora:worlds=2,ms=50", "--bot", "novato"],
                         ["contadora:worlds=2,ms=50", "novato"])):
        answer = run("arena", *names, *few)
        found = [bot["name"] for bot in json.loads(answer.stdout or '{"bots": []}')["bots"]]
        law(found == bots, "%s: %s %s" % (names, found, answer.stderr))
    pathlib.Path("mute").write_text("#!/bin/sh\nexit 1\n", encoding="ascii")
    os.chmod("mute", 0o755)
    answer = run("arena", "--bot", "exec:./mute a,b", "--bots", "novato", *few)
    found = json.loads(answer.stdout)
    law(answer.returncode == 1 and "--bot 'exec:./mute a,b'" in found["command"], "a command with a comma: %s" % found)


def faults_laws():
    few = ["--bots", "exec:./mute,aprendiz,novato", "--hands", "20"]
    answer = run("arena", *few, "--json", "f.json", "--csv", "f.csv", "--html", "f.html")
    law(answer.returncode == 1, "an arena with a dead program ends in %d" % answer.returncode)
    for part in (1, 2):
        answer = run("arena", *few, "--shard", "%d/2" % part, "--out", "s%d" % part)
        law(answer.returncode == 1 and "never played" in answer.stderr, "a shard with a dead program: %s" % answer)
    merged = run("arena", "merge", "s2", "s1", "--json", "m.json", "--csv", "m.csv", "--html", "m.html")
    law(merged.returncode == 1 and "exec:./mute: never played" in merged.stdout, "its merge: %s" % merged)
    for kind in ("json", "csv", "html"):
        one, other = (pathlib.Path(name + "." + kind).read_text(encoding="utf-8") for name in "fm")
        law(one == other and "it ended before `ready`" in one, "the %s tells no faults, or not after a merge" % kind)
    bots = json.loads(pathlib.Path("m.json").read_text(encoding="utf-8"))["bots"]
    law(bots[0]["rating"]["value"] is None and bots[0]["faults"]["never_played"], "ranked: %s" % bots[0])
    law(bots[1]["rating"]["value"] is not None and "faults" not in bots[1], "not ranked: %s" % bots[1])
    law(run("record", "--bots", "exec:./mute,aprendiz", "--out", "-").returncode == 1, "record with a dead program")


def set_up():
    pathlib.Path("junk").write_text("junk\n", encoding="ascii")
    pathlib.Path("wrong.scn").write_text(
        'scenario "wrong"\nedition classic\nplayers 2\nturn 1\nhand 1 r1 r2 r3\nhand 2 b1 b2\ndiscard r5\n1 play r1\n'
        "expect hand 1 r1\n", encoding="ascii")
    os.symlink("/dev/null", "sink")
    os.symlink("/dev/full", "no-room")
    run("arena", "--bots", "aprendiz,novato", "--hands", "10", "--shard", "1/1", "--out", "part")


def main():
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        os.environ["XDG_DATA_HOME"] = work + "/data"
        set_up()
        every = list(commands())
        for words, text in every:
            number_laws(words, text)
            print_laws(words)
        write_laws()
        status_laws()
        json_laws()
        table_option_laws()
        bot_laws()
        faults_laws()
        os.chdir("/")
    return verdict()


sys.exit(main())
