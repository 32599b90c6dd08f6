#!/usr/bin/env bash
# A server's records, proved by `comodin verify` and by tools/fair.py: tests/server/verify_test.sh BIN
# BIN holds the programs of a build. A line for each failure, then `N passed, N failed`.
set -u
bin=$(realpath "${1:?usage: verify_test.sh BIN}") || exit 2
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# status WANTED TITLE COMMAND…: the command ends with this status.
status() {
  local wanted=$1 title=$2 got
  shift 2
  "$@" >"$work/out" 2>&1
  got=$?
  if [ $got = "$wanted" ]; then passed=$((passed + 1)); return; fi
  failed=$((failed + 1))
  echo "$title: exit status $got, expected $wanted"
  grep -v 'proved' "$work/out" | head -n 5 | sed 's/^/    /'
}

comodin() { "$bin/comodin" verify "$@"; }
python() { python3 "$root/tools/fair.py" "$@"; }

# both WANTED TITLE FILE…: both verifiers say so.
both() {
  local wanted=$1 title=$2 verifier
  shift 2
  for verifier in comodin python; do status "$wanted" "$verifier: $title" $verifier "$@"; done
}

mkdir "$work/games"
status 0 "records are written" \
  env COMODIN_FAIR_OUT="$work/games" "$bin/server_room_test" --gtest_filter='FairOut.*' --gtest_brief=1
status 0 "records are scenarios" "$bin/comodin" check "$work/games"
both 0 "every record" "$work"/games/*.scn
both 0 "records of the first version" "$root"/tests/records/version-1/fair-*.scn

# changed TITLE SED: one of them, changed so, is refused.
sample=$work/games/classic-5-1.scn
changed() {
  sed -E "$2" "$sample" >"$work/changed.scn"
  if cmp -s "$sample" "$work/changed.scn"; then echo "$1: nothing was changed"; failed=$((failed + 1)); fi
  both 1 "$1" "$work/changed.scn"
}
changed "a digit of a secret" '/^# fair hand 1 commit/s/(.*)0/\11/'
changed "a digit of a number" '/^# fair hand 1 seat .* nonce/s/(.*)0/\11/'
changed "a number called withheld" '/^# fair hand 1 seat/s/nonce.*/withheld/'
changed "another game" '/^# fair 1 game/s/$/x/'
changed "two cards of the pile" 's/^pile ([^ ]+) ([^ ]+)/pile \2 \1/'
changed "two cards of a hand" 's/^hand 2 ([^ ]+) ([^ ]+)/hand 2 \2 \1/'
changed "another key" 's/^seed /seed 1/'
changed "two cards of a later shuffle" 's/^chance pile ([^ ]+) ([^ ]+)/chance pile \2 \1/'
changed "a hand without its values" '/^# fair hand 2/d'
changed "no values" '/^#/d'
both 2 "no such file" "$work/missing.scn"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
