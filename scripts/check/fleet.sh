#!/usr/bin/env bash
# Proves on a small fleet that nothing is lost when each part is killed, and looks at its page with Debian's Chromium.
# Where a package is missing and cannot be installed, it is skipped with one line, and is an error with CI=true.
set -euo pipefail
cd "$(dirname "$0")/../.."

skip() { # WHAT, WHY
  [ "${CI:-}" != true ] || { echo "$2" >&2; exit 1; }
  echo "**** SKIPPED: $1: $(tail -n 1 <<<"$2") ****"
}

scripts/check/fleet_messages.py
# What the README says of larger fleets is what the program says.
estimate=$(Examples/fleet/estimate)
while read -r line; do
  grep -Fxq -e "$line" Examples/fleet/README.md || { echo "Examples/fleet/README.md lacks what estimate prints: $line" >&2; exit 1; }
done <<<"$estimate"
if ! missing=$(scripts/install/install-deps.sh fleet 2>&1); then
  skip "the fleet" "$missing"
  exit 0
fi
Examples/fleet/prove --devices 40 --seconds 40 --fill
# A broker that loses what it has acknowledged is made up for by devices that wait until it is stored.
Examples/fleet/prove --devices 40 --seconds 40
Examples/fleet/prove --devices 20 --seconds 40 --confirm
if ! missing=$(scripts/install/install-deps.sh browser 2>&1); then
  skip "the fleet's page in a browser" "$missing"
  exit 0
fi
exec scripts/check/fleet_page.py "$@"
