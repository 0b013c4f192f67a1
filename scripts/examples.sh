#!/usr/bin/env bash
# Builds the nested package Examples and runs its own check, which starts each program against the simulator.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ ! -f Examples/Package.swift ]; then
  echo "skipped: there is no package in Examples"
  exit 0
fi
swift build --package-path Examples -c release -Xswiftc -warnings-as-errors
folder=$(swift build --package-path Examples -c release --show-bin-path)

# A program of the package that imports only Cairn must not drag in what Cairn avoids.
mapfile -t programs < <(swift package --package-path Examples dump-package |
  python3 -c 'import json, sys; [print(t["name"]) for t in json.load(sys.stdin)["targets"] if t["type"] == "executable"]')
for program in "${programs[@]}"; do
  scripts/linked-libraries.sh "$folder/$program"
done

if [ ! -x Examples/run ]; then
  echo "examples: Examples/run is missing: it has to start each program against the simulator" >&2
  exit 1
fi
timeout -k 10 900 Examples/run "$folder"
