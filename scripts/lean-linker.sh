#!/usr/bin/env bash
# Makes FOLDER/ld, which is lld with Swift's libraries as they are without what no program reads: see unread-parts.sh. Nothing
# throws through C++ here, so the unwind tables are unused: a megabyte in Swift's own library, plus their index. The zeros that
# hold a crash report's environment need no space in the file.
#   lean-linker.sh FOLDER LIBRARY...      the libraries, as swiftCore
set -euo pipefail
folder=$(realpath "$1")
cd "$(dirname "$0")/.."
toolchain=$(dirname "$(command -v swift)")
mkdir "$folder/lean"
read -ra unread < <(scripts/unread-parts.sh)
"$toolchain/clang" -Os -fPIC -fvisibility=hidden -c scripts/unread-names.c -o "$folder/lean/unread-names.o"
for name in "${@:2}"; do
  objcopy --remove-section=.eh_frame --remove-section=.rela.eh_frame "${unread[@]}" \
    --rename-section swift5_backtrace=.bss.swift5_backtrace,alloc \
    "$toolchain/../lib/swift_static/linux/lib$name.a" "$folder/lean/lib$name.a"
done
# It searches another folder of libraries first only if that option precedes all others.
printf '#!/bin/sh\nexec ld.lld -L%s "$@" %s\n' "$folder/lean" "$folder/lean/unread-names.o" >"$folder/ld"
chmod +x "$folder/ld"
