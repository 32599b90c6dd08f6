#!/usr/bin/env bash
# Plays random games of every edition, number of players and set of house options, and has the
# independent referee (tests/oracle) judge every position of them:
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

rm -rf "$out" && mkdir -p "$out" || exit 2
seed=0
for edition in editions/*/*.edition; do
  id=$(basename "$edition" .edition)
  for players in 2 3 4 7 10; do
    while read -r options; do
      seed=$((seed + 1))
      case $options:$players in teams=*:[237]) continue ;; esac
      # shellcheck disable=SC2046
      "$comodin" record --edition "$id" --players $players --seed $seed --games "$games" --trace \
        $(printf -- '--option %s ' $options) --out "$out/$id-$players-$seed" >/dev/null || exit 2
    done < <(tables)
  done
done

log=$out/referee.log
printf '%s\n' "$out"/*/ | xargs -P "$(nproc)" -n 15 /usr/bin/python3 tests/oracle/referee.py >"$log" 2>&1
status=$?
grep -Ev '^[0-9]+ passed, [0-9]+ failed$' "$log" | head -40
awk '/^[0-9]+ passed, [0-9]+ failed$/ { p += $1; f += $3 } END { print p + 0 " passed, " f + 0 " failed" }' "$log"
[ $status = 0 ]
