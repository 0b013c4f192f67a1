#!/usr/bin/env bash
# Runs all tests under the thread sanitizer; a report is a failure. Takes half an hour on two cores.
#   sanitize-threads.sh [FILTER]        FILTER: a pattern of test names, as for swift test
set -euo pipefail
cd "$(dirname "$0")/../.."
export SWIFT_BACKTRACE=enable=no
readonly work=$PWD/.build-threads
build=(swift build --build-tests --sanitize=thread --scratch-path "$work" -debug-info-format none)
"${build[@]}"
programs=$("${build[@]}" --show-bin-path)

rm -f "$work"/report*
gcc -shared -fPIC -O1 -Wall -Wextra -Werror -o "$work/mutex.so" Tests/Sanitizer/mutex.c -ldl
# Runs a few tests at a time: tests are several times slower here, and two thousand at once would wait for each
# other until the first ones reach their time limit.
status=0
LD_PRELOAD=$work/mutex.so TSAN_OPTIONS="halt_on_error=0 exitcode=0 log_path=$work/report" \
  timeout -k 10 3600 "$programs"/*PackageTests.xctest --testing-library swift-testing \
  --experimental-maximum-parallelization-width 8 \
  ${1:+--filter "$1"} >"$work/log" 2>&1 || status=$?
grep -aE '✘|Test run with' "$work/log" || true
[ "$status" -eq 0 ] || { echo "sanitize-threads: tests failed; see $work/log" >&2; exit 1; }
if compgen -G "$work/report*" >/dev/null; then
  grep -ah '^SUMMARY' "$work"/report* | sort | uniq -c | sort -rn >&2
  echo "sanitize-threads: there are reports; see $work/report*" >&2
  exit 1
fi
echo "sanitize-threads: no report"
