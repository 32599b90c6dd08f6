# Read by run.sh and long.sh: how a fuzzer is run. They set $work, where everything goes, and $here.
# shellcheck shell=bash disable=SC2034,SC2154
FUZZERS="tokens rule edition scenario move_line move_bytes protocol keys fields command frames log entries"

# The options of a fuzzer: the structured ones read a few bytes as choices, and need neither words nor weights.
options_of() {
  case $1 in
    frames | entries) echo -max_len=64 -len_control=0 -entropic=0 -detect_leaks=0 ;;
    *) echo -max_len=4096 -dict="$here/comodin.dict" ;;
  esac
}

# fuzz NAME BIN SECONDS PART: once, in PART's log. $seed starts what it tries; 0: at random.
fuzz() {
  mkdir -p "$work/corpus/$1" "$work/seeds/$1"
  # shellcheck disable=SC2046
  COMODIN_FUZZ_HISTORY=$work/history-$4 "$2/fuzz_$1" -max_total_time="$3" -seed="${seed:-0}" -timeout=10 \
    -rss_limit_mb=2048 $(options_of "$1") \
    -artifact_prefix="$work/found/$1-" -print_final_stats=1 -reload=0 "$work/corpus/$1" \
    "$work/seeds/$1" >"$work/$4.log" 2>&1
  echo $? >"$work/$4.status"
  [ "$(cat "$work/$4.status")" = 0 ] || [ ! -e "$work/history-$4" ] || mv "$work/history-$4" "$work/found/$1-history-$4"
  rm -f "$work/history-$4"
}

executions() { sed -n 's/^stat::number_of_executed_units: *//p' "$work/$1.log"; }

# passed PART NAME: whether it found nothing; if not, says what.
passed() {
  [ "$(cat "$work/$1.status" 2>/dev/null)" = 0 ] && return
  grep -E 'broken law|ERROR:|SUMMARY:|runtime error|Assertion|Test unit written' "$work/$1.log" | sed "s/^/$2: /"
  return 1
}
