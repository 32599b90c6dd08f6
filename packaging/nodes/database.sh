#!/usr/bin/env bash
# A PostgreSQL for several nodes (docs/NODES.md), as the user `postgres`:
#   database.sh primary                     makes the roles comodin and replicator, and the database, where they are
#                                           missing. COMODIN_PASSWORD and REPLICATOR_PASSWORD are their passwords
#   database.sh standby NAME HOSTS FOLDER   makes the empty FOLDER the data of the standby NAME. HOSTS are all machines
#                                           of the database, separated by commas: it follows whichever is the primary.
#                                           REPLICATOR_PASSWORD is kept in FOLDER
# What libpq reads from the environment counts (PGPORT and others). psql must be of version 14 or later.
set -eu
here=$(basename "$0")

primary() {
  : "${COMODIN_PASSWORD:?}" "${REPLICATOR_PASSWORD:?}"
  # Nobody waits for a standby here: there may be none yet.
  PGOPTIONS="-c synchronous_commit=local" psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --dbname postgres <<'SQL'
\getenv comodin COMODIN_PASSWORD
\getenv replicator REPLICATOR_PASSWORD
SELECT format('CREATE ROLE comodin LOGIN PASSWORD %L', :'comodin')
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'comodin') \gexec
SELECT format('CREATE ROLE replicator LOGIN REPLICATION PASSWORD %L', :'replicator')
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'replicator') \gexec
SELECT 'CREATE DATABASE comodin OWNER comodin'
  WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'comodin') \gexec
REVOKE ALL ON DATABASE comodin FROM PUBLIC;
SQL
}

standby() {
  local name=$1 hosts=$2 folder=$3
  : "${REPLICATOR_PASSWORD:?}"
  if [ -n "$(ls -A "$folder" 2>/dev/null)" ]; then
    echo "$here: $folder is not empty" >&2
    exit 1
  fi
  PGPASSWORD=$REPLICATOR_PASSWORD pg_basebackup --checkpoint fast --write-recovery-conf --pgdata "$folder" --dbname \
    "host=$hosts user=replicator application_name=$name target_session_attrs=read-write connect_timeout=5"
  chmod 700 "$folder"
}

case $*:$# in
  primary:1) primary ;;
  standby\ *:4) standby "$2" "$3" "$4" ;;
  *) sed -n '2,8s/^# //p' "$0"; exit 2 ;;
esac
