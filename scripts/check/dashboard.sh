#!/usr/bin/env bash
# Looks at the page of `cairn dashboard` with Debian's Chromium.
#   dashboard.sh [CAIRN_BINARY] [option of scripts/check/dashboard_page.py ...]   default: .build/debug/cairn
# Where Chromium is missing and cannot be installed, it is skipped with one line, and is an error with CI=true.
set -euo pipefail
cd "$(dirname "$0")/../.."
export SWIFT_BACKTRACE=enable=no

cairn=.build/debug/cairn
if [ $# -gt 0 ] && [ "${1#-}" = "$1" ]; then
  cairn=$1
  shift
fi
[ -x "$cairn" ] || { echo "dashboard: no executable at $cairn; build it with: swift build --product cairn" >&2; exit 1; }
if ! missing=$(scripts/install/install-deps.sh browser 2>&1); then
  [ "${CI:-}" != true ] || { echo "$missing" >&2; exit 1; }
  echo "**** SKIPPED: the page in a browser: $(tail -n 1 <<<"$missing") ****"
  exit 0
fi
# Writers of street maps, which the page's reader is compared with.
if peers=$(scripts/check/peers.sh python streets pmtiles==3.8.1 mapbox-vector-tile==2.2.0 numpy==2.4.6 protobuf==6.33.6 pyclipper==1.4.0 \
  shapely==2.2.0 2>&1); then
  set -- --map-python "$peers" "$@"
else
  echo "**** SKIPPED: the page's streets: $peers ****"
fi
exec python3 scripts/check/dashboard_page.py --cairn "$cairn" "$@"
