#!/usr/bin/env bash
# HAProxy and nginx, as packaging/nodes sets them up, in front of nodes: proxies_test.sh PATH/TO/comodin
# shellcheck disable=SC2086
set -u
comodin=$(realpath "$1")
cd "$(dirname "$0")" || exit 2
nodes=$(realpath ../../packaging/nodes)
work=$(mktemp -d)
stop() {
  for cluster in "$work"/*/cluster; do [ ! -d "$cluster" ] || ./postgres_cluster.sh stop "$cluster"; done
  rm -rf "$work"
}
trap stop EXIT
chmod 755 "$work"  # for the database's user

(cd ../../docs/examples && npm ci --silent --no-audit --no-fund) || exit 1
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=play.example -days 1 -keyout "$work/privkey.pem" \
  -out "$work/fullchain.pem" 2>/dev/null || exit 1
cat "$work/fullchain.pem" "$work/privkey.pem" >"$work/play.example.pem"

running=()
for proxy in haproxy:haproxy.cfg nginx:nginx.conf; do
  kind=${proxy%:*}
  if ! command -v "$kind" >/dev/null; then echo "$kind is not installed: it is not tried"; continue; fi
  mkdir "$work/$kind"
  cp "$work"/*.pem "$work/$kind"
  store=$(./postgres_cluster.sh start "$work/$kind/cluster") || echo "no PostgreSQL: $kind stands before single servers"
  timeout 120 node proxies.mjs "$kind" "$nodes/${proxy#*:}" "$work/$kind" "$comodin" $store >"$work/$kind.log" 2>&1 &
  running+=("$kind:$!")
done
passed=0 failed=0
for one in "${running[@]}"; do
  wait "${one#*:}" || { failed=$((failed + 1)); tail -n 40 "$work/${one%:*}.log"; }
  count=$(sed -n 's/^\([0-9]*\) passed, .*/\1/p' "$work/${one%:*}.log" | tail -n 1)
  passed=$((passed + ${count:-0}))
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
