# shellcheck shell=bash
# An ordinary user reads the times of pulses.
# qemu: -chardev null,id=p0 -device isa-parallel,chardev=p0,iobase=0x378,irq=7
#
# Real: the parallel port's interrupt, pps_parport, /dev/pps0, udevd with the rules of this package.
# `cairn pps` reads them as a user would; pps-reader.py checks numbers and times of single interrupts.
install_rules
/lib/systemd/systemd-udevd --daemon
modprobe parport_pc io=0x378 irq=7
modprobe pps_parport
wait_for 30 "/dev/pps0" test -c /dev/pps0
udevadm settle
say "booted, $(uname -r), after $(now) s"
mode=$(stat -c '%a %G' /dev/pps0)
[ "$mode" = "660 dialout" ] || fail "/dev/pps0 is '$mode'"
reader=(/usr/bin/python3 "$lab/pps-reader.py" /dev/pps0 4)
install_cairn

/usr/bin/python3 "$lab/pulse.py" &
pulses=$!
read_from=$(now)
"${member[@]}" "${reader[@]}" >/tmp/times || fail "no pulse: $(tail -n 1 /tmp/times)"
say "interrupts: $(tail -n 1 /tmp/times), after $(since "$read_from") s"
"${member[@]}" cairn pps /dev/pps0 --count 2 --patience 20 --json >/tmp/pulses || fail "cairn pps: no pulse"
grep -q '"offset":' /tmp/pulses || fail "cairn pps: $(tail -n 1 /tmp/pulses)"
say "cairn pps: $(tail -n 1 /tmp/pulses)"
kill "$pulses"
wait "$pulses" 2>/dev/null || true
# One more may be on its way; after that, silence is told from a pulse.
sleep 1
if "${member[@]}" /usr/bin/python3 "$lab/pps-reader.py" /dev/pps0 2 >/tmp/times; then
  fail "pulses were read after they had ended"
fi
say "silence: $(tail -n 1 /tmp/times)"
