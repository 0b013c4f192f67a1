# shellcheck shell=bash
# A client starts the service through systemd's socket; it works in its sandbox, outlives the receiver, and ends when idle.
# boots: systemd
#
# Real: systemd as the first process, udevd, the units and the rules of this package. Simulated: the receiver's end.
install_cairn
make_receiver
say "booted, systemd $(systemctl --version | awk 'NR == 1 { print $2 }'), after $(now) s"
install_rival_rules
udevadm control --reload
property() { systemctl show -P "$1" "${2:-cairnd.service}"; }

systemd-analyze verify /etc/systemd/system/cairnd.service /etc/systemd/system/cairnd.socket 2>/tmp/verify || true
if grep -q 'cairnd\.' /tmp/verify; then fail "$(grep -m 1 'cairnd\.' /tmp/verify)"; fi
# As it is shipped: what the lab adds counts by another measure.
mkdir /tmp/shipped
cp /etc/systemd/system/cairnd.service /tmp/shipped/
systemd-analyze security --offline=true --threshold=13 /tmp/shipped/cairnd.service >/tmp/exposure ||
  fail "the sandbox is wide: $(tail -n 1 /tmp/exposure)"
say "$(tail -n 1 /tmp/exposure | tr -cd ' -~')"
[ "$(property ActiveState cairnd.socket)" = inactive ] || fail "the socket is there before a receiver"

plugged=$(now)
plug 47
wait_for 60 "the socket" systemctl -q is-active cairnd.socket
say "plugged in: the socket is there after $(since "$plugged") s"
[ "$(property ActiveState)" = inactive ] || fail "the service runs before there is a client"
asked=$(now)
ask 2947 /run/answers
wait_for 90 "a fix through the sandbox" grep -q '"class":"TPV".*"lat":47' /run/answers
process=$(property MainPID)
say "first fix $(since "$asked") s after the first client, which started the service"
status() { awk -v key="$1:" '$1 == key { print $2 }' "/proc/$process/status"; }
[ "$(stat -c %U "/proc/$process")" = cairn ] || fail "the service runs as $(stat -c %U "/proc/$process")"
[ "$(status NoNewPrivs)" = 1 ] || fail "the service may gain privileges"
[ "$(status Seccomp)" = 2 ] || fail "the service may use any system call"
[ "$(status CapBnd)" = 0000000000000000 ] || fail "the service has capabilities"
[ "$(stat -c '%a %U' /var/lib/cairn)" = "700 cairn" ] || fail "the states are not the service's own"
ls /var/lib/cairn/*.crash >/dev/null || fail "a crash would not be noted"
wait_for 10 "the status" eval 'property StatusText | grep -q "^1 client, .* at /dev/ttyACM0"'
say "sandbox: uid $(status Uid), no capabilities, system calls filtered; status: $(property StatusText)"

# Members of no group of the service's may connect to either address.
"${stranger[@]}" /usr/bin/python3 "$lab/gpsd-client.py" /run/cairn/gpsd.sock >/run/other &
other=$!
wait_for 30 "a fix at the Unix socket" grep -q '"class":"TPV".*"lat":47' /run/other
kill "$other"
wait "$other" 2>/dev/null || true

unplug
wait_for 30 "the loss" grep -q '"activated":0' /run/answers
sleep 1
[ "$(property MainPID)" = "$process" ] || fail "the service did not outlive the receiver"
plugged=$(now)
plug 48
wait_for 60 "a fix after plugging in again" grep -q '"class":"TPV".*"lat":48' /run/answers
[ "$(property MainPID) $(property NRestarts)" = "$process 0" ] || fail "the service was started again"
say "unplugged and plugged in again: the same process, fix after $(since "$plugged") s"

mkdir -p /etc/cairn
printf '[service]\nidle-exit = soon\n' >/etc/cairn/cairnd.conf
systemctl reload cairnd.service
wait_for 30 "the complaint about a mistake" grep -q "cairnd.conf:2:13: 'soon' is no value" /run/cairnd.log
wait_for 30 "the end of reloading" eval '[ "$(property ActiveState)" = active ]'
printf '[service]\nidle-exit = 2s\n' >/etc/cairn/cairnd.conf
systemctl reload cairnd.service
wait_for 30 "the new settings" grep -q "the configuration was read again" /run/cairnd.log
kill -0 "$asking" || fail "reloading disconnected a client"
[ "$(property MainPID)" = "$process" ] || fail "reloading started another process"
say "a mistake in the configuration changes nothing; a right one applies to the same process"

stop_asking
wait_for 30 "the end of an idle service" eval '[ "$(property ActiveState)" = inactive ]'
[ "$(property Result)" = success ] || fail "an idle service ends in '$(property Result)'"
if ls /var/lib/cairn/*.crash 2>/dev/null; then fail "a clean end is taken for a crash"; fi
systemctl -q is-active cairnd.socket || fail "the socket went with the service"
[ -S /run/cairn/gpsd.sock ] || fail "the Unix socket went with the service"
rm /etc/cairn/cairnd.conf
ask 2947 /run/again
wait_for 60 "a fix for the next client" grep -q '"class":"TPV".*"lat":48' /run/again
[ "$(property MainPID)" != "$process" ] || fail "the service had not ended"
say "idle: ended; the next client started it again"

# A service that hangs is noticed.
process=$(property MainPID)
mkdir -p /run/systemd/system/cairnd.service.d
printf '[Service]\nWatchdogSec=4\n' >/run/systemd/system/cairnd.service.d/watchdog.conf
stop_asking
systemctl daemon-reload
systemctl restart cairnd.service
process=$(property MainPID)
hung=$(now)
kill -STOP "$process"
wait_for 60 "the end of a hang" eval '[ "$(property NRestarts)" = 1 ] && systemctl -q is-active cairnd.service'
say "a service that hangs is started again after $(since "$hung") s"
systemctl stop cairnd.service
[ "$(property Result)" = success ] || fail "stopping it ends in '$(property Result)'"
unplug

# A program that dies at once is not started for ever.
printf '[Service]\nExecStart=\nExecStart=/bin/false\n' >/run/systemd/system/cairnd.service.d/crash.conf
systemctl daemon-reload
systemctl reset-failed cairnd.service
crashed=$(now)
systemctl start --no-block cairnd.service
wait_for 120 "the end of a crash loop" systemctl -q is-failed cairnd.service
say "a crash loop ends after $(since "$crashed") s, $(property NRestarts) restarts"
