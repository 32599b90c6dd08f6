#!/usr/bin/env bash
# How `comodin` behaves towards wrong usage and bad files: tests/cli/cli_test.sh COMODIN
# A line for each failure, then `N passed, N failed`.
set -u
comodin=$(realpath "${1:?usage: cli_test.sh COMODIN}") || exit 2
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
export XDG_DATA_HOME=$work/data  # where games are saved
mkdir files
passed=0 failed=0

ok() { passed=$((passed + 1)); }
bad() { echo "$1"; sed 's/^/    /' err | head -n 5; failed=$((failed + 1)); }

# run ARGUMENT…: the program's output in `out` and `err`, its exit status in $status.
run() {
  timeout 60 "$comodin" "$@" >out 2>err </dev/null
  status=$?
}

# A crash, a hang, an escaped exception or a sanitizer's report is never right.
sane() { [ "$status" -lt 3 ] && ! grep -qE 'Sanitizer|runtime error|terminate called|what\(\)' err; }

# wrong TITLE PATTERN ARGUMENT…: exit status 2 and one line on standard error that matches.
wrong() {
  local title=$1 pattern=$2
  shift 2
  run "$@"
  if ! sane || [ $status != 2 ]; then bad "$title: exit status $status, expected 2: comodin $*"
  elif [ "$(wc -l <err)" != 1 ]; then bad "$title: expected one line on standard error: comodin $*"
  elif ! grep -qE -- "$pattern" err; then bad "$title: expected /$pattern/ on standard error: comodin $*"
  else ok; fi
}

# right TITLE PATTERN ARGUMENT…: exit status 0, nothing on standard error, the output matches.
right() {
  local title=$1 pattern=$2
  shift 2
  run "$@"
  if ! sane || [ $status != 0 ]; then bad "$title: exit status $status, expected 0: comodin $*"
  elif [ -s err ]; then bad "$title: expected nothing on standard error: comodin $*"
  elif ! grep -qE -- "$pattern" out; then bad "$title: expected /$pattern/ in the output: comodin $*"
  else ok; fi
}

# nothing_left TITLE FOLDER: no unfinished file lies there.
nothing_left() {
  : >err
  if [ -n "$(find "$2" -type f 2>/dev/null)" ]; then bad "$1: a file was left behind: $(find "$2" -type f)"; else ok; fi
}

usage_tests() {
  wrong "no command" 'subcommand|command'
  wrong "an unknown command" 'command|nonsense' nonsense
  wrong "an unknown option" '--nonsense|not expected' check --nonsense x
  wrong "check without a file" 'PATH' check
  wrong "check of nothing" 'cannot be read' check files/missing.scn
  wrong "record without a folder" '--out' record
  wrong "an edition that is none" 'expected one of' record --edition nonsense --out r
  wrong "an edition file that is none" 'cannot be read' record --edition ./missing.edition --out r
  wrong "one player" '2 to 10' record --players 1 --out r
  wrong "eleven players" '2 to 10' record --players 11 --out r
  wrong "players in words" 'players' record --players four --out r
  wrong "players beyond all numbers" 'players' record --players 99999999999999999999 --out r
  wrong "a negative seed" 'seed' record --seed=-1 --out r
  wrong "no games" 'games' record --games 0 --out r
  wrong "an option without a value" 'NAME=VALUE' record --option stacking --out r
  wrong "an option that is none" 'nonsense' record --option nonsense=1 --out r
  wrong "a value that is none" 'stacking' record --option stacking=nonsense --out r
  wrong "a number too large" 'cards' record --option cards=11 --out r
  wrong "teams of three" 'teams' record --players 3 --option teams=pairs --out r
  wrong "a reading that no card of the edition needs" 'editions with a throw round' \
    record --edition powers --option throw_color=last --out r
  wrong "a bot that is none" 'bot' record --bots nonsense --out r
  wrong "a program that is none" 'cannot run' record --bots exec:./nonsense --out r
  wrong "bot without a name" 'BOT' bot
  wrong "bot of a bad name" 'no bot nonsense' bot nonsense
  wrong "replay without a file" 'required' replay
  wrong "replay of nothing" 'cannot (be )?read' replay files/missing.scn
  wrong "an unknown thing to show" 'command|nonsense' show nonsense
  wrong "perft of a bad depth" 'depth' perft --depth=-1
  wrong "bench of a bad option" 'nonsense|not expected' bench --nonsense
  wrong "play of a bad edition" 'expected one of' play --edition nonsense
  wrong "play against nobody we know" 'bot' play --bots nonsense
  wrong "play at a speed that is none" 'speed' play --speed warp
  wrong "play in a language that is none" 'lang' play --lang xx
  wrong "play with a rule that is none" 'expected' play --edition classic --rule 'next jumps'
  wrong "resume nothing" 'cannot be read' play --lang en --resume files/missing.scn
  wrong "resume nothing, in Spanish" 'no se puede leer' play --lang es --resume files/missing.scn
  wrong "a rule where no wild carries one" 'no table wild' play --edition creeper --rule joke
  wrong "more rules than wilds" '5 rules for 4' \
    play --edition classic --rule joke --rule joke --rule joke --rule joke --rule joke
  wrong "a table for a saved game" 'excludes' play --resume files/missing.scn --edition creeper
  wrong "a saved game and a record" 'excludes' play --resume files/missing.scn --replay files/missing.scn
  wrong "replay nothing" 'cannot be read' play --lang en --lines --replay files/missing.scn
  wrong "play of a bad option" 'not expected|nonsense' play --nonsense
}

help_tests() {
  local command
  right "the version" '^comodin [0-9]' --version
  for command in check record replay show perft bench play arena bot lab; do
    right "the list of commands" "^  $command " --help
    right "the help of $command" "^  comodin $command" "$command" --help
  done
}

# Every file of files/ is refused, with its name, by check and by replay.
bad_files() {
  local good=$root/editions/classic/scenarios/turn.scn
  : >files/empty.scn
  printf '# only a comment\n' >files/comment.scn
  gzip -9nc "$good" | head -c 3000 >files/junk.scn  # junk, and the same every time
  head -c 100000 "$comodin" >files/program.scn
  head -c 700 "$good" | head -c -3 >files/truncated.scn
  printf 'scenario "never closed\n' >files/quote.scn
  printf 'scenario "a\0b"\nedition classic\n' >files/nul.scn
  printf 'scenario "bytes \xff\xfe\xc3\x28"\n' >files/not-utf8.scn
  printf '\xed\xa0\x80\n' >files/surrogate.scn
  { printf 'scenario "long"\nrules '; head -c 2000000 /dev/zero | tr '\0' 'A'; } >files/long-word.scn
  { printf 'scenario "long"\nrules '; yes TURN-1 | head -n 200000 | tr '\n' ' '; } >files/long-line.scn
  head -c 300000 /dev/zero | tr '\0' '"' >files/quotes.scn
  printf 'scenario "s"\nedition classic\nplayers 2\nturn 1\nhand 1 r1 r1 r1\nhand 2 b1\ndiscard g1\n' >files/copies.scn
  printf 'scenario "s"\nedition classic\nplayers 99999999999\nturn 1\n' >files/number.scn
  printf 'scenario "s"\nedition ../../../../../../dev/zero\nplayers 2\nturn 1\n' >files/device.scn
  printf 'scenario "s"\nedition device.scn\nplayers 2\nturn 1\n' >files/not-an-edition.scn
  truncate -s 300M files/huge.scn
  mkdir -p folder.scn
  local file
  for file in files/*.scn folder.scn /dev/null /dev/zero; do
    wrong "check of $file" "^${file}(:[0-9]+:[0-9]+)?: " check "$file"
    [ "$file" = folder.scn ] || wrong "replay of $file" "$file(:[0-9]+:[0-9]+)?: " replay "$file"
  done
  wrong "a good file and a bad one" '^files/empty.scn:' check "$good" files/empty.scn
}

# scenario LINE: one.scn is a small scenario with that line in its set-up.
scenario() {
  printf 'scenario "s"\n%b\nedition classic\nplayers 2\nturn 1\nhand 1 r1 r2\nhand 2 b1 b2\ndiscard r5\n' "$1" >one.scn
}

versions_and_readings() {
  local line pattern
  while IFS=: read -r line pattern; do
    scenario "$line"
    wrong "a scenario with \`$line\`" "^one.scn:[0-9]+:[0-9]+: expected $pattern" check one.scn
  done <<'END'
version 3:a version .*1 to 2, got `3`
version 0:a version .*1 to 2, got `0`
version one:a version .*1 to 2, got `one`
version:a version .*1 to 2, got the end of the line
version 1 2:the end of the line, got `2`
version 1\nversion 1:one `version` line
option double_uno end:.* for editions with the power `double`
option double_second matching:.* for editions with the power `double`
option flip_effect placed:.* for editions with the power `flip`
option shield_reverse flips:.* for editions with the power `shield`
option throw_color last:.* for editions with a throw round
option throw_wild never:.* for editions with a throw round
version 1\noption throw_color first:.* for editions with a throw round
option uno_window never:one of turn, answer, got `never`
option stuck_draw first:one of last, any, got `first`
END
  for line in 'version 1' 'version 2' 'option uno_window answer' 'version 1\noption stuck_draw any'; do
    scenario "$line"
    right "a scenario with \`$line\`" '^1 passed, 0 failed$' check one.scn
  done
}

editions_from_files() {
  right "a sixth edition is checked" '^4 passed, 0 failed$' check "$here/sixth.scn"
  right "readings of several editions meet in one" '^[0-9]+ passed, 0 failed$' check "$here/readings.scn"
  right "a sixth edition is played" 'market-day-3-2.scn' \
    record --edition "$here/sixth.edition" --players 3 --seed 3 --games 2 --trace --out sixth
  right "its records hold" '^2 passed, 0 failed$' check sixth
  cp "$here/sixth.edition" mine.edition
  right "an edition by a path from here" 'out-here' record --edition ./mine.edition --out out-here
  right "its records hold, too" '^1 passed, 0 failed$' check out-here
  sed 's/^play s: skip/play s: skips/' mine.edition >broken.edition
  wrong "a broken edition" 'broken.edition:23:[0-9]+: expected ' record --edition ./broken.edition --out r
  printf 'scenario "s"\nedition broken.edition\nplayers 2\nturn 1\n' >broken.scn
  wrong "a broken edition in a scenario" 'broken.edition:23:[0-9]+: expected ' check broken.scn
  head -c 300 mine.edition >half.edition
  wrong "half an edition" 'half.edition:[0-9]+:[0-9]+: expected ' record --edition ./half.edition --out r
  cp files/junk.scn junk.edition
  wrong "an edition of junk" 'junk.edition:[0-9]+:[0-9]+: ' record --edition ./junk.edition --out r
}

unwritable_places() {
  echo kept >file
  wrong "a folder that is a file" 'cannot' record --out file
  wrong "a folder below a file" 'cannot' record --out file/below
  wrong "a folder nobody can make" 'cannot' record --out /proc/nowhere
  wrong "an empty name" 'cannot' record --out ''
  [ "$(cat file)" = kept ] && ok || bad "a file in the way was changed"
  mkdir -p taken/classic-1-1.scn
  wrong "a record whose name is taken by a folder" 'cannot' record --edition classic --out taken
  nothing_left "a record whose name is taken" taken
  (ulimit -f 1; trap '' XFSZ; exec "$comodin" record --edition classic --trace --out full >out 2>err </dev/null)
  status=$?
  if sane && [ $status = 2 ] && grep -q 'cannot' err; then ok; else bad "no room for a file: exit status $status"; fi
  nothing_left "no room for a file" full
}

# A game without anybody to play it ends, one way or another.
without_a_player() {
  run play
  if sane; then ok; else bad "play without input: exit status $status"; fi
  printf 'nonsense\n99\nplay\nh\nl\ns\n?\n1\nq\n' >keys
  timeout 60 "$comodin" play --lines --edition powers --seed 3 --lang en >out 2>err <keys
  status=$?
  if sane && grep -q 'Goodbye' out && ! grep -q $'\x1b' out; then ok
  else bad "play line by line: exit status $status"; fi
  timeout 60 "$comodin" play >out 2>err <files/junk.scn
  status=$?
  if sane; then ok; else bad "play with junk: exit status $status"; fi
}

# lines TITLE PATTERN ANSWERS OPTION…: the line game gets the answers; its output matches, its exit status is $want.
# No file may have more than $room blocks.
want=0 room=unlimited lang=en table='--seed 3'
lines() {
  local title=$1 pattern=$2 answers=$3
  shift 3
  # shellcheck disable=SC2059,SC2086 # line ends in the answers; several options in $table
  printf "$answers" |
    (ulimit -f $room; exec timeout 60 "$comodin" play --lines --lang "$lang" $table "$@" 2>err) | cat >out
  status=${PIPESTATUS[1]}
  if ! sane || [ "$status" != "$want" ]; then bad "$title: exit status $status, expected $want"
  elif ! grep -qE -- "$pattern" out; then bad "$title: expected /$pattern/ in the output"
  else ok; fi
}
not_in_out() { if grep -qE -- "$2" out; then bad "$1: /$2/ in the output"; else ok; fi; }

saving_line_by_line() {
  rm -rf data
  lines "nothing done, nothing saved" 'Goodbye\.$' ''
  nothing_left "nothing done, nothing saved" data
  lines "saved and said so" 'The game is saved as .*data/comodin/saves/.*classic.scn' '1\nq\n' -e classic
  table='--seed 8' lines "saved before the first move" 'Saved as .*streams.scn' 's\nq\n' -e streams -p 2
  right "it holds, draw for the deal and all" '^1 passed, 0 failed$' check data/comodin/saves/*streams.scn
  rm data/comodin/saves/*streams.scn
  local save
  save=$(ls data/comodin/saves/*)
  want=1 XDG_DATA_HOME=/proc/nope lines "a place that is none" '^Goodbye\.$' '1\ns\nq\n' -e classic
  grep -q 'It could not be saved: /proc/nope' out && ok || bad "a place that is none: expected the reason"
  not_in_out "a place that is none" '[Ss]aved as'
  cp "$save" older
  want=1 room=1 table='' \
    lines "no room for the next save" 'It could not be saved: .*too large' '1\ns\nq\n' --resume "$save"
  not_in_out "no room for the next save" '[Ss]aved as'
  cmp -s "$save" older && ok || bad "a failed save has spoilt the older one"
  rm -rf data
  yes 1 | head -n 3000 | timeout 60 "$comodin" play --lines --lang en --seed 3 -e creeper -o format=hand >out 2>err
  status=$?
  if sane && [ $status = 0 ] && grep -q 'Game saved as' out && [ -z "$(ls data/comodin/saves)" ]; then ok
  else bad "a whole game: exit status $status"; fi
  run play --lines --lang en --replay data/comodin/records/*.scn
  if sane && [ $status = 0 ] && grep -qE '^[0-9]+\. You play ' out && ! grep -q 'Your turn' out; then ok
  else bad "a record, line by line: exit status $status"; fi
}

# What a screen reader needs: no signs, everything that is on a table, words of both languages.
read_aloud() {
  lines "words" 'Draw pile: [0-9]+ cards' 'help\nhint\nlog\nrepeat\ncards\nrules\nAyuda\nPISTA\njugadas\nrepetir\nq\n'
  [ "$(grep -c 'Your turn' out)" = 3 ] && ok || bad "repeat: the question is there $(grep -c 'Your turn' out) times"
  not_in_out "every word is understood" 'Type a number from the list, or help'
  not_in_out "no signs" '▲|↻|↺'
  lines "the way and who is next" 'Play runs to the (left|right)\. Next: ' 'q\n'
  lines "rules in words" '^Table wild 1 \(Wc1\): .*The next player draws 2 cards and loses their turn' 'q\n' \
    -e classic --rule 'next draws 2; next loses turn'
  lines "not a move" 'Type a number' '99\nnonsense\n010\n1x\n-1\nq\n'
  [ "$(grep -c 'Type a number from the list, or help' out)" = 5 ] && ok || bad "not a move: not refused five times"
  lang=es LC_ALL=C lines "ASCII where the locale knows no more" 'Ines' 'help\nlog\nq\n'
  if LC_ALL=C grep -q '[^ -~]' out; then bad "LC_ALL=C: not all is ASCII"; else ok; fi
  LC_ALL=C.UTF-8 lines "UTF-8 where it does" 'Inés' 'q\n'
  printf 'q\n' | timeout 60 "$comodin" play --lang en >out 2>err
  grep -q '^The output is not a terminal' out && ok || bad "no word about going line by line"
  printf 'cards\nq\n' | timeout 60 "$comodin" play --lines --lang en --seed 9 -e "$here/sixth.edition" >out 2>err
  not_in_out "cards of one's own edition" 'wild W'
  timeout 60 "$comodin" play --lines --seed 3 >/dev/full 2>err <keys
  status=$?
  [ $status = 2 ] && [ "$(wc -l <err)" = 1 ] && grep -q 'standard output' err && ok ||
    bad "output that cannot be written: exit status $status"
}

# What is said about a table that reads the book its own way, and about what happens there.
readings_line_by_line() {
  wrong "a reading where there is no room for it" 'flip_effect=placed is for editions with the power .flip.' \
    play -e classic -o flip_effect=placed
  lines "as usual nothing is said of it" 'Your turn' 'q\n' -e streams
  not_in_out "as usual" 'usually play'
  lines "what is not as usual is said at once" '^Whoever crosses the streams names .* when everybody has thrown' 'q\n' \
    -e streams -o literal
  [ "$(grep -c '(Not as we usually play.)$' out)" = 1 ] && ok || bad "literal: expected one reading that is not usual"
  lines "and all of it with the rules" '^  When a colour must be thrown, a wild does not count\.$' 'rules\nq\n' \
    -e streams -o literal
  lines "the draw for the deal" '^  Drawing for the deal: you .*, Lola .*, Paco .*, Inés ' 'q\n' -e streams
  grep -qE '^  (You deal|(Lola|Paco|Inés) deals)$' out && ok || bad "nobody is said to deal"
  lang=es lines "the same in Spanish" '^  Sorteo para repartir: tú .*, Lola ' 'q\n' -e streams
}

# position LINE…: a game of two, as if it had been left there, in p.scn.
position() {
  printf '%s\n' '# bots-key 1' 'scenario "p"' 'players 2' 'seat 1 "person"' 'seat 2 "novato"' "$@" >p.scn
}

# Questions that only such a table asks, and who chose what.
questions_line_by_line() {
  table='--resume p.scn'
  position 'edition classic' 'option stuck_draw any' 'turn 2' 'hand 1 b1 b2' 'hand 2 Wc1 g1 g2' 'discard r5' \
    'custom Wc1 three-if-stuck' 'pile r3 y2 r9 y4' '2 play Wc1 r' '1 draw'
  lines "several drawn cards" '^You drew red 3 \(r3\), red 9 \(r9\), yellow 2 \(y2\): what' 'play y2\nplay r9\nq\n'
  grep -q 'play red 3' out && grep -q '  You play red 9' out && ok || bad "several drawn cards: not to be chosen from"
  position 'edition classic' 'option stuck_draw any' 'option drawn_forced may' 'turn 2' 'hand 1 b1 b2' \
    'hand 2 Wc1 g1 g2' 'discard r5' 'custom Wc1 three-if-stuck' 'pile r3 y2 r9 y4' '2 play Wc1 r' '1 draw'
  lines "several drawn cards may be kept" '\) keep them$' 'q\n'
  position 'edition streams' 'option throw_color last' 'turn 1' 'hand 1 b1 b2 b3 Wx' 'hand 2 g1 g2 b9' 'discard r5' \
    'pile y1 y2 y3 y4 y5'
  lines "a colour that is named last" '  You name yellow$' 'play Wx r\nplay Wx\nthrow b1\ncolor y\nq\n'
  grep -q 'you cannot name a colour with this card' out && grep -q 'colour not named yet' out && ok ||
    bad "a colour that is named last: expected it to be refused with the play, and open until then"
  position 'edition classic' 'turn 2' 'hand 1 b1 b2' 'hand 2 Wc1 g1 g2' 'discard r5' 'custom Wc1 rooster' \
    'pile r3 y2 r9 y4 y5' '2 play Wc1 r'
  lines "what you chose" '  You choose: crow like a rooster$' '1\nq\n'
  position 'edition classic' 'turn 1' 'hand 1 b1 b2 b3 Wc1' 'hand 2 g1 g2' 'discard r5' \
    'custom Wc1 do "player picks; picked chooses { \"sing\" | \"dance\" }"' 'pile r3 y2 r9 y4 y5'
  lines "whom you picked" '  You pick Lola$' 'play Wc1 r\n1\nq\n'
  grep -qE '  Lola chooses: (sing|dance)$' out && ok || bad "what Lola chose is not told"
  table='--seed 3'
}

usage_tests
help_tests
bad_files
versions_and_readings
editions_from_files
unwritable_places
without_a_player
saving_line_by_line
read_aloud
readings_line_by_line
questions_line_by_line
echo "$passed passed, $failed failed"
[ $failed = 0 ]
