#!/usr/bin/env bash
# A database as packaging/nodes sets it up: under load its primary is killed, a standby takes over, and the old primary
# comes back as a standby. Is anything lost that was acknowledged? standby_test.sh PATH/TO/comodin
set -u
comodin=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
nodes=$(realpath "$here/../../packaging/nodes")
bin=$(find /usr/lib/postgresql/*/bin -maxdepth 0 2>/dev/null | sort -V | tail -n 1)
if [ ! -x "$bin/initdb" ]; then
  echo "PostgreSQL is not installed: no standby takes over"
  echo "0 passed, 0 failed"
  exit 0
fi
. "$here/../../tools/load_server.sh"
work=$(mktemp -d) server="" load=""
passed=0 failed=0
rooms=20
check() {  # check WHAT CONDITION…
  local what=$1
  shift
  if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED: $what"; fi
}

# PostgreSQL refuses to be root, and its user may not be able to look into this folder.
as_owner() {
  if [ "$(id -u)" = 0 ]; then set -- runuser -u postgres -- "$@"; fi
  (cd "$work" && PATH=$bin:$PATH PGHOST=$work "$@")
}
chmod 755 "$work"
cp "$nodes/database.sh" "$nodes/postgresql.conf" "$work"
[ "$(id -u)" != 0 ] || chown postgres "$work"

ports=$(python3 -c '
import socket
some = [socket.socket() for _ in range(3)]
for one in some: one.bind(("127.0.0.1", 0))
print(*(one.getsockname()[1] for one in some))')
port_of_db() { cut -d ' ' -f "$1" <<<"$ports"; }
hosts=127.0.0.1,127.0.0.1,127.0.0.1
export COMODIN_PASSWORD="it's a secret" REPLICATOR_PASSWORD="another one"

start_db() {
  as_owner pg_ctl -s -w -D "$work/db$1" -l "$work/log$1" \
    -o "-c port=$(port_of_db "$1") -c listen_addresses=127.0.0.1 -c unix_socket_directories='$work'" start
}
new_primary() { PGPORT=$(port_of_db 1) as_owner ./database.sh primary; }
new_standby() {
  PGPORT=${ports// /,} as_owner ./database.sh standby "db$1" $hosts "$work/db$1" && start_db "$1"
}
kill_db() {
  local first
  first=$(head -n 1 "$work/db$1/postmaster.pid")
  # shellcheck disable=SC2046
  kill -9 "$first" $(pgrep -P "$first")
}
ask() { PGPORT=$(port_of_db "$1") as_owner psql -XAtd postgres -c "$2"; }
# followed K STANDBY…: these follow K, and what K acknowledges is on one of them.
followed() {
  local k=$1
  shift
  for _ in $(seq 100); do
    [ "$(ask "$k" "SELECT application_name FROM pg_stat_replication WHERE sync_state = 'quorum' ORDER BY 1" |
      xargs)" = "$*" ] && return
    sleep 0.1
  done
  return 1
}
clean_up() {
  [ -z "$load" ] || kill -9 "$load" 2>/dev/null
  [ -z "$server" ] || kill -9 "$server" 2>/dev/null
  for k in 1 2 3; do [ ! -e "$work/db$k/postmaster.pid" ] || as_owner pg_ctl -s -m immediate -D "$work/db$k" stop; done
  rm -rf "$work"
}
trap clean_up EXIT

as_owner initdb -D "$work/db1" -E UTF8 --no-locale --auth-local=trust --auth-host=scram-sha-256 >"$work/initdb" 2>&1 ||
  { cat "$work/initdb"; exit 2; }
echo "include '$work/postgresql.conf'" >>"$work/db1/postgresql.conf"
echo "host replication replicator 127.0.0.0/8 scram-sha-256" >>"$work/db1/pg_hba.conf"
start_db 1
for _ in 1 2; do  # the second time everything is there
  check "database.sh primary" new_primary
done
check "a first standby" new_standby 2
check "a second standby" new_standby 3
check "both are waited for" followed 1 db2 db3
as_owner ./database.sh standby db3 $hosts "$work/db3" 2>/dev/null
check "a folder with data is not taken" [ $? = 1 ]

# shellcheck disable=SC2086
store="postgresql://comodin@$(printf ',127.0.0.1:%s' $ports | cut -c 2-)/comodin"
PGPASSWORD=$COMODIN_PASSWORD serve_for_load "$comodin" 0 "$store" 2>"$work/server.log" &
server=$!
port=$(port_of "$work/server.log") || { cat "$work/server.log"; exit 2; }
"$comodin" load --url "ws://127.0.0.1:$port/ws" --rooms $rooms --rate 20 --seconds 120 --ramp 1 --options format=hand \
  --reconnect --acks "$work/acks" >"$work/report" 2>"$work/progress" &
load=$!
sleep 3

# more_acks: are more commands acknowledged than just now?
more_acks() {
  local before
  before=$(wc -l <"$work/acks")
  for _ in $(seq 200); do
    [ "$(wc -l <"$work/acks")" -gt $((before + 100)) ] && return
    sleep 0.1
  done
  return 1
}
check "people play" more_acks
kill_db 1
sleep 1
# One of them has everything that was acknowledged: the one that has more.
behind=$(ask 3 "SELECT pg_last_wal_receive_lsn() - '$(ask 2 "SELECT pg_last_wal_receive_lsn()")' > 0")
first=2 other=3
[ "$behind" = f ] || first=3 other=2
ask $first "SELECT pg_promote()" >/dev/null
check "the standby that took over is followed by the other" followed $first db$other
check "people play on" more_acks
rm -rf "$work/db1"
check "the old primary comes back as a standby" new_standby 1
check "and it is waited for" followed $first db1 db$other
check "people go on playing" more_acks
kill -TERM $load
wait $load
load=""
check "the server has waited for the database" grep -q "store_answers" "$work/server.log"
kill "$server"
wait "$server"
server=""

export PGPASSWORD=$COMODIN_PASSWORD
check "the store is sound" "$comodin" serve --check-store --store "$store" >"$work/check" 2>&1
python3 "$here/kill_check.py" "$store?target_session_attrs=read-write" "$work/acks" >"$work/found"
cat "$work/found"
passed=$((passed + $(grep -c '^ok' "$work/found")))
failed=$((failed + $(grep -c '^FAILED' "$work/found")))
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 12 ]
