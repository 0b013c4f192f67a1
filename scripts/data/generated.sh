#!/usr/bin/env bash
# Regenerates every generated file and fails if one differs from what is committed.
# Each generator is an executable in scripts/data/generate.d that writes its files in place.
set -euo pipefail
cd "$(dirname "$0")/../.."
shopt -s nullglob
generators=(scripts/data/generate.d/*)
if [ "${#generators[@]}" -eq 0 ]; then
  echo "skipped: no file is generated"
  exit 0
fi
fingerprint() { git ls-files -z --cached --others --exclude-standard | xargs -0 sha256sum; }
before=$(fingerprint)
for generator in "${generators[@]}"; do
  "$generator"
done
if ! difference=$(diff <(printf '%s\n' "$before") <(fingerprint)); then
  printf 'generated: run the generators and commit what changes:\n%s\n' "$difference" >&2
  exit 1
fi
