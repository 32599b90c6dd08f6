#!/usr/bin/env bash
# Has the independent referee (tests/oracle) judge the project's scenarios, and every position of random games
# of every edition, number of players, set of house options and reading of the rules:
#   tools/crosscheck.sh COMODIN GAMES_EACH OUT_FOLDER
# Ends with `N passed, N failed`. The same binary and numbers give the same games.
set -u
comodin=$1 games=$2 out=$3
cd "$(dirname "$0")/.." || exit 2

# One set of options in each line; whole games are long, so most sets play single hands.
tables() {
  cat <<'SETS'
format=hand
target=60
format=hand stacking=any jump_in=on seven_zero=on
format=hand stacking=same draw=until_playable two_player_reverse=pass
format=low target=60 w4_bluff=forbidden jump_in=on
format=hand drawn_forced=may drawn_voluntary=may seven_zero=on w4_bluff=forbidden stacking=any
teams=pairs target=60 seven_zero=on stacking=same
SETS
}

# The readings an edition leaves open, one set in each line, the first being the edition's own. They take turns
# with the sets above: 2 to 5 of them (for 5 numbers of players and 7 sets), and every set meets every reading.
readings() {
  echo
  case $1 in
    classic) cat <<'SETS' ;;
stuck_draw=any
stuck_draw=any draw=until_playable
stuck_draw=any uno_window=answer
SETS
    streams) cat <<'SETS' ;;
throw_color=last
throw_wild=matches
throw_color=last throw_wild=matches uno_window=answer
SETS
    powers) cat <<'SETS' ;;
double_uno=end flip_effect=placed
double_second=any shield_reverse=flips
double_second=any flip_effect=placed uno_window=answer
double_uno=end double_second=any shield_reverse=flips uno_window=answer
SETS
    *) echo uno_window=answer ;;
  esac
}

rm -rf "$out" && mkdir -p "$out" || exit 2
seed=0
for edition in editions/*/*.edition; do
  id=$(basename "$edition" .edition)
  mapfile -t reading < <(readings "$id")
  for players in 2 3 4 7 10; do
    while read -r options; do
      seed=$((seed + 1))
      case $options:$players in teams=*:[237]) continue ;; esac
      # shellcheck disable=SC2046,SC2086 # several options in one text
      "$comodin" record --edition "$id" --players $players --seed $seed --games "$games" --trace \
        $(printf -- '--option %s ' $options ${reading[seed % ${#reading[@]}]}) \
        --out "$out/$id-$players-$seed" >/dev/null || exit 2
    done < <(tables)
  done
done

log=$out/referee.log
referee() { xargs -P "$(nproc)" -n "$1" /usr/bin/python3 tests/oracle/referee.py >>"$log" 2>&1 || status=1; }
status=0
/usr/bin/python3 tests/oracle/selftest.py >>"$log" 2>&1 || status=1
printf '%s\n' editions tests clients/web/src | referee 3
printf '%s\n' "$out"/*/ | referee 15
grep -Ev '^[0-9]+ passed, [0-9]+ failed$|^skipped: ' "$log" | head -40
awk '/^[0-9]+ passed, [0-9]+ failed$/ { p += $1; f += $3 } END { print p + 0 " passed, " f + 0 " failed" }' "$log"
[ $status = 0 ]
