# shellcheck shell=bash
# Beside gpsd the service waits while gpsd has the receiver, and takes it when it is free. Only one of them has the port.
# boots: systemd
# packages: gpsd
#
# Real: systemd, udevd, gpsd with its rules and units, the units and the rules of this package. Simulated: the
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

plug 47
wait_for 60 "gpsd and the socket" systemctl -q is-failed cairnd.socket
udevadm info -q property -n /dev/ttyACM0 | grep -qx 'SYSTEMD_WANTS=gpsdctl@ttyACM0.service cairnd.socket' ||
  fail "the receiver starts $(udevadm info -q property -n /dev/ttyACM0 | grep SYSTEMD_WANTS)"
wait_for 30 "gpsd" systemctl -q is-active gpsdctl@ttyACM0.service gpsd.service
say "gpsd has the port: cairnd.socket ends in '$(systemctl show -P Result cairnd.socket)'"

# What a user does who wants both.
mkdir -p /etc/systemd/system/cairnd.socket.d
printf '[Socket]\nListenStream=\nListenStream=/run/cairn/gpsd.sock\n' >/etc/systemd/system/cairnd.socket.d/beside.conf
systemctl daemon-reload
systemctl reset-failed cairnd.socket
systemctl start cairnd.socket
ask /run/cairn/gpsd.sock /run/answers
wait_for 90 "a fix of the service" grep -q '"class":"TPV".*"lat":47' /run/answers
ours=$asking
ask 2947 /run/asked
wait_for 30 "gpsd's answer" grep -q '"class":"WATCH"' /run/asked
sleep 3
if grep -q '"class":"TPV"' /run/asked; then fail "gpsd reads what the service reads"; fi
stop_asking
say "beside it, gpsd says: $(grep -o '"class":"DEVICES".*' /run/asked | head -n 1 | tr -d '\r')"

# The receiver is the service's only while somebody watches there.
kill "$ours"
wait "$ours" 2>/dev/null || true
systemctl stop cairnd.service
systemctl restart gpsdctl@ttyACM0.service
ask 2947 /run/asked
wait_for 30 "a position of gpsd" grep -q '"class":"TPV".*"lat":47' /run/asked
gpsds=$asking
: >/run/cairnd.log
ask /run/cairn/gpsd.sock /run/answers
wait_for 60 "what the service says of a port that gpsd has" grep -q EBUSY /run/cairnd.log
say "gpsd had it first: $(grep -m 1 EBUSY /run/cairnd.log)"
if grep -q '"lat":47' /run/answers; then fail "the service reads what gpsd reads"; fi
kill "$gpsds"
wait "$gpsds" 2>/dev/null || true
left=$(now)
wait_for 150 "a fix once nobody asks gpsd" grep -q '"class":"TPV".*"lat":47' /run/answers
say "nobody asks gpsd any more: fix of the service after $(since "$left") s"
stop_asking
systemctl stop cairnd.service
unplug
