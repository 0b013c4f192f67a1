#!/usr/bin/env bash
# Runs programs that ask GeoClue against `cairnd` on a private bus, unmodified: where-am-i, Firefox, WebKitGTK, Qt.
#   geoclue-clients.sh [CAIRND_BINARY] [option of scripts/check/geoclue_clients.py ...]   default: .build/debug/cairnd
# All are from Debian's packages; what is missing is left out with one line, and is an error with CI=true.
set -euo pipefail
cd "$(dirname "$0")/../.."
export SWIFT_BACKTRACE=enable=no

cairnd=.build/debug/cairnd
if [ $# -gt 0 ] && [ "${1#-}" = "$1" ]; then
  cairnd=$1
  shift
fi
[ -x "$cairnd" ] || { echo "geoclue-clients: no executable at $cairnd; build it with: swift build --product cairnd" >&2; exit 1; }
if ! missing=$(scripts/install/install-deps.sh desktop 2>&1); then
  [ "${CI:-}" != true ] || { echo "$missing" >&2; exit 1; }
  echo "**** SKIPPED: programs of GeoClue: $(tail -n 1 <<<"$missing") ****"
  exit 0
fi
# Debian's own Python, which has Debian's modules.
exec /usr/bin/python3 scripts/check/geoclue_clients.py --cairnd "$cairnd" "$@"
