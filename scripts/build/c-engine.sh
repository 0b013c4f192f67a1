#!/usr/bin/env bash
# Builds libcairn, which asks the daemon or has receivers of its own, for this machine. Swift is needed here, but not where
# it is linked and runs: Swift's own library is inside.
#   c-engine.sh [--debug | --symbols] [FOLDER]        default: .build-c-engine
# FOLDER/include has the headers, FOLDER/lib the shared library, the static one and FOLDER/lib/pkgconfig their description;
# its paths count from there, so that the folder may be copied to /usr/local or into an image. LIBDIR is another name for lib,
# CFLAGS is added to the flags of the sources in C.
# Sources that are the same give files that are the same. With --debug, it is made of what a plain `swift build` compiles, which
# is large and slow. With --symbols, the shared library keeps the names of its functions, for function-order.sh.
set -euo pipefail
is_debug= has_symbols=
case ${1:-} in
  --debug) is_debug=1 && shift ;;
  --symbols) has_symbols=1 && shift ;;
esac
out=$(realpath -m "${1:-$(dirname "$0")/../../.build-c-engine}")
cd "$(dirname "$0")/../.."
lib=${LIBDIR:-lib}
export LC_ALL=C SWIFT_BACKTRACE=enable=no SWIFT_DETERMINISTIC_HASHING=1

name=libcairn
header=Sources/C/CCairn/include/cairn.h
engine=Sources/C/CCairnEngine/port
version=$(sed -nE 's/^#define CAIRN_VERSION "(.*)"$/\1/p' "$header")
mapfile -t functions < <(sed -nE 's/^[a-z][a-z0-9_ ]*[ *](cairn_[a-z_]+)\(.*/\1/p' "$header")
[ -n "$version" ] && [ "${#functions[@]}" -gt 0 ] || { echo "c-engine: cannot read $header" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '%s\n' "${functions[@]}" >"$work/functions"
printf 'CAIRN_0 { global: %s local: *; };\n' "$(printf '%s; ' "${functions[@]}")" >"$work/map"

# MARK: - Swift

if [ -n "$is_debug" ]; then
  built=.build/debug
  # shellcheck disable=SC2206 # several flags
  command=(${SWIFT_FLAGS:-$(scripts/flags.sh)})
else
  built=.build-small/release
  # shellcheck disable=SC2207 # several flags
  command=($(scripts/small-flags.sh))
fi
timeout -k 10 1800 swift build --target CairnEngine "${command[@]}" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
swift package dump-package >"$work/package.json"
# The objects of the target and of all that it imports; a removed source leaves others behind.
python3 - "$work/package.json" "$built" >"$work/objects" <<'END'
import json, pathlib, sys
targets = {target["name"]: target for target in json.load(open(sys.argv[1]))["targets"]}
found, waiting = {}, ["CairnEngine"]
while waiting:
    name = waiting.pop()
    if name not in found:
        found[name] = True
        waiting += [d[kind][0] for d in targets[name]["dependencies"] for kind in ("byName", "target") if kind in d]
for name in sorted(found):
    table = pathlib.Path(sys.argv[2], name + ".build", "output-file-map.json")
    if table.exists():
        rows = [row["object"] for source, row in sorted(json.loads(table.read_text()).items()) if source]
    else:
        folder = pathlib.Path("Sources").glob("*/" + name)
        rows = [str(pathlib.Path(sys.argv[2], name + ".build", source.relative_to(top).as_posix() + ".o"))
                for top in folder for source in sorted(top.rglob("*.c")) if "port" not in source.parts]
    print("\n".join(rows))
END
mapfile -t objects < <(grep . "$work/objects")

# MARK: - C

flags=(-std=c11 -D_DEFAULT_SOURCE -ISources/C/CCairn/include -ISources/C/CCairnCore/include -Os -fPIC -fvisibility=hidden
  -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables -fstack-protector -ffile-prefix-map="$PWD=."
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wformat=2)
compile() { # SOURCE, FLAGS...
  local object
  object=$work/$(basename "$(dirname "$1")")-$(basename "$1" .c).o
  # shellcheck disable=SC2086 # several flags in a word
  gcc "${flags[@]}" ${CFLAGS:-} "${@:2}" -c "$1" -o "$object"
  objects+=("$object")
}
compile Sources/C/CCairn/front.c
compile "$engine/backend.c"
compile scripts/unread-names.c
for file in Sources/C/CCairnClient/*.c "$engine/connected.c"; do compile "$file" -include "$engine/client_names.h"; done

# MARK: - One object, of which only the interface can be seen

libraries=$(dirname "$(command -v swift)")/../lib/swift_static/linux
parts=("$libraries/$(uname -m)/swiftrt.o" --start-group)
read -ra unread < <(scripts/unread-parts.sh)
number=0
for object in "${objects[@]}" "$libraries"/lib{swift_Concurrency,swiftSynchronization,swift_StringProcessing,swift_RegexParser}.a \
  "$libraries"/lib{swiftGlibc,swiftSwiftOnoneSupport,swiftCore,dispatch,BlocksRuntime}.a; do
  number=$((number + 1))
  objcopy --strip-debug --remove-section=.comment "${unread[@]}" "$object" "$work/$number-${object##*/}"
  parts+=("$work/$number-${object##*/}")
done
mapfile -t roots < <(sed 's/^/-u/' "$work/functions")
ld -r --gc-sections "${roots[@]}" -o "$work/whole.o" "${parts[@]}" --end-group
# Nothing throws through C++ here, so that the tables for that are left out. The zeros that hold a crash report's environment
# need no space in the file.
objcopy --keep-global-symbols="$work/functions" --remove-section=.eh_frame --remove-section=.rela.eh_frame \
  --rename-section swift5_backtrace=.bss.swift5_backtrace,alloc "$work/whole.o" "$work/cairn.o"

rm -rf "$out"
mkdir -p "$out/include" "$out/$lib/pkgconfig"
cp "$header" Sources/C/CCairn/cairn.hpp "$out/include/"
needed=(-ludev -lstdc++ -lm -pthread -ldl)
# Packed relocations are a megabyte less; the C library knows them since 2.36, and the linker notes that they are needed.
relocations=
if printf '%s\n' 2.36 "$(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)" | sort -VC; then relocations=-Wl,-z,pack-relative-relocs; fi
# Functions that a program enters are placed side by side, so that a third less of the library is in memory.
# shellcheck disable=SC2086
gcc ${CFLAGS:-} -shared -fuse-ld=lld -B"$(dirname "$(command -v swift)")" -o "$out/$lib/$name.so.0" "$work/cairn.o" "${needed[@]}" \
  -Wl,-soname,"$name.so.0" -Wl,--version-script="$work/map" -Wl,-z,relro,-z,now,-z,defs \
  -Wl,--gc-sections,--icf=all,--hash-style=gnu,--build-id=sha1 ${relocations:+"$relocations"} \
  -Wl,--symbol-ordering-file=scripts/build/function-order.txt,--no-warn-symbol-ordering
ln -s "$name.so.0" "$out/$lib/$name.so"
if [ -n "$has_symbols" ]; then exit; fi
strip --strip-unneeded --remove-section=.comment "$out/$lib/$name.so.0"
strip --strip-unneeded "$work/cairn.o"
ar rcD "$out/$lib/$name.a" "$work/cairn.o"
cat >"$out/$lib/pkgconfig/cairn.pc" <<END
prefix=\${pcfiledir}/$(sed 's|[^/]*|..|g' <<<"$lib/pkgconfig")
Name: cairn
Description: Where the device is, by the daemon cairnd or by receivers of the program's own
Version: $version
Cflags: -I\${prefix}/include
Libs: -L\${prefix}/$lib -lcairn
Libs.private: ${needed[*]}
END

# MARK: - What must hold

for file in "$out/$lib/$name.so.0" "$out/$lib/$name.a"; do
  nm --defined-only "$([ "${file##*.}" = a ] && echo -g || echo -D)" "$file" | awk 'NF == 3 { sub(/@.*/, "", $3); print $3 }' |
    grep -vx CAIRN_0 | sort >"$work/seen"
  sort "$work/functions" | diff - "$work/seen" >&2 || { echo "c-engine: $file shows other symbols than cairn.h" >&2; exit 1; }
done
scripts/install/linked-libraries.sh "$out/$lib/$name.so.0" >/dev/null
echo "c-engine: $name $version in $out, $(stat -c %s "$out/$lib/$name.so.0") bytes"
