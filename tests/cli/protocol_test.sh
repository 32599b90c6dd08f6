#!/usr/bin/env bash
# Programs that play over a pipe, from the outside: tests/cli/protocol_test.sh COMODIN
# A line for each failure, then `N passed, N failed`.
set -u
comodin=$(realpath "${1:?usage: protocol_test.sh COMODIN}") || exit 2
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
ln -s "$comodin" comodin
ln -s "$root/examples/bots" bots
passed=0 failed=0

ok() { passed=$((passed + 1)); }
bad() { echo "$1"; head -n 5 err 2>/dev/null | sed 's/^/    /'; failed=$((failed + 1)); }

# record FOLDER BOTS OPTION…: records games there.
record() {
  local folder=$1 bots=$2
  shift 2
  timeout 120 "$comodin" record --bots "$bots" --bot-time 60000 --out "$folder" "$@" >>out 2>err </dev/null
}

# same EDITION PLAYERS OPTION…: bots behind pipes play the same games as at the table.
same() {
  local edition=$1 players=$2 file
  shift 2
  rm -rf here there
  if ! record here aprendiz,novato -e "$edition" -p "$players" -s 11 -n 2 "$@" ||
    ! record there "exec:./comodin bot aprendiz,exec:./comodin bot novato" -e "$edition" -p "$players" -s 11 -n 2 "$@"
  then bad "$edition, $players players, $*: cannot be recorded"; return; fi
  [ -s err ] && { bad "$edition, $players players, $*: faults of our own bots"; return; }
  for file in here/*.scn; do
    if ! diff <(grep -v '^seat ' "$file") <(grep -v '^seat ' "there/${file#here/}") >difference; then
      bad "$edition, $players players, $*: other moves behind the pipe:"
      head -n 4 difference
      return
    fi
  done
  ok
}

same_games() {
  local edition players
  for edition in classic streams creeper hyperdrive powers; do
    for players in 2 3 4 5; do
      same $edition $players -o format=hand
      same $edition $players -o format=hand,stacking=any,jump_in=on,seven_zero=on,cards=5
    done
    same $edition 3 -o format=low,target=100,cards=3,draw=until_playable,w4_bluff=forbidden
  done
  same "$root/tests/cli/sixth.edition" 3 -o format=hand
}

# The examples play whole games without a fault, and what is recorded holds.
examples() {
  local edition
  for edition in classic streams creeper hyperdrive powers; do
    rm -rf games
    record games "exec:bots/simple.py,exec:bots/simple.sh,exec:bots/watchful.py,aprendiz" -e $edition -p 4 -s 2 -n 3 \
      -o format=hand,stacking=any,jump_in=on --bot-log log
    if [ -s err ] || [ -s log ]; then bad "the examples in $edition: $(cat log)"
    elif ! "$comodin" check games >checked 2>err; then bad "records of the examples in $edition do not hold"
    else ok; fi
  done
}

# answers TITLE PATTERN LINE…: what `comodin bot aprendiz` says to these lines.
answers() {
  local title=$1 pattern=$2
  shift 2
  printf '%s\n' "$@" | timeout 20 "$comodin" bot aprendiz >said 2>err
  status=$?
  if [ $status -gt 2 ]; then bad "$title: exit status $status"
  elif { cat said err | tr '\n' '|'; echo; } | grep -qE -- "$pattern"; then ok
  else bad "$title: expected /$pattern/, got $(cat said err)"; fi
}

sessions() {
  answers "hello" '^name "aprendiz"\|wants pace\|ready\|$' 'hello comodin 1' quit
  answers "hello with a carriage return" 'ready' $'hello comodin 1\r' quit
  answers "another version" 'expected `hello comodin 1`' 'hello comodin 2'
  answers "a line of a later version" 'ready' 'weather fine' 'hello comodin 1' quit
  answers "a question too early" 'expected a game first' 'hello comodin 1' 'go 1 1000'
  answers "an event too early" 'expected a game first' 'event began 1'
  answers "a game without rules" 'expected `rulebook`' 'game 1' begin
  answers "a rulebook that is none" 'rulebook line 1: expected' 'game 1' 'rulebook nonsense' 'option cards 7' begin
  answers "a line too long" 'at most 64 KiB' "$(head -c 70000 /dev/zero | tr '\0' x)"
  answers "junk" '.*' "$(gzip -9nc "$comodin" | head -c 20000 | tr -d '\0')"
  answers "nothing" '^$' ''
}

# reported TITLE MS PATTERN SCRIPT: a program that misbehaves is reported, in the exit status too, and the game is
# recorded.
reported() {
  local title=$1 ms=$2 pattern=$3
  printf '#!/bin/sh\n%s\n' "$4" >bad.sh
  chmod +x bad.sh
  rm -rf games
  timeout 60 "$comodin" record --bots exec:./bad.sh,aprendiz -p 2 -s 4 -o format=hand,cards=3 --bot-time "$ms" \
    --out games >out 2>err </dev/null
  status=$?
  if [ $status != 1 ]; then bad "$title: exit status $status, expected 1"
  elif ! grep -qE -- "^seat 1, exec:./bad.sh: (never played: )?$pattern" err; then bad "$title: expected /$pattern/"
  elif ! "$comodin" check games >/dev/null 2>err; then bad "$title: the record does not hold"
  else ok; fi
}

faults() {
  reported "a program that dies" 20000 '0 late, 0 wrong, [1-9][0-9]* dead' 'exit 1'
  reported "a program that is late" 30 '[1-9][0-9]* late' 'read -r x; echo ready; sleep 100'
  reported "a program that writes nonsense" 20000 '0 late, [1-9][0-9]* wrong, 0 dead' \
    'read -r x; echo ready; while read -r word x; do case $word in go|react) echo what? ;; esac; done'
  "$comodin" record --bots exec:./missing --out games >out 2>err && bad "a missing program is accepted"
  grep -q 'cannot run the bot ./missing' err && ok || bad "a missing program is not explained"
  "$comodin" record --bots aprendiz --bot-time 0 --out games >out 2>err && bad "no time at all is accepted"
  "$comodin" bot nonsense </dev/null >out 2>err && bad "an unknown bot is accepted"
  grep -q 'there is no bot nonsense' err && ok || bad "an unknown bot is not explained"
}

same_games
examples
sessions
faults
echo "$passed passed, $failed failed"
[ $failed = 0 ]
