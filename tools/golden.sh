#!/usr/bin/env bash
# Records the golden games anew and compares them byte for byte:
#   tools/golden.sh [COMODIN]            ends with `N passed, N failed`
#   UPDATE=1 tools/golden.sh [COMODIN]   rewrites them; read the diff before you commit it
# editions/<id>/golden/recipes says how each was made: its name, then the options of `comodin record`.
set -u
cd "$(dirname "$0")/.." || exit 2
comodin=$(realpath "${1:-build/release/bin/comodin}")
limit=$((150 * 1024))
temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
passed=0 failed=0

fault() { echo "$1"; failed=$((failed + 1)); }

# one ID FOLDER NAME OPTION…
one() {
  local id=$1 folder=$2 name=$3 made
  shift 3
  rm -rf "$temp/out"
  if ! made=$("$comodin" record --edition "$id" "$@" --trace --out "$temp/out" 2>&1); then
    fault "$folder/$name.scn: $made"
    return
  fi
  [ "${UPDATE:-}" = 1 ] && cp "$made" "$folder/$name.scn"
  if [ ! -e "$folder/$name.scn" ]; then
    fault "$folder/$name.scn: missing: UPDATE=1 tools/golden.sh writes it"
  elif ! cmp -s "$made" "$folder/$name.scn"; then
    fault "$folder/$name.scn: differs from the game as it is recorded now:"
    diff "$folder/$name.scn" "$made" | head -n 8
  elif [ "$(stat -c %s "$made")" -gt $limit ]; then
    fault "$folder/$name.scn: larger than $limit bytes: choose another seed"
  else
    passed=$((passed + 1))
  fi
}

for edition in editions/*/*.edition; do
  folder=$(dirname "$edition")/golden recipes=0
  while read -r name options; do
    case $name in '' | '#'*) continue ;; esac
    recipes=$((recipes + 1))
    # shellcheck disable=SC2086
    one "$(basename "$edition" .edition)" "$folder" "$name" $options
  done < <(cat "$folder/recipes" 2>/dev/null)
  [ $recipes -ge 2 ] || fault "$folder: an edition has at least two golden games"
  for file in "$folder"/*.scn; do
    [ ! -e "$file" ] || grep -q "^$(basename "$file" .scn) " "$folder/recipes" || fault "$file: no recipe makes it"
  done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
