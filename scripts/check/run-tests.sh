#!/usr/bin/env bash
# Builds and runs the tests, with $SWIFT_FLAGS. If they have not ended after 20 minutes, prints where every thread is, and
# fails.
#   run-tests.sh           all tests but those that deep-tests.tsv names
#   run-tests.sh deep      those alone
set -euo pipefail
cd "$(dirname "$0")/../.."
limit=${CAIRN_TEST_LIMIT:-1200}
circle=${1:-gate}
# Tests ask servers of their own.
export no_proxy=127.0.0.1
read -ra flags <<<"${SWIFT_FLAGS:-$(scripts/flags.sh)}"

# Suites that take minutes of processor: they compare all captures with independent answers, or simulate worlds.
deep=$(awk -F '\t' '!/^#/ && NF { printf "%s%s", sep, $1; sep = "|" }' scripts/check/deep-tests.tsv)
# Suites whose programs listen to a terminal or to sensors for a few seconds of real time: beside thousands of others they would
# get no processor meanwhile.
readonly listening='CommandTests\.(Record|Probe|DiscoveringProbe|Watch|Calibrate|LiveCompass)Tests'

run() { # OPTION...
  # The tests get their own process group, so that they can be found and ended together.
  set -m
  # A few at a time: thousands that compute would keep those that wait from their turn for minutes.
  swift test --skip-build --disable-xctest --parallel --experimental-maximum-parallelization-width 16 "$@" &
  tests=$!
  set +m
  for ((second = 0; second < limit; second++)); do
    if ! kill -0 "$tests" 2>/dev/null; then
      status=0
      wait "$tests" || status=$?
      return "$status"
    fi
    sleep 1
  done
  show_threads
  exit 1
}

show_threads() {
  echo "run-tests: the tests have not ended after $limit s; where their threads are:" >&2
  local process thread
  for process in $(pgrep -g "$tests"); do
    echo "run-tests: $process: $(tr '\0' ' ' <"/proc/$process/cmdline")" >&2
    for thread in /proc/"$process"/task/*; do
      printf '  %s: %s, in %s\n' "${thread##*/}" "$(<"$thread/comm")" "$(<"$thread/wchan")" >&2
    done
    if command -v gdb >/dev/null; then
      timeout 60 gdb -p "$process" -batch -ex 'set pagination off' -ex 'thread apply all bt 30' >&2 || true
    fi
  done
}

swift build --build-tests "${flags[@]}"
# The build needs it; the tests are to see sets in every order.
unset SWIFT_DETERMINISTIC_HASHING
tests=
trap '[ -z "$tests" ] || kill -KILL -- "-$tests" 2>/dev/null || true' EXIT
if [ "$circle" = deep ]; then
  names=$(swift test list --skip-build --disable-xctest)
  while IFS=$'\t' read -r pattern why; do
    if [[ -n $pattern && $pattern != \#* ]] && ! grep -qE "^$pattern" <<<"$names"; then
      echo "run-tests: no test is called $pattern ($why): mend scripts/check/deep-tests.tsv" >&2
      exit 1
    fi
  done <scripts/check/deep-tests.tsv
  run --filter "$deep"
else
  run --filter "$listening"
  run --skip "$deep" --skip "$listening"
fi
