#!/usr/bin/env bash
# Builds the nested package Examples and runs its own check, which starts each program against the simulator.
# Into the package's own .build and with its flags, $SWIFT_FLAGS: what it built already is not built again.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ ! -f Examples/Package.swift ]; then
  echo "skipped: there is no package in Examples"
  exit 0
fi
read -ra flags <<<"${SWIFT_FLAGS:-}"
mapfile -t programs < <(swift package --package-path Examples dump-package |
  python3 -c 'import json, sys; [print(t["name"]) for t in json.load(sys.stdin)["targets"] if t["type"] == "executable"]')
build=(swift build --package-path Examples --scratch-path .build -c release ${flags[@]+"${flags[@]}"})
# Without a product, what only tests of Cairn use would be built, too, which needs a debug build.
for program in "${programs[@]}"; do
  "${build[@]}" --product "$program"
done
folder=$("${build[@]}" --show-bin-path)

# A program that imports only Cairn must not link the libraries that Cairn avoids.
for program in "${programs[@]}"; do
  scripts/install/linked-libraries.sh "$folder/$program"
done

if [ ! -x Examples/run ]; then
  echo "examples: Examples/run is missing: it has to start each program against the simulator" >&2
  exit 1
fi
timeout -k 10 900 Examples/run "$folder"
