#!/usr/bin/env bash
# Fails if a binary, or a library that comes with it, needs a library that a program importing Cairn must not need.
#   linked-libraries.sh BINARY...
set -euo pipefail
[ "$#" -gt 0 ] || { echo "usage: linked-libraries.sh BINARY..." >&2; exit 2; }
readonly forbidden='^(libFoundation|lib_Foundation|libFoundationEssentials|libNIO|libdbus|libsystemd|libglib|libgio|libgobject)'

for binary in "$@"; do
  # Not `ldd`: the needs of the Swift runtime itself are the toolchain's affair. Static linking hides the
  # library but not its symbols, so these are checked as well.
  needed=$(readelf -d "$binary" | sed -nE 's/.*\(NEEDED\).*\[(.*)\].*/\1/p')
  if hits=$(grep -E "$forbidden" <<<"$needed"); then
    printf 'linked-libraries: %s needs\n%s\n' "$binary" "$hits" >&2
    exit 1
  fi
  # `$s10Foundation`, `$s20FoundationEssentials`, `$s7NIOCore`, `$s8NIOPosix`: mangled module names.
  if hits=$(readelf -Ws "$binary" | grep -oE '\$[sS](10Foundation|20FoundationEssentials|7NIOCore|8NIOPosix)' |
    sort -u); then
    printf 'linked-libraries: %s contains symbols of\n%s\n' "$binary" "$hits" >&2
    exit 1
  fi
  echo "linked-libraries: $(basename "$binary") needs:" $needed
done
