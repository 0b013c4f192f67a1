#!/usr/bin/env bash
# Compares the output of `cairn decode` for real captures with that of independent decoders.
#   corpus-checks.sh [CAIRN_BINARY]       default: .build/release/cairn
# The captures are in ../shared, or where CAIRN_SHARED points. Without them the checks are skipped; with
# CI=true that is a failure.
set -euo pipefail
cd "$(dirname "$0")/../.."
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

# Messages of rank "must" and "should" must agree without exception. Two of the others have a different
# name on the other side, which does not know MON-BATCH.
echo "-- messages, field by field"
# The independent framers require a line end after the checksum: they find nothing in a log that continues there.
captures=$(mktemp -d)
scores=$(mktemp)
trap 'rm -rf "$scores" "$captures"' EXIT
cp -rs "$(realpath "$shared/corpus/receivers")/." "$captures"
wrapped=gnss_lib_py/pixel6.nmea
rm "$captures/$wrapped"
found=$("$cairn" decode --format json "$shared/corpus/receivers/$wrapped" | grep -c '"valid":true')
written=$(grep -ac '^NMEA,[$]' "$shared/corpus/receivers/$wrapped")
echo "$wrapped: $found of $written wrapped sentences"
[ "$found" -eq "$written" ]
for gate in "--rank MS --min 100" "--min 99.99"; do
  # shellcheck disable=SC2086
  python3 "$shared/tools/oracle_check.py" --cmd "'$cairn' decode --format json '{log}'" \
    --dir "$captures" --known docs/evidence/oracle-deviations.txt --worst 10 $gate
done

echo "-- epochs, against gpsd's own regression references"
# {date} is empty for logs without a date header; then the option is left out.
decode='exec "$0" decode --format gpsd ${1:+--date "$1"} "$2"'
python3 "$shared/tools/gpsd_compare.py" "$shared/corpus/gpsd" \
  --cmd "sh -c '$decode' '$cairn' {date} {log}" --jobs "$(nproc)" \
  --known docs/evidence/gpsd-deviations.txt --json "$scores" \
  --min-core "${CAIRN_MIN_CORE:-98}" --worst 10
python3 - "$scores" "${CAIRN_MIN_GPSD:-99.2}" <<'END'
import json, sys
logs = json.load(open(sys.argv[1]))["logs"]
counts = [log["counts"][group] for log in logs for group in ("core", "acc", "sky", "dop")]
agree, all_values = (sum(column) for column in zip(*counts))
# The comparison leaves out heights that differ only by the geoid; here they count as differences.
all_values += sum(log["info"]["geoid"] for log in logs)
share = 100 * agree / all_values
print(f"TPV and SKY: {agree} of {all_values} values agree, {share:.2f} %; at least {sys.argv[2]} %")
sys.exit(share < float(sys.argv[2]))
END

echo "-- one recording in its shapes"
scripts/check/shapes.py "$cairn"
