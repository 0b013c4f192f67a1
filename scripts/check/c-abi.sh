#!/usr/bin/env bash
# Compares what programs in C rely on with its description: functions with their versions, structs and the offset of each
# field (Tests/C/cairn.abi, as libabigail writes it), and the values of constants (Tests/C/cairn.constants).
#   c-abi.sh [--update]        --update writes the descriptions anew
set -euo pipefail
cd "$(dirname "$0")/../.."
export LC_ALL=C

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
header=Sources/C/CCairn/include/cairn.h

# The part that all libraries have, with what the compiler knows of its types, under the library's versions.
scripts/build/c-library.sh "$work/out" >/dev/null
library=$work/out/lib/libcairn-client.so.0
functions() { nm -D --defined-only --with-symbol-versions "$1" | awk 'NF == 3 && $2 == "T" { print $3 }' | sort; }
functions "$library" >"$work/functions"
printf 'CAIRN_0 { global: %s local: *; };\n' "$(sed 's/@.*/;/' "$work/functions" | tr '\n' ' ')" >"$work/map"
gcc -std=c11 -D_DEFAULT_SOURCE -g -O0 -fPIC -shared -fvisibility=hidden -ffile-prefix-map="$PWD=." -I"$work/out/include" \
  -Wl,-soname,libcairn.so.0 -Wl,--version-script="$work/map" Sources/C/CCairn/front.c -o "$work/front.so"
functions "$work/front.so" | diff "$work/functions" - >&2 || { echo "c-abi: $library shows other versions" >&2; exit 1; }
abidw --headers-dir "$work/out/include" --drop-private-types --no-corpus-path --no-comp-dir-path --no-show-locs --no-architecture \
  "$work/front.so" >"$work/cairn.abi"

{
  echo '#include <stdio.h>'
  echo '#include "cairn.h"'
  echo 'int main(void) {'
  grep -oE '\bCAIRN_[A-Z0-9_]*[A-Z0-9]\b' "$header" | sort -u | grep -vxE 'CAIRN_(H|VERSION|SOCKET)' |
    sed 's/.*/  printf("%s %.17g\\n", "&", (double)&);/'
  echo '}'
} >"$work/constants.c"
gcc -I"$work/out/include" "$work/constants.c" -o "$work/constants"
"$work/constants" >"$work/cairn.constants"

if [ "${1:-}" = --update ]; then
  cp "$work/cairn.abi" "$work/cairn.constants" Tests/C/
  exit 0
fi
advice='what programs were linked with has changed: add at the end, or raise the version of the library; then c-abi.sh --update'
abidiff Tests/C/cairn.abi "$work/cairn.abi" >&2 || { echo "c-abi: $advice" >&2; exit 1; }
diff Tests/C/cairn.constants "$work/cairn.constants" >&2 || { echo "c-abi: $advice" >&2; exit 1; }
echo "c-abi: $(grep -c '<elf-symbol ' "$work/cairn.abi") functions and $(wc -l <"$work/cairn.constants") constants are as described"
