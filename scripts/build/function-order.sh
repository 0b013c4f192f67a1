#!/usr/bin/env bash
# Writes function-order.txt: functions that run, in the order in which the linker places them in what goes onto devices. First
# are those of libcairn that a program enters until it has positions of a receiver, then those that cairnd enters while it
# serves a client of gpsd's and a program that uses Cairn. Run it when Tests/C/run or scripts/install/installed.sh says that too
# much is in memory: names that have changed since are placed anywhere.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
feeder= service=
finish() {
  if [ -n "$feeder$service" ]; then kill $feeder $service 2>/dev/null || true; fi
  rm -rf "$work"
}
trap finish EXIT

own() { # FILE; passes on the names of the functions that it has
  nm "$1" | awk 'NF == 3 && tolower($2) == "t" { print $3 }' >"$work/own"
  awk 'NR == FNR { own[$0]; next } $0 in own' "$work/own" -
}

scripts/build/c-engine.sh --symbols "$work/out"
gcc -I"$work/out/include" scripts/build/function-order.c -L"$work/out/lib" -lcairn -o "$work/program"
PYTHONPATH=Tests/C python3 -c '
import receiver, time
print(receiver.Receiver().path, flush=True)
time.sleep(3600)' >"$work/terminal" &
feeder=$!
until [ -s "$work/terminal" ]; do sleep 0.1; done
LD_LIBRARY_PATH=$work/out/lib timeout 1800 scripts/install/symbol-order.sh "$work/program" "$(cat "$work/terminal")" |
  own "$work/out/lib/libcairn.so.0" >"$work/order"

DESTDIR=$work PREFIX=/usr STRIP=true scripts/install/install.sh install
timeout 1800 scripts/install/symbol-order.sh "$work/usr/bin/cairnd" --simulate m9 --listen "$work/gpsd" --socket "$work/native" \
  >"$work/served" &
service=$!
until [ -S "$work/native" ]; do kill -0 "$service"; sleep 0.1; done
# The kernel knows who serves, which is a child of valgrind's caller.
CAIRN_SOCKET=$work/native timeout 600 python3 - "$work/gpsd" "$work/usr/bin/cairn" <<'END'
import os, signal, socket, struct, subprocess, sys
with socket.socket(socket.AF_UNIX) as client:
    client.connect(sys.argv[1])
    served = struct.unpack("3i", client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
    client.sendall(b'?WATCH={"enable":true,"json":true};')
    text = b""
    while text.count(b'"class":"TPV"') < 20:
        text += client.recv(65536) or sys.exit("cairnd has ended")
    subprocess.run([sys.argv[2], "monitor", "--json", "--duration", "10"], check=True, stdout=subprocess.DEVNULL)
    os.kill(served, signal.SIGTERM)
END
wait "$service"
service=
own "$work/usr/bin/cairnd" <"$work/served" >>"$work/order"
awk '!seen[$0]++' "$work/order" >scripts/build/function-order.txt
echo "function-order: $(wc -l <scripts/build/function-order.txt) functions"
