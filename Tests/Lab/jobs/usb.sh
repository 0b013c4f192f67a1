# shellcheck shell=bash
# A receiver is plugged in, read by an ordinary user, unplugged, and plugged in again.
#
# Real: USB, cdc_acm, udevd with the rules of this package, libudev, cairn. Simulated: the receiver's end.
install_cairn
install_rules
install_rival_rules
/lib/systemd/systemd-udevd --daemon
make_receiver
say "booted, $(uname -r), after $(now) s"

"${member[@]}" cairn monitor --json --wait >/tmp/fixes.jsonl 2>/tmp/complaints &
monitor=$!
sleep 2

plugged=$(now)
plug 47
wait_for 60 "the link of the rules" test -e /dev/gnss/ttyACM0
say "plugged in: node and link after $(since "$plugged") s"
mode=$(stat -c '%a %G' /dev/ttyACM0)
[ "$mode" = "660 dialout" ] || fail "/dev/ttyACM0 is '$mode'"
udevadm info -q property -n /dev/ttyACM0 >/tmp/properties
for property in ID_CAIRN_GNSS=1 ID_MM_DEVICE_IGNORE=1 'SYSTEMD_WANTS=rival@ttyACM0.service cairnd.socket'; do
  grep -qx "$property" /tmp/properties || fail "udev did not set $property"
done
if "${stranger[@]}" test -r /dev/ttyACM0; then fail "everybody may read /dev/ttyACM0"; fi
wait_for 60 "the first fix" grep -q '"latitude":47' /tmp/fixes.jsonl
say "first fix after $(since "$plugged") s, as uid $(awk '/^Uid/ { print $2 }' "/proc/$monitor/status")"

unplugged=$(now)
unplug
wait_for 30 "the error" grep -q '"event":"error"' /tmp/fixes.jsonl
say "unplugged: $(grep -o '"code":"[^"]*"' /tmp/fixes.jsonl | head -n 1) after $(since "$unplugged") s"
kill -0 "$monitor" || fail "cairn ended when the receiver was unplugged"

plugged=$(now)
plug 48
wait_for 60 "a fix after plugging in again" grep -q '"latitude":48' /tmp/fixes.jsonl
say "plugged in again: first fix after $(since "$plugged") s"
kill -TERM "$monitor"
wait "$monitor" || fail "cairn ended in status $?"
say "told to end, cairn ends with status 0; $(grep -c '"event":"update"' /tmp/fixes.jsonl) updates"
unplug
