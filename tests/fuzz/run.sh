#!/usr/bin/env bash
# Runs every fuzzer for so many seconds each, as many at a time as there are cores, and prints one line for each:
#   tests/fuzz/run.sh BIN_FOLDER SECONDS WORK_FOLDER [SEED]
# The same seed tries the same inputs as long as the code is the same, so that an everyday test does not fail by chance;
# 0, the default, looks elsewhere each time. Inputs they find interesting stay in WORK_FOLDER; the exit status is 1 if a
# fuzzer found a fault.
set -u
bin=$1 seconds=$2 work=$3 seed=${4:-0}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/fuzzers.sh"
mkdir -p "$work/found" && python3 "$here/seeds.py" "$work/seeds" || exit 1
rm -f "$work"/*.status
export -f fuzz options_of
export bin seconds work here seed
# shellcheck disable=SC2086 # a list of words
printf '%s\n' $FUZZERS | xargs -P "$(nproc)" -I{} bash -c 'fuzz {} "$bin" "$seconds" {}'

good=0 bad=0
for fuzzer in $FUZZERS; do
  if passed "$fuzzer" "$fuzzer"; then
    good=$((good + 1))
    echo "$fuzzer: $(executions "$fuzzer") executions, nothing found"
  else
    bad=$((bad + 1))
  fi
done
echo "$good passed, $bad failed"
[ "$bad" = 0 ]
