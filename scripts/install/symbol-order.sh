#!/usr/bin/env bash
# Lists the functions that a run of a program enters, for the linker to put side by side.
#   symbol-order.sh PROGRAM [ARGUMENT ...] >FILE
#   swift build … -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections \
#     -Xswiftc -use-ld=lld -Xlinker --symbol-ordering-file=FILE
# Firmware touches a few hundred functions scattered over a static executable. Placed side by side, they
# need a third of the memory, and the code that runs for every fix fills a dozen pages instead of
# seventy. First come the functions that the most turns of the event loop enter, then the others in the
# order of their first use. The program's own output is discarded.
set -euo pipefail
[ "$#" -ge 1 ] || { sed -n '2,9s/^# *//p' "$0" >&2; exit 2; }
command -v valgrind >/dev/null || {
  echo "symbol-order: valgrind is missing; install it with: apt-get install valgrind" >&2
  exit 1
}
readonly program=$(realpath "$1")
shift
readonly work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Valgrind cannot read Swift's debugging information.
strip -g -o "$work/program" "$program"
# One file for each turn of the loop, and a last one for the rest.
valgrind --tool=callgrind --demangle=no --compress-strings=no --dump-before=epoll_wait \
  --callgrind-out-file="$work/calls" "$work/program" "$@" >"$work/output" 2>&1 || {
  echo "symbol-order: $program failed:" >&2
  tail -n 5 "$work/output" >&2
  exit 1
}
mapfile -t turns < <(ls -v "$work"/calls.* 2>/dev/null)
awk '
  FNR == 1 { turn++ }
  !/^fn=/ { next }
  { name = substr($0, 4); sub(/\047[0-9]+$/, "", name) }
  seen[name] == turn { next }
  { if (!turns[name]++) order[++count] = name; seen[name] = turn }
  END { for (i = 1; i <= count; i++) print turns[order[i]], i, order[i] }
' "${turns[@]}" "$work/calls" | sort -k1,1nr -k2,2n | cut -d ' ' -f 3- | grep .
