#!/usr/bin/env bash
# Builds `libcairn-core` for AArch64, ARMv7 and this machine, and plays the captures into programs of all three,
# through a pseudo-terminal and on a clock set by hand: their output must be the same, byte for byte. Then it lets a
# receiver be busy, forbidden, unplugged and plugged in again.
#   cross-run.sh
# The captures are in ../shared, or where CAIRN_SHARED points. Where they or the packages are missing, the check is
# skipped; with CI=true that is a failure.
set -euo pipefail
cd "$(dirname "$0")/../.."
export SWIFT_BACKTRACE=enable=no LC_ALL=C

fail() {
  echo "cross-run: $*" >&2
  exit 1
}
skip() {
  if [ "${CI:-}" = true ]; then fail "$*, and CI=true forbids to skip"; fi
  echo "**** SKIPPED: no programs for ARM, because $* ****"
  exit 0
}

scripts/install/install-deps.sh cross || skip "their packages cannot be installed"
corpus="${CAIRN_SHARED:-../shared}/corpus/receivers"
[ -d "$corpus" ] || skip "$corpus is missing"

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# MARK: - The programs

compile() { # TARGET, COMPILER...
  local target=$1 program
  scripts/cross.sh "$target" "$out/$target.o"
  for program in replay device; do
    "${@:2}" -std=gnu17 -O1 -ffp-contract=off -Wall -Wextra -Werror -static -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 \
      -ISources/C/CCairn/include "Tests/C/core/$program.c" Tests/C/core/clock.c Tests/C/core/terminal.c \
      "$out/$target.o" -lm -pthread -o "$out/$program-$target"
  done
}
compile x86_64 gcc
compile aarch64 aarch64-linux-gnu-gcc
compile armv7 arm-linux-gnueabi-gcc -march=armv7-a

# MARK: - The same of every build

sizes() { (cd "$1" && sha256sum libcairn-core.a track); }
before=$(sizes .build-cross/aarch64)
scripts/cross.sh aarch64 > /dev/null
[ "$before" = "$(sizes .build-cross/aarch64)" ] || fail "a second build gives other bytes"
size=$(stat -c %s .build-cross/aarch64/track)
[ "$size" -le 2000000 ] || fail "the static program for AArch64 has $size bytes"

# MARK: - The captures

run() { # TARGET, RUNNER...
  timeout -k 10 300 "${@:2}" "$out/replay-$1" "$capture" > "$out/$1.jsonl" || fail "$name: $1 ends with $?"
}

mapfile -d '' -t captures < <(find "$corpus" -type f ! -name '*.gz' ! -name '*.md' -print0 | sort -z)
positions=0
for capture in "${captures[@]}"; do
  name=${capture#"$corpus"/}
  run x86_64 env
  run aarch64 qemu-aarch64
  run armv7 qemu-arm
  for target in aarch64 armv7; do
    if ! cmp -s "$out/x86_64.jsonl" "$out/$target.jsonl"; then
      diff "$out/x86_64.jsonl" "$out/$target.jsonl" | head -n 10 >&2 || true
      fail "$name: this machine (<) and $target (>) differ"
    fi
  done
  positions=$((positions + $(grep -c '"latitude"' "$out/x86_64.jsonl" || true)))
done
[ "$positions" -ge 1000 ] || fail "only $positions positions: nothing was proved"
echo "cross-run: $positions positions of ${#captures[@]} captures agree between x86_64, aarch64 and armv7"

# MARK: - A receiver that comes and goes

chmod 755 "$out"
come_and_go() { # TARGET, RUNNER...
  mkdir -m 777 "$out/devices-$1"
  timeout -k 10 60 "${@:2}" "$out/device-$1" "$out/devices-$1" || fail "$1: the receiver that comes and goes is not told rightly"
}
come_and_go x86_64 env
come_and_go aarch64 qemu-aarch64
come_and_go armv7 qemu-arm
echo "cross-run: a busy, a forbidden, an unplugged and a returned receiver are told rightly by all three"
