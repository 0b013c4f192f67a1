#!/usr/bin/env bash
# Builds the one module that asks for a trait without it: CairnLinux without libudev. Arguments are passed to `swift build`.
# That a program links and runs so is shown by the static example (Examples/run), and that no other module asks for a
# trait by layering.py.
set -euo pipefail
cd "$(dirname "$0")/../.."
swift build --disable-default-traits --scratch-path .build-no-traits --target CairnLinux "$@"
