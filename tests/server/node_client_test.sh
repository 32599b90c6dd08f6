#!/usr/bin/env bash
# docs/examples/client.mjs plays whole games on a real server, over a restart and from node to node too:
# node_client_test.sh PATH/TO/comodin
set -u
comodin=$(realpath "$1")
cd "$(dirname "$0")" || exit 2
. ../../tools/load_server.sh
cd ../../docs/examples || exit 2
work=$(mktemp -d) server=0 door=
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "FAILED: $1"; tail -n 5 "$work"/*.out "$work"/*.err; }
stop() { kill "$1" "$server" 2>/dev/null; wait "$server"; }
trap '[ -z "$door" ] || kill "$door"; stop -TERM; rm -rf "$work"' EXIT

# serve PORT: starts a server, 0 on any port; sets `server` and `port`.
serve() {
  "$comodin" serve --port "$1" --store "$work/store.db" --bot-pace 1 2>"$work/server.err" &
  server=$!
  port=$(port_of "$work/server.err") && return
  bad "the server does not listen"
  exit 1
}
# client NAME [PEOPLE | CODE]: a client in the background; its room and result go to NAME.out.
client() {
  OPTIONS=$options timeout 120 node client.mjs "ws://127.0.0.1:$port/ws" "$@" >"$work/$1.out" 2>"$work/$1.err" &
}
# room NAME: the code that NAME's client has printed.
room() {
  for _ in $(seq 100); do
    sed -n 's/^room //p' "$work/$1.out" | grep . && return
    sleep 0.1
  done
}
# judge NAME: the client has ended well; its game can be downloaded, is a scenario, and its deals are proved.
judge() {
  local link
  link=$(tail -n 1 "$work/$1.out")
  if grep -qE ' wins$| [0-9]+ points$' "$work/$1.out"; then ok; else bad "$1: no result"; fi
  # After a restart it may answer a question twice: once again, and once as the view asks it.
  if grep -vE '^(stale|not_awaited): ' "$work/$1.err"; then bad "$1: refused, or worse"; else ok; fi
  if curl -sSf "$link" -o "$work/$1.scn"; then ok; else bad "$1: no record at $link"; fi
  if "$comodin" check "$work/$1.scn" | grep -qx '1 passed, 0 failed'; then ok; else bad "$1: check"; fi
  if "$comodin" verify "$work/$1.scn" | grep -q 'proved$'; then ok; else bad "$1: verify"; fi
}

npm ci --silent --no-audit --no-fund || { bad "npm ci"; exit 1; }
if grep -q '"resolved"' package-lock.json; then bad "package-lock.json names a registry"; else ok; fi

# Alone with two bots, a hand of one round: the simple client, and the other one.
options=format=hand
serve 0
OPTIONS=$options timeout 120 node simple.mjs "ws://127.0.0.1:$port/ws" >"$work/simple.out" 2>"$work/simple.err"
judge simple
client Ana 1
wait $!
judge Ana

# The same behind a door that sends them to other nodes, once to one that is not there.
behind() {  # behind TO…: sets `address`
  node ../../tests/server/moving.mjs "ws://127.0.0.1:$port/ws" "$@" >"$work/door.log" 2>"$work/door.err" &
  door=$!
  address=ws://127.0.0.1:$(port_of "$work/door.log")/ws
}
went() {  # went WHAT LINE…: the door has seen connections that began with these
  kill "$door" && wait "$door" 2>/dev/null
  door=
  local what=$1
  shift
  if [ "$(tail -n +2 "$work/door.log")" = "$(printf '%s\n' "$@")" ]; then ok; else
    bad "$what went elsewhere:" && cat "$work"/door.*
  fi
}
behind /node/b/ws
OPTIONS=$options timeout 120 node simple.mjs "$address" >"$work/hops.out" 2>"$work/hops.err"
judge hops
went "the simple client" "/ws hello create" "/node/b/ws known resume"
behind /node/gone/ws /node/b/ws
OPTIONS=$options timeout 120 node client.mjs "$address" Sara >"$work/Sara.out" 2>"$work/Sara.err"
judge Sara
went "the client" "/ws hello create" "/ws known resume again" "/node/b/ws known resume again"

# Two people and a bot, a whole match; in the middle of it the server is killed, and started again.
options=target=100,cards=5
client Luis 2
luis=$!
client Eva "$(room Luis)"
eva=$!
sleep 1.5
if kill -0 "$luis" "$eva"; then ok; else bad "the match was over before the server was killed"; fi
kill -KILL "$server"
wait "$server" 2>/dev/null
sleep 1
serve "$port"
wait "$luis" "$eva"
judge Luis
judge Eva
if cmp "$work/Luis.scn" "$work/Eva.scn"; then ok; else bad "two records of one game"; fi

# What is left makes sense.
if stop -TERM; then ok; else bad "the server does not stop in peace"; fi
if "$comodin" serve --check-store --store "$work/store.db" >"$work/check.out"; then ok; else bad "the store"; fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
