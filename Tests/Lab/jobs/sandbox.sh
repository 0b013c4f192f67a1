# shellcheck shell=bash
# The service of a board switches its receiver's supply through a GPIO chip, from inside its sandbox.
# boots: systemd
#
# Real: systemd, the unit, the GPIO chip's driver and character device, USB, cdc_acm, udevd, cairn with a board's
# profile in /etc/cairn. Simulated: the chip behind its driver, the receiver's end.
install_cairn
modprobe uhid
modprobe hid-cp2112
make_receiver
mkdir -p /etc/cairn/hw-profiles
cat >/etc/cairn/hw-profiles/board.yaml <<'END'
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
END
/usr/bin/python3 "$lab/gpio-chip.py" >/run/lines &
# Low is on.
tail -n 0 -F /run/lines 2>/dev/null | while read -r line level; do
  case "$line $level" in
  "3 0") plug 47 ;;
  "3 1") unplug ;;
  esac
done &
wait_for 60 "/dev/gpiochip0" test -c /dev/gpiochip0
# What a board's own rules do.
chgrp dialout /dev/gpiochip0
chmod 660 /dev/gpiochip0
say "booted, systemd $(systemctl --version | awk 'NR == 1 { print $2 }'), after $(now) s"

started=$(now)
systemctl start cairn.service
wait_for 90 "a fix through the sandbox" grep -q '"latitude":47' /run/fixes.jsonl
say "first fix $(since "$started") s after the start of the service, which switched the supply on: $(tail -n 1 /run/lines)"
process=$(systemctl show -P MainPID cairn.service)
inside() { nsenter -t "$process" -m "$@"; }
inside test -w /sys/devices/platform || fail "the service cannot write a regulator's state"
for tunable in /proc/sys/kernel/hostname /sys/kernel /sys/module /sys/class; do
  if inside test -w "$tunable"; then fail "the service could write $tunable"; fi
done
say "sandbox: regulators may be written, other settings of the kernel may not"
systemctl stop cairn.service
[ "$(tail -n 1 /run/lines)" = "3 1" ] || fail "the supply is still on"
say "stopped: the supply is off"
