#!/usr/bin/env bash
# A quiet table is not slowed by a loud neighbour: neighbour_test.sh PATH/TO/comodin [PORT]
# A real server with its own limits, but for handshakes: 64 connections would take the neighbour a quarter of a minute.
# Half a minute; up to three times as long where something else takes the machine. See neighbour.mjs.
set -u
comodin=$(realpath "$1")
port=${2:-0}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../tools/load_server.sh"
work=$(mktemp -d) server=0
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -rf "$work"' EXIT
(cd "$here/../../docs/examples" && npm ci --silent --no-audit --no-fund) || { echo "npm ci"; exit 1; }
"$comodin" serve --port "$port" --store "$work/store.db" --bot-pace 1 --log words \
  --handshakes-burst 64 --handshakes-per-second 20 2>"$work/server.err" &
server=$!
port=$(port_of "$work/server.err")
timeout 150 node "$here/neighbour.mjs" "ws://127.0.0.1:$port/ws"
status=$?
ps -o rss=,cputime= -p "$server" | awk '{ print "server: " int($1 / 1024) " MiB, " $2 " of CPU" }'
[ $status -lt 2 ] || { echo "0 passed, 1 failed"; tail -n 5 "$work/server.err"; }
exit $status
