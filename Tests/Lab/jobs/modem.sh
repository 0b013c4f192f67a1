# shellcheck shell=bash
# ModemManager's modem tells an ordinary user's program its cell, and another program keeps its satellites.
# packages: modemmanager polkitd dbus
#
# Real: USB, cdc_acm, udevd, D-Bus, polkitd, ModemManager, cairn. Simulated: the modem's end.
install_cairn
cat >/etc/udev/rules.d/78-modem.rules <<'END'
SUBSYSTEMS=="usb", ATTRS{bInterfaceNumber}=="?*", ENV{.NUMBER}="$attr{bInterfaceNumber}"
SUBSYSTEM=="tty", ATTRS{idVendor}=="2c7c", ENV{ID_MM_PORT_TYPE_QCDM}="", ENV{ID_MM_PORT_TYPE_GPS}=""
SUBSYSTEM=="tty", ATTRS{idVendor}=="2c7c", ENV{ID_MM_PORT_TYPE_AT_PRIMARY}="", ENV{ID_MM_PORT_TYPE_AT_SECONDARY}=""
SUBSYSTEM=="tty", ATTRS{idVendor}=="2c7c", ENV{.NUMBER}=="00", ENV{ID_MM_PORT_TYPE_AT_PRIMARY}="1"
SUBSYSTEM=="tty", ATTRS{idVendor}=="2c7c", ENV{.NUMBER}=="02", ENV{ID_MM_PORT_TYPE_GPS}="1"
END
mkdir -p /etc/polkit-1/rules.d
# What the packages do when they are installed.
getent passwd polkitd >/dev/null || useradd --system --no-create-home polkitd
/lib/systemd/systemd-udevd --daemon
for module in dummy_hcd libcomposite usb_f_acm cdc_acm; do modprobe "$module"; done
[ -d /sys/kernel/config/usb_gadget ] || mount -t configfs none /sys/kernel/config
mkdir -p "$gadget/strings/0x409" "$gadget/configs/c.1"
echo 0x2c7c >"$gadget/idVendor"
echo 0x0125 >"$gadget/idProduct"
echo Quectel >"$gadget/strings/0x409/manufacturer"
echo EC25 >"$gadget/strings/0x409/product"
for number in 0 1; do
  mkdir -p "$gadget/functions/acm.port$number"
  ln -s "$gadget/functions/acm.port$number" "$gadget/configs/c.1/"
done
ls /sys/class/udc >"$gadget/UDC"
wait_for 30 "the modem's ports" test -e /dev/ttyACM1
/usr/bin/python3 "$lab/modem.py" /dev/ttyGS0 /dev/ttyGS1 >/tmp/commands 2>&1 &
dbus-daemon --system --fork
/usr/lib/polkit-1/polkitd --no-debug >/tmp/polkitd.log 2>&1 &
ModemManager >/tmp/mm.log 2>&1 &
say "booted, $(uname -r), $(mmcli --version | head -n 1), after $(now) s"

is_registered() { mmcli -m any -K 2>/dev/null | grep -Eq 'generic.state +: (registered|connected)'; }
wait_for 120 "the modem" mmcli -m any
wait_for 60 "enabling the modem" mmcli -m any --enable
wait_for 60 "registration" is_registered
say "ModemManager has the modem after $(now) s"

# Somebody else uses the modem's receiver; nobody asks for the cell.
mmcli -m any --location-disable-3gpp >/dev/null
mmcli -m any --location-enable-gps-raw --location-enable-gps-nmea >/dev/null
enabled() { mmcli -m any --location-status -K | sed -n 's/^modem.location.enabled[^:]*: //p' | sort | xargs; }
before=$(enabled)

cp -r /run/lab/package/hw-profiles /tmp/boards
printf '%s\n' 'name: meter' 'title: A meter' 'vendor: Example' 'kind: board' 'includes: [any-modem]' \
  >/tmp/boards/meter.yaml
cat >/tmp/cells.csv <<'END'
radio,mcc,net,area,cell,unit,lon,lat,range,samples,changeable,created,updated,averageSignal
LTE,228,1,13000,31608579,,7.44,46.95,3000,40,1,1500000000,1500000000,0
END
cairn radio import /tmp/cells.csv --into /tmp/region.pack >/tmp/import
say "$(head -n 1 /tmp/import)"
monitor=(cairn monitor --board meter --profiles /tmp/boards --accuracy 3km --pack /tmp/region.pack)

# Runs the program until it has a position.
find_position() { # what, its coordinates, file, program...
  "${@:4}" --json >"$3" 2>/tmp/complaints &
  process=$!
  started=$(now)
  until grep -Eq "$2" "$3"; do
    if [ "$(since "$started" | cut -d. -f1)" -ge 120 ]; then fail "no $1: $(cat /tmp/complaints "$3")"; fi
    sleep 0.1
  done
  say "a $1 after $(since "$started") s, as uid $(awk '/^Uid/ { print $2 }' "/proc/$process/status")"
}
find_cell() { find_position "position from the cell" '"latitude":46.9(5|49)' "$@"; } # file, program...
find_fix() { find_position "fix of the modem's receiver" '"longitude":7.43333' "$@"; } # file, program...
end_program() {
  kill -TERM "$process"
  wait "$process" || fail "cairn ended in status $?"
}
is_refused() { # what is said
  "${stranger[@]}" "${monitor[@]}" >/tmp/refused 2>&1 &
  process=$!
  wait_for 200 "advice with '$1'" grep -q -e "$1" /tmp/refused
  kill -TERM "$process" 2>/dev/null || true
  wait "$process" || true
  say "refused: $(grep -o "ModemManager.*" /tmp/refused | head -n 1)"
}

# Here polkit asks nobody, so that a stranger is refused.
is_refused org.freedesktop.ModemManager1.Location
cat >/etc/polkit-1/rules.d/50-cairn.rules <<'END'
polkit.addRule(function (action, subject) {
  if (action.id == "org.freedesktop.ModemManager1.Location" && subject.user == "nobody") return polkit.Result.YES;
});
END
sleep 2
is_refused --location-enable-3gpp
[ "$(enabled)" = "$before" ] || fail "enabled before: $before, after: $(enabled)"

# Root does what is advised.
mmcli -m any --location-enable-3gpp >/dev/null
find_cell /tmp/stranger.jsonl "${stranger[@]}" "${monitor[@]}"
end_program
mmcli -m any --location-disable-3gpp >/dev/null

# Who may, enables it, beside what the other program has enabled, and takes it away again.
find_cell /tmp/own.jsonl "${monitor[@]}"
say "enabled meanwhile: $(enabled)"
end_program
is_as_before() { [ "$(enabled)" = "$before" ]; }
wait_for 10 "the sources of the other program alone, $before" is_as_before
if grep -q QGPSEND /tmp/commands; then fail "the other program's receiver was switched off"; fi
say "the other program's satellites stay: $before"

# The receiver within the modem. What is asked of it is counted from here on.
printf '%s\n' 'name: tracker' 'title: A tracker' 'vendor: Example' 'kind: board' 'includes: [quectel-ec25]' \
  >/tmp/boards/tracker.yaml
track=(cairn monitor --board tracker --profiles /tmp/boards --accuracy 10m --pack /tmp/region.pack)
# First while ModemManager reads it for the other program.
find_fix /tmp/shared.jsonl "${track[@]}"
[ "$(enabled)" = "$before" ] || fail "enabled meanwhile: $(enabled)"
end_program
wait_for 10 "the sources as before" is_as_before
if grep -q QGPSEND /tmp/commands; then fail "the other program's receiver was switched off"; fi
mmcli -m any --location-disable-gps-raw --location-disable-gps-nmea >/dev/null
: >/tmp/commands
before=$(enabled)
find_fix /tmp/managed.jsonl "${track[@]}"
say "enabled meanwhile: $(enabled)"
end_program
wait_for 10 "the sources as before" is_as_before
grep -q QGPSEND /tmp/commands || fail "the receiver was left on: $(cat /tmp/commands)"

# Without ModemManager the modem's own commands do the same.
kill "$(pidof ModemManager)"
is_gone() { ! pidof ModemManager >/dev/null; }
wait_for 20 "the end of ModemManager" is_gone
: >/tmp/commands
find_cell /tmp/commands.jsonl "${monitor[@]}"
end_program
find_fix /tmp/receiver.jsonl "${track[@]}"
end_program
grep -q QGPSEND /tmp/commands || fail "the receiver was left on: $(cat /tmp/commands)"
say "without ModemManager: $(cut -d ' ' -f 1 /tmp/commands | xargs)"
