#!/usr/bin/env bash
# `comodin load`: what it says about a server, about one that sends people to other nodes or falls silent, and when
# there is none: load_test.sh PATH/TO/comodin
set -u
comodin=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../tools/load_server.sh"
work=$(mktemp -d) server=0 door=
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "FAILED: $1"; tail -n 3 "$work/out" "$work/err"; }
trap '[ -z "$door" ] || kill "$door"; kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -rf "$work"' EXIT
seconds=2
load() {
  timeout 30 "$comodin" load --rooms 2 --seats 2 --seconds $seconds --ramp 1 --rate 4 "$@" >"$work/out" 2>"$work/err"
}

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
# reports WHAT CONDITION: something is true of the last report, r.
reports() {
  if python3 -c 'import json, sys; r = json.load(open(sys.argv[1])); assert eval(sys.argv[2]), r' "$work/out" "$2" \
    2>>"$work/err"; then ok; else bad "$1"; fi
}

# Four people, each of whom is sent elsewhere in the middle of a game; two of them begin where nobody listens.
examples=$here/../../docs/examples
[ -d "$examples/node_modules/ws" ] || (cd "$examples" && npm ci --silent --no-audit --no-fund) || bad "npm ci"
(cd "$examples" && exec node "$here/moving.mjs" "ws://127.0.0.1:$port/ws" /node/b/ws >"$work/door.log" 2>&1) &
door=$!
behind=ws://127.0.0.1:$(port_of "$work/door.log")/ws
if load --url "$behind" --url ws://127.0.0.1:1/ws --reconnect --json; then ok; else bad "moved people stop"; fi
reports "not everybody was moved" 'r["rooms"] == 2 and r["moved"] == 4 and r["sockets"] == 4'
reports "it is not said how long they took" 'r["lost_seats"] == 4 and 0 < r["back_ms"]["max"] < 1000'
reports "no table stood still meanwhile" 'r["back_ms"]["max"] / 2 < r["still_ms"]["max"] < 2000'
if [ "$(grep -c '^/node/b/ws known resume' "$work/door.log")" = 4 ]; then ok; else bad "they came as somebody else"; fi

# A server that says nothing for a while, with all connections open.
rm "$work/err"
(
  until grep -q ^playing "$work/err"; do sleep 0.1; done
  kill -STOP "$server" && sleep 3
  kill -CONT "$server"
) 2>/dev/null &
seconds=5
if load --url "ws://127.0.0.1:$port/ws" --reconnect --patience 0.5 --json; then ok; else bad "a frozen server"; fi
reports "nobody noticed that the server was frozen" 'r["lost_seats"] >= 4 and r["rooms"] == 2'
reports "nobody minded" '2500 < r["still_ms"]["max"] < 6000'

says "no game server answers at ws://127.0.0.1:$port/nowhere" "ws://127.0.0.1:$port/nowhere"
kill "$server" && wait "$server" 2>/dev/null
says "no game server answers at ws://127.0.0.1:$port/ws" "ws://127.0.0.1:$port/ws"
says "there is no host nowhere.invalid" "ws://nowhere.invalid/ws"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
