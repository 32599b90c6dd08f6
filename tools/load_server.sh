# Sourced by load.sh, soak.sh and tests/server/kill_test.sh: a server that lets one address do everything.
# shellcheck shell=bash

# serve_for_load COMODIN PORT STORE [MORE…]: becomes the server.
serve_for_load() {
  local comodin=$1 port=$2 store=$3 many=1000000
  shift 3
  local free=()
  local name
  for name in connections-per-address rooms-per-address players-per-address rooms-per-player handshakes-burst \
    handshakes-per-second requests-burst requests-per-second commands-burst commands-per-second; do
    free+=("--$name" "$many")
  done
  exec "$comodin" serve --port "$port" --store "$store" --log words "${free[@]}" "$@"
}
