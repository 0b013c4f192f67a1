# shellcheck shell=bash
# systemd starts the service when a receiver is plugged in; it works in its sandbox and outlives the receiver.
# boots: systemd
#
# Real: systemd as the first process, udevd, the unit and the rules of this package. Simulated: the receiver's end.
install_cairn
make_receiver
say "booted, systemd $(systemctl --version | awk 'NR == 1 { print $2 }'), after $(now) s"
install_rival_rules
udevadm control --reload
property() { systemctl show -P "$1" cairn.service; }

systemd-analyze verify /etc/systemd/system/cairn.service 2>/tmp/verify || true
if grep -q cairn.service /tmp/verify; then fail "$(grep -m 1 cairn.service /tmp/verify)"; fi
# As it is shipped: what the lab adds counts by another measure.
cp /etc/systemd/system/cairn.service /tmp/shipped.service
systemd-analyze security --offline=true --threshold=10 /tmp/shipped.service >/tmp/exposure ||
  fail "the sandbox is wide: $(tail -n 1 /tmp/exposure)"
[ "$(property ActiveState)" = inactive ] || fail "the service runs before there is a receiver"

plugged=$(now)
plug 47
wait_for 60 "the service" systemctl -q is-active cairn.service
say "plugged in: the service is active after $(since "$plugged") s"
wait_for 90 "a fix through the sandbox" grep -q '"latitude":47' /run/fixes.jsonl
process=$(property MainPID)
say "first fix after $(since "$plugged") s"
status() { awk -v key="$1:" '$1 == key { print $2 }' "/proc/$process/status"; }
[ "$(status Uid)" -ne 0 ] || fail "the service runs as root"
[ "$(status NoNewPrivs)" = 1 ] || fail "the service may gain privileges"
[ "$(status Seccomp)" = 2 ] || fail "the service may use any system call"
[ "$(status CapBnd)" = 0000000000000000 ] || fail "the service has capabilities"
[ "$(stat -c %a /var/lib/private/cairn)" = 700 ] || fail "the states are not the service's own"
ls /var/lib/private/cairn/*.crash >/dev/null || fail "a crash would not be noted"
say "sandbox: uid $(status Uid), no capabilities, system calls filtered"

unplug
wait_for 30 "the error" grep -q '"event":"error"' /run/fixes.jsonl
sleep 1
[ "$(property MainPID)" = "$process" ] || fail "the service did not outlive the receiver"
plugged=$(now)
plug 48
wait_for 60 "a fix after plugging in again" grep -q '"latitude":48' /run/fixes.jsonl
[ "$(property MainPID) $(property NRestarts)" = "$process 0" ] || fail "the service was started again"
say "unplugged and plugged in again: the same process, fix after $(since "$plugged") s"
systemctl stop cairn.service
[ "$(property Result)" = success ] || fail "stopping it ends in '$(property Result)'"
if ls /var/lib/private/cairn/*.crash 2>/dev/null; then fail "a clean end is taken for a crash"; fi
say "stopped: $(property Result)"
unplug

# A program that dies at once is not started for ever.
mkdir -p /run/systemd/system/cairn.service.d
printf '[Service]\nExecStart=\nExecStart=/bin/false\n' >/run/systemd/system/cairn.service.d/crash.conf
systemctl daemon-reload
crashed=$(now)
systemctl start --no-block cairn.service
wait_for 120 "the end of a crash loop" systemctl -q is-failed cairn.service
say "a crash loop ends after $(since "$crashed") s, $(property NRestarts) restarts"
