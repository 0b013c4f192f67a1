#!/usr/bin/env bash
# Checks the maps that Examples/fleet/radio makes of a fleet's reports: attacks, the same bytes of PostgreSQL and Spark, the pack.
#   radio-maps.sh [CAIRN_BINARY]      default: .build/debug/cairn
# PySpark is fetched from PyPI: without the network that part is skipped, with one line that says so. Where Debian's packages are missing
# and cannot be installed, all is skipped. Both are errors with CI=true.
set -euo pipefail
cd "$(dirname "$0")/../.."
export SWIFT_BACKTRACE=enable=no PYTHONDONTWRITEBYTECODE=1

cairn=${1:-.build/debug/cairn}
[ -x "$cairn" ] || { echo "radio-maps: no executable at $cairn; build it with: swift build --product cairn" >&2; exit 1; }
if ! missing=$(scripts/install/install-deps.sh radio-maps 2>&1); then
  [ "${CI:-}" != true ] || { echo "$missing" >&2; exit 1; }
  echo "**** SKIPPED: radio maps of a fleet: $(tail -n 1 <<<"$missing") ****"
  exit 0
fi
options=()
if python=$(scripts/check/peers.sh python spark pyspark==4.0.5 py4j==0.10.9.9 2>&1); then
  options+=(--spark "$python")
else
  [ "${CI:-}" != true ] || { echo "radio-maps: $python" >&2; exit 1; }
  echo "**** SKIPPED: Spark: $python ****"
fi
exec timeout -k 10 1500 python3 scripts/check/radio_maps.py --cairn "$cairn" "${options[@]}"
