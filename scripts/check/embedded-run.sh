#!/usr/bin/env bash
# Runs the receiver pipeline on an emulated microcontroller, without an operating system, and compares its
# output for the captures with that of the same program on the host, byte for byte.
#   embedded-run.sh [SWIFT_BUILD_FLAG...]       flags for the host's build, which uses .build
# The captures are in ../shared, or where CAIRN_SHARED points; without them a sample is used instead. If the
# emulator cannot be installed, the run is skipped. With CI=true either is a failure.
set -euo pipefail
cd "$(dirname "$0")/../.."
export SWIFT_BACKTRACE=enable=no

readonly triple=armv7em-none-none-eabi
readonly modules=(CairnTypes CairnGeodesy CairnNMEA CairnUBX CairnRTCM CairnCASIC CairnReceiver)
readonly arm=(-mcpu=cortex-m4 -mthumb -mfloat-abi=soft)

fail() {
  echo "embedded-run: $*" >&2
  exit 1
}

if ! scripts/install/install-deps.sh bare; then
  if [ "${CI:-}" = true ]; then fail "the emulator cannot be installed, and CI=true forbids to skip"; fi
  echo "**** SKIPPED: no emulated microcontroller, because its packages cannot be installed ****"
  exit 0
fi

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# MARK: - The captures

# Three seconds of RMC and GGA, then two UBX-NAV-PVT and one RTCM 1005.
write_sample() {
  printf '%s\r\n' \
    '$GPRMC,123510.00,A,4807.03801,N,01131.00012,E,022.4,084.4,230324,,,A*52' \
    '$GPGGA,123510.00,4807.03801,N,01131.00012,E,1,08,0.9,545.4,M,46.9,M,,*62' \
    '$GPRMC,123511.00,A,4807.03801,N,01131.00012,E,022.4,084.4,230324,,,A*53' \
    '$GPGGA,123511.00,4807.03801,N,01131.00012,E,1,08,0.9,545.4,M,46.9,M,,*63' \
    '$GPRMC,123512.00,A,4807.03801,N,01131.00012,E,022.4,084.4,230324,,,A*50' \
    '$GPGGA,123512.00,4807.03801,N,01131.00012,E,1,08,0.9,545.4,M,46.9,M,,*60'
  local frames="
    b56201075c0090cdb302e80703180c231437190000002efbffff0301e00ecd4ddd060b1eae1cac0909007852
    0800b00400006c0700007e040000c82c0000ecffffff022d0000c0c880009600000050c30000780000000000
    000000000000000000008a09
    b56201075c0078d1b302e80703180c231537190000002efbffff0301e00ece4ddd060b1eae1cac0909007852
    0800b00400006c0700007e040000c82c0000ecffffff022d0000c0c880009600000050c30000780000000000
    00000000000000000000786b
    d300133ed7d30202980edeef34b4bd62ac0941986f33360b98"
  printf '%b' "$(tr -d ' \n' <<< "$frames" | sed 's/../\\x&/g')"
}

shared=${CAIRN_SHARED:-../shared}
corpus="$shared/corpus/receivers"
if [ -d "$corpus" ]; then
  mapfile -d '' -t captures < <(find "$corpus" -type f ! -name '*.gz' ! -name '*.md' -print0 | sort -z)
else
  if [ "${CI:-}" = true ]; then fail "corpus not found at $shared, and CI=true forbids to skip"; fi
  echo "embedded-run: corpus not found at $shared: a sample stands in"
  corpus=$out
  write_sample > "$out/sample.log"
  captures=("$out/sample.log")
fi

# MARK: - The two programs

program() { # folder of the modules' objects, swiftc arguments...
  local built=$1
  timeout -k 10 300 swiftc -parse-as-library -swift-version 6 -warnings-as-errors -module-name Replay \
    -import-objc-header Tests/Bare/Board.h -I "$built/Modules" \
    -Xcc "-fmodule-map-file=$built/CCairnMath.build/module.modulemap" "${@:2}" Tests/Bare/Replay.swift
}

scripts/check/embedded.sh "$triple"
built=.build-embedded-$triple/$triple/release
program "$built" -target "$triple" -enable-experimental-feature Embedded -wmo -O \
  -Xfrontend -function-sections -c -o "$out/replay.o"
arm-none-eabi-gcc "${arm[@]}" -Os -Wall -Wextra -Werror -c Tests/Bare/Board.c -o "$out/board.o"
resources=$(swiftc -print-target-info | sed -nE 's/.*"runtimeResourcePath": "(.*)".*/\1/p')
objects=()
for module in "${modules[@]}"; do objects+=("$built/$module.build"/*.o); done
arm-none-eabi-gcc "${arm[@]}" -nostartfiles -static -T Tests/Bare/mps2-an386.ld \
  -Wl,--gc-sections,--no-enum-size-warning,--fatal-warnings,-z,noexecstack \
  "$out/replay.o" "$out/board.o" "${objects[@]}" \
  "$resources/embedded/$triple/libswiftUnicodeDataTables.a" -lm -o "$out/bare.elf"

output=$(timeout -k 10 600 swift build --target CairnReceiver "$@" 2>&1) ||
  fail "the host's build failed: $output"
built=$(swift build --show-bin-path)
clang -O1 -Wall -Wextra -Werror -c Tests/Bare/Host.c -o "$out/host.o"
objects=()
for module in "${modules[@]}"; do objects+=("$built/$module.build"/*.o); done
program "$built" "$out/host.o" "${objects[@]}" -lm -o "$out/host"

# MARK: - The runs

# One instruction takes one nanosecond of machine time, so that the machine's timer counts instructions.
run_bare() { # capture
  ln -sf "$(realpath "$1")" "$out/capture"  # QEMU's options could not hold a comma
  timeout -k 10 120 qemu-system-arm -M mps2-an386 -display none -monitor none -icount shift=0 \
    -semihosting-config enable=on,target=native \
    -serial "file:$out/bare.txt" -serial "file:$out/figures.txt" \
    -device loader,addr=0x21000000,data="$(stat -Lc %s "$1")",data-len=4 \
    -device loader,addr=0x21000010,file="$out/capture",force-raw=on \
    -kernel "$out/bare.elf"
}
figure() { sed -nE "s/^$1 //p" "$out/figures.txt"; }

epochs=0 positions=0 bytes=0 instructions=0 heap=0 stack=0
for capture in "${captures[@]}"; do
  name=${capture#"$corpus"/}
  run_bare "$capture" || fail "$name: the machine stopped with status $?: $(cat "$out/figures.txt")"
  timeout -k 10 120 "$out/host" "$capture" > "$out/host.txt" || fail "$name: the host's program failed"
  # The last line says how many epochs were printed: neither output may be cut short.
  printed=$(grep -c '^epoch ' "$out/host.txt" || true)
  [ "$(tail -n 1 "$out/host.txt")" = "epochs $printed" ] || fail "$name: the host's output is not whole"
  if ! cmp -s "$out/host.txt" "$out/bare.txt"; then
    diff "$out/host.txt" "$out/bare.txt" | head -n 20 >&2 || true
    fail "$name: the host (<) and the bare machine (>) differ"
  fi
  epochs=$((epochs + printed))
  positions=$((positions + $(grep -cE '^epoch [^ ]+ -?[0-9]' "$out/host.txt" || true)))
  bytes=$((bytes + $(stat -Lc %s "$capture")))
  instructions=$((instructions + $(figure instructions)))
  for kind in heap stack; do
    if [ "$(figure "$kind")" -gt "${!kind}" ]; then printf -v "$kind" %s "$(figure "$kind")"; fi
  done
done
# Five in the sample.
[ "$positions" -ge 5 ] || fail "only $positions epochs had a position: nothing was proved"

arm-none-eabi-size "$out/bare.elf" | awk 'NR == 2 {
  printf "embedded-run: image: %d bytes of code and constants, %d of data, %d of zeroed data\n", $1, $2, $3 }'
echo "embedded-run: $((instructions / bytes)) instructions per byte ($instructions for $bytes bytes)," \
  "heap at most $heap bytes, stack $stack bytes"
echo "embedded-run: $epochs epochs ($positions with a position) of ${#captures[@]} captures agree" \
  "between a bare Cortex-M4 and the host"
