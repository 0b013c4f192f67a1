#!/usr/bin/env bash
# Runs `cairn-mqtt` between a simulated receiver of `cairnd` and mosquitto: faults, TLS, memory.
#   mqtt.sh [FOLDER_OF_PROGRAMS] [option of scripts/check/mqtt_broker.py ...]     default: .build/debug
set -euo pipefail
cd "$(dirname "$0")/../.."
export SWIFT_BACKTRACE=enable=no

programs=.build/debug
if [ $# -gt 0 ] && [ "${1#-}" = "$1" ]; then
  programs=$1
  shift
fi
scripts/install/install-deps.sh mqtt
for program in cairnd cairn-mqtt; do
  if [ ! -x "$programs/$program" ]; then
    echo "mqtt: no executable at $programs/$program; build it with: swift build --product $program" >&2
    exit 1
  fi
done
missing=()
for program in mosquitto mosquitto_sub openssl; do
  [ -x "/usr/sbin/$program" ] || command -v "$program" >/dev/null || missing+=("$program")
done
if [ "${#missing[@]}" -gt 0 ]; then
  reason="missing: ${missing[*]} (scripts/install/install-deps.sh mqtt)"
  if [ "${CI:-}" = true ]; then
    echo "mqtt: $reason, and CI=true forbids to skip" >&2
    exit 1
  fi
  echo "**** SKIPPED: cairn-mqtt with a broker: $reason ****"
  exit 0
fi
exec scripts/check/mqtt_broker.py --programs "$programs" "$@"
