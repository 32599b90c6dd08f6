#!/usr/bin/env bash
# `comodin arena` from the outside: tests/cli/arena_test.sh COMODIN
# A line for each failure, then `N passed, N failed`.
set -u
comodin=$(realpath "${1:?usage: arena_test.sh COMODIN}") || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
passed=0 failed=0

ok() { passed=$((passed + 1)); }
bad() { echo "$1"; head -n 5 err | sed 's/^/    /'; failed=$((failed + 1)); }

# run ARGUMENT…: the output of `comodin arena` in `out` and `err`, its exit status in $status.
run() {
  timeout 60 "$comodin" arena "$@" >out 2>err </dev/null
  status=$?
}

# right TITLE PATTERN ARGUMENT…: exit status 0, and the output matches.
right() {
  local title=$1 pattern=$2
  shift 2
  run "$@"
  if [ $status != 0 ]; then bad "$title: exit status $status: comodin arena $*"
  elif ! grep -qE -- "$pattern" out; then bad "$title: expected /$pattern/: comodin arena $*"; cat out
  else ok; fi
}

# wrong TITLE PATTERN ARGUMENT…: exit status 2 and one line on standard error that matches.
wrong() {
  local title=$1 pattern=$2
  shift 2
  run "$@"
  if [ $status != 2 ]; then bad "$title: exit status $status, expected 2: comodin arena $*"
  elif [ "$(wc -l <err)" != 1 ] || [ -s out ]; then bad "$title: expected one line, on standard error: comodin arena $*"
  elif ! grep -qE -- "$pattern" err; then bad "$title: expected /$pattern/: comodin arena $*"
  else ok; fi
}

# same TITLE FILE FILE: byte for byte.
same() {
  : >err
  if [ -s "$2" ] && cmp "$2" "$3" >err 2>&1; then ok; else bad "$1: $2 and $3 differ"; fi
}

usage_tests() {
  wrong "no bots" 'e\.g\. --bots'
  wrong "a bot that is none" 'there is no bot nonsense' --bots aprendiz,nonsense
  wrong "an edition that is none" 'expected one of' --bots aprendiz --edition nonsense
  wrong "one player" '2 to 10' --bots aprendiz --players 1
  wrong "three bots at four seats" 'round-robin' --bots aprendiz,novato,random --players 4
  wrong "no hands" 'hands' --bots aprendiz --hands 0
  wrong "too many hands" 'hands' --bots aprendiz --hands 1000000000
  wrong "hands and matches" 'matches|hands' --bots aprendiz --hands 10 --matches 10
  wrong "a line-up that is none" 'field or split' --bots aprendiz,novato --lineup nonsense
  wrong "threads below none" 'threads' --bots aprendiz --threads=-1
  wrong "a test of matches" '--hands' --bots aprendiz,novato --matches 10 --sprt
  wrong "a test against itself" 'two bots' --bots aprendiz --sprt
  wrong "a test of no points" 'sprt-points' --bots aprendiz,novato --sprt --sprt-points 0
  wrong "a shard without a file" '--out' --bots aprendiz --shard 1/2
  wrong "a shard that is none" 'I/N' --bots aprendiz --shard 3/2 --out x
  wrong "a shard in words" 'I/N' --bots aprendiz --shard one --out x
  wrong "a shard of an unknown scheduler" 'no scheduler' --bots aprendiz --shard auto --out x
  wrong "a shard of a bot that is none" 'there is no bot nonsense' --bots nonsense --shard 1/2 --out x
  wrong "a shard in a folder's folder" 'cannot make the folder' --bots aprendiz --shard 1/2 --out no/where/
  wrong "a report of a shard" 'merge' --bots aprendiz --shard 1/2 --out x --json y
  wrong "a report without a folder" 'no folder' --bots aprendiz --json nowhere/report.json
  wrong "a report that is a folder" 'folder' --bots aprendiz --html .
  wrong "a merge of nothing" 'FILE' merge
  wrong "a merge of what is not there" 'cannot be read' merge missing.arena
  echo "something else" >other
  wrong "a merge of something else" 'shard file' merge other
  right "the help" '^  comodin arena --bots aprendiz,novato' --help
}

report_tests() {
  right "two bots" '^aprendiz +\+' --bots aprendiz,novato --hands 2000 --seed 5
  right "the seed is told" 'seed 5' --bots aprendiz,novato --hands 100 --seed 5
  right "the field is told" '1 aprendiz against 3 novato' --bots aprendiz,novato --players 4 --hands 100
  right "the split is told" '2 aprendiz against 2 novato' --bots aprendiz,novato --players 4 --lineup split --hands 100
  right "a bot alone" 'against itself' --bots aprendiz --hands 100
  right "whole matches" '40 matches to 500' --bots aprendiz,novato --matches 40 --edition powers
  right "a sequential test" 'aprendiz is better' --bots aprendiz,novato --hands 100000 --sprt
  right "times" 'time to answer' --bots aprendiz,novato --hands 200 --timing
  right "an edition's options" 'classic' --bots aprendiz,novato --hands 200 -o stacking=any,jump_in=on --custom-rules 7
}

# Threads and shards change no byte of any report.
same_bytes() {
  local plan=(--bots 'aprendiz,novato' --players 3 --round-robin --hands 4000) part
  right "one thread" 'round robin' "${plan[@]}" --seed 11 --threads 1 --json 1.json --csv 1.csv --html 1.html
  cp out 1.txt
  right "four threads" 'round robin' "${plan[@]}" --seed 11 --threads 4 --json 4.json --csv 4.csv --html 4.html
  cp out 4.txt
  for part in 1 2 3; do right "shard $part" "^p$part$" "${plan[@]}" --seed 11 --shard $part/3 --out p$part; done
  right "the merge" 'round robin' merge p3 p1 p2 --json m.json --csv m.csv --html m.html
  cp out m.txt
  for part in txt json csv html; do
    same "threads, $part" 1.$part 4.$part
    same "shards, $part" 1.$part m.$part
  done
  wrong "a shard is missing" 'shard 2 of 3 is missing' merge p1 p3
  right "as much as there is" 'stopped early' merge p1 p3 --so-far
  wrong "a shard comes twice" 'again' merge p1 p2 p3 p1
  right "a shard of another seed" '^q2$' "${plan[@]}" --seed 12 --shard 2/3 --out q2
  wrong "shards of two experiments" 'another experiment.*seed' merge p1 q2 p3
  head -c 3000 p2 >piece
  wrong "half a shard" 'cut off' merge p1 piece p3
}

files_are_sound() {
  : >err
  if python3 -c 'import json; r = json.load(open("1.json")); assert r["seed"] == 11 and len(r["bots"]) == 2' 2>err
  then ok; else bad "the JSON does not read back"; fi
  if [ "$(awk -F, '{ print NF }' 1.csv | sort -u | wc -l)" = 1 ] && [ "$(wc -l <1.csv)" = 3 ]
  then ok; else bad "the CSV has lines of different lengths"; fi
  if grep -qE '(src|href)=|https?:|@import' 1.html; then bad "the page wants something from elsewhere"; else ok; fi
  if python3 - 2>err <<'PY'
import html.parser, sys
class Pages(html.parser.HTMLParser):
    open_tags = []
    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "br"):
            self.open_tags.append(tag)
    def handle_startendtag(self, tag, attrs):
        pass
    def handle_endtag(self, tag):
        assert self.open_tags.pop() == tag, tag
page = Pages()
page.feed(open("1.html", encoding="utf-8").read())
sys.exit(len(page.open_tags))
PY
  then ok; else bad "the page does not close what it opens"; fi
}

# Ctrl-C: what is known so far, and the status of a program that was interrupted.
interrupted() {
  timeout --preserve-status -s INT 1 "$comodin" arena --bots aprendiz,novato --hands 50000000 --json part.json \
    >out 2>err </dev/null
  status=$?
  if [ $status = 130 ] && grep -q 'stopped early' out && grep -qE '^aprendiz +\+' out; then ok
  else bad "Ctrl-C: exit status $status, expected 130 and the results so far"; fi
  local deals
  deals=$(sed -n 's/^  "deals": \([0-9]*\),$/\1/p' part.json)
  right "the deals until then" '^aprendiz' --bots aprendiz,novato --hands $((2 * deals)) --json again.json
  sed -n '/"bots"/,$p' part.json >a && sed -n '/"bots"/,$p' again.json >b
  same "Ctrl-C gives the first deals" a b
  timeout --preserve-status -s INT 0.3 "$comodin" arena --bots aprendiz --hands 50000000 --shard 1/2 --out half \
    >out 2>err </dev/null
  status=$?
  if [ $status = 130 ] && [ ! -s out ] && grep -q 'run the same command again' err; then ok
  else bad "Ctrl-C in a shard: exit status $status, or it does not say how to go on"; fi
}

usage_tests
report_tests
same_bytes
files_are_sound
interrupted
echo "$passed passed, $failed failed"
[ $failed = 0 ]
