#!/usr/bin/env bash
# Lists the functions that a run of a program enters, for the linker to put side by side.
#   symbol-order.sh PROGRAM [ARGUMENT ...] >FILE
#   swift build … -Xswiftc -use-ld=lld -Xlinker --symbol-ordering-file=FILE
# Firmware touches a few hundred functions of a static executable, scattered over all of it: side by
# side they need a third of the memory and fewer cache lines. The program's own output is discarded.
set -euo pipefail
[ "$#" -ge 1 ] || { sed -n '2,4s/^# *//p' "$0" >&2; exit 2; }
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
valgrind --tool=callgrind --demangle=no --compress-strings=no --callgrind-out-file="$work/calls" \
  "$work/program" "$@" >"$work/output" 2>&1 || {
  echo "symbol-order: $program failed:" >&2
  tail -n 5 "$work/output" >&2
  exit 1
}
sed -n "s/^fn=//p" "$work"/calls* | sed "s/'[0-9]*\$//" | awk '!seen[$0]++'
