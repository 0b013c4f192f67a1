# shellcheck shell=bash
# The Debian packages are installed and a receiver is plugged in: gpsd's clients, a C and a Python program show it, with nothing edited, and a
# broker is told.
# boots: systemd
# installs: packages
# packages: gpsd-clients mosquitto mosquitto-clients
#
# Real: dpkg, systemd, udevd, the packages, and the C compiler that builds the program. Simulated: the receiver's end.
make_receiver
# What others bring must not take the place of what is installed here.
if command -v cairnd >/dev/null; then fail "cairnd is installed before"; fi
# On a machine that is a container, packages may start and stop nothing.
rm -f /usr/sbin/policy-rc.d
say "booted after $(now) s"

began=$(now)
# The one that takes GeoClue's place would conflict with that of the machine.
packages=()
for file in /run/lab/package/.build-deb/*.deb; do
  case $file in *-dbgsym_* | */cairn-geoclue_*) ;; *) packages+=("$file") ;; esac
done
# Indexes of manual pages are no part of it, and take minutes on an emulated processor.
dpkg --no-triggers --force-unsafe-io -i "${packages[@]}" >/run/dpkg.log 2>&1 || fail "dpkg: $(tail -n 3 /run/dpkg.log)"
dpkg --triggers-only libc-bin >>/run/dpkg.log 2>&1 || fail "dpkg: $(tail -n 3 /run/dpkg.log)"
say "${#packages[@]} packages installed in $(since "$began") s"
id -nG cairn | grep -qw dialout || fail "there is no user cairn in the group dialout"
[ "$(systemctl show -P ActiveState cairnd.socket) $(systemctl show -P ActiveState cairnd.service)" = "inactive inactive" ] ||
  fail "something was started that nobody asked for"
[ "$(systemctl show -P FragmentPath cairnd.service)" != "" ] || fail "systemd does not know the unit"

plugged=$(now)
plug 47
wait_for 60 "the socket" systemctl -q is-active cairnd.socket
say "plugged in: the socket is there after $(since "$plugged") s"
gpspipe -w >/run/gpspipe 2>&1 &
pipe=$!
wait_for 120 "a fix for gpspipe" grep -q '"class":"TPV".*"lat":47' /run/gpspipe
say "gpspipe shows a fix $(since "$plugged") s after the receiver was plugged in, cairnd as $(stat -c %U "/proc/$(systemctl show -P MainPID cairnd.service)")"
TERM=linux script -qfec 'cgps -s' /run/cgps >/dev/null 2>&1 </dev/null &
screen=$!
wait_for 60 "a fix for cgps" grep -qaE '47\.28' /run/cgps
kill "$screen" 2>/dev/null || true
say "cgps shows it"

gcc /usr/share/doc/libcairn-dev/examples/where.c $(pkg-config --cflags --libs cairn-client) -o /run/where || fail "gcc"
"${stranger[@]}" /run/where >>/run/where.out 2>&1 &
where=$!
PYTHONUNBUFFERED=1 "${stranger[@]}" /usr/bin/python3 -m cairn >>/run/python.out 2>&1 &
python=$!
wait_for 60 "a fix for the program in C" grep -q '^47\.28' /run/where.out
wait_for 60 "a fix for the program in Python" grep -q '^47\.28' /run/python.out
say "C: $(tail -n 1 /run/where.out); Python: $(tail -n 1 /run/python.out)"

# A broker is told by a user of its own; what the service has learned, only by the service's user.
printf 'listener 1883 127.0.0.1\nallow_anonymous true\nuser root\n' >/run/mosquitto.conf
PATH=$PATH:/usr/sbin mosquitto -c /run/mosquitto.conf >/run/mosquitto.log 2>&1 &
broker=$!
wait_for 30 "the broker" eval 'ss -Hltn | grep -q ":1883 "'
mosquitto_sub -h localhost -t 'owntracks/#' -t 'cairn/#' -F '%t %p' >/run/told &
printf '[broker]\nhost = localhost\n[device]\nname = lab\n' >/etc/cairn/mqtt.conf
systemctl start cairn-mqtt || fail "cairn-mqtt does not start: $(systemctl show -P Result cairn-mqtt)"
wait_for 60 "a position for the broker" grep -q '^owntracks/cairn/lab .*"lat":47' /run/told
[ "$(stat -c %U "/proc/$(systemctl show -P MainPID cairn-mqtt)")" = cairn-mqtt ] || fail "cairn-mqtt is of another user"
/usr/bin/python3 -c "import sys; sys.path.insert(0, '$lab/../../scripts/check'); import mqtt_broker; mqtt_broker.write_learned('/var/lib/cairn')"
chown cairn: /var/lib/cairn/*-learned.state
printf '[share]\nshare = yes\n' >>/etc/cairn/mqtt.conf
systemctl reload cairn-mqtt
wait_for 30 "why nothing is shared" eval 'journalctl -u cairn-mqtt | grep -q "only cairnd.s user may read"'
mkdir -p /etc/systemd/system/cairn-mqtt.service.d
printf '[Service]\nUser=cairn\nGroup=cairn\n' >/etc/systemd/system/cairn-mqtt.service.d/share.conf
systemctl daemon-reload
systemctl restart cairn-mqtt
wait_for 60 "what was learned" grep -q '^cairn/lab/radio .*"cellId":31608612' /run/told
say "a broker has $(grep -c '"_type":"location"' /run/told) positions, and $(grep -o '"macAddress"' /run/told | wc -l) access points"
systemctl stop cairn-mqtt
kill "$broker"

# As an upgrade does: what runs is started again, and programs go on.
process=$(systemctl show -P MainPID cairnd.service)
dpkg --no-triggers --force-unsafe-io -i /run/lab/package/.build-deb/cairnd_*.deb >>/run/dpkg.log 2>&1 ||
  fail "dpkg: $(tail -n 3 /run/dpkg.log)"
systemctl -q is-active cairnd.socket || fail "the socket is gone after an upgrade"
lines=$(grep -c '^47\.28' /run/where.out)
wait_for 90 "positions after an upgrade" eval '[ "$(grep -c "^47\.28" /run/where.out)" -gt "$lines" ]'
[ "$(systemctl show -P MainPID cairnd.service)" != "$process" ] || fail "an upgrade leaves the old program running"
say "upgraded while programs are connected: they go on with a new process"

: >/run/where.out >/run/python.out
unplug
wait_for 60 "the reason in C" grep -q 'provider was lost' /run/where.out
wait_for 60 "the reason in Python" grep -q 'provider was lost' /run/python.out
say "unplugged: $(tail -n 1 /run/where.out)"
# gpspipe has ended with its connection, at the upgrade.
kill "$pipe" 2>/dev/null || true
kill "$where" "$python"

removed=$(now)
dpkg --no-triggers --purge cairn-mqtt cairnd cairn cairn-profiles libcairn-client0 libcairn-dev python3-cairn >>/run/dpkg.log 2>&1 ||
  fail "dpkg: $(tail -n 3 /run/dpkg.log)"
if pgrep -x cairnd >/dev/null || ss -Hltn | grep -q ':2947 '; then
  fail "the service runs after its package was purged: $(systemctl list-units --all --no-legend 'cairnd*' | tr '\n' ' ')"
fi
rm -r /etc/systemd/system/cairn-mqtt.service.d
for left in /var/lib/cairn /var/lib/cairn-mqtt /run/cairn /etc/cairn /usr/bin/cairnd; do
  [ ! -e "$left" ] || fail "purging leaves $left"
done
say "purged in $(since "$removed") s: nothing is left"
