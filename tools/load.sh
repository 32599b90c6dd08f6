#!/usr/bin/env bash
# `comodin serve` and a plain Node relay, one after the other, under the same schedule of `comodin load`.
# Usage: tools/load.sh [ROOMS] [RATE] [SECONDS] [RAMP]; about 2 x SECONDS + 3 x RAMP + 10 seconds.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
comodin=${COMODIN:-$here/../build/release/bin/comodin}
rooms=${1:-1000} rate=${2:-0.25} seconds=${3:-20} ramp=${4:-5}
patience=$(python3 -c "print(int($seconds + 2 * $ramp + 90))")
folder=$(mktemp -d)
server=""
trap '[ -z "$server" ] || kill -9 "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
source "$here/load_server.sh"
[ -x "$comodin" ] || { echo "build first: $comodin is not there" >&2; exit 2; }
[ -d "$here/relay/node_modules/ws" ] || (cd "$here/relay" && npm ci --no-audit --no-fund >"$folder/npm.log" 2>&1) ||
  { cat "$folder/npm.log" >&2; exit 2; }
ulimit -n "$(ulimit -Hn)"

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

wait_for() {  # wait_for PORT
  for _ in $(seq 100); do
    if (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; then return; fi
    sleep 0.1
  done
  echo "nobody listens:" >&2 && cat "$folder/server.log" >&2
  exit 1
}

drive() {  # drive NAME PORT [MORE…]
  local name=$1 port=$2
  shift 2
  wait_for "$port"
  echo "$name, load average $(cut -d' ' -f1 /proc/loadavg) before" >&2
  timeout "$patience" "$comodin" load --url "ws://127.0.0.1:$port/ws" --rooms "$rooms" --rate "$rate" \
    --seconds "$seconds" --ramp "$ramp" --server-pid "$server" --json "$@" >"$folder/$name.json" \
    2> >(grep -E ' [0-9]*0 s:' >&2) || [ -s "$folder/$name.json" ]
  kill "$server" && wait "$server" 2>/dev/null || true
  server=""
}

port=$(free_port)
serve_for_load "$comodin" "$port" "$folder/store.db" >"$folder/server.log" 2>&1 &
server=$!
drive serve "$port"
bytes=$(python3 -c 'import json, sys; print(round(json.load(open(sys.argv[1]))["event_bytes"]))' "$folder/serve.json")
port=$(free_port)
node "$here/relay/relay.mjs" "$port" "$bytes" >"$folder/server.log" 2>&1 &
server=$!
drive relay "$port" --relay

python3 - "$folder/serve.json" "$folder/relay.json" <<'P'
import json, os, sys
ours, relay = (json.load(open(path)) for path in sys.argv[1:])
print(f"{ours['rooms']} rooms, {ours['sockets']} sockets, {ours['seconds']:.0f} s, "
      f"{ours['sent'] / ours['seconds']:.0f} moves/s; a move {ours['move_bytes']:.0f} bytes, "
      f"an event {ours['event_bytes']:.0f} (relay {relay['event_bytes']:.0f}); "
      f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
rows = [("acknowledged p50, ms", "ack_ms", "p50"), ("acknowledged p99, ms", "ack_ms", "p99"),
        ("seen by all p50, ms", "event_ms", "p50"), ("seen by all p99, ms", "event_ms", "p99"),
        ("seen by all p99.9, ms", "event_ms", "p99.9"), ("cores", "cores", None),
        ("us of CPU a move", "us_per_move", None), ("us of CPU an event", "us_per_event", None),
        ("KiB a socket", "kib_per_socket", None), ("KiB a room, beyond", "kib_per_room", None)]
print(f"{'':24}{'serve':>10}{'relay':>10}{'ratio':>8}")
for name, key, part in rows:
    a, b = ((one[key][part] if part else one[key]) for one in (ours, relay))
    print(f"{name:24}{a:10.2f}{b:10.2f}" + (f"{a / b:8.2f}" if b > 0 else ""))
for name, one in (("serve", ours), ("relay", relay)):
    print(f"{name}: sent {one['sent']}, acknowledged {one['acked']}, refused {one['refused']}, "
          f"skipped {one['skipped']}, unanswered {one['unanswered']}, errors {one['errors']}")
P
