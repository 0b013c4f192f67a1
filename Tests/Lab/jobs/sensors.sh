# shellcheck shell=bash
# Headings of the kernel's sensors: through buffers, by polling, without rights, after a loss.
#
# Real: the kernel's drivers for sensor hubs, its Industrial I/O with buffers, triggers and clocks, udevd with the rules of
# this package. Made up: the hub itself, through /dev/uhid.
install_rules
/lib/systemd/systemd-udevd --daemon
modprobe uhid
for module in hid-sensor-hub hid-sensor-accel-3d hid-sensor-gyro-3d hid-sensor-magn-3d hid-sensor-press; do
  modprobe "$module"
done
install_cairn
say "booted, $(uname -r), after $(now) s"
# Read once, so that the first measurement does not wait for it.
"${stranger[@]}" cairn --version >/dev/null

hub() { # motion
  /usr/bin/python3 "$lab/sensor-hub.py" "$1" 400 "/tmp/$1.csv" &
  hub=$!
  wait_for 30 "four devices" test -e /sys/bus/iio/devices/iio:device3/name
  udevadm settle
}
# Ends what runs in the background as a user does, and does not wait for ever.
end() { # process
  kill "$1"
  wait_for 20 "the end of $(tr '\0' ' ' <"/proc/$1/cmdline")" sh -c "! test -e /proc/$1/exe"
  wait "$1" 2>/dev/null || true
}
headings() { grep -c magnetic "$1" || true; }

hub turn
mode=$(stat -c '%a %G' /dev/iio:device0)
[ "$mode" = "660 dialout" ] || fail "/dev/iio:device0 is '$mode'"
"${member[@]}" cairn sensors --json >/tmp/sensors || fail "cairn sensors"
[ "$(grep -c '"access":"buffer"' /tmp/sensors)" -eq 4 ] || fail "cairn sensors: $(cat /tmp/sensors)"
"${stranger[@]}" cairn sensors >/tmp/sensors || fail "cairn sensors without rights"
grep -q "udev/70-cairn.rules" /tmp/sensors || fail "no advice: $(cat /tmp/sensors)"
say "cairn sensors: four buffers for a member of dialout, advice for a stranger"

from=$(now)
mkdir -m 777 /tmp/recorded
# As it is, so that the compass is not calibrated on the way.
cat >/tmp/identity.csv <<'END'
xx,xy,xz,yx,yy,yz,zx,zy,zz,bx_ut,by_ut,bz_ut,delay_s
1,0,0,0,1,0,0,0,1,0,0,0,0
END
"${member[@]}" cairn compass --json --calibration /tmp/identity.csv --record /tmp/recorded/samples.csv >/tmp/live 2>/tmp/complaints &
compass=$!
wait_for 60 "a heading" grep -q magnetic /tmp/live
say "the first heading after $(since "$from") s"
sleeps() { # of the event loop's thread
  local task
  for task in /proc/"$compass"/task/*; do
    if [ "${task##*/}" != "$compass" ] && [ "$(cat "$task/comm")" = cairn ]; then
      awk '/^voluntary/ { print $2 }' "$task/status"
      return
    fi
  done
}
first=$(sleeps) begun=$(now) known=$(headings /tmp/live)
sleep 20
last=$(sleeps) took=$(since "$begun")
wakes=$(awk -v n="$((last - first))" -v t="$took" 'BEGIN { printf "%.1f", n / t }')
say "$wakes wake-ups a second, $(($(headings /tmp/live) - known)) headings in $took s"
awk -v w="$wakes" 'BEGIN { exit !(w <= 6) }' || fail "more than six wake-ups a second"
end "$compass"
timeout 200 cairn compass --calibration /tmp/identity.csv --in /tmp/recorded/samples.csv --out /tmp/memory || fail "cairn compass --in"
/usr/bin/python3 "$lab/compare-headings.py" /tmp/live /tmp/memory /tmp/recorded/samples.csv /tmp/turn.csv \
  >/tmp/differences ||
  fail "kernel against memory: $(cat /tmp/differences)"
say "kernel against memory: $(cat /tmp/differences)"

"${member[@]}" cairn compass --json >/tmp/live 2>/tmp/complaints &
compass=$!
wait_for 60 "a heading" grep -q magnetic /tmp/live
end "$hub"
sleep 2
: >/tmp/live
hub hand
wait_for 60 "a heading after the hub came back" grep -q magnetic /tmp/live
say "the hub was taken away and came back: headings go on"
end "$compass"

from=$(now)
"${member[@]}" timeout 200 cairn compass --calibrate --out /tmp/calibration 2>/tmp/complaints ||
  fail "no calibration: $(cat /tmp/complaints)"
say "calibrated after $(since "$from") s: $(tail -n 1 /tmp/calibration)"
# Of a field of 50 microtesla; five seconds of turning leave some of them, more on a busy machine.
awk -F, 'NR == 2 { exit !(($10 - 20) ^ 2 + ($11 + 10) ^ 2 + ($12 - 8) ^ 2 < 49) }' /tmp/calibration ||
  fail "the hub's own field is 20, -10, 8"
end "$hub"

hub lie
"${stranger[@]}" cairn compass --json --duration 15 >/tmp/live 2>/tmp/complaints || fail "polling: $(cat /tmp/complaints)"
tail -n 1 /tmp/live | grep -qE '"magnetic":(0|359)\.' || fail "polling: $(tail -n 1 /tmp/live)"
say "polled without rights: $(headings /tmp/live) lines, $(tail -n 1 /tmp/live)"
end "$hub"
