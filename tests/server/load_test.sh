#!/usr/bin/env bash
# `comodin load`: what it says about a server, and when there is none: load_test.sh PATH/TO/comodin
set -u
comodin=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../tools/load_server.sh"
work=$(mktemp -d) server=0
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "FAILED: $1"; tail -n 3 "$work/out" "$work/err"; }
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -rf "$work"' EXIT
load() { timeout 30 "$comodin" load --rooms 2 --seats 2 --seconds 2 --ramp 1 --rate 4 "$@" >"$work/out" 2>"$work/err"; }

# says WORDS URL: load fails, with these words, and does not take long to find out.
says() {
  local began=$EPOCHREALTIME status
  load --url "$2"
  status=$?
  if [ $status != 0 ] && [ $status != 124 ]; then ok; else bad "$2: exit status $status"; fi
  if grep -qF "$1" "$work/err"; then ok; else bad "$2: not \`$1\`"; fi
  if awk "BEGIN { exit !($EPOCHREALTIME - $began < 3) }"; then ok; else bad "$2: it took too long to say so"; fi
}

(serve_for_load "$comodin" 0 "$work/store.db" 2>"$work/server.err") &
server=$!
port=$(port_of "$work/server.err")

if load --url "ws://127.0.0.1:$port/ws" --json; then ok; else bad "a server: load fails"; fi
if python3 -c 'import json, sys; r = json.load(open(sys.argv[1])); assert r["rooms"] == 2 and r["acked"] > 4' \
  "$work/out"; then ok; else bad "a server: no moves"; fi
says "no game server answers at ws://127.0.0.1:$port/nowhere" "ws://127.0.0.1:$port/nowhere"
kill "$server" && wait "$server" 2>/dev/null
says "no game server answers at ws://127.0.0.1:$port/ws" "ws://127.0.0.1:$port/ws"
says "there is no host nowhere.invalid" "ws://nowhere.invalid/ws"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
