#!/usr/bin/env python3
"""What nodes and their database cost: tools/load_nodes.py [ROOMS [RATE [SECONDS [SET-UP…]]]]

The same load on one server with a file, on one and on three nodes with PostgreSQL, and on two databases with a node
each, all on this machine. Set-ups: file, 1, 3, 2x1 (or Nx1); all of them if none is named. A row for each."""
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[1]
COMODIN = os.environ.get("COMODIN", str(ROOT / "build/release/bin/comodin"))
CLUSTER = str(ROOT / "tests/server/postgres_cluster.sh")
ROOMS, RATE, SECONDS = (float(word) for word in (sys.argv[1:4] + ["1000", "2", "20"][len(sys.argv[1:4]):]))
TICKS = os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def seconds_of(pid):
    """Processor time that a process has used, with the children that it has buried."""
    try:
        fields = pathlib.Path("/proc/%d/stat" % pid).read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return sum(int(field) for field in fields[11:15]) / TICKS


def children_of(pid):
    path = pathlib.Path("/proc/%d/task/%d/children" % (pid, pid))
    return [int(word) for word in path.read_text(encoding="utf-8").split()]


class Database:
    def __init__(self, folder):
        self.folder = folder
        started = subprocess.run([CLUSTER, "start", folder], text=True, check=True, stdout=subprocess.PIPE)
        self.url = started.stdout.strip()
        self.pid = int((folder / "data/postmaster.pid").read_text(encoding="utf-8").split("\n")[0])

    def seconds(self):
        return sum(seconds_of(pid) for pid in [self.pid, *children_of(self.pid)])

    def commits(self):
        answer = subprocess.run(["psql", "-qAt", "-c", "SELECT sum(xact_commit) FROM pg_stat_database", self.url],
                                text=True, check=True, stdout=subprocess.PIPE)
        return int(answer.stdout)

    def stop(self):
        subprocess.run([CLUSTER, "stop", self.folder], check=False)


class Node:
    def __init__(self, store, log):
        self.port, self.metrics_port = free_port(), free_port()
        line = '. %s; serve_for_load %s %d "%s" --metrics-port %d' % (
            ROOT / "tools/load_server.sh", COMODIN, self.port, store, self.metrics_port)
        with open(log, "w", encoding="utf-8") as out:
            self.process = subprocess.Popen(["bash", "-c", line], stdout=out, stderr=out)
        for _ in range(200):
            if "listening" in log.read_text(encoding="utf-8"):
                return
            time.sleep(0.05)
        sys.exit("no node: " + log.read_text(encoding="utf-8"))

    def seconds(self):
        return seconds_of(self.process.pid)

    def commit_ms(self):
        """How long half of the commits take at most, and all but one in a hundred."""
        with urllib.request.urlopen("http://127.0.0.1:%d/metrics" % self.metrics_port) as answer:
            text = answer.read().decode()
        rows = [(float(bound), int(count)) for bound, count in
                re.findall(r'comodin_commit_seconds_bucket\{le="(.*?)"\} (\d+)', text)]
        return [next(1000 * bound for bound, count in rows if count >= part * rows[-1][1]) for part in (0.5, 0.99)]

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Load:
    """A quarter of the time passes before anything is counted."""

    def __init__(self, nodes, rooms, report):
        words = [word for node in nodes for word in ("--url", "ws://127.0.0.1:%d/ws" % node.port)]
        self.report = report
        with open(report, "w", encoding="utf-8") as out:
            self.process = subprocess.Popen(
                [COMODIN, "load", *words, "--rooms", str(rooms), "--rate", str(RATE), "--seconds", str(SECONDS),
                 "--ramp", "5", "--reconnect", "--patience", "60", "--json"],
                stdout=out, stderr=subprocess.PIPE, text=True)

    def until(self, word):
        for line in self.process.stderr:
            if line.startswith(word):
                return

    def result(self):
        self.process.communicate()
        return json.loads(self.report.read_text(encoding="utf-8"))


def measure(name, databases, per_database, folder):
    stores = [Database(folder / ("db%d" % k)) for k in range(databases)]
    groups = [[Node(store.url, folder / ("%d-%d.log" % (k, i))) for i in range(per_database)]
              for k, store in enumerate(stores)] or [[Node(folder / "store.db", folder / "file.log")]]
    nodes = [node for group in groups for node in group]
    try:
        loads = [Load(group, int(ROOMS / len(groups)), folder / ("report%d" % k)) for k, group in enumerate(groups)]
        for load in loads:
            load.until("playing")
        began = time.monotonic(), sum(map(Node.seconds, nodes)), sum(map(Database.seconds, stores)), \
            sum(map(Database.commits, stores))
        for load in loads:
            load.until("waiting" if SECONDS < 1 else "playing %8d s" % (SECONDS - 1))
        ended = time.monotonic(), sum(map(Node.seconds, nodes)), sum(map(Database.seconds, stores)), \
            sum(map(Database.commits, stores))
        passed, served, stored, commits = (b - a for a, b in zip(began, ended))
        commit = [max(times) for times in zip(*(node.commit_ms() for node in nodes))]
        reports = [load.result() for load in loads]
    finally:
        for one in [*nodes, *stores]:
            one.stop()
    moves = sum(report["sent"] for report in reports) / reports[0]["seconds"] * passed
    worst = {part: max(report["ack_ms"][part] for report in reports) for part in ("p50", "p99", "p99.9")}
    print("%-8s %6.0f  %6.2f %7.2f %7.2f  %6.1f %6.1f %6.1f  %7.0f  %5.1f %6.1f  %s" % (
        name, moves / passed, worst["p50"], worst["p99"], worst["p99.9"], 1e6 * served / moves, 1e6 * stored / moves,
        1e6 * (served + stored) / moves, commits / passed, *commit,
        "all answered" if all(not r["unanswered"] and not r["errors"] for r in reports) else "NOT all answered"))


def main():
    names = sys.argv[4:] or ["file", "1", "3", "2x1"]
    print("%d rooms of 4, %g moves/s each, %g s, %d cores, load average %.1f" % (
        ROOMS, RATE, SECONDS, os.cpu_count(), os.getloadavg()[0]))
    print("            moves  answered, ms            us of CPU a move    database  commit, ms up to")
    print("set-up    a sec.     p50     p99   p99.9   nodes     db    all  commits/s   p50    p99")
    for name in names:
        folder = pathlib.Path(tempfile.mkdtemp())
        folder.chmod(0o711)
        databases, each = (0, 1) if name == "file" else (int(name[:-2]), 1) if name.endswith("x1") else (1, int(name))
        try:
            measure(name, databases, each, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
