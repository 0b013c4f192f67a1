# shellcheck shell=bash
# Beside gpsd the service gets the receiver that is plugged in, waits while gpsd has it, and takes it when it is free.
# boots: systemd
# packages: gpsd
#
# Real: systemd, udevd, gpsd with its rules and units, the unit and the rules of this package. Simulated: the
# receiver's end. gpsd opens a receiver while a program asks it for positions, and only then.
install_cairn
make_receiver
# The machine's own rules are left out of the lab, and gpsd may be one that is installed there.
rm -f /etc/udev/rules.d/60-gpsd.rules
getent passwd gpsd >/dev/null || echo "gpsd:x:997:$(getent group dialout | cut -d: -f3)::/:/usr/sbin/nologin" >>/etc/passwd
for unit in gpsd.socket gpsd.service gpsdctl@.service; do
  mkdir -p "/etc/systemd/system/$unit.d"
  printf '[Unit]\nDefaultDependencies=no\n' >"/etc/systemd/system/$unit.d/lab.conf"
done
systemctl daemon-reload
udevadm control --reload
systemctl start gpsd.socket
say "booted, gpsd $(gpsd -V | awk '{ print $2 }'), after $(now) s"

# A program that asks gpsd for positions, for as long as it runs; what it is told goes to a file.
ask_gpsd() { # file
  /usr/bin/python3 -c '
import socket
link = socket.create_connection(("localhost", 2947))
link.sendall(b"?WATCH={\"enable\":true,\"json\":true};\n")
for line in link.makefile():
    print(line, end="", flush=True)
' >"$1" &
  asking=$!
}
stop_asking() {
  kill "$asking"
  wait "$asking" 2>/dev/null || true
}

plugged=$(now)
plug 47
wait_for 60 "a fix of the service" grep -q '"latitude":47' /run/fixes.jsonl
say "plugged in: fix of cairn.service after $(since "$plugged") s"
udevadm info -q property -n /dev/ttyACM0 | grep -qx 'SYSTEMD_WANTS=gpsdctl@ttyACM0.service cairn.service' ||
  fail "the receiver starts $(udevadm info -q property -n /dev/ttyACM0 | grep SYSTEMD_WANTS)"
wait_for 30 "gpsd" systemctl -q is-active gpsdctl@ttyACM0.service gpsd.service
ask_gpsd /run/asked
wait_for 30 "gpsd's answer" grep -q '"class":"WATCH"' /run/asked
sleep 3
if grep -q '"class":"TPV"' /run/asked; then fail "gpsd reads what the service reads"; fi
stop_asking
say "beside it, gpsd says: $(grep -o '"class":"DEVICES".*' /run/asked | head -n 1 | tr -d '\r')"

systemctl stop cairn.service
systemctl restart gpsdctl@ttyACM0.service
ask_gpsd /run/asked
wait_for 30 "a position of gpsd" grep -q '"class":"TPV".*"lat":47' /run/asked
: >/run/fixes.jsonl
systemctl start cairn.service
wait_for 60 "what the service says of a port that gpsd has" grep -q '"code":"deviceBusy"' /run/fixes.jsonl
say "gpsd had it first: $(grep -m 1 -o '"message":"[^"]*"' /run/fixes.jsonl)"
if grep -q '"latitude":47' /run/fixes.jsonl; then fail "the service reads what gpsd reads"; fi
stop_asking
left=$(now)
wait_for 150 "a fix once nobody asks gpsd" grep -q '"latitude":47' /run/fixes.jsonl
say "nobody asks gpsd any more: fix of cairn.service after $(since "$left") s"
systemctl stop cairn.service
unplug
