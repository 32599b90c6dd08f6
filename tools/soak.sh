#!/usr/bin/env bash
# Rooms are made, played by people and bots, finished, left and closed, and the server's memory is watched.
# Usage: tools/soak.sh [MINUTES] [ROOMS]; an hour shows a leak, the 2 minutes that are usual only try the script.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
comodin=${COMODIN:-$here/../build/release/bin/comodin}
minutes=${1:-2} rooms=${2:-40}
folder=$(mktemp -d)
server="" load=""
# shellcheck disable=SC2154 # `one` is set where it runs
trap 'for one in $server $load; do kill -9 "$one" 2>/dev/null || true; done; wait 2>/dev/null; rm -rf "$folder"' EXIT
source "$here/load_server.sh"
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
metrics=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
serve_for_load "$comodin" "$port" "$folder/store.db" --lobby-minutes 1 --game-minutes 1 --bot-pace 1 \
  --metrics-port "$metrics" >"$folder/server.log" 2>&1 &
server=$!
sleep 1
seconds=$(python3 -c "print(round($minutes * 60))")
"$comodin" load --url "ws://127.0.0.1:$port/ws" --rooms "$rooms" --seats 4 --bots 2 --rate 8 --seconds "$seconds" \
  --ramp 2 --options format=hand --games 1 --reconnect --json >"$folder/report" 2>"$folder/progress" &
load=$!

python3 - "$server" "$load" "$seconds" "$metrics" "$folder/report" <<'P'
import json, os, sys, time, urllib.request
server, load, seconds, metrics = map(int, sys.argv[1:5])
samples, began = [], time.monotonic()
every = max(1, seconds / 120)
def rooms_open():
    with urllib.request.urlopen(f"http://127.0.0.1:{metrics}/metrics", timeout=5) as page:
        for line in page.read().decode().splitlines():
            if line.startswith("comodin_rooms "):
                return int(float(line.split()[1]))
    return -1
while os.path.exists(f"/proc/{load}") and open(f"/proc/{load}/stat").read().rsplit(")", 1)[1].split()[0] != "Z":
    with open(f"/proc/{server}/statm") as file:
        kib = int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 1024
    samples.append((time.monotonic() - began, kib, rooms_open()))
    time.sleep(every)
report = json.load(open(sys.argv[5]))
half = [one for one in samples if one[0] >= samples[-1][0] / 2]
mid = sum(t for t, _, _ in half) / len(half), sum(k for _, k, _ in half) / len(half)
slope = sum((t - mid[0]) * (k - mid[1]) for t, k, _ in half) / max(1e-9, sum((t - mid[0]) ** 2 for t, _, _ in half))
top = max(k for _, k, _ in samples)
print("   time   resident  open rooms")
for t, k, rooms in samples[:: max(1, len(samples) // 24)]:
    print(f"{t:6.0f} s {k / 1024:6.1f} MiB {rooms:6}  " + "#" * round(50 * k / top))
print(f"games over {report['games']}, rooms left {report['rooms_left']}, moves {report['acked']}, "
      f"refused {report['refused']}, errors {report['errors']}")
print(f"second half: {slope * 60:+.1f} KiB a minute on {mid[1] / 1024:.1f} MiB "
      f"({slope * 3600 / max(1, report['games'] / (samples[-1][0] / 3600)):+.3f} KiB a game)")
P
