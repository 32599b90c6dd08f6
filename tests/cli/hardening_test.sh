#!/usr/bin/env bash
# Is the program built as CMakeLists.txt says for code that faces strangers? `hardening_test.sh COMODIN`
# Looks at the file alone, so that a flag lost on the way (another compiler, an option overwritten) is noticed.
set -u
program=$1 passed=0 failed=0
head=$(readelf --wide --file-header --program-headers --dynamic "$program") || exit 1
symbols=$(readelf --wide --dyn-syms "$program") || exit 1

# expect WHAT TEXT PATTERN: the text has a line like that.
expect() {
  if grep -Eq -- "$3" <<<"$2"; then passed=$((passed + 1)); else
    failed=$((failed + 1)); echo "$1: no line like \`$3\`"; fi
}

expect "loaded anywhere (PIE)" "$head" '^ *Type: +DYN'
expect "loaded anywhere (PIE)" "$head" 'FLAGS_1.*\bPIE\b'
expect "relocations read-only" "$head" '^ *GNU_RELRO '
expect "… from the start" "$head" 'BIND_NOW|FLAGS_1.*\bNOW\b'
expect "a stack that cannot run" "$head" '^ *GNU_STACK .* RW +0x'
expect "a guarded stack" "$symbols" ' __stack_chk_fail'
expect "copies with bounds" "$symbols" ' __(memcpy|memmove|memset|read|recv|snprintf|vsnprintf|fdelt|poll|realpath)_chk'
expect "the library's assertions" "$symbols" ' _ZSt21__glibcxx_assert_fail'
echo "$passed passed, $failed failed"
[ $failed = 0 ]
