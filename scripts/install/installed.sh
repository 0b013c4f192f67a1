#!/usr/bin/env bash
# Installs into an empty folder, runs the installed programs without the toolchain, uninstalls, and checks that nothing is left.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
fail() {
  echo "installed: $*" >&2
  exit 1
}
at_most() { # limit, number, what it is
  [ "$2" -le "$1" ] || fail "$3: $2, more than $1; scripts/build/function-order.sh writes the order of functions anew"
}
bare() { # command...
  (cd / && env -i PATH=/usr/bin:/bin HOME=/nonexistent "$@")
}

DESTDIR=$root PREFIX=/opt/cairn scripts/install/install.sh install
at_most 20000000 "$(stat -c %s "$root/opt/cairn/bin/cairn")" "bytes of the tools"
at_most 11200000 "$(stat -c %s "$root/opt/cairn/bin/cairnd")" "bytes of cairnd"
# As after a boot: how much of a file is mapped depends on what of it the kernel has read before.
. scripts/install/firmware-image.sh
from_storage "$root/opt/cairn/bin/cairnd"
for program in cairn hw-profile cairnd cairn-mqtt; do
  path=$root/opt/cairn/bin/$program
  if hits=$(readelf -d "$path" | grep -E 'RUNPATH|RPATH|libswift|libFoundation|lib_Foundation|libdispatch|libBlocks'); then
    fail "$program needs the toolchain: $hits"
  fi
  if ldd "$path" | grep 'not found'; then fail "$program lacks a library"; fi
  [ "$(bare "$path" --version)" = "$(sed -nE 's/.*version: "(.*)",/\1/p' Sources/Tools/hw-profile/HardwareProfileCommand.swift)" ] ||
    fail "$program does not say its version"
  [ -s "$root/opt/cairn/share/man/man1/$program.1" ] || fail "$program has no manual page"
  echo "installed: $program, $(stat -L -c %s "$path") bytes, needs:" $(readelf -d "$path" | sed -nE 's/.*NEEDED.*\[(.*)\]/\1/p')
done
if command -v man >/dev/null; then
  for page in "$root"/opt/cairn/share/man/man1/*.1; do
    if ! warnings=$(man --warnings -l "$page" 2>&1 >/dev/null) || [ -n "$warnings" ]; then
      fail "$(basename "$page"): $warnings"
    fi
  done
fi
bash -n "$root/opt/cairn/share/bash-completion/completions/cairn" || fail "the completions are no script"
# The shipped profiles are found beside the program.
bare "$root/opt/cairn/bin/hw-profile" plan m8-gateway --accuracy 1km >/dev/null || fail "the profiles are not found"
# A profile folder of the machine itself would take precedence.
bare CAIRN_PROFILES="$root/opt/cairn/share/cairn/hw-profiles" "$root/opt/cairn/bin/hw-profile" lint --strict
grep -qx 'ExecStart=/opt/cairn/bin/cairnd' "$root/usr/local/lib/systemd/system/cairnd.service" ||
  fail "the unit starts another program"
grep -q '^ExecStart=/opt/cairn/bin/cairn radio update ' "$root/usr/local/lib/systemd/system/cairn-radio-update.service" ||
  fail "the unit of the map starts another program"
grep -qx 'ExecStart=/opt/cairn/bin/cairn-mqtt' "$root/usr/local/lib/systemd/system/cairn-mqtt.service" ||
  fail "the unit of cairn-mqtt starts another program"
grep -qx 'ListenStream=127.0.0.1:2947' "$root/usr/local/lib/systemd/system/cairnd.socket" || fail "the socket has another port"
if command -v systemd-sysusers >/dev/null; then
  mkdir -p "$root/users/etc" "$root/users/usr/lib/sysusers.d"
  cp "$root/usr/local/lib/sysusers.d/cairn.conf" "$root/users/usr/lib/sysusers.d/"
  systemd-sysusers --root="$root/users" cairn.conf >/dev/null || fail "the user is not made"
  grep -q '^cairn:' "$root/users/etc/passwd" || fail "there is no user"
  for group in dialout gpio; do
    grep -q "^$group:.*:cairn\$" "$root/users/etc/group" || fail "the user is not in the group $group"
  done
  rm -r "$root/users"
fi
bare "$root/opt/cairn/bin/cairn" monitor --simulate m8 --json --duration 10 >"$root/fixes" 2>"$root/complaints" ||
  fail "cairn monitor: $(tail -n 1 "$root/complaints")"
grep -q '"event":"update"' "$root/fixes" || fail "cairn monitor gave no fix"
rm "$root/fixes" "$root/complaints"
(cd / && exec env -i "$root/opt/cairn/bin/cairnd" --simulate m9 --listen "$root/socket") 2>"$root/complaints" &
service=$!
for _ in {1..50}; do [ -S "$root/socket" ] && break; sleep 0.1; done
python3 - "$root/socket" <<'CLIENT' || fail "cairnd: $(tail -n 1 "$root/complaints")"
import socket, sys
with socket.socket(socket.AF_UNIX) as client:
    client.settimeout(8)
    client.connect(sys.argv[1])
    client.sendall(b'?WATCH={"enable":true,"json":true};')
    text = b""
    while b'"mode":3' not in text:
        part = client.recv(65536)
        if not part:
            sys.exit(1)
        text += part
CLIENT
at_most 11500 "$(sed -nE 's/^VmRSS:\s*([0-9]+) kB/\1/p' "/proc/$service/status")" "KiB of cairnd in memory"
printf '[gpsd]\nlisten = nowhere\n' >"$root/cairnd.conf"
if bare "$root/opt/cairn/bin/cairnd" --check "$root/cairnd.conf" 2>"$root/mistakes"; then fail "cairnd --check finds nothing"; fi
grep -q 'cairnd.conf:2:10:' "$root/mistakes" || fail "cairnd --check: $(cat "$root/mistakes")"
rm "$root/cairnd.conf" "$root/mistakes"
kill "$service"
wait "$service" || fail "cairnd ends with $?"
rm "$root/complaints"

DESTDIR=$root PREFIX=/opt/cairn scripts/install/install.sh uninstall
left=$(find "$root" -mindepth 1)
[ -z "$left" ] || fail "left behind: $left"
echo "installed: removed, nothing is left"
