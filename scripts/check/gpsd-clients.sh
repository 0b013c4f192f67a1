#!/usr/bin/env bash
# Runs programs that read gpsd against `cairnd`, unmodified: Debian's, three of PyPI, and gpsd itself.
#   gpsd-clients.sh [CAIRND_BINARY] [option of scripts/check/gpsd_clients.py ...]     default: .build/debug/cairnd
# Those of PyPI and gpsd are fetched from the network: without it they are left out, with one line that says so. What Debian's
# packages bring must be there with CI=true.
set -euo pipefail
cd "$(dirname "$0")/../.."
export SWIFT_BACKTRACE=enable=no

cairnd=.build/debug/cairnd
if [ $# -gt 0 ] && [ "${1#-}" = "$1" ]; then
  cairnd=$1
  shift
fi
if [ ! -x "$cairnd" ]; then
  echo "gpsd-clients: no executable at $cairnd; build it with: swift build --product cairnd" >&2
  exit 1
fi

skip() { # allowed or forbidden with CI=true, what, reason
  local rule=$1
  shift
  if [ "$rule" = forbidden ] && [ "${CI:-}" = true ]; then
    echo "gpsd-clients: $2, and CI=true forbids to skip" >&2
    exit 1
  fi
  echo "**** SKIPPED: $1 as clients of cairnd: $2 ****"
}

options=()
if found=$(scripts/check/peers.sh python gpsd-clients gpsd-py3==0.3.0 gps3==0.33.3 gpsdclient==1.3.2 2>&1); then
  options+=(--python "$found")
else
  skip allowed "gpsd-py3, gps3 and gpsdclient" "$found"
fi
if found=$(scripts/check/peers.sh gpsd 2>&1); then options+=(--gpsd "$found"); else skip allowed gpsd "$found"; fi
missing=()
for program in gpspipe cgps gpsmon tmux; do command -v "$program" >/dev/null || missing+=("$program"); done
if [ "${#missing[@]}" -gt 0 ]; then
  skip forbidden "Debian's programs" "missing: ${missing[*]} (apt install gpsd-clients tmux)"
  exit 0
fi
exec scripts/check/gpsd_clients.py --cairnd "$cairnd" ${options[@]+"${options[@]}"} "$@"
