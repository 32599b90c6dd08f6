#!/usr/bin/env bash
# For compose.yaml: starts the database NAME in the image `postgres`, as its user. The first start makes db1 the primary
# and the others standbys of whichever is the primary.
#   compose-db.sh NAME
set -eu
name=$1 hosts=db1,db2,db3 here=$(dirname "$(realpath "$0")")

a_primary() {
  PGPASSWORD=$REPLICATOR_PASSWORD psql --no-psqlrc --quiet --command "" >/dev/null 2>&1 \
    "host=$hosts user=replicator dbname=postgres target_session_attrs=read-write connect_timeout=2"
}

if [ -s "$PGDATA/PG_VERSION" ]; then
  # Two primaries would be two truths. What it wrote last, and nobody else has, was not acknowledged.
  if [ ! -e "$PGDATA/standby.signal" ] && a_primary; then
    echo "$name was the primary, and now another one is. Remove its volume, and it comes back as a standby." >&2
    sleep 10
    exit 1
  fi
elif [ "$name" = db1 ] && ! a_primary; then
  initdb --pgdata "$PGDATA" --encoding UTF8 --no-locale --auth-local trust --auth-host scram-sha-256
  printf 'host all all all scram-sha-256\nhost replication replicator all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
  echo "include '$here/postgresql.conf'" >>"$PGDATA/postgresql.conf"
  pg_ctl --wait --options "-c listen_addresses=''" start
  "$here/database.sh" primary
  pg_ctl --wait stop
else
  until "$here/database.sh" standby "$name" "$hosts" "$PGDATA"; do
    rm -rf "${PGDATA:?}"/*
    sleep 1
  done
fi
exec postgres
