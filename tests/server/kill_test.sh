#!/usr/bin/env bash
# Kills a server under load, again and again, and checks whether anything that clients were told is lost.
# With `postgres` the store is a PostgreSQL of the test's own, and every second kill is the database's.
# Usage: kill_test.sh [COMODIN] [KILLS] [postgres]; prints "N passed, N failed"; exit status 1 if something failed.
set -u
here=$(cd "$(dirname "$0")" && pwd)
comodin=${1:-$here/../../build/release/bin/comodin}
kills=${2:-20}
rooms=40 rate=25
sockets=$((rooms * 4))
folder=$(mktemp -d)
store=$folder/store.db cluster=""
server="" load=""
passed=0 failed=0

clean_up() {
  [ -n "$server" ] && kill -9 "$server" 2>/dev/null
  [ -n "$load" ] && kill -9 "$load" 2>/dev/null
  wait 2>/dev/null
  [ -n "$cluster" ] && "$here/postgres_cluster.sh" stop "$cluster"
  [ -n "${KEEP:-}" ] && echo "kept: $folder" || rm -rf "$folder"
}
trap clean_up EXIT

check() {  # check WHAT CONDITION…
  local what=$1
  shift
  if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED: $what"; fi
}

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
source "$here/../../tools/load_server.sh"
if [ "${3:-}" = postgres ]; then
  cluster=$(mktemp -d)
  store=$("$here/postgres_cluster.sh" start "$cluster") || { echo "no PostgreSQL" && exit 2; }
  "$comodin" serve --port "$port" --store postgresql://ana:sesame@127.0.0.1:1/none >"$folder/refused" 2>&1
  check "a database that is not there at the start is an error" [ $? = 2 ]
  check "it is said, without the password" grep -q "cannot reach the database" "$folder/refused"
  check "the password is not shown" [ "$(grep -c sesame "$folder/refused")" = 0 ]
fi

start() {
  serve_for_load "$comodin" "$port" "$store" >>"$folder/server.log" 2>&1 &
  server=$!
  local tries
  for ((tries = 0; tries < 100; ++tries)); do
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then return; fi
    kill -0 "$server" 2>/dev/null || break
    sleep 0.05
  done
  echo "the server does not start:" && tail -5 "$folder/server.log"
  echo "$passed passed, $((failed + 1)) failed"
  exit 1
}

kill_server() {
  kill "-$1" "$server"
  wait "$server" 2>/dev/null
}

# Until a line of progress that is still to come says that everybody is back and plays; a busy machine takes its time.
all_play() {
  local tries seen
  seen=$(wc -l <"$folder/progress")
  for ((tries = 0; tries < 60; ++tries)); do
    sleep 1
    tail -n "+$((seen + 2))" "$folder/progress" | tail -n 1 | grep -q " $sockets sockets, $rooms rooms play" && return
  done
  return 1
}

a_while() { sleep "$(printf '0.%03d' $((250 + RANDOM % 700)))"; }

start
"$comodin" load --url "ws://127.0.0.1:$port/ws" --rooms $rooms --rate $rate --seconds $((kills * 30)) \
  --ramp 1 --options format=hand --reconnect --patience 60 --acks "$folder/acks" --json \
  >"$folder/report" 2>"$folder/progress" &
load=$!
for ((k = 0; k < 100; ++k)); do
  [ -s "$folder/acks" ] && break
  sleep 0.1
done
for ((k = 0; k < kills; ++k)); do
  a_while
  if [ -n "$cluster" ] && [ $((k % 2)) = 1 ]; then
    "$here/postgres_cluster.sh" kill "$cluster"
    [ $((k % 4)) = 1 ] || kill_server KILL  # both at once
    "$here/postgres_cluster.sh" again "$cluster"
    kill -0 "$server" 2>/dev/null || start
  else
    kill_server KILL
    start
  fi
done

all_play  # so that everybody is there to be told
kill_server TERM
check "a server that is told to stop stops by itself" [ $? = 0 ]
start
check "after all the kills everybody plays again" all_play
before=$(wc -l <"$folder/progress")
kill -STOP "$server"
sleep 3
kill -CONT "$server"
check "after its sleep the server goes on with everybody" all_play
kill -TERM $load
wait $load
check "every room plays in the end, and every command was answered" [ $? = 143 ]
load=""
after_stop=$(tail -n "+$((before + 2))" "$folder/progress" | grep -vc " $sockets sockets,")
check "nobody was cut off while the server slept" [ "$after_stop" = 0 ]
byes=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["byes"])' "$folder/report")
check "the server that stopped said goodbye to all ($byes of $sockets)" [ "$byes" -ge $sockets ]
kill_server TERM
server=""

check "the store is sound" "$comodin" serve --check-store --store "$store" >"$folder/check" 2>&1
grep fault "$folder/check"
python3 "$here/kill_check.py" "$store" "$folder/acks" >"$folder/found"
cat "$folder/found"
passed=$((passed + $(grep -c '^ok' "$folder/found")))
failed=$((failed + $(grep -c '^FAILED' "$folder/found")))
[ -n "${KEEP:-}" ] && cat "$folder/report"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 8 ]
