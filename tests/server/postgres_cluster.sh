#!/usr/bin/env bash
# A PostgreSQL of the tests' own, in a folder that it makes: never the system's. It listens at a socket in that folder.
#   postgres_cluster.sh start FOLDER   prints the store's address
#   postgres_cluster.sh again FOLDER   starts it once more after `kill`
#   postgres_cluster.sh kill FOLDER    kill -9, of all its processes
#   postgres_cluster.sh stop FOLDER    stops it, and removes the folder
# Exit status 3: PostgreSQL is not installed.
set -u
what=${1:?start, again, kill or stop} folder=${2:?a folder}
bin=$(find /usr/lib/postgresql/*/bin -maxdepth 0 2>/dev/null | sort -V | tail -n 1)
[ -x "$bin/initdb" ] || exit 3
owner=postgres

# PostgreSQL refuses to be root.
as_owner() { if [ "$(id -u)" = 0 ]; then (cd / && runuser -u $owner -- "$@"); else "$@"; fi; }

# A start after kill -9 replays its log.
run() {
  as_owner "$bin/pg_ctl" -w -t 60 -s -D "$folder/data" -l "$folder/log" \
    -o "-c listen_addresses='' -c unix_socket_directories='$folder' -c fsync=on -c max_connections=100" start
}

case $what in
  start)
    mkdir -p "$folder" || exit 2
    [ "$(id -u)" != 0 ] || chown $owner "$folder" || exit 2
    as_owner "$bin/initdb" -D "$folder/data" -U comodin -A trust -E UTF8 --no-locale >"$folder.log" 2>&1 && run || {
      cat "$folder.log" "$folder/log" >&2
      exit 2
    }
    rm -f "$folder.log"
    echo "postgresql://comodin@/postgres?host=$folder"
    ;;
  again) run 2>/dev/null ;;
  kill)
    first=$(head -n 1 "$folder/data/postmaster.pid") || exit 2
    children=$(pgrep -P "$first")
    # shellcheck disable=SC2086
    kill -9 "$first" $children
    while kill -0 "$first" 2>/dev/null; do sleep 0.02; done
    ;;
  stop)
    as_owner "$bin/pg_ctl" -s -m immediate -D "$folder/data" stop
    rm -rf "$folder"
    ;;
  *) exit 2 ;;
esac
