# Sourced by load.sh, soak.sh and tests/server/kill_test.sh: a server that lets one address do everything.
# shellcheck shell=bash

# serve_for_load COMODIN PORT STORE [MORE…]: becomes the server.
serve_for_load() {
  local comodin=$1 port=$2 store=$3
  shift 3
  exec "$comodin" serve --port "$port" --store "$store" --easy "$@"
}
