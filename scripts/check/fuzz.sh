#!/usr/bin/env bash
# Fuzzes everything that takes bytes from outside, one target after the other.
#   fuzz.sh [SECONDS] [TARGET...]        default: 20 seconds each, every target of Tests/FuzzTargets, and CClient,
#                                        which is libcairn-client between a program and a daemon (Fuzz/CClient.c)
#   fuzz.sh build                        builds them and runs none
# A target begins with the inputs that once broke it (Fuzz/Regressions/TARGET), messages that are made up, and
# frames of the captures where there are any. An input that breaks it now is made small and left in
# .build-fuzz/crashes; new ones that cover more are left in .build-fuzz/corpus.
set -euo pipefail
cd "$(dirname "$0")/../.."
export SWIFT_BACKTRACE=enable=no

seconds=${1:-20}
work=$PWD/.build-fuzz
shared=${CAIRN_SHARED:-../shared}

# The fuzzer's library calls the targets; the address sanitizer finds errors that do not trap.
build=(swift build -q --scratch-path "$work" -c release -debug-info-format none
  -Xswiftc -sanitize=fuzzer,address -Xswiftc -DFUZZER)
timeout -k 10 1200 "${build[@]}" --product Fuzz
clang -std=c11 -D_DEFAULT_SOURCE -g -O1 -fuse-ld=lld -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
  -ISources/C/CCairn/include Fuzz/CClient.c Sources/C/CCairn/front.c Sources/C/CCairnClient/*.c -o "$work/CClient"
if [ "$seconds" = build ]; then exit 0; fi
program=$("${build[@]}" --show-bin-path)/Fuzz

# Leak detection is off: globals hold pointers with tag bits, which the detector does not follow. Unbounded
# growth meets the memory limit.
export ASAN_OPTIONS=detect_leaks=0
mapfile -t known < <("$program" list && echo CClient)
targets=("${@:2}")
if [ "${#targets[@]}" -eq 0 ]; then targets=("${known[@]}"); fi
for target in "${targets[@]}"; do
  if [[ " ${known[*]} " != *" $target "* ]]; then
    echo "fuzz: no target is called $target; there are: ${known[*]}" >&2
    exit 64
  fi
done

rm -rf "$work/seeds" "$work/targets"
mkdir -p "$work/seeds" "$work/targets" "$work/crashes"
"$program" seeds "$work/seeds"
captures=()
if [ -d "$shared/corpus/receivers" ]; then
  captures=("$shared/corpus/receivers")
else
  echo "fuzz: no captures at $shared, starting from made-up messages alone"
fi
python3 Fuzz/seeds.py "$work/seeds" "${captures[@]}"
export work program seconds

# The smallest input that breaks a target, and how to do it again.
explain() { # TARGET, CRASH
  local target=$1 small=$work/crashes/$1-small
  rm -f "$small"
  timeout -k 10 60 "$work/targets/$target" -minimize_crash=1 -max_total_time=20 -timeout=10 \
    -exact_artifact_path="$small" "$2" >/dev/null 2>&1 || true
  [ -s "$small" ] || cp "$2" "$small"
  echo "fuzz: $target breaks with these $(wc -c <"$small") bytes (of $2):"
  od -A d -t x1z "$small" | head -n 40
  echo "fuzz: again with: ${work#"$PWD"/}/targets/$target ${small#"$PWD"/}"
  echo "fuzz: when it is mended: cp ${small#"$PWD"/} Fuzz/Regressions/$target/WHAT-IT-WAS"
}

fuzz() { # TARGET
  local target=$1 state=passed log=$work/$1.log began crash
  local folders=("$work/corpus/$target" "$work/seeds/$target" "Fuzz/Regressions/$target")
  mkdir -p "${folders[@]:0:2}"
  [ -d "${folders[2]}" ] || unset 'folders[2]'
  # The program does what the name says that it is called by.
  ln -sf "$program" "$work/targets/$target"
  if [ "$target" = CClient ]; then ln -sf "$work/CClient" "$work/targets/$target"; fi
  began=$(mktemp)
  timeout -k 10 $((seconds + 120)) "$work/targets/$target" -max_total_time="$seconds" -len_control=0 \
    -rss_limit_mb=1024 -malloc_limit_mb=256 -timeout=10 -print_final_stats=1 -verbosity=1 \
    -artifact_prefix="$work/crashes/$target-" "${folders[@]}" >"$log" 2>&1 || state=FAILED
  if [ "$state" = FAILED ]; then
    {
      tail -n 40 "$log"
      crash=$(find "$work/crashes" -name "$target-*" -newer "$began" | head -n 1)
      if [ -n "$crash" ]; then explain "$target" "$crash"; fi
    } >&2
  fi
  rm -f "$began"
  awk -v target="$target" -v state="$state" '
    /cov: / { for (i = 1; i < NF; i++) if ($i == "cov:") coverage = $(i + 1) }
    /number_of_executed_units/ { executions = $2 }
    /peak_rss_mb/ { memory = $2 }
    END { printf "fuzz: %-11s %s  %d executions, %d edges covered, peak %d MB\n",
      target, state, executions, coverage, memory }' "$log"
  [ "$state" = passed ]
}

# Each uses one core. What failed is printed last.
export -f explain fuzz
rm -f "$work"/*.out
printf '%s\0' "${targets[@]}" |
  xargs -0 -P "$(nproc)" -I TARGET bash -uo pipefail -c '
    fuzz TARGET >"$work/TARGET.out" 2>&1 && cat "$work/TARGET.out" && rm "$work/TARGET.out"' || {
  cat "$work"/*.out >&2
  exit 1
}
