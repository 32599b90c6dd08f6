#!/usr/bin/env bash
# The terminal game as a person meets it, through tmux: tests/terminal/tmux_test.sh COMODIN
# Plays whole games by the keys that the screen offers, in both languages, small and large; resizes in the
# middle; and looks at the terminal after every way to end. A line for each failure, then `N passed, N failed`.
set -u
comodin=$(realpath "${1:?usage: tmux_test.sh COMODIN}") || exit 2
work=$(mktemp -d) || exit 2
export TMUX_TMPDIR=$work XDG_DATA_HOME=$work/data LC_ALL=C.UTF-8 TERM=xterm-256color
unset TMUX LANG NO_COLOR
trap 'tm kill-server; rm -rf "$work"' EXIT
echo "PS1='ready> '" >"$work/rc"
passed=0 failed=0

tm() { tmux -L comodin -f /dev/null "$@" 2>/dev/null; }
screen() { tm capture-pane -p -t game; }
press() { tm send-keys -t game "$@"; }
fact() { tm display-message -p -t game "#{$1}"; }
ok() { passed=$((passed + 1)); }
bad() { echo "$1"; screen | sed 's/^/    /'; failed=$((failed + 1)); }

# expect TITLE PATTERN: the screen comes to show it within five seconds.
expect() {
  local k
  for ((k = 0; k < 250; ++k)); do
    if screen | grep -qE -- "$2"; then ok; return 0; fi
    sleep 0.02
  done
  bad "$1: expected /$2/ on the screen"
  return 1
}

# begin WIDTH HEIGHT OPTION…: a shell, and the game in it.
begin() {
  tm kill-session -t game
  tm new-session -d -s game -x "$1" -y "$2" "bash --rcfile $work/rc -i"
  shift 2
  press -l "clear; $comodin play $*" && press Enter
}

# given_back TITLE: the shell has its terminal again, echo and all.
given_back() {
  expect "$1: the prompt" '^ready> *$' || return
  [ "$(fact alternate_on)$(fact cursor_flag)$(fact mouse_any_flag)" = 010 ] && ok ||
    bad "$1: alternate screen $(fact alternate_on), cursor $(fact cursor_flag), mouse $(fact mouse_any_flag)"
  press -l 'clear; stty -a | tr " " "\n" | grep -xE "(-?)(echo|icanon|isig);?" | xargs echo stty' && press Enter
  expect "$1: the line discipline" '^stty isig;? icanon;? echo;?'
}

# The key that the row of actions offers; the first one that does something now.
offered() {
  local shown=$1 row
  row=$(tail -n 2 <<<"$shown" | head -n 1)
  case $shown in
    *"ulsa U"* | *"ress U"*) echo u; return ;;
    *"ulsa C"* | *"ress C"*) echo c; return ;;
  esac
  case $row in
    *Enter*) echo Enter ;;
    *Espacio* | *Space*) echo Space ;;
    *) echo "" ;;
  esac
}

# play_on TITLE: plays by the offered keys until the game is over.
play_on() {
  local shown key k last="" same=0
  for ((k = 0; k < 1500; ++k)); do
    shown=$(screen)
    case $shown in
      *"Jugar otra"* | *"Play again"*) ok; return 0 ;;
      *"Siguiente mano"* | *"Next hand"*) key=Enter ;;
      *) key=$(offered "$shown") ;;
    esac
    if [ "$shown" = "$last" ]; then same=$((same + 1)); else same=0; fi
    [ $same -gt 150 ] && break
    last=$shown
    if [ -n "$key" ] && [ $((same % 10)) = 0 ]; then press "$key"; fi
    sleep 0.01
  done
  bad "$1: the game did not come to its end"
  return 1
}

whole_game() {
  local title="$1 $2x$3 $4" table=${5:-}
  begin "$2" "$3" --lang "$1" --speed instant --edition "$4" --option format=hand --seed 11 "$table"
  expect "$title: the table" 'COMOD' || return
  play_on "$title" || return
  expect "$title: it is saved" 'guardada en|saved as' || return
  press Escape
  expect "$title: home again" 'Jugar ya|Play now'
  press q
  given_back "$title"
}

from_the_menu() {
  begin 60 20 --lang es --speed instant
  expect "home" '1 Jugar ya'
  press 2
  expect "new game" 'Empezar la partida'
  press Down Right Down Down Right
  press s
  expect "the table, or its consent" 'Tu mano|De acuerdo'
  if screen | grep -q 'De acuerdo'; then press Enter; fi
  expect "the table" 'Tu mano'
  tm resize-window -t game -x 120 -y 40
  expect "larger" 'Esc +Menú *$'
  [ "$(screen | wc -l)" = 40 ] && ok || bad "larger: $(screen | wc -l) lines"
  tm resize-window -t game -x 50 -y 12
  expect "too small" 'Agranda la ventana'
  tm resize-window -t game -x 60 -y 20
  expect "small again" 'Esc +Menú *$'
  press -l $'\e[<0;57;20M'  # a click on the menu's button
  expect "the menu, by a click" 'Pausa'
  press Escape
  press '?'
  expect "help" 'La idea'
  press Escape
  press C-z
  expect "stopped" 'Stopped'
  [ "$(fact alternate_on)" = 0 ] && ok || bad "stopped: the screen is not given back"
  press -l 'clear; fg' && press Enter
  expect "and back" 'Tu mano'
  press C-c
  given_back "Ctrl-C"
}

# signal NAME: the game ends by it, the terminal is as it was, and the game can be resumed.
signal() {
  local hand running
  begin 80 24 --lang en --seed 21 --edition streams --speed slow
  expect "$1: the draw for the deal" 'the highest number deals' && press Enter  # any key ends it
  expect "$1: the table" 'Your turn|nothing fits' || return
  press Space  # draws: a game in which nothing was done is not saved
  expect "$1: a move" 'You draw|Your hand: [89]' || return
  running=$(pgrep -P "$(fact pane_pid)" comodin)
  kill -"$1" "$running"
  for _ in $(seq 100); do kill -0 "$running" 2>/dev/null || break; sleep 0.02; done
  press -l clear && press Enter
  given_back "$1"
  hand=$(find "$XDG_DATA_HOME/comodin/saves" -name '*streams*' -printf '%T@ %p\n' | sort -n | tail -n 1)
  begin 80 24 --lang en --speed slow --resume "${hand#* }"
  expect "$1: resumed" 'You draw'
  press C-c
}

# A key in the colour menu chooses a colour and does nothing at the table.
colour_menu() {
  begin 80 24 --lang en --edition powers --players 10 --seed 14 --speed instant
  expect "colour menu: the table" 'Your turn' || return
  press End Enter
  expect "colour menu" 'Which colour' || return
  press Right Right Space
  expect "colour menu: Space chooses" 'You play .*wild' || return
  if screen | grep -q 'You draw'; then bad "colour menu: Space has drawn a card"; else ok; fi
  press C-c
}

# A rule is written, kept, and there when the program is started again.
workshop() {
  begin 60 20 --lang es --speed instant
  expect "workshop: home" '5 Taller' && press 5
  expect "workshop" 'Mis reglas' && press End Enter
  press -l 'next draws 3'
  expect "workshop: understood" 'El siguiente toma 3 cartas'
  press Escape
  expect "workshop: leaving asks" 'no está guardada'
  press Enter
  expect "workshop: a name" 'Cómo se llama' && press Enter
  expect "workshop: kept" 'Guardada: Mi regla 1'
  press C-c
  begin 60 20 --lang es --speed instant
  expect "workshop: home again" '5 Taller' && press 5 && press End Up
  expect "workshop: still there" '▶ Mi regla 1' && press Enter
  expect "workshop: a table with it" 'Empezar la partida'
  press C-c
}

dumb() {
  begin 80 50 --lang en
  expect "TERM=dumb: another game first" 'Play now' && press C-c
  expect "TERM=dumb: the prompt" '^ready> *$' || return
  tm send-keys -t game "clear; TERM=dumb $comodin play --lang en --seed 3" Enter
  expect "TERM=dumb" 'cannot be drawn on' || return
  expect "TERM=dumb: the question" '^>'
  press -l q && press Enter
  expect "TERM=dumb: the end" '^Goodbye'
}

tm new-session -d -s keep 'sleep 1000'  # the server outlives each game
for lang in es en; do
  whole_game $lang 60 20 creeper
  whole_game $lang 120 40 powers "--players 6"
done
from_the_menu
signal TERM
signal SEGV
colour_menu
workshop
dumb
records=$("$comodin" check "$XDG_DATA_HOME/comodin/records" 2>&1 | tail -n 1)
[ "$records" = "4 passed, 0 failed" ] && ok || bad "the records of finished games: $records"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
