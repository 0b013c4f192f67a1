#!/usr/bin/env bash
# Compares what `cairn decode` says about real captures with what independent decoders said.
#   corpus-checks.sh [CAIRN_BINARY]       default: .build/release/cairn
# The captures lie in ../shared, or where CAIRN_SHARED points. Without them the checks are skipped, but
# with CI=true that is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no

shared=${CAIRN_SHARED:-../shared}
cairn=$(realpath "${1:-.build/release/cairn}")
if [ ! -d "$shared/corpus/receivers" ]; then
  if [ "${CI:-}" = true ]; then
    echo "corpus-checks: corpus not found at $shared, and CI=true forbids to skip" >&2
    exit 1
  fi
  echo "skipped: corpus not found at $shared"
  exit 0
fi
if [ ! -x "$cairn" ]; then
  echo "corpus-checks: no executable at $cairn" >&2
  exit 1
fi

# What this package decodes; an identifier is added here together with its decoder.
ids=RMC,GGA,GNS,GSA,GSV,VTG,GLL,ZDA,GST
ids+=,1004,1005,1006,1007,1008,1012,1013,1019,1020,1029,1033,1042,1045,1046,1057,1058,1059,1060,1063,1064
ids+=,1065,1075,1077,1085,1087,1095,1097,1117,1125,1127,1230,1240,1241,1242,1243,1258,1259,1260,1261,1264
ids+=,1300,4072
ids+=,NAV-PVT,NAV-SAT,NAV-DOP,NAV-STATUS,NAV-EOE,NAV-TIMEUTC,ACK-ACK,ACK-NAK,MON-VER
ids+=,INF-ERROR,INF-WARNING,INF-NOTICE,INF-TEST,INF-DEBUG
ids+=,MON-COMMS,MON-GNSS,MON-HW,MON-HW2,MON-HW3,MON-IO,MON-MSGPP,MON-PATCH,MON-PMP,MON-PT2,MON-RF
ids+=,MON-RXBUF,MON-RXR,MON-SMGR,MON-SPAN,MON-SPT,MON-SYS,MON-TXBUF
ids+=,RXM-ALM,RXM-COR,RXM-EPH,RXM-IMES,RXM-MEAS20,RXM-MEAS50,RXM-MEASC12,RXM-MEASD12,RXM-MEASX
ids+=,RXM-PMP,RXM-QZSSL6,RXM-RAW,RXM-RAWX,RXM-RLM,RXM-RTCM,RXM-SFRB,RXM-SFRBX,RXM-SPARTN
ids+=,RXM-SPARTN-KEY,RXM-SVSI,RXM-TM,SEC-OSNMA,SEC-SIG,SEC-SIGLOG,SEC-SIGN,SEC-UNIQID
ids+=,TIM-DOSC,TIM-FCHG,TIM-SMEAS,TIM-SVIN,TIM-TM2,TIM-TOS,TIM-TP,TIM-VCOCAL,TIM-VRFY

echo "-- messages, field by field"
python3 "$shared/tools/oracle_check.py" --cmd "'$cairn' decode --format json '{log}'" \
  --dir "$shared/corpus/receivers" --ids "$ids" --known docs/oracle-deviations.txt \
  --min "${CAIRN_MIN_ORACLE:-99.9}" --worst 10

echo "-- epochs, against gpsd's own regression references"
# {date} is empty for logs without a date header; then the option is left out.
decode='exec "$0" decode --format gpsd ${1:+--date "$1"} "$2"'
known=$(mktemp)
trap 'rm -f "$known"' EXIT
cat "$shared/tools/gpsd_known_deviations.txt" docs/gpsd-deviations.txt > "$known"
python3 "$shared/tools/gpsd_compare.py" "$shared/corpus/gpsd" \
  --cmd "sh -c '$decode' '$cairn' {date} {log}" --jobs "$(nproc)" \
  --known "$known" \
  --min-core "${CAIRN_MIN_CORE:-91.5}" --worst 10
