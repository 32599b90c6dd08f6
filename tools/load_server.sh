# Sourced by load.sh, soak.sh and tests/server/kill_test.sh: a server that lets one address do everything.
# shellcheck shell=bash

# serve_for_load COMODIN PORT STORE [MORE…]: becomes the server.
serve_for_load() {
  local comodin=$1 port=$2 store=$3 many=1000000
  shift 3
  exec "$comodin" serve --port "$port" --store "$store" --log words --connections-per-address $many \
    --rooms-per-address $many --players-per-address $many --rooms-per-player $many --handshakes-burst $many --handshakes-per-second $many \
    --requests-burst $many --requests-per-second $many "$@"
}
