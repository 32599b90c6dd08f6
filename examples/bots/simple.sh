#!/bin/sh
# A bot in a few lines of shell (docs/PROTOCOL.md): the first move of the list, and UNO when it is owed.
while read -r word number rest; do
  case $word in
    hello) printf 'name simple.sh\nready\n' ;;
    view) call= ;;
    move) [ "$rest" = uno ] && call=$number ;;
    go) echo "choose $number 1" ;;
    react) if [ "$call" ]; then echo "choose $number $call"; else echo "pass $number"; fi ;;
    quit) exit ;;
  esac
done
