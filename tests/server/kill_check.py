#!/usr/bin/env python3
"""Are the commands that clients were told of in the log? kill_check.py STORE ACKS; prints one line for each check.

STORE is a file, or the address of a PostgreSQL database. ACKS is what `comodin load --acks` wrote: ROOM N ID, one line
for each acknowledged command.
"""
import csv
import json
import sqlite3
import subprocess
import sys

csv.field_size_limit(1 << 24)


def log_of(store):
    """The rows of the store's log: room, n, body."""
    if not store.startswith("postgresql://"):
        db = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
        return db.execute("SELECT room, n, body FROM log ORDER BY room, n")
    query = "SELECT room, n, body FROM comodin.log ORDER BY room, n"
    text = subprocess.run(["psql", "--csv", "-t", "-c", query, store], capture_output=True, text=True, check=True)
    return [(room, int(n), body) for room, n, body in csv.reader(text.stdout.splitlines())]


def main(store, acks):
    log, gaps, doubles, seen = {}, [], [], set()
    last = {}
    for room, n, body in log_of(store):
        if n != last.get(room, 0) + 1:
            gaps.append(f"{room}: {n} after {last.get(room, 0)}")
        last[room] = n
        name = json.loads(body).get("id", "")
        log[room, n] = name
        if name and (room, name) in seen:
            doubles.append(f"{room}: {name} again at {n}")
        if name:
            seen.add((room, name))
    told, lost, other, twice = {}, [], [], []
    with open(acks) as file:
        for line in file:
            room, n, name = line.split()
            n = int(n)
            if told.get((room, name), n) != n:
                twice.append(f"{room}: {name} was told {told[room, name]} and {n}")
            told[room, name] = n
            if (room, n) not in log:
                lost.append(f"{room}: {n} ({name})")
            elif log[room, n] != name:
                other.append(f"{room}: {n} is {log[room, n]!r}, not {name}")
    checks = [
        (f"{len(told)} acknowledged commands are in the log", lost),
        ("each at the number it was acknowledged with", other),
        ("none was told two numbers", twice),
        (f"{len(seen)} commands of {len(last)} rooms: none is there twice", doubles),
        (f"{len(log)} entries: no number is missing", gaps),
        ("there was something to check", [] if len(told) > 1000 else [f"only {len(told)} acknowledgements"]),
    ]
    for what, faults in checks:
        print(("ok: " if not faults else "FAILED: ") + what)
        for fault in faults[:5]:
            print("  " + fault)
        if len(faults) > 5:
            print(f"  and {len(faults) - 5} more")
    return any(faults for _, faults in checks)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
