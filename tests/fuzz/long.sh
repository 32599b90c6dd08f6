#!/usr/bin/env bash
# A long run: the fuzzers named, in PROCESSES processes each, and how often they ran in all.
#   tests/fuzz/long.sh BIN_FOLDER SECONDS PROCESSES WORK_FOLDER [FUZZER…]
# Without names: frames and entries. One fuzzer after another, each for SECONDS; processes of one fuzzer share what
# they have found when they begin. BIN_FOLDER needs fuzz_* alone; if it has a folder lib, libraries are taken from
# there. Seeds are made if there is a Python, or taken from WORK_FOLDER/seeds. The exit status is 1 if something was
# found: see WORK_FOLDER/found.
set -u
[ $# -ge 4 ] || { sed -n '2,7s/^# //p' "$0"; exit 2; }
bin=$1 seconds=$2 processes=$3 work=$4
shift 4
here=$(cd "$(dirname "$0")" && pwd)
. "$here/fuzzers.sh"
mkdir -p "$work/found"
[ ! -d "$bin/lib" ] || export LD_LIBRARY_PATH="$bin/lib"
[ -d "$work/seeds" ] || python3 "$here/seeds.py" "$work/seeds" || exit 1
rm -f "$work"/*.status

total=0 bad=0
[ $# -gt 0 ] || set -- frames entries
for one; do
  running=()
  for ((part = 1; part <= processes; ++part)); do
    fuzz "$one" "$bin" "$seconds" "$one-$part" &
    running+=($!)
  done
  wait "${running[@]}"
  sum=0
  for ((part = 1; part <= processes; ++part)); do
    passed "$one-$part" "$one $part" || bad=$((bad + 1))
    sum=$((sum + $(executions "$one-$part" | awk '{ n += $1 } END { print n + 0 }')))
  done
  total=$((total + sum))
  echo "$one: $sum executions in $processes processes, $((sum / seconds / processes)) a second in each"
done
echo "$total executions, $bad processes found something"
[ "$bad" = 0 ]
