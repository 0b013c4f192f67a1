# shellcheck shell=bash
# An ordinary user's program enters and leaves beacons through BlueZ, and one with the right through a raw socket.
# packages: bluez dbus
#
# Real: the kernel's Bluetooth, D-Bus, bluetoothd, cairn. Simulated: the controller and the beacons (/dev/vhci).
install_cairn
modprobe bluetooth
modprobe hci_vhci
uuid=2f234454-cf6d-4a0f-adf2-f4911ba9ffa6
cat >/tmp/beacons.json <<END
[{"adv": "02011a1aff4c000215${uuid//-/}00010002c5", "addr": "C1:22:33:44:55:66", "ms": 100, "rssi": -65, "noise": 3,
  "on": "/tmp/door"},
 {"adv": "02010617ff1801beac", "addr": "C2:22:33:44:55:66", "ms": 100, "rssi": -60, "noise": 3, "on": "/tmp/broken"}]
END
dbus-daemon --system --fork
bluetoothd=$(command -v bluetoothd || echo /usr/libexec/bluetooth/bluetoothd)
sed 's/^#\?AutoEnable=.*/AutoEnable=true/' /etc/bluetooth/main.conf >/tmp/half.conf 2>/dev/null || true
grep -q '^AutoEnable=true' /tmp/half.conf || printf '[Policy]\nAutoEnable=true\n' >/tmp/half.conf
{ cat /tmp/half.conf; printf '[LE]\nScanIntervalAdvMonitor=1600\nScanWindowAdvMonitor=160\n'; } >/tmp/tenth.conf

start_adapter() {
  /usr/bin/python3 "$lab/beacons.py" /tmp/beacons.json >/tmp/journal 2>/tmp/adapter.log &
  adapter=$!
  wait_for 30 "the adapter: $(cat /tmp/adapter.log)" test -e /sys/class/bluetooth/hci0
}
stop_adapter() {
  kill "$adapter"
  wait "$adapter" 2>/dev/null || true
  radio=$(sed -n 's/.*"end".*"radio_s": \([0-9.]*\).*/\1/p' /tmp/journal)
}
start_bluez() { # configuration
  "$bluetoothd" --nodetach --experimental --configfile="$1" >/tmp/bluetoothd.log 2>&1 &
  bluez=$!
}
stop_bluez() {
  kill "$bluez"
  wait "$bluez" 2>/dev/null || true
}
watch_region() { # file, timeout, program...
  "${@:3}" beacons --region "$uuid/1" --timeout "$2" --json >"$1" 2>/tmp/complaints &
  process=$!
}
end_program() {
  kill -TERM "$process"
  wait "$process" || fail "cairn ended in status $?: $(cat /tmp/complaints)"
}
listens() { tail -n 1 /tmp/journal | grep -q '"listens": true'; }
time_of() { sed -n "s/.*\"event\":\"$2\",\"t\":\([0-9.]*\).*/\1/p" "$1" | tail -n 1; }
is_at_most() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && a + 0 <= b) }'; }
difference() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", b - a }'; }
# Enters and leaves. The slack is for an emulated machine that shares its processor with others.
check_region() { # what, program...
  local file=/tmp/events.jsonl timeout=10 slack=10 began left entered
  rm -f /tmp/door
  watch_region "$file" "$timeout" "${@:2}"
  wait_for 60 "listening ($1): $(cat /tmp/complaints "$file")" listens
  # Nothing is there.
  sleep 3
  began=$(now)
  touch /tmp/door
  wait_for 30 "an entry ($1)" grep -q '"event":"enter"' "$file"
  entered=$(difference "$began" "$(time_of "$file" enter)")
  sleep 5
  rm /tmp/door
  left=$(now)
  wait_for 60 "an exit ($1)" grep -q '"event":"exit"' "$file"
  exited=$(difference "$left" "$(time_of "$file" exit)")
  end_program
  own=$(sed -n 's/.*"radio_s":\([0-9.]*\).*/\1/p' "$file")
  say "$1: entered after $entered s, left after $exited s with a timeout of $timeout s, radio $own s"
  is_at_most "$entered" "$slack" || fail "entered after $entered s"
  is_at_most "$exited" "$((timeout + slack))" || fail "left after $exited s"
}
check_radio() { # what
  say "$1: the controller has listened for $radio s, the program says $own s"
  is_at_most "$(awk -v a="$radio" -v b="$own" 'BEGIN { d = a - b; print d < 0 ? -d : d }')" \
    "$(awk -v a="$radio" 'BEGIN { print 0.1 * a + 0.5 }')" || fail "the radio time is wrong"
}

# Nothing to listen with.
"${stranger[@]}" cairn beacons --json --duration 3 >/tmp/none.jsonl 2>&1 && fail "heard without an adapter"
grep -q 'no Bluetooth adapter' /tmp/none.jsonl || fail "no word of the adapter: $(cat /tmp/none.jsonl)"
say "booted, $(uname -r), after $(now) s; without an adapter: $(sed -n 's/.*"explanation":"\([^"]*\)".*/\1/p' /tmp/none.jsonl | head -n 1)"

# An adapter without bluetoothd: nobody switches it on.
start_adapter
"${stranger[@]}" cairn beacons --json --duration 5 >/tmp/off.jsonl 2>&1 && fail "heard with the adapter off"
say "without bluetoothd: $(sed -n 's/.*"explanation":"\([^"]*\)".*/\1/p' /tmp/off.jsonl | tail -n 1)"
grep -q '"kind":"radioOff"' /tmp/off.jsonl || fail "$(cat /tmp/off.jsonl)"

start_bluez /tmp/half.conf
is_on() { busctl get-property org.bluez /org/bluez/hci0 org.bluez.Adapter1 Powered | grep -q true; }
wait_for 60 "bluetoothd to switch the adapter on: $(tail -n 3 /tmp/bluetoothd.log)" is_on
say "bluetoothd $("$bluetoothd" --version) is ready after $(now) s"
check_region "nobody through BlueZ, 50 %" "${stranger[@]}" cairn

# The list, with distances.
touch /tmp/door
"${stranger[@]}" cairn beacons --json --duration 8 >/tmp/list.jsonl 2>/tmp/complaints || fail "$(cat /tmp/complaints)"
grep -q "\"uuid\":\"$uuid\",\"major\":1,\"minor\":2.*\"proximity\":\"near\"" /tmp/list.jsonl || fail "$(tail -n 3 /tmp/list.jsonl)"
say "the list: $(grep '"distance":[0-9]' /tmp/list.jsonl | tail -n 1)"

# bluetoothd ends and comes back.
watch_region /tmp/restart.jsonl 10 "${stranger[@]}" cairn
wait_for 30 "an entry" grep -q '"event":"enter"' /tmp/restart.jsonl
stop_bluez
wait_for 30 "word of bluetoothd: $(cat /tmp/restart.jsonl)" grep -q 'bluetoothd is not running' /tmp/restart.jsonl
start_bluez /tmp/half.conf
wait_for 60 "listening again" listens
end_program
say "bluetoothd's end is told, and listening goes on after its start"
stop_bluez
stop_adapter

# A tenth of the time, as the configuration says.
start_adapter
start_bluez /tmp/tenth.conf
wait_for 60 "bluetoothd to switch the adapter on" is_on
check_region "nobody through BlueZ, 10 %" "${stranger[@]}" cairn
stop_adapter
check_radio "BlueZ"
stop_bluez

# With the right, the program chooses the share itself.
start_adapter
start_bluez /tmp/half.conf
wait_for 60 "bluetoothd to switch the adapter on" is_on
capable=(setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all,+net_raw --ambient-caps=-all,+net_raw)
check_region "CAP_NET_RAW, 10 %" "${capable[@]}" cairn
stop_adapter
check_radio "raw"
stop_bluez
