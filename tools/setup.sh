# Sourced by ./play and ./test: installs what is missing and builds.
# shellcheck shell=bash disable=SC2034
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
logs=$root/build/logs
mkdir -p "$logs"
export CCACHE_BASEDIR=$root  # what one clone has compiled serves the others

TERMINAL_PACKAGES="g++ cmake ninja-build libcli11-dev ccache libboost1.81-dev libsqlite3-dev libpq-dev"
WASM_PACKAGES="clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32"
PLAY_PACKAGES="$TERMINAL_PACKAGES $WASM_PACKAGES nodejs npm"
TEST_PACKAGES="libclang-rt-19-dev clang-format-19 clang-tidy-19 libgtest-dev libssl-dev python3 python3-venv
  python3-jsonschema python3-yaml shellcheck tmux curl openssl chromium-headless-shell postgresql haproxy"

die() { echo "$1" >&2; exit 2; }

# Is this Debian package here? On other systems: is there what we need of it?
present() {
  case $1 in  # may have come from elsewhere, and together
    nodejs) command -v node >/dev/null && return ;;
    npm) command -v npm >/dev/null && return ;;
  esac
  if command -v dpkg-query >/dev/null; then
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
    return
  fi
  case $1 in
    ninja-build) command -v ninja ;;
    libcli11-dev) echo '#include <CLI/CLI.hpp>' | g++ -std=c++20 -E -x c++ - ;;
    libboost1.81-dev) echo '#include <boost/beast/version.hpp>' | g++ -std=c++20 -E -x c++ - ;;
    libsqlite3-dev) echo '#include <sqlite3.h>' | g++ -std=c++20 -E -x c++ - ;;
    libpq-dev) true ;;  # without it a store is always a file
    postgresql | haproxy) true ;;  # without them those tests are skipped
    libssl-dev) echo '#include <openssl/sha.h>' | g++ -std=c++20 -E -x c++ - ;;
    libgtest-dev) echo '#include <gtest/gtest.h>' | g++ -std=c++20 -E -x c++ - ;;
    lld-19) command -v wasm-ld-19 ;;
    *wasm32 | wasi-libc) echo '#include <vector>' | clang++-19 --target=wasm32-wasi -std=c++20 -E -x c++ - ;;
    libclang-rt-19-dev) ls "$(clang++-19 --print-runtime-dir)"/libclang_rt.fuzzer*.a ;;
    python3-venv) /usr/bin/python3 -c 'import ensurepip, venv' ;;
    python3-jsonschema) /usr/bin/python3 -c 'import jsonschema' ;;
    python3-yaml) /usr/bin/python3 -c 'import yaml' ;;
    chromium-headless-shell) command -v chromium-headless-shell || command -v chromium ;;
    ccache) true ;;  # only makes it faster
    *) command -v "$1" ;;
  esac >/dev/null 2>&1
}

# need PACKAGE…: installs those that are missing.
need() {
  local package missing=() as_root=""
  for package; do present "$package" || missing+=("$package"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null ||
    die "missing: ${missing[*]} (names of Debian packages); there is no apt-get: please install them"
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null ||
      die "missing: ${missing[*]}; there is no sudo: run this as root, or apt-get install them"
    as_root=sudo
  fi
  # shellcheck disable=SC2016
  stage "install ${missing[*]}" install.log $as_root env DEBIAN_FRONTEND=noninteractive sh -c \
    'apt-get update -q && apt-get install -q -y --no-install-recommends "$@"' install "${missing[@]}" ||
    { tail -n 5 "$logs/install.log" >&2; die "could not install ${missing[*]} (whole log: build/logs/install.log)"; }
}

# stage TITLE LOG COMMAND…: runs it with its output in build/logs/LOG; one line with the time.
stage() {
  local title=$1 log=$logs/$2 status=0 clock TIMEFORMAT='%1R %1U %1S'
  shift 2
  { time "$@" >"$log" 2>&1 </dev/null; } 2>"$log.time" || status=$?
  clock=$(tail -n 1 "$log.time" | tr , .)
  seconds=${clock%% *} work=${clock#* }  # that have passed; that processors spent, ours and the system's
  rm "$log.time"
  report "$title" "$log" $status
  return $status
}

# How a stage is reported; ./test counts as well.
report() { [ "$3" = 0 ] && printf '%-52s %7s s\n' "$1" "$seconds" >&2; }

# build PRESET [TARGET…]; $configure holds further options for cmake.
build() (  # a subshell: the caller stays in its folder
  local preset=$1 folder=$root/build/$1
  shift
  cd "$root" || exit 2
  # Packages may have come since it was configured: a test library, ccache.
  if [ ! -e "$folder/build.ninja" ] || [ CMakePresets.json -nt "$folder/build.ninja" ] ||
    [ /var/lib/dpkg/status -nt "$folder/build.ninja" ]; then
    # shellcheck disable=SC2086
    cmake --preset "$preset" ${configure:-} || exit 1
    touch "$folder/build.ninja"
  fi
  ninja -C "$folder" "$@"
)

# page: the engine for browsers and the page around it, in clients/web/dist; nothing is done twice.
page() (
  set -e
  cd "$root/clients/web"
  modules
  sources="index.html package.json svelte.config.js tsconfig.json vite.config.ts public src tools
    ../../words/es.json ../../words/en.json ../../build/wasm/bin/comodin.wasm"
  # shellcheck disable=SC2086
  [ -e dist/index.html ] && [ -z "$(find $sources -newer dist/index.html -print -quit)" ] && exit 0
  npx --no-install vite build
)

# Node as Vite needs it, on the PATH. Debian 12 has an older one, which can still fetch a newer one.
node_path() {
  local version arch=x64 package
  version=$(node -p 'const [a, b] = process.versions.node.split("."); a * 100 + +b') || return 1
  [ "$version" -lt 2019 ] || [ "${version::2}" = 21 ] || return 0
  [ "$(uname -m)" = x86_64 ] || arch=arm64
  package=node-linux-$arch
  [ -x "$root/build/node/node_modules/$package/bin/node" ] ||
    npm install --silent --no-save --no-audit --no-fund --prefix "$root/build/node" "$package@22" || return 1
  PATH=$root/build/node/node_modules/$package/bin:$PATH
}

# python_tools: what tools/requirements.txt names, in build/python.
python_tools() (
  set -e
  cd "$root"
  cmp -s tools/requirements.txt build/python/.lock && exit 0
  /usr/bin/python3 -m venv --clear build/python
  build/python/bin/pip install -q --require-hashes --only-binary :all: -r tools/requirements.txt
  cp tools/requirements.txt build/python/.lock
)

# schema_package NAME: the schemas in a package of tools/schemas.txt, in build/schemas/NAME. Nothing of it is run.
schema_package() (
  set -e
  cd "$root"
  folder=build/schemas/$1
  sed -n "/^$1==/,/[^\\\\]\$/p" tools/schemas.txt >"$logs/schema-$1.txt"
  cmp -s "$logs/schema-$1.txt" "$folder/.lock" && exit 0
  rm -rf "$folder"
  build/python/bin/pip install -q --no-deps --no-compile --require-hashes --only-binary :all: --target "$folder" \
    -r "$logs/schema-$1.txt"
  cp "$logs/schema-$1.txt" "$folder/.lock"
)

# nginx on the PATH. Debian's package would also start it, at port 80; so it is only unpacked.
nginx_path() {
  local folder=$root/build/nginx
  { command -v nginx || ! command -v apt-get; } >/dev/null && return
  [ -x "$folder/usr/sbin/nginx" ] ||
    (mkdir -p "$folder" && cd "$folder" && apt-get download -q nginx && dpkg-deb -x nginx_*.deb .) || return 1
  PATH=$PATH:$folder/usr/sbin
}

# modules: what clients/web needs from npm, as its lock file says.
modules() (
  cd "$root/clients/web" || exit 2
  cmp -s package-lock.json node_modules/.lock && exit 0
  npm ci --no-audit --no-fund && cp package-lock.json node_modules/.lock
)
