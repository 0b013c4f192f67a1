#!/usr/bin/env bash
# Builds the nested package Examples and runs its own check, which starts each program against the simulator.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ ! -f Examples/Package.swift ]; then
  echo "skipped: there is no package in Examples"
  exit 0
fi
built=$(scripts/check/nested.sh Examples)
mapfile -t programs <<<"$built"

# A program that imports only Cairn must not link the libraries that Cairn avoids.
for program in "${programs[@]}"; do
  scripts/install/linked-libraries.sh "$program"
done

if [ ! -x Examples/run ]; then
  echo "examples: Examples/run is missing: it has to start each program against the simulator" >&2
  exit 1
fi
timeout -k 10 900 Examples/run "$(dirname "${programs[0]}")"
