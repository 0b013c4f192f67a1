#!/usr/bin/env bash
# Checks that some programs do not compile, each with the expected compiler message, and that one does.
set -euo pipefail
cd "$(dirname "$0")/../.."

build=$(swift build --show-bin-path)
maps=()
for folder in CCairnMath CCairnLinux CCairnRunLoop; do
  maps+=(-Xcc "-fmodule-map-file=$build/$folder.build/module.modulemap")
done
maps+=(-Xcc "-fmodule-map-file=Sources/Linux/CUdev/module.modulemap")

passed=0
failed=0
for file in Tests/NegativeCompile/*.swift; do
  expected=$(sed -n 's,^// expect: ,,p' "$file")
  status=0
  said=$(swiftc -emit-sil -o /dev/null -parse-as-library -swift-version 6 -I "$build/Modules" "${maps[@]}" "$file" 2>&1) || status=$?
  if { [ -z "$expected" ] && [ "$status" -eq 0 ]; } \
    || { [ -n "$expected" ] && [ "$status" -ne 0 ] && grep -qF "$expected" <<<"$said"; }; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s\n%s\n' "$file" "$said" >&2
  fi
done
echo "negative compile: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
