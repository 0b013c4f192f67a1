# shellcheck shell=bash
# A GPIO line switches a receiver's supply, and its pulses come on a pin.
# qemu: -chardev null,id=p0 -device isa-parallel,chardev=p0,iobase=0x378,irq=7
#
# Real: the GPIO chip's driver and character device, USB, cdc_acm, pps_parport, udevd, cairn with a board's profile.
# Simulated: the chip behind its driver, the receiver's end. The receiver is only there while it has supply.
install_cairn
install_rules
/lib/systemd/systemd-udevd --daemon
modprobe parport_pc io=0x378 irq=7
modprobe pps_parport
modprobe uhid
modprobe hid-cp2112
make_receiver
mount -t debugfs debugfs /sys/kernel/debug
mkdir /tmp/board
cat >/tmp/board/board.yaml <<'END'
name: board
title: A receiver behind a switch
vendor: nobody
identity:
  usb:
    - { vendor: "1546", product: "01a9", certainty: certain, estimate: the receiver of this job }
supply:
  switch:
    gpio: { chip: cp2112_gpio, line: 3, active_low: true }
  start_up: { ms: 300, estimate: the time of this job }
pulses: /dev/pps0
END
/usr/bin/python3 "$lab/gpio-chip.py" >/tmp/lines &
# Low is on.
tail -n 0 -F /tmp/lines 2>/dev/null | while read -r line level; do
  case "$line $level" in
  "3 0") plug 47 ;;
  "3 1") unplug ;;
  esac
done &
wait_for 30 "/dev/gpiochip0" test -c /dev/gpiochip0
wait_for 30 "/dev/pps0" test -c /dev/pps0
udevadm settle
say "booted, $(uname -r), after $(now) s"
/usr/bin/python3 "$lab/pulse.py" &

chmod 600 /dev/gpiochip0
"${member[@]}" cairn monitor --json --wait --profiles /tmp/board >/tmp/refused 2>&1 &
monitor=$!
wait_for 60 "word of the chip" grep -q 'cannot open /dev/gpiochip0: EACCES' /tmp/refused
kill -TERM "$monitor"
wait "$monitor" || true
say "without the right to it: $(grep -o 'cannot open /dev/gpiochip0[^"]*' /tmp/refused | head -n 1)"
chgrp dialout /dev/gpiochip0
chmod 660 /dev/gpiochip0

[ -e /dev/ttyACM0 ] && fail "the receiver is there without supply"
"${member[@]}" cairn monitor --json --wait --profiles /tmp/board >/tmp/fixes.jsonl 2>/tmp/complaints &
monitor=$!
started=$(now)
wait_for 60 "the first fix" grep -q '"latitude":47' /tmp/fixes.jsonl
say "first fix $(since "$started") s after the supply was switched on: $(tail -n 1 /tmp/lines)"
held=$(grep 'cairn' /sys/kernel/debug/gpio) || fail "nobody holds the line"
say "held:$held"
wait_for 30 "pulses" grep -q '"event":"pulses".*"offset":[-0-9]' /tmp/fixes.jsonl
say "$(grep '"event":"pulses".*"offset":[-0-9]' /tmp/fixes.jsonl | tail -n 1)"
kill -TERM "$monitor"
wait "$monitor" || fail "cairn ended in status $?"
[ "$(tail -n 1 /tmp/lines)" = "3 1" ] || fail "the supply is still on"
wait_for 30 "the receiver's end" test ! -e /dev/ttyACM0
if grep -q 'cairn' /sys/kernel/debug/gpio; then fail "the line is still held"; fi
say "told to end, cairn has switched the supply off and given the line back"
