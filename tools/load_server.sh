# Sourced by load.sh, soak.sh and scripts in tests/server: a server that lets one address do everything; on which port
# one listens.
# shellcheck shell=bash

# serve_for_load COMODIN PORT STORE [MORE…]: becomes the server.
serve_for_load() {
  local comodin=$1 port=$2 store=$3 many=1000000
  shift 3
  local free=()
  local name
  for name in connections-per-address rooms-per-address players-per-address rooms-per-player handshakes-burst \
    handshakes-per-second requests-burst requests-per-second commands-burst commands-per-second \
    write-burst writes-per-second; do
    free+=("--$name" "$many")
  done
  exec "$comodin" serve --port "$port" --store "$store" --log words "${free[@]}" "$@"
}

# port_of LOG: the port on which the server that writes LOG listens; within ten seconds, or it fails.
port_of() {
  for _ in $(seq 100); do
    sed -n 's/.*listening.*port \([0-9]*\).*/\1/p' "$1" 2>/dev/null | grep -m 1 . && return
    sleep 0.1
  done
  return 1
}
