#!/usr/bin/env bash
# `swift format lint --strict` over the Swift files that git tracks or would add, never over build folders.
set -euo pipefail
cd "$(dirname "$0")/../.."
mapfile -d '' -t files < <(git ls-files -z --cached --others --exclude-standard -- '*.swift')
[ "${#files[@]}" -gt 0 ] || { echo "format-lint: git lists no Swift file" >&2; exit 1; }
existing=()
for file in "${files[@]}"; do
  if [ -f "$file" ]; then existing+=("$file"); fi
done
swift format lint --strict --parallel "${existing[@]}"
