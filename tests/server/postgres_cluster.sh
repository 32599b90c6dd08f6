#!/usr/bin/env bash
# A PostgreSQL of the tests' own, in a folder that it makes: never the system's. It listens at a socket in that folder,
# and at ADDRESS if that is given (port 5432). With $NETNS, it runs in that network namespace.
#   postgres_cluster.sh start FOLDER [ADDRESS]   prints the store's address
#   postgres_cluster.sh standby FOLDER PRIMARY   a synchronous standby of the one in the folder PRIMARY, in FOLDER
#   postgres_cluster.sh promote FOLDER           the standby takes over, with nobody behind it
#   postgres_cluster.sh again FOLDER             starts it once more after `kill`
#   postgres_cluster.sh kill FOLDER              kill -9, of all its processes
#   postgres_cluster.sh stop FOLDER              stops it, and removes the folder
# Exit status 3: PostgreSQL is not installed.
set -u
what=${1:?start, standby, promote, again, kill or stop} folder=${2:?a folder} more=${3:-}
bin=$(find /usr/lib/postgresql/*/bin -maxdepth 0 2>/dev/null | sort -V | tail -n 1)
[ -x "$bin/initdb" ] || exit 3
owner=postgres

# PostgreSQL refuses to be root.
as_owner() {
  if [ "$(id -u)" = 0 ]; then (cd / && ${NETNS:+ip netns exec "$NETNS"} runuser -u $owner -- "$@"); else "$@"; fi
}

make_folder() {
  mkdir -p "$folder" || exit 2
  [ "$(id -u)" != 0 ] || chown $owner "$folder" || exit 2
}

# What was in the way, if it fails.
or_say() {
  local said=$folder.said
  "$@" >"$said" 2>&1 || { cat "$said" "$folder/log" >&2; rm -f "$said"; exit 2; }
  rm -f "$said"
}

# A start after kill -9 replays its log.
run() {
  as_owner "$bin/pg_ctl" -w -t 60 -s -D "$folder/data" -l "$folder/log" -o "-c unix_socket_directories='$folder'" start
}

ask() { as_owner "$bin/psql" -q -h "$folder" -U comodin -d postgres -c "$1"; }

case $what in
  start)
    make_folder
    or_say as_owner "$bin/initdb" -D "$folder/data" -U comodin -A trust -E UTF8 --no-locale
    printf '%s\n' "listen_addresses = '$more'" "max_connections = 100" >>"$folder/data/postgresql.conf"
    [ -z "$more" ] || echo "host all all samenet trust" >>"$folder/data/pg_hba.conf"
    or_say run
    echo "postgresql://comodin@/postgres?host=${more:-$folder}"
    ;;
  standby)
    make_folder
    or_say as_owner "$bin/pg_basebackup" -R -X stream -D "$folder/data" \
      -d "user=comodin host=$more application_name=second"
    or_say run
    folder=$more
    or_say ask "ALTER SYSTEM SET synchronous_standby_names = 'second'"
    or_say ask "SELECT pg_reload_conf()"
    ;;
  promote) as_owner "$bin/pg_ctl" -w -s -D "$folder/data" promote ;;
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
