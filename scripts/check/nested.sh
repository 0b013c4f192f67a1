#!/usr/bin/env bash
# Builds the programs of a nested package with optimization, into Cairn's own .build and with its flags, $SWIFT_FLAGS, so
# that nothing is built twice. Prints the path of each.
#   nested.sh PACKAGE
set -euo pipefail
cd "$(dirname "$0")/../.."
read -ra flags <<<"${SWIFT_FLAGS:-}"
build=(swift build --package-path "$1" --scratch-path .build -c release ${flags[@]+"${flags[@]}"})
mapfile -t programs < <(swift package --package-path "$1" dump-package |
  python3 -c 'import json, sys; [print(t["name"]) for t in json.load(sys.stdin)["targets"] if t["type"] == "executable"]')
folder=$("${build[@]}" --show-bin-path)
# Without a product, SwiftPM would also build what only tests of Cairn use, and that needs a debug build.
for program in "${programs[@]}"; do
  "${build[@]}" --product "$program" >&2
  echo "$folder/$program"
done
