# shellcheck shell=bash
# A program in the service's sandbox switches a board's supply through a GPIO chip.
# boots: systemd
#
# Real: systemd, the unit with `cairn monitor` in place of `cairnd`, which reads no profiles; the GPIO chip's driver and
# character device, USB, cdc_acm, udevd with the rules of this package, a board's profile in /etc/cairn. Simulated: the
# chip behind its driver, the receiver's end.
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
wait_for 30 "the group of the GPIO chip" eval '[ "$(stat -c "%a %G" /dev/gpiochip0)" = "660 gpio" ]'
mkdir -p /etc/systemd/system/cairnd.service.d
cat >/etc/systemd/system/cairnd.service.d/monitor.conf <<'END'
[Service]
Type=exec
WatchdogSec=0
ExecStart=
ExecStart=/usr/bin/cairn monitor --json --wait
StandardOutput=file:/run/fixes.jsonl
END
systemctl daemon-reload
say "booted, systemd $(systemctl --version | awk 'NR == 1 { print $2 }'), after $(now) s"

started=$(now)
systemctl start cairnd.service
wait_for 90 "a fix through the sandbox" grep -q '"latitude":47' /run/fixes.jsonl
say "first fix $(since "$started") s after the start of the service, which switched the supply on: $(tail -n 1 /run/lines)"
process=$(systemctl show -P MainPID cairnd.service)
inside() { nsenter -t "$process" -m "$@"; }
inside test -w /sys/devices/platform || fail "the service cannot write a regulator's state"
for tunable in /proc/sys/kernel/hostname /sys/kernel /sys/module /sys/class; do
  if inside test -w "$tunable"; then fail "the service could write $tunable"; fi
done
say "sandbox: regulators may be written, other settings of the kernel may not"
systemctl stop cairnd.service
[ "$(tail -n 1 /run/lines)" = "3 1" ] || fail "the supply is still on"
say "stopped: the supply is off"
