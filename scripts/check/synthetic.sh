#!/usr/bin/env bash
# Compares `cairn decode` and `cairn encode` with independent decoders on made-up messages of every
# definition that the decoders have: UBX, configuration keys, NMEA, RTCM 3, and hand-chosen boundary cases.
#   synthetic.sh [CAIRN_BINARY] [option of scripts/check/synthetic.py ...]     default: .build/release/cairn
# The generator is in ../shared, or where CAIRN_SHARED points. The independent decoders are installed from the
# network into a virtual environment, unless CAIRN_PEERS names a python that has them. Without either the comparison
# is skipped; with CI=true it is skipped only if the network has no packages.
set -euo pipefail
cd "$(dirname "$0")/../.."
export SWIFT_BACKTRACE=enable=no

skip() { # whether CI may skip too, reason
  if [ "$1" = forbidden ] && [ "${CI:-}" = true ]; then
    echo "synthetic: $2, and CI=true forbids to skip" >&2
    exit 1
  fi
  shift
  echo "**** SKIPPED: synthetic messages: $* ****"
  exit 0
}

shared=${CAIRN_SHARED:-../shared}
cairn=.build/release/cairn
if [ $# -gt 0 ] && [ "${1#-}" = "$1" ]; then
  cairn=$1
  shift
fi
[ -f "$shared/tools/synth.py" ] || skip forbidden "no generator at $shared/tools/synth.py"
if [ ! -x "$cairn" ]; then
  echo "synthetic: no executable at $cairn; build it with: swift build -c release --product cairn" >&2
  exit 1
fi

peers=${CAIRN_PEERS:-}
if [ -z "$peers" ]; then
  # The versions whose known errors docs/evidence/oracle-deviations.txt lists.
  peers=$(scripts/check/peers.sh python decoders pyubx2==1.4.0 pynmeagps==1.1.8 pyrtcm==1.2.1 2>&1) \
    || skip allowed "$peers"
fi

exec "$peers" scripts/check/synthetic.py --cairn "$cairn" --shared "$shared" \
  --known docs/evidence/oracle-deviations.txt "$@"
