#!/usr/bin/env python3
"""Three nodes on one PostgreSQL, under load, and what can happen to them: nodes_test.py COMODIN [WHAT [TIMES]]

  faults TIMES     (the default, 12) nodes are killed, frozen, drained and cut off, the database is killed
  upgrade TIMES    nodes are drained and started again, one after another, and nothing else
  standby TIMES    the database's machine dies, and its synchronous standby takes over
  network TIMES    each node in a network of its own: they are cut off from the database, the players, each other

Every command that somebody was told of must be in the log, once, and everybody must play in the end. A line for each
failure, then `N passed, N failed`. KEEP=1 keeps the files."""
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # leave no __pycache__ in the source tree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "cli"))

from program import COMODIN, law, run, verdict

HERE = pathlib.Path(__file__).resolve().parent
WHAT = sys.argv[2] if len(sys.argv) > 2 else "faults"
TIMES = int(sys.argv[3]) if len(sys.argv) > 3 else 12
ROOMS, SEATS = int(os.environ.get("ROOMS", "40")), 4
RATE = float(os.environ.get("RATE", "10"))
NAMES = ("a", "b", "c")
FOLDER = pathlib.Path(tempfile.mkdtemp())
FOLDER.chmod(0o711)  # PostgreSQL runs as somebody else
FREE = [word for name in ("connections-per-address", "rooms-per-address", "players-per-address", "rooms-per-player",
                          "handshakes-burst", "handshakes-per-second", "requests-burst", "requests-per-second",
                          "commands-burst", "commands-per-second") for word in ("--" + name, "1000000")]
chance = random.Random(int(os.environ.get("SEED", "0")) or None)


class GivenUp(Exception):
    """Nothing that follows would mean anything."""


def demand(holds, what):
    law(holds, what)
    if not holds:
        raise GivenUp


def script(*words, **more):
    return subprocess.run([str(HERE / "postgres_cluster.sh"), *map(str, words)], text=True, check=False,
                          stdout=subprocess.PIPE, env={**os.environ, **more})


def ip(*words):
    return subprocess.run(["ip", *words], check=False, stderr=subprocess.DEVNULL).returncode == 0


class Machine:
    """Where a process runs: here, or in a network namespace that is joined to the others by a bridge."""
    bridge = "comodin%d" % (os.getpid() % 10000)
    made = 0

    def __init__(self, alone):
        self.space, self.address = "", "127.0.0.1"
        if not alone:
            return
        Machine.made += 1
        self.space = "%s-%d" % (Machine.bridge, Machine.made)
        self.address = "10.77.7.%d" % (Machine.made + 1)
        wire = "%sv%d" % (Machine.bridge[-6:], Machine.made)
        demand(ip("netns", "add", self.space)
            and ip("link", "add", wire, "type", "veth", "peer", "name", "eth0", "netns", self.space)
            and ip("link", "set", wire, "master", Machine.bridge, "up")
            and ip("-n", self.space, "addr", "add", self.address + "/24", "dev", "eth0")
            and ip("-n", self.space, "link", "set", "eth0", "up") and ip("-n", self.space, "link", "set", "lo", "up"),
            "a network namespace can be made")

    @staticmethod
    def lay_wires():
        ip("link", "add", Machine.bridge, "type", "bridge")
        ip("link", "set", Machine.bridge, "up")
        return ip("addr", "add", "10.77.7.1/24", "dev", Machine.bridge)

    @staticmethod
    def clean_up():
        for k in range(Machine.made):
            ip("netns", "del", "%s-%d" % (Machine.bridge, k + 1))
        ip("link", "del", Machine.bridge)

    def words(self):
        return ["ip", "netns", "exec", self.space] if self.space else []

    def cut(self, other, yes):
        """What goes to that address is lost, or no longer."""
        ip("-n", self.space, "route", "replace" if yes else "del", "blackhole", other + "/32")


class Database:
    def __init__(self, alone):
        self.machine = Machine(alone)
        self.folder, self.second = FOLDER / "first", None
        answer = script("start", self.folder, self.machine.address if alone else "", NETNS=self.machine.space)
        if answer.returncode == 3:
            print("PostgreSQL is not installed: nothing is tried\n0 passed, 0 failed")
            sys.exit(0)
        demand(answer.returncode == 0, "PostgreSQL starts")
        self.url = answer.stdout.strip()
        self.here = "postgresql://comodin@/postgres?host=%s" % self.folder  # whatever becomes of the network

    def stand_by(self):
        self.second = FOLDER / ("standby%d" % time.monotonic_ns())
        demand(script("standby", self.second, self.folder).returncode == 0, "a standby starts")
        self.url = self.here = "postgresql://comodin@/postgres?host=%s,%s" % (self.folder, self.second)

    def kill(self):
        law(script("kill", self.folder, NETNS=self.machine.space).returncode == 0, "the database is killed")

    def again(self):
        law(script("again", self.folder, NETNS=self.machine.space).returncode == 0, "the database starts again")

    def fail_over(self):
        self.kill()
        law(script("promote", self.second).returncode == 0, "the standby takes over")
        shutil.rmtree(self.folder)
        self.folder.symlink_to(self.second)  # there is nothing behind it any more

    def ask(self, sql):
        return subprocess.run(["psql", "-qAt", "-c", sql, self.here], text=True, check=False,
                              stdout=subprocess.PIPE).stdout.strip()

    def stop(self):
        for folder in filter(None, (self.second, self.folder)):
            if (folder / "data").exists():
                script("stop", folder, NETNS=self.machine.space)


class Node:
    def __init__(self, name, database, alone):
        self.name, self.database, self.machine = name, database, Machine(alone)
        self.process = None
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = 8080 if alone else one.getsockname()[1]
        self.log = FOLDER / (name + ".log")

    def start(self):
        words = ["serve", "--listen", self.machine.address, "--port", str(self.port), "--store", self.database.url,
                 "--node", self.name, "--log", "words", *FREE]
        with open(self.log, "a", encoding="utf-8") as log:
            at = log.tell()
            self.process = subprocess.Popen([*self.machine.words(), COMODIN, *words], stdout=log, stderr=log)
        for _ in range(200):
            if "listening" in self.log.read_text(encoding="utf-8")[at:]:
                return
            time.sleep(0.05)
        demand(False, "node %s starts: %s" % (self.name, self.log.read_text(encoding="utf-8")[at:]))

    def url(self):
        return "ws://%s:%d/ws" % (self.machine.address, self.port)

    def signal(self, which):
        self.process.send_signal(which)

    def end(self, which, patience=60):
        self.signal(which)
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return None

    def restart(self, which):
        status = self.end(which)
        self.start()
        return status


class Load:
    """Everybody, until they are told to stop."""

    def __init__(self, nodes):
        self.report, self.acks, self.progress = (FOLDER / name for name in ("report", "acks", "progress"))
        words = [word for node in nodes for word in ("--url", node.url())]
        with open(self.report, "w", encoding="utf-8") as out, open(self.progress, "w", encoding="utf-8") as err:
            self.process = subprocess.Popen(
                [COMODIN, "load", *words, "--rooms", str(ROOMS), "--seats", str(SEATS), "--rate", str(RATE),
                 "--seconds", "100000", "--ramp", "1", "--options", "format=hand", "--reconnect",
                 "--acks", str(self.acks), "--json"], stdout=out, stderr=err)
        demand(self.all_play("everybody plays to begin with"), "so that there is something to disturb")

    def all_play(self, what, patience=90):
        """A line of progress that is still to come says so."""
        seen = len(self.progress.read_text(encoding="utf-8").splitlines())
        wanted = " %d sockets, %d rooms play" % (ROOMS * SEATS, ROOMS)
        for _ in range(patience):
            time.sleep(1)
            lines = self.progress.read_text(encoding="utf-8").splitlines()[seen + 1:]
            if any("playing" in line and wanted in line for line in lines):
                law(True, what)
                return True
        law(False, what + ": " + lines[-1] if lines else what)
        return False

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        law(self.process.wait(120) == 143, "every room plays in the end, and every command was answered")
        return json.loads(self.report.read_text(encoding="utf-8"))


# ---- what can happen ---------------------------------------------------------------------------------------------

def node_is_killed(node, database):
    node.restart(signal.SIGKILL)


def node_is_killed_for_a_while(node, database):
    node.end(signal.SIGKILL)
    time.sleep(chance.uniform(0, 4))
    node.start()


def node_freezes(node, database):
    node.signal(signal.SIGSTOP)
    time.sleep(chance.uniform(0.5, 5))
    node.signal(signal.SIGCONT)


def node_is_upgraded(node, database):
    law(node.restart(signal.SIGTERM) == 0, "a node that is told to stop ends by itself")


def node_is_asked_to_drain(node, database):
    answer = run("serve", "--drain", "--store", database.here, "--node", node.name)
    law(answer.returncode == 0, "a node that is asked to drain goes: " + answer.stderr)
    law(node.process.wait(10) == 0, "and ends by itself")
    node.start()


def node_loses_its_connections(node, database):
    database.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'comodin' AND "
                 "random() < 0.5")


def database_is_killed(node, database):
    database.kill()
    time.sleep(chance.uniform(0, 1))
    database.again()


def all_is_killed(node, database):
    database.kill()
    node.end(signal.SIGKILL)
    database.again()
    node.start()


def node_is_cut_off(node, others):
    for other in others:
        node.machine.cut(other, True)
    time.sleep(chance.uniform(1, 8))
    for other in others:
        node.machine.cut(other, False)


FAULTS = (node_is_killed, node_is_killed_for_a_while, node_freezes, node_is_upgraded, node_is_asked_to_drain,
          node_loses_its_connections, database_is_killed, all_is_killed)


def faults(nodes, database, load):
    order = [FAULTS[k % len(FAULTS)] for k in range(TIMES)]
    chance.shuffle(order)
    for fault in order:
        fault(chance.choice(nodes), database)
        time.sleep(chance.uniform(0.2, 1.5))


def upgrade(nodes, database, load):
    for k in range(TIMES):
        node_is_upgraded(nodes[k % len(nodes)], database)
        time.sleep(1.5)


def standby(nodes, database, load):
    for _ in range(TIMES):
        database.fail_over()
        load.all_play("everybody plays on with the standby")


def network(nodes, database, load):
    people, store = "10.77.7.1", database.machine.address
    for k in range(TIMES):
        node = nodes[k % len(nodes)]
        others = [other.machine.address for other in nodes if other is not node]
        kinds = [[store], [people], others, [store, people, *others], [people, *others]]
        node_is_cut_off(node, kinds[int(os.environ["CUT"])] if "CUT" in os.environ else chance.choice(kinds))
        time.sleep(chance.uniform(0.2, 2))


# ---- the run -----------------------------------------------------------------------------------------------------

def check_all(database, load, report):
    checked = run("serve", "--check-store", "--store", database.here)
    law(checked.returncode == 0, "the store is sound: " + checked.stdout)
    found = subprocess.run(["python3", str(HERE / "kill_check.py"), database.here, str(load.acks)], text=True,
                           check=False, stdout=subprocess.PIPE).stdout
    for line in found.splitlines():
        if line.startswith(("ok: ", "FAILED: ")):
            law(line.startswith("ok: "), line)
    print(found.splitlines()[0])
    for name in ("back_ms", "still_ms"):
        print(name, report[name])
    print({name: report[name] for name in ("acked", "closed", "moved", "resumed", "resent", "errors")})


def main():
    alone = WHAT == "network"
    if alone and not Machine.lay_wires():
        print("no network of our own can be made here: nothing is tried\n0 passed, 0 failed")
        return 0
    nodes, database = [], None
    try:
        database = Database(alone)
        nodes += [Node(name, database, alone) for name in NAMES]
        if WHAT == "standby":
            database.stand_by()
        for node in nodes:
            node.start()
        load = Load(nodes)
        {"faults": faults, "upgrade": upgrade, "standby": standby, "network": network}[WHAT](nodes, database, load)
        load.all_play("after all that everybody plays again")
        report = load.stop()
        if WHAT == "upgrade":
            longest = float(os.environ.get("STILL_MS", "3000"))  # a busy machine takes its time
            law(report["still_ms"]["max"] <= longest, "no game stands still for longer: %s" % report["still_ms"])
        for node in nodes:
            law(node.end(signal.SIGTERM) == 0, "node %s stops by itself" % node.name)
        check_all(database, load, report)
    except GivenUp:
        pass
    finally:
        for node in nodes:
            if node.process and node.process.poll() is None:
                node.process.kill()
        if database:
            database.stop()
        Machine.clean_up()
        if "KEEP" in os.environ:
            print("kept:", FOLDER)
        else:
            shutil.rmtree(FOLDER, ignore_errors=True)
    return verdict()


if __name__ == "__main__":
    sys.exit(main())
