#!/usr/bin/env bash
# Builds `libcairn-core` for Linux on another processor: Embedded Swift, a small part in C, and no runtime of Swift.
#   cross.sh aarch64|armv7|x86_64 [TESTED]
# The results are in .build-cross/TARGET: libcairn-core.a, cairn.h, cairn-core.pc, and the program `track`, which is
# linked statically. TESTED is a file for the same library without its clock and its settings of serial lines, which tests replace.
# It needs no network, once the packages of the compilers are installed.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no SWIFT_DETERMINISTIC_HASHING=1 LC_ALL=C

fail() {
  echo "cross: $*" >&2
  exit 1
}

target=${1:-}
case "$target" in
  # The second triple has the calling convention of soft floating point: Debian's armel.
  aarch64) triple=aarch64-none-none-elf tools=aarch64-linux-gnu- processor=() ;;
  armv7) triple=armv7-none-none-eabi tools=arm-linux-gnueabi- processor=(-march=armv7-a -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64) ;;
  x86_64) triple=x86_64-unknown-linux-gnu tools= processor=() ;;
  *) fail "usage: cross.sh aarch64|armv7|x86_64 [TESTED]" ;;
esac
scripts/install/install-deps.sh "cross-$target"

readonly modules=(CairnTypes CairnGeodesy CairnNMEA CairnUBX CairnRTCM CairnCASIC CairnReceiver CairnFusion CairnUpdates
  CairnCore)
readonly port=Sources/C/CCairnCore/port
readonly sources=(Sources/C/CCairn/front.c "$port/backend.c" "$port/telling.c" "$port/port.c" "$port/clock.c" "$port/random.c"
  Sources/Linux/CCairnLinux/CCairnLinux.c Sources/Linux/CCairnLinux/terminal.c)
readonly cc=("${tools}gcc" "${processor[@]}" -std=gnu17 -Os -fPIC -ffp-contract=off -ffunction-sections -fdata-sections
  -fno-asynchronous-unwind-tables -ffile-prefix-map="$PWD=." -Wall -Wextra -Wno-enum-compare -Werror
  -ISources/C/CCairn/include -ISources/Linux/CCairnLinux/include)

out=.build-cross/$target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

# MARK: - Swift

scratch=.build-cross/$target-swift
# shellcheck disable=SC2046  # several flags
output=$(timeout -k 10 1800 swift build --triple "$triple" -c release --target CairnCore --scratch-path "$scratch" \
  $(scripts/embedded-flags.sh) -Xswiftc -Osize 2>&1) || fail "$triple does not compile: $output"
objects=()
for module in "${modules[@]}"; do objects+=("$scratch/$triple/release/$module.build"/*.o); done
resources=$(swiftc -print-target-info | sed -nE 's/.*"runtimeResourcePath": "(.*)".*/\1/p')

# MARK: - C

for source in "${sources[@]}"; do
  object=$work/$(basename "$source" .c).o
  "${cc[@]}" -c "$source" -o "$object"
  objects+=("$object")
done

# MARK: - One object, of which only the interface can be seen

sed -nE 's/^(const )?[a-z_0-9]+ \*?(cairn_[a-z_]+)\(.*/\2/p' Sources/C/CCairn/include/cairn.h > "$work/interface"
[ "$(wc -l < "$work/interface")" -ge 19 ] || fail "the interface is not found in cairn.h"
# Swift compiles generic functions in each module that uses them, into sections of one name, of which one copy is needed.
mapfile -t roots < <(sed 's/^/-Wl,-u,/' "$work/interface")
join() { # RESULT, OBJECTS...
  "${tools}gcc" "${processor[@]}" -r -nostdlib -Wl,--unique -Wl,--gc-sections "${roots[@]}" -o "$work/whole.o" "${@:2}" \
    "$resources/embedded/$triple/libswiftUnicodeDataTables.a"
  "${tools}objcopy" --keep-global-symbols="$work/interface" --strip-unneeded --remove-section=.comment "$work/whole.o" "$1"
}
join "$work/cairn-core.o" "${objects[@]}"
rm -f "$out/libcairn-core.a"
"${tools}ar" rcD "$out/libcairn-core.a" "$work/cairn-core.o"
"${tools}nm" -g --defined-only "$out/libcairn-core.a" | awk 'NF == 3 { print $3 }' | sort > "$work/seen"
sort "$work/interface" | diff - "$work/seen" || fail "other symbols than those of cairn.h can be seen"

# MARK: - What programs need

cp Sources/C/CCairn/include/cairn.h "$out/cairn.h"
version=$(sed -nE 's/^#define CAIRN_VERSION "(.*)"/\1/p' "$out/cairn.h")
cat > "$out/cairn-core.pc" << PC
prefix=\${pcfiledir}
Name: cairn-core
Description: Positions of a GNSS receiver, without a runtime of Swift
Version: $version
Cflags: -I\${prefix}
Libs: -L\${prefix} -lcairn-core -lm -pthread
PC
"${tools}gcc" "${processor[@]}" -Os -static -Wl,--gc-sections -s -I"$out" Examples/c/track.c -o "$out/track" \
  -L"$out" -lcairn-core -lm -pthread

if [ -n "${2:-}" ]; then
  mapfile -t others < <(printf '%s\n' "${objects[@]}" | grep -vE '/(clock|terminal)\.o$')
  join "$2" "${others[@]}"
fi
echo "cross: $out: libcairn-core.a $(stat -c %s "$out/libcairn-core.a") bytes, track $(stat -c %s "$out/track") bytes"
