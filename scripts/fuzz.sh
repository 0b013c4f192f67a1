#!/usr/bin/env bash
# Fuzzes each decoder for the given number of seconds, starting from frames cut out of the captures.
#   fuzz.sh [SECONDS] [TARGET...]        default: 20 seconds, every target of Fuzz/
# Inputs that crash are left in .build-fuzz/crashes, new inputs that increase coverage in .build-fuzz/corpus.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no

seconds=${1:-20}
targets=("${@:2}")
if [ "${#targets[@]}" -eq 0 ]; then targets=(FuzzFramer FuzzNMEA FuzzUBX FuzzRTCM FuzzCASIC FuzzNTRIP FuzzTexts FuzzCatalogue); fi
work=$PWD/.build-fuzz
shared=${CAIRN_SHARED:-../shared}

# The fuzzer's library contains the main function; the address sanitizer finds errors that do not trap.
build=(swift build -q --package-path Fuzz --scratch-path "$work" -c release -debug-info-format none
  -Xswiftc -sanitize=fuzzer,address)
case "${#targets[@]}" in
  1) timeout -k 10 1200 "${build[@]}" --product "${targets[0]}" ;;
  *) timeout -k 10 1200 "${build[@]}" ;;  # all at once keeps more than one processor busy
esac
programs=$("${build[@]}" --show-bin-path)

if [ -d "$shared/corpus/receivers" ]; then
  python3 Fuzz/seeds.py "$shared/corpus/receivers" "$work/seeds"
else
  echo "fuzz: no captures at $shared, starting from nothing"
fi

# Leak detection is off: globals hold pointers with tag bits, which the detector does not follow. Unbounded
# growth meets the memory limit.
export ASAN_OPTIONS=detect_leaks=0
mkdir -p "$work/crashes"
export work programs seconds

fuzz() { # TARGET
  local target=$1 state=passed log=$work/$1.log
  mkdir -p "$work/corpus/$target" "$work/seeds/$target"
  timeout -k 10 $((seconds + 120)) "$programs/$target" -max_total_time="$seconds" \
    -max_len=4096 -rss_limit_mb=1024 -timeout=10 -print_final_stats=1 -verbosity=1 -detect_leaks=0 \
    -artifact_prefix="$work/crashes/$target-" "$work/corpus/$target" "$work/seeds/$target" \
    >"$log" 2>&1 || state=FAILED
  if [ "$state" = FAILED ]; then tail -n 40 "$log" >&2; fi
  awk -v target="$target" -v state="$state" '
    /cov: / { for (i = 1; i < NF; i++) if ($i == "cov:") coverage = $(i + 1) }
    /number_of_executed_units/ { executions = $2 }
    /peak_rss_mb/ { memory = $2 }
    END { printf "fuzz: %-14s %s  %d executions, %d edges covered, peak %d MB\n",
      target, state, executions, coverage, memory }' "$log"
  [ "$state" = passed ]
}

# Each uses one core.
export -f fuzz
printf '%s\0' "${targets[@]}" |
  xargs -0 -P "$(nproc)" -I TARGET bash -uo pipefail -c 'fuzz TARGET'
