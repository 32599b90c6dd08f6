#!/usr/bin/env bash
# Runs every fuzzer for so many seconds each, two at a time, and prints one line for each:
#   tests/fuzz/run.sh BIN_FOLDER SECONDS WORK_FOLDER
# Inputs they find interesting stay in WORK_FOLDER; the exit status is 1 if a fuzzer found a fault.
set -u
bin=$1 seconds=$2 work=$3
here=$(cd "$(dirname "$0")" && pwd)
fuzzers="tokens rule edition scenario move_line move_bytes protocol keys fields command log"
mkdir -p "$work/found" && python3 "$here/seeds.py" "$work/seeds" || exit 1

run_one() {
  mkdir -p "$work/corpus/$1" "$work/seeds/$1"
  "$bin/fuzz_$1" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=4096 -dict="$here/comodin.dict" \
    -artifact_prefix="$work/found/$1-" -print_final_stats=1 "$work/corpus/$1" "$work/seeds/$1" >"$work/$1.log" 2>&1
  echo $? >"$work/$1.status"
}
export -f run_one
export bin seconds work here
rm -f "$work"/*.status
printf '%s\n' $fuzzers | xargs -P "$(nproc)" -I{} bash -c 'run_one {}'

passed=0 failed=0
for fuzzer in $fuzzers; do
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/$fuzzer.log")
  if [ "$(cat "$work/$fuzzer.status" 2>/dev/null)" = 0 ]; then
    passed=$((passed + 1))
    echo "$fuzzer: ${runs:-0} executions, nothing found"
  else
    failed=$((failed + 1))
    grep -E 'broken law|ERROR:|SUMMARY:|runtime error|Test unit written' "$work/$fuzzer.log" | sed "s/^/$fuzzer: /"
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
