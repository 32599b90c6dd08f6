#!/usr/bin/env bash
# What lies in packaging/ fits the program, and the programs that read it: packaging_test.sh PATH/TO/comodin
set -u
comodin=$(realpath "$1")
cd "$(dirname "$0")/../../packaging" || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "FAILED: $1"; }

# comodin.conf names every option, with its default.
"$comodin" serve --help | sed -n 's/^  --\([a-z-]*\).*/\1/p' | grep -vxE 'config|check-store|drain' |
  sort >"$work/options"
sed -n 's/^#\([a-z-]*\) = .*/\1/p' comodin.conf | sort >"$work/named"
if diff "$work/options" "$work/named"; then ok; else bad "comodin.conf does not name exactly the options of serve"; fi
[ "$(wc -l <"$work/named")" -gt 20 ] && ok || bad "hardly an option is named"
"$comodin" serve --help | sed -n 's/^  --\([a-z-]*\) INT.*=\([0-9]*\)$/#\1 = \2/p' >"$work/defaults"
while read -r line; do
  if grep -qxF "$line" comodin.conf; then ok; else bad "comodin.conf: the default is $line"; fi
done <"$work/defaults"

# It is read with everything switched on that a store in a file may have, and a line too many is refused.
sed -n 's/^#\([a-z-]* = .*\)/\1/p' comodin.conf | grep -vE '^(node|address) ' |
  sed "s|\"server.db\"|\"$work/server.db\"|; s|^port = .*|port = 0|" \
  >"$work/all.conf"
timeout 2 "$comodin" serve --config "$work/all.conf" 2>"$work/log"
if grep -q '"event":"listening"' "$work/log"; then ok; else bad "with all settings on: $(cat "$work/log")"; fi
echo 'colour = "red"' >>"$work/all.conf"
timeout 2 "$comodin" serve --config "$work/all.conf" 2>"$work/log"
if [ $? = 2 ] && grep -q colour "$work/log"; then ok; else bad "a setting that there is not"; fi

# What `cmake --install` puts in place.
build=$(dirname "$(dirname "$comodin")")
if [ ! -f "$build/cmake_install.cmake" ]; then echo "not a build folder: the installation is not checked"
elif ! cmake --install "$build" --prefix "$work/usr" >"$work/log" 2>&1; then bad "cmake --install: $(cat "$work/log")"
else
  for file in bin/comodin share/man/man1/comodin.1 share/man/man1/comodin-serve.1 \
    share/bash-completion/completions/comodin share/zsh/site-functions/_comodin \
    share/fish/vendor_completions.d/comodin.fish share/doc/comodin/LICENSE share/doc/comodin/THIRD-PARTY.md; do
    if [ -s "$work/usr/$file" ]; then ok; else bad "$file is not installed"; fi
  done
fi

# The units and the proxies' files, by those who read them.
sed "s|/usr/local/bin/comodin|$comodin|" comodin.service | tee "$work/comodin@.service" >"$work/comodin.service"
mkdir "$work/comodin@.service.d"
sed "s|/usr/local/bin/comodin|$comodin|" nodes/nodes.conf >"$work/comodin@.service.d/nodes.conf"
# rating UNIT: how much it may do, in tenths.
rating() {
  systemd-analyze security --offline=yes "$work/$1" | sed -n 's/.*exposure level.*: \([0-9]*\)\.\([0-9]\).*/\1\2/p'
}
if ! command -v systemd-analyze >/dev/null; then echo "systemd is not installed: the units are not checked"
else
  for unit in comodin.service comodin@a.service; do
    # A key that it does not know is only a warning.
    SYSTEMD_UNIT_PATH=$work: systemd-analyze verify "$work/$unit" >"$work/log" 2>&1
    status=$?
    if [ $status != 0 ] || grep "$work" "$work/log"; then bad "$unit: $(cat "$work/log")"; else ok; fi
    if [ "$(SYSTEMD_UNIT_PATH=$work: rating "$unit")" -le 12 ]; then ok; else bad "$unit may do more than 1.2 of 10"; fi
  done
fi
if ! command -v caddy >/dev/null; then echo "caddy is not installed: Caddyfile is not checked"
elif caddy validate --adapter caddyfile --config Caddyfile >"$work/log" 2>&1; then ok; else bad "$(cat "$work/log")"; fi
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=play.example -days 1 -keyout "$work/privkey.pem" \
  -out "$work/fullchain.pem" 2>/dev/null
cat "$work/fullchain.pem" "$work/privkey.pem" >"$work/play.example.pem"
if ! command -v nginx >/dev/null; then echo "nginx is not installed: nginx.conf is not checked"
else
  for file in nginx.conf nodes/nginx.conf; do
    { echo "pid $work/pid; error_log stderr; events {} http { access_log off;"
      sed "s|/etc/letsencrypt/live/play.example|$work|" $file; echo "}"; } >"$work/nginx.conf"
    if nginx -e stderr -t -c "$work/nginx.conf" >"$work/log" 2>&1; then ok; else bad "$file: $(cat "$work/log")"; fi
  done
fi
if ! command -v haproxy >/dev/null; then echo "haproxy is not installed: haproxy.cfg is not checked"
else
  sed "s|/etc/haproxy/play.example.pem|$work/play.example.pem|" nodes/haproxy.cfg >"$work/haproxy.cfg"
  haproxy -c -f "$work/haproxy.cfg" >"$work/log" 2>&1
  status=$?
  if [ $status != 0 ] || grep -E 'WARNING|ALERT' "$work/log"; then bad "haproxy.cfg: $(cat "$work/log")"; else ok; fi
fi

# The image has the libraries that the program asks for, and a user of a number.
if ! command -v dpkg-query >/dev/null; then echo "not Debian: the packages of the image are not checked"
else
  for library in $(readelf -d "$comodin" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
    of=$(dpkg-query -S "*/$library" 2>/dev/null | sed 's/:.*//' | sort -u)  # others may have one, too
    if grep -qxE 'libc6|libgcc-s1' <<<"$of" ||
      sed -n 's/.*apt-get install//p' nodes/Containerfile | tr ' ' '\n' | grep -qxF "$of"; then ok
    else bad "Containerfile has no $library"; fi
  done
fi
if grep -qx 'USER [0-9]*' nodes/Containerfile; then ok; else bad "Containerfile: whose is the process?"; fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
