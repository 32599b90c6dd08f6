#!/usr/bin/env bash
# What does not stop a server: SIGHUP, a log that nobody reads, a log whose reader is gone.
# signals_test.sh PATH/TO/comodin [PORT]
set -u
comodin=$(realpath "$1") port=${2:-21090}
work=$(mktemp -d)
passed=0 failed=0 server=
end() {
  [ -n "$server" ] && kill -9 "$server" 2>/dev/null
  rm -rf "$work"
}
trap end EXIT
check() { # WHAT COMMAND…
  local what=$1
  shift
  if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED: $what"; fi
}

get() { # PORT PATH: the answer's lines
  exec 8<>"/dev/tcp/127.0.0.1/$1" || return 1
  printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$2" >&8
  timeout 5 cat <&8
  exec 8>&-
}
alive() { get "$port" /healthz 2>/dev/null | grep -qx ok; }
await() { # COMMAND…: for ten seconds
  for _ in $(seq 200); do
    "$@" && return 0
    sleep 0.05
  done
  return 1
}
start() { # LOG
  "$comodin" serve --port "$port" --metrics-port $((port + 1)) --store "$work/server.db" 2>"$1" &
  server=$!
  check "it starts" await alive
}
stop() {
  kill "$server" && wait "$server"
  check "SIGTERM ends it with 0" test $? = 0
  server=
}

mkfifo "$work/read_once" "$work/unread"

start "$work/log"
kill -HUP "$server"
check "SIGHUP is noted" await grep -q '"event":"hangup"' "$work/log"
check "SIGHUP does not end it" alive
stop

head -n 1 "$work/read_once" >/dev/null &
start "$work/read_once"
for _ in 1 2 3; do kill -HUP "$server" && sleep 0.1; done
check "a log whose reader has gone does not end it" alive
stop

exec 9<>"$work/unread"
start "$work/unread"
dropped() {
  for _ in $(seq 500); do kill -HUP "$server" 2>/dev/null || return 1; done
  get $((port + 1)) /metrics | grep -q '^comodin_log_dropped_total [1-9]'
}
check "lines are dropped when nobody reads" await dropped
check "a log that nobody reads does not hold it up" alive
timeout 2 cat <&9 >"$work/late"
check "what was dropped is said" grep -q '"event":"log_dropped"' "$work/late"
stop

echo "$passed passed, $failed failed"
[ $failed = 0 ]
