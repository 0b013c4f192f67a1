#!/usr/bin/env bash
# Builds and runs all tests. If they have not ended after 20 minutes, prints where every thread is, and fails.
#   run-tests.sh [FLAGS of swift build...]
set -euo pipefail
cd "$(dirname "$0")/../.."
limit=${CAIRN_TEST_LIMIT:-1200}
# Tests ask servers of their own.
export no_proxy=127.0.0.1

# Suites that fill both cores for minutes beside thousands of others: they run alone, so that tests that wait for
# real programs and simulated receivers in real time are not starved.
readonly heavy='DriverMatrixTests|ReceiverDriverTests|CairnRadioTests.WorldTests'
# Suites whose programs listen to a terminal for a second or two of real time: beside thousands of others they would
# get no processor meanwhile.
readonly listening='CommandTests\.(Record|Probe|DiscoveringProbe|Watch|Calibrate)Tests'

run() { # OPTION...
  # The tests get their own process group, so that they can be found and ended together.
  set -m
  swift test --skip-build --parallel "$@" &
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

swift build --build-tests "$@"
# The build needs it; the tests are to see sets in every order.
unset SWIFT_DETERMINISTIC_HASHING
tests=
trap '[ -z "$tests" ] || kill -KILL -- "-$tests" 2>/dev/null || true' EXIT
run --filter "$heavy" "$@"
run --filter "$listening" "$@"
run --skip "$heavy" --skip "$listening" "$@"
