#!/usr/bin/env bash
# tools/ladder.sh COMODIN [HANDS]: does every level beat the one below it, in every edition? One line for each
# pair, with net points a hand and their 95 % interval. HANDS for the quick levels (20000 unless told); a quarter
# of that where Contadora plays. Seed 20261115. Takes some minutes.
set -u
comodin=$1 hands=${2:-20000} failed=0
levels=(novato aprendiz casual veterana contadora aurora)

# pair EDITION PLAYERS BETTER WORSE HANDS
pair() {
  "$comodin" arena --edition "$1" --players "$2" --bots "$3,$4" --hands "$5" --seed 20261115 --csv "$csv" \
    >/dev/null 2>&1 || { echo "$1 $2 $3 $4: the arena failed"; return 1; }
  awk -F, -v title="$1,$2 players,$3 over $4" '
    NR == 1 { for (k = 1; k <= NF; ++k) at[$k] = k }
    NR == 2 { split(title, t, ","); net = $at["net_points"]; low = $at["net_points_low"]; high = $at["net_points_high"]
              verdict = (low > 0) ? "clear" : "NOT CLEAR"
              printf "%-11s %-10s %-26s %+7.2f  [%+.2f, %+.2f]  %s\n", t[1], t[2], t[3], net, low, high, verdict
              exit low <= 0 }' "$csv"
}

csv=$(mktemp)
trap 'rm -f "$csv"' EXIT
for edition in $("$comodin" show editions | awk '{ print $1 }'); do
  for players in 2 4; do
    for ((k = 1; k < ${#levels[@]}; ++k)); do
      n=$hands
      [[ ${levels[k]}${levels[k - 1]} == *contadora* ]] && n=$((hands / 4))
      pair "$edition" "$players" "${levels[k]}" "${levels[k - 1]}" "$n" || failed=$((failed + 1))
    done
  done
done
echo "$((10 * (${#levels[@]} - 1) - failed)) clear, $failed not clear"
