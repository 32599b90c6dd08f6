#!/usr/bin/env python3
"""`comodin arena --shard` and `lab tune --parts` as schedulers run them: tests/cli/shards_test.py COMODIN

Parts find their places in the environment; whatever is killed, stopped, torn or repeated, the report of `merge` is what
one machine prints, byte for byte; what does not belong together is refused. A line for each failure, then `N passed,
N failed`. schedulers_test.sh does the same with real schedulers."""
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # leave no __pycache__ in the source tree

from program import COMODIN, law, run, verdict

PLAN = ["--bots", "aprendiz,novato", "--players", "3", "--round-robin", "--seed", "11"]
KINDS = ("json", "csv", "html")
VARIABLES = ("SLURM_", "OMPI_", "PMI", "SGE_", "LSB_", "AWS_", "PBS_", "JOB_", "PARALLEL_", "ENVIRONMENT")
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(VARIABLES)}
random.seed(20)


def arena(*words, **variables):
    return run("arena", *map(str, words), env={**CLEAN, **{name: str(value) for name, value in variables.items()}})


def report(name, *words):
    """The table and all files of a run."""
    files = [word for kind in KINDS for word in ("--" + kind, "%s.%s" % (name, kind))]
    answer = arena(*words, *files)
    if answer.returncode not in (0, 1):
        return answer.stderr
    return [answer.returncode, answer.stdout, *(pathlib.Path("%s.%s" % (name, kind)).read_text(encoding="utf-8")
                                                for kind in KINDS)]


def files(folder):
    return sorted(str(path) for path in pathlib.Path(folder).glob("*.arena"))


def told(answer, *parts):
    """Status 2, and one line that has all the parts."""
    return (answer.returncode == 2 and not answer.stdout and answer.stderr.count("\n") == 1
            and all(part in answer.stderr for part in parts))


# ---- where a part is -------------------------------------------------------------------------------------------

def slurm(task, count):
    return {"SLURM_ARRAY_TASK_ID": 2 * task + 4, "SLURM_ARRAY_TASK_MIN": 4, "SLURM_ARRAY_TASK_MAX": 2 * count + 2,
            "SLURM_ARRAY_TASK_COUNT": count, "SLURM_ARRAY_TASK_STEP": 2}


# A scheduler, what --shard says, and the variables of each of three parts.
PLACES = {
    "slurm": ("auto", [slurm(task, 3) for task in range(3)]),
    "srun": ("auto", [{"SLURM_PROCID": rank, "SLURM_NTASKS": 3} for rank in range(3)]),
    "openmpi": ("auto", [{"OMPI_COMM_WORLD_RANK": rank, "OMPI_COMM_WORLD_SIZE": 3} for rank in range(3)]),
    "pmi": ("auto", [{"PMI_RANK": rank, "PMI_SIZE": 3} for rank in range(3)]),
    "kubernetes": ("auto:0-2", [{"JOB_COMPLETION_INDEX": index} for index in range(3)]),
    "pbs": ("auto:1-3", [{"PBS_ARRAY_INDEX": index} for index in (1, 2, 3)]),
    "sge": ("auto", [{"SGE_TASK_ID": task, "SGE_TASK_FIRST": 1, "SGE_TASK_LAST": 9, "SGE_TASK_STEPSIZE": 4}
                     for task in (1, 5, 9)]),
    "lsf": ("auto", [{"LSB_JOBINDEX": index, "LSB_JOBINDEX_END": 3} for index in (1, 2, 3)]),
    "aws": ("auto", [{"AWS_BATCH_JOB_ARRAY_INDEX": index, "AWS_BATCH_JOB_ARRAY_SIZE": 3} for index in range(3)]),
    "parallel": ("auto:1-3", [{"PARALLEL_SEQ": index} for index in (1, 2, 3)]),
    "nested": ("auto", [{**slurm(task, 3), "SLURM_PROCID": rank, "SLURM_NTASKS": 2, "SLURM_STEP_ID": 0}
                        for task in range(3) for rank in range(2)]),
}


def place_laws():
    few = [*PLAN, "--hands", "300"]
    whole = report("whole", *few)
    for name, (shard, parts) in PLACES.items():
        for variables in parts:
            answer = arena(*few, "--shard", shard, "--out", name + "/", **variables)
            law(answer.returncode == 0, "%s, %s: %s" % (name, variables, answer.stderr))
        law(len(files(name)) == len(parts), "%s: %s" % (name, files(name)))
        law(report(name, "merge", *files(name)) == whole, "%s: another report" % name)
    for variables, words in (({}, ["no scheduler", "--shard I/N"]),
                             ({"SLURM_NTASKS": 3}, ["SLURM_NTASKS=3", "SLURM_PROCID", "srun"]),
                             ({"SLURM_ARRAY_TASK_ID": 3}, ["SLURM_ARRAY_TASK_ID=3", "SLURM_ARRAY_TASK_MIN"]),
                             ({"JOB_COMPLETION_INDEX": 3}, ["JOB_COMPLETION_INDEX=3", "auto:0-99"]),
                             ({"PMI_RANK": 3, "PMI_SIZE": 3}, ["PMI_RANK=3 PMI_SIZE=3", "contradict"]),
                             ({**slurm(1, 3), "PARALLEL_SEQ": 1}, ["two arrays", "PARALLEL_SEQ=1"])):
        answer = arena(*few, "--shard", "auto", "--out", "refused", **variables)
        law(told(answer, *words) and not os.path.exists("refused"), "%s: %s" % (variables, answer))


# ---- kills -----------------------------------------------------------------------------------------------------

def until_done(words, how, most):
    """Starts the command until it is done, ending it after a random while as often as `most` says; how often it was
    ended."""
    for ended in range(most + 1):
        process = subprocess.Popen([COMODIN, "arena", *words], env=CLEAN, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        try:
            process.communicate(timeout=random.uniform(0.05, 0.25) if ended < most else 100)
            law(process.returncode in (0, 1), "%s: %d" % (words, process.returncode))
            return ended
        except subprocess.TimeoutExpired:
            process.send_signal(how())
            process.communicate()
    return most


def kill_laws():
    many = ["--bots", "veterana,aprendiz", "--players", "3", "--hands", "150000", "--threads", "1"]
    whole = report("many", *many)
    quiet = []
    for part in (1, 2):
        words = [*many, "--shard", "%d/2" % part, "--out"]
        quiet.append(arena(*words, "quiet/").returncode)
        for _ in range(9):  # a busy machine may kill it too late
            how = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM)
            ended = until_done([*words, "killed/"], lambda how=how: random.choice(how), 12)
            if ended > 1:
                break
            os.remove(files("killed")[part - 1])
        law(ended > 1, "part %d was over before it could be killed" % part)
    law(quiet == [0, 0] and report("killed", "merge", *files("killed")) == whole, "after kills: another report")
    for one, other in zip(files("quiet"), files("killed"), strict=True):
        law(pathlib.Path(one).read_bytes() == pathlib.Path(other).read_bytes(), "%s: kills changed it" % other)


def torn_laws():
    """A part that is cut off anywhere goes on there, and ends in the same bytes."""
    few = [*PLAN, "--hands", "900", "--shard", "2/3", "--out"]
    arena(*few, "torn/")
    path = pathlib.Path(files("torn")[0])
    whole = path.read_bytes()
    for cut in [0, 1, 60, len(whole) - 1, *(random.randrange(len(whole)) for _ in range(30))]:
        rubbish = random.choice((b"", b"", b"\0" * 40, b"box 1 1 2\nend 0123456789abcdef\n"))
        head = whole.index(b"\nblock")
        path.write_bytes(whole[:cut] + (rubbish if cut > head else b""))
        answer = arena(*few, "torn/")
        law(answer.returncode == 0 and path.read_bytes() == whole, "cut off at %d: %s" % (cut, answer.stderr))
    answer = arena(*few, "torn/")
    law(answer.returncode == 0 and answer.stdout == "%s\n" % path and path.read_bytes() == whole, "a whole part")


def writer_laws():
    """Two processes never write one part; a full disk loses nothing that was kept."""
    many = ["--bots", "veterana,aprendiz", "--hands", "40000000", "--shard", "1/2", "--out", "busy"]
    with subprocess.Popen([COMODIN, "arena", *many], env=CLEAN, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as first:
        while not os.path.exists("busy") or os.path.getsize("busy") < 1000:
            time.sleep(0.02)
        answer = arena(*many)
        law(told(answer, "busy: another process is writing it"), "two writers: %s" % answer)
        first.kill()
    small = ["--bots", "aprendiz,novato", "--hands", "4000", "--shard", "1/2", "--out"]
    arena(*small, "roomy")
    full = subprocess.run([COMODIN, "arena", *small, "tight"], env=CLEAN, capture_output=True, text=True, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000)))
    kept = pathlib.Path("tight").read_bytes().count(b"\nblock ")
    law(full.returncode == 2 and "cannot write tight: File too large; %d of 1,000 blocks" % kept in full.stderr,
        "a full disk, %d blocks: %s" % (kept, full))
    answer = arena(*small, "tight")
    law(answer.returncode == 0 and pathlib.Path("tight").read_bytes() == pathlib.Path("roomy").read_bytes(),
        "after a full disk: %s" % answer)


# ---- what does not belong together -----------------------------------------------------------------------------

def mixture_laws():
    few = ["--bots", "aprendiz,novato", "--hands", "60"]
    arena(*few, "--shard", "1/2", "--out", "a1")
    kept = pathlib.Path("a1").read_bytes()
    for words, part in ((["--seed", "2"], "`seed 1`, not `seed 2`"), (["--shard", "1/3"], "shard"),
                        (["--edition", "powers"], "edition"), (["--timing"], "timing"), (["--players", "3"], "players"),
                        (["-o", "stacking=any"], "option stacking=any"), (["--sprt"], "sprt")):
        shard = [] if "--shard" in words else ["--shard", "1/2"]
        answer = arena(*few, *shard, *words, "--out", "a1")
        law(told(answer, "a1: of another experiment or shard", part) and pathlib.Path("a1").read_bytes() == kept,
            "%s: %s" % (words, answer))
    for name, text in (("notes", "my notes\n"), ("old", "comodin arena shard 2\nversion 0.1.0\nend 0\n")):
        pathlib.Path(name).write_text(text, encoding="ascii")
        answer = arena(*few, "--shard", "1/2", "--out", name)
        law(told(answer, name + ": is no part") and pathlib.Path(name).read_text(encoding="ascii") == text,
            "%s is overwritten: %s" % (name, answer))
        law(told(arena("merge", "a1", name), name), "%s is merged" % name)
    arena(*few, "--seed", "2", "--shard", "2/2", "--out", "b2")
    law(told(arena("merge", "a1", "b2"), "another experiment", "`seed 2`, not `seed 1`"), "two seeds are merged")
    law(told(arena("merge", "a1"), "shard 2 of 2 is missing", "--so-far"), "half of it is merged")
    law("stopped early" in arena("merge", "a1", "--so-far").stdout, "--so-far")


# It lets others react, and has no other answer.
PROGRAM = """#!/bin/sh
# %d
while read -r word number rest; do
  case $word in
    hello) echo ready ;;
    go) echo nonsense ;;
    react) echo "pass $number" ;;
    quit) exit ;;
  esac
done
"""


def program_laws():
    """A program's file is part of the experiment, and so is its time; its faults come through kills."""
    def write(number):
        pathlib.Path("player").write_text(PROGRAM % number, encoding="ascii")
        os.chmod("player", 0o755)
    write(1)
    few = ["--bots", "exec:./player,aprendiz", "--hands", "40", "--threads", "1"]
    whole = report("whole-program", *few)
    law(whole[0] == 1, "a program that writes nonsense is no fault: %s" % whole)
    arena(*few, "--shard", "1/2", "--out", "programs/")
    write(2)
    answer = arena(*few, "--shard", "1/2", "--out", "programs/")
    law(told(answer, "another experiment", "fingerprint"), "the program has changed: %s" % answer)
    arena(*few, "--shard", "2/2", "--out", "programs/")
    law(told(arena("merge", *files("programs")), "fingerprint"), "two programs are merged")
    write(1)
    os.remove(files("programs")[1])
    law(told(arena(*few, "--bot-time", "77", "--shard", "1/2", "--out", "programs/"), "bot-time 1000", "bot-time 77"),
        "another --bot-time")
    until_done([*few, "--shard", "2/2", "--out", "programs/"], lambda: signal.SIGKILL, 3)
    law(report("parts-program", "merge", *files("programs")) == whole, "faults do not come through shards")
    test = ["--bots", "aprendiz,exec:./player", "--threads", "1", "--sprt", "--sprt-points", "9", "--hands", "600"]
    whole = report("test-program", *test)
    for part in (1, 2):
        arena(*test, "--shard", "%d/2" % part, "--out", "tested/")
    law(report("test-parts", "merge", *files("tested")) == whole, "faults behind a verdict are counted")


# ---- sequential tests ------------------------------------------------------------------------------------------

def test_laws():
    bots = ["--bots", "aprendiz,novato", "--sprt"]
    test = [*bots, "--hands", "400000"]
    whole = report("test", *test)
    law("aprendiz is better" in whole[1], "no verdict: %s" % whole[1])
    for part in (1, 2, 3):
        answer = arena(*test, "--shard", "%d/3" % part, "--out", "test/", "--threads", "1")
        law(answer.returncode == 0, "a test's part: %s" % answer)
    law(report("test-merged", "merge", *files("test")) == whole, "a test in shards: another report")
    last = files("test")[2]
    os.remove(last)
    law(told(arena("merge", *files("test")), "shard 3 of 3 is missing"), "a test without its deals")
    process = subprocess.Popen([COMODIN, "arena", *bots, "--hands", "100000000", "--shard", "2/2", "--out", "late/"],
                               env=CLEAN, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until_done([*bots, "--hands", "100000000", "--shard", "1/2", "--out", "late/"], lambda: signal.SIGTERM, 0)
    _, said = process.communicate(timeout=60)
    law(process.returncode == 0 and "the test was decided" in said,
        "a part that is not needed: %d, %s" % (process.returncode, said))
    law(report("late", "merge", *files("late"))[0] == 0, "its merge")
    answer = arena(*bots, "--hands", "100000000", "--shard", "2/2", "--out", "late/")
    law(answer.returncode == 0 and "not needed" in answer.stderr, "started again after the verdict: %s" % answer)


# ---- tuning ----------------------------------------------------------------------------------------------------

def tune_laws():
    """Processes that tune together come to what one finds alone, although one is killed and one never begins."""
    tune = ["lab", "tune", "--seed", "3", "--generations", "3", "--population", "12", "--hands", "800"]
    run(*tune, "--out", "alone")
    alone = pathlib.Path("alone").read_bytes()
    words = [*tune, "--threads", "1", "--parts", "tune/", "--shard"]
    helper, doomed = (subprocess.Popen([COMODIN, *words, "%d/4" % part], env=CLEAN, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, text=True) for part in (2, 3))
    time.sleep(0.3)
    doomed.kill()
    doomed.communicate()
    first = run(*words, "1/4", "--out", "together")
    _, said = helper.communicate(timeout=100)
    law(first.returncode == 0 and pathlib.Path("together").read_bytes() == alone, "tuned together: %s" % first.stderr)
    law(helper.returncode == 0 and not said.endswith("played 0\n"), "the other one: %s" % said)
    again = run(*words, "1/4", "--out", "again")
    law(again.returncode == 0 and again.stderr.endswith("played 0\n") and pathlib.Path("again").read_bytes() == alone,
        "once more: %s" % again.stderr)
    kept = pathlib.Path("tune/tune-00001-of-00004")
    kept.write_bytes(kept.read_bytes()[:-30])
    law(run(*words, "1/4", "--out", "again").returncode == 0 and pathlib.Path("again").read_bytes() == alone,
        "with a torn end")
    other = ["5" if word == "3" and words[at - 1] == "--seed" else word for at, word in enumerate(words)]
    law(told(run(*other, "1/4", "--out", "other"), "another experiment or shard", "`seed 3`, not `seed 5`"),
        "other seeds are mixed")
    law(told(run(*tune, "--shard", "1/2", "--out", "other"), "--parts"), "--shard without --parts")
    law(told(run(*tune, "--parts", "tune", "--out", "other"), "slash"), "--parts without a slash")


def record_laws():
    """Records that are written in parts, one of them killed, are those that one process writes."""
    record = ["record", "--edition", "powers", "--players", "3", "--seed", "7", "--games", "40", "--bots",
              "aprendiz,novato", "--out"]
    run(*record, "records")
    for part in (3, 1):
        law(run(*record, "in-parts", "--shard", "%d/3" % part).stdout.count("\n") == (14 if part == 1 else 13),
            "a third of the games")
    doomed = subprocess.Popen([COMODIN, *record, "in-parts"], env=CLEAN, stdout=subprocess.DEVNULL)
    time.sleep(0.01)
    doomed.kill()
    doomed.wait()
    for left in pathlib.Path("in-parts").glob("*.part*"):
        left.unlink()
    told_by = {name: str(value) for name, value in slurm(1, 3).items()}
    found = run(*record, "in-parts", "--shard", "auto", env={**CLEAN, **told_by})
    law(found.returncode == 0 and found.stdout.count("\n") == 13, "the last third: %s" % found.stderr)
    alone, parts = ({path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}
                    for folder in ("records", "in-parts"))
    law(alone == parts and len(alone) == 40, "records in parts")
    law(told(run(*record, "-", "--shard", "1/2"), "standard output"), "--shard to standard output")
    law(told(run(*record, "in-parts", "--shard", "4/3"), "from 1/N to N/N"), "a part that there is not")


def main():
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        for laws in (place_laws, kill_laws, torn_laws, writer_laws, mixture_laws, program_laws, test_laws, tune_laws,
                     record_laws):
            laws()
        shutil.rmtree("killed", ignore_errors=True)
    return verdict()


sys.exit(main())
