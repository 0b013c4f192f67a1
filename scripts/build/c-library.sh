#!/usr/bin/env bash
# Builds libcairn-client, which asks the daemon, from C alone: no Swift is needed, here or where it runs.
#   c-library.sh [FOLDER]        default: .build-c
# FOLDER/include has the headers, FOLDER/lib the libraries and FOLDER/lib/pkgconfig their description; its paths count from
# there, so that the folder may be copied to /usr/local or into an image. LIBDIR is another name for lib. CC, AR, OBJCOPY and
# STRIP name the tools, those of another processor too; CFLAGS is added to the flags. Sources that are the same give files that
# are the same.
set -euo pipefail
out=$(realpath -m "${1:-$(dirname "$0")/../../.build-c}")
cd "$(dirname "$0")/../.."
export LC_ALL=C
lib=${LIBDIR:-lib}
CC=${CC:-gcc} AR=${AR:-ar} OBJCOPY=${OBJCOPY:-objcopy} STRIP=${STRIP:-strip}

name=libcairn-client
header=Sources/C/CCairn/include/cairn.h
version=$(sed -nE 's/^#define CAIRN_VERSION "(.*)"$/\1/p' "$header")
mapfile -t functions < <(sed -nE 's/^[a-z][a-z0-9_ ]*[ *](cairn_[a-z_]+)\(.*/\1/p' "$header")
[ -n "$version" ] && [ "${#functions[@]}" -gt 0 ] || { echo "c-library: cannot read $header" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '%s\n' "${functions[@]}" >"$work/functions"
printf 'CAIRN_0 { global: %s local: *; };\n' "$(printf '%s; ' "${functions[@]}")" >"$work/map"

# Optimized as a whole for size. Frames for a trace of the stack cost a tenth, and C unwinds nothing. Where every function is
# found at the start (-z now), a table of jumps to them is of no use.
flags=(-std=c11 -D_DEFAULT_SOURCE -ISources/C/CCairn/include -Oz -flto -frandom-seed=cairn -fPIC -fvisibility=hidden
  -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables -fstack-protector -fno-plt
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wformat=2)
objects=()
for file in Sources/C/CCairn/front.c Sources/C/CCairnClient/*.c; do
  object=$work/$(basename "$file" .c).o
  # shellcheck disable=SC2086 # several flags in a word
  "$CC" "${flags[@]}" ${CFLAGS:-} -c "$file" -o "$object"
  objects+=("$object")
done

rm -rf "$out"
mkdir -p "$out/include" "$out/$lib/pkgconfig"
cp Sources/C/CCairn/include/cairn.h Sources/C/CCairn/cairn.hpp "$out/include/"
# shellcheck disable=SC2086
"$CC" "${flags[@]}" ${CFLAGS:-} -shared -nostartfiles -o "$out/$lib/$name.so.0" "${objects[@]}" -Wl,-soname,"$name.so.0" \
  -Wl,--version-script="$work/map" -Wl,-z,relro,-z,now,-z,defs,-z,noseparate-code -Wl,--gc-sections,--hash-style=gnu,--build-id=sha1
"$STRIP" --strip-unneeded --remove-section=.comment "$out/$lib/$name.so.0"
ln -s "$name.so.0" "$out/$lib/$name.so"
# One object, of which only the interface can collide with anything.
# shellcheck disable=SC2086
"$CC" "${flags[@]}" ${CFLAGS:-} -nostdlib -r -flinker-output=nolto-rel -o "$work/whole.o" "${objects[@]}"
"$OBJCOPY" --keep-global-symbols="$work/functions" "$work/whole.o" "$work/cairn-client.o"
"$AR" rcD "$out/$lib/$name.a" "$work/cairn-client.o"
cat >"$out/$lib/pkgconfig/cairn-client.pc" <<END
prefix=\${pcfiledir}/$(sed 's|[^/]*|..|g' <<<"$lib/pkgconfig")
Name: cairn-client
Description: Where the device is, by the daemon cairnd
Version: $version
Cflags: -I\${prefix}/include
Libs: -L\${prefix}/$lib -lcairn-client
END
echo "c-library: $name $version in $out, $(stat -c %s "$out/$lib/$name.so.0") bytes"
