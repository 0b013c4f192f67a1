#!/usr/bin/env bash
# Writes c-engine-order.txt: the functions of libcairn that a program enters until it has positions of a receiver, in the
# order in which c-engine.sh places them. Run it when Tests/C/run says that too much of the library is in memory: names that
# have changed since are placed anywhere.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
feeder=
finish() {
  if [ -n "$feeder" ]; then kill "$feeder" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap finish EXIT

scripts/build/c-engine.sh --symbols "$work/out"
gcc -I"$work/out/include" scripts/build/c-engine-order.c -L"$work/out/lib" -lcairn -o "$work/program"
PYTHONPATH=Tests/C python3 -c '
import receiver, time
print(receiver.Receiver().path, flush=True)
time.sleep(600)' >"$work/terminal" &
feeder=$!
until [ -s "$work/terminal" ]; do sleep 0.1; done
LD_LIBRARY_PATH=$work/out/lib timeout 300 scripts/install/symbol-order.sh "$work/program" "$(cat "$work/terminal")" >"$work/order"
nm "$work/out/lib/libcairn.so.0" | awk 'NF == 3 && tolower($2) == "t" { print $3 }' >"$work/own"
awk 'NR == FNR { own[$0]; next } $0 in own' "$work/own" "$work/order" >scripts/build/c-engine-order.txt
echo "c-engine-order: $(wc -l <scripts/build/c-engine-order.txt) functions"
